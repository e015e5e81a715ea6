"""What the pages need to put moments, words and lines into place."""

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.template.loader import render_to_string
from django.utils import formats, timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import moments, registry
from games.contract import Slot, side_of
from games.markup import prose as _prose
from games.models import Match
from games.selectors.threads import Thread

register = template.Library()

for told in (moments.moment, moments.day, moments.city):
    register.filter(told)


@register.filter
def prose(text: str) -> SafeString:
    """A member's Markdown as safe HTML."""
    return _prose(text)


@register.filter
def in_zone(moment: datetime, zone: str) -> datetime:
    """The moment on the clocks of an IANA zone."""
    return timezone.localtime(moment, ZoneInfo(zone))


@register.filter
def clock_time(local: datetime) -> str:
    """The time alone: "21:00"."""
    return formats.date_format(local, _("H:i"))


@register.filter
def offset(local: datetime) -> str:
    """The zone's distance from UTC at that moment: "UTC+1"."""
    minutes = int((local.utcoffset() or timedelta()).total_seconds() // 60)
    hours, rest = divmod(abs(minutes), 60)
    tail = f":{rest:02}" if rest else ""
    return f"UTC{'-' if minutes < 0 else '+'}{hours}{tail}"


@register.filter
def seconds_until(moment: datetime, now: datetime) -> int:
    """Whole seconds from ``now``, never below none: for countdowns."""
    return max(0, int((moment - now).total_seconds()))


@register.filter
def countdown(seconds: int) -> str:
    """What is left, as the script goes on counting it: "2 d 3 h", "2 h 14", "12 min 09 s"."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days}\u00a0{pgettext('unit of time', 'd')} {hours}\u00a0h"
    if hours:
        return f"{hours}\u00a0h\u00a0{minutes:02}"
    return f"{minutes}\u00a0min\u00a0{rest:02}\u00a0s"


@register.simple_tag
def turn_name(match: Match, number: int) -> str:
    """What a turn of the match is called."""
    return registry.get(match.game).pages.turn_name(number)


@register.filter
def rank(by: str) -> str:
    """What somebody is, of the role and seat by which the record names him: "captain:A"."""
    return by.partition(":")[0]


@register.filter
def slot_name(slot: Slot, thread: Thread) -> str:
    """A slot by its team, and its number where the team sends several orders."""
    return f"{thread.casts[side_of(slot)].team} {slot[1:]}".strip()


@register.simple_tag
def part(game: str, name: str, context: dict[str, Any] | None = None, **more: Any) -> SafeString:
    """A game's own template ``<game>/<name>`` with its own context."""
    return render_to_string(f"{game}/{name}", {**(context or {}), **more})


@register.filter
def instant(text: str) -> datetime:
    """A moment of the journal (``2026-12-01T20:00:00.000000Z``)."""
    return datetime.fromisoformat(text)


# BBCode has no escape sign: letters that only look alike open no tag, and no HTML either.
_INERT = str.maketrans("[]<>", "［］‹›")
_ENTITY = re.compile(r"&(?=#?\w+;)")


@register.filter
def inert(text: str) -> str:
    """The text with nothing that a foreign forum would take for a tag or an entity."""
    return _ENTITY.sub("＆", str(text).translate(_INERT))
