"""How squares, bowlers and hands are called in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import JSON, SIDES, Cast, Side

Casts = Mapping[Side, Cast]


def square(at: Sequence[int]) -> str:
    """A square as it is written: "[8,5]"."""
    return f"[{at[0]},{at[1]}]"


def bowler(cast: Cast, number: int) -> str:
    """A bowler by his name, or by his number where nobody gave him one."""
    name = cast.players[number - 1] if 0 < number <= len(cast.players) else ""
    return " ".join(name.split()) or _("No. %(n)s") % {"n": number}


def bowler_of(event: Mapping[str, Any], cast: Casts) -> str:
    """The bowler of a throw."""
    return bowler(cast[event["side"]], event["bowler"])


def left(view: JSON, side: Side) -> int:
    """How many boules a side has left."""
    return sum(view["left"][side])


def boules(count: int) -> str:
    """So many boules, in words for a sentence: "3 boules"."""
    return ngettext("%(n)s boule", "%(n)s boules", count) % {"n": count}


def points(count: int) -> str:
    """So many points: "25 points"."""
    return ngettext("%(n)s point", "%(n)s points", count) % {"n": count}


def score(view: JSON, cast: Casts) -> str:
    """The points of both sides: "Valcombe 25, Montclar 5"."""
    return _("%(a)s %(a_points)s, %(b)s %(b_points)s") % {
        "a": cast["A"].team,
        "b": cast["B"].team,
        "a_points": view["points"]["A"],
        "b_points": view["points"]["B"],
    }


def hand(view: JSON, cast: Casts) -> str:
    """The team that has the hand; "" at the end."""
    return next((cast[side].team for side in SIDES if view["hand"] == side), "")
