"""A new match, as the referee sets it down: teams, kind, pace, the first day."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import clock, lateness
from games.admin.forms import WHY_LENGTH
from games.clock import WEEK
from games.contract import JSON, Refused
from games.forms import PaceForm
from games.models import Match, Team, User
from games.selectors.desk import own_teams
from games.services.matches import ANNOUNCED_AHEAD, FURTHEST, WORDS_OPEN
from games.views.refusals import sentence

MINUTE = timedelta(minutes=1)
STRIKES_TO_FORFEIT = 2
"""How many strikes lose a match that is no friendly (rules/soule.md, Game time)."""

LONGEST_GRACE = 12 * 60
AS_THE_KIND, NEVER = "kind", "never"
NOTICE = ANNOUNCED_AHEAD + WORDS_OPEN
"""From its creation to its first game time, a match that is no friendly takes at least this."""


class MatchForm(PaceForm):
    """What the forum must know of a match; its game's own form asks for the ruleset."""

    team_a = forms.ModelChoiceField(label=_("Team A"), queryset=Team.objects.all())
    team_b = forms.ModelChoiceField(label=_("Team B"), queryset=Team.objects.all())
    kind = forms.ChoiceField(
        label=_("Kind"), choices=Match.Kind.choices, widget=forms.RadioSelect, initial="friendly"
    )
    day = forms.DateField(
        label=_("Day of the first game time"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    grace_minutes = forms.IntegerField(
        label=_("Minutes of grace"),
        min_value=0,
        max_value=LONGEST_GRACE,
        initial=lateness.GRACE // MINUTE,
        help_text=_("How long after the game time an order still counts, as late."),
    )
    strikes = forms.ChoiceField(
        label=_("Strikes that lose the match"),
        choices=(
            (AS_THE_KIND, _("as the kind has it: two, and none in a friendly")),
            ("1", "1"),
            ("2", "2"),
            ("3", "3"),
            (NEVER, _("however many: no forfeit by itself")),
        ),
    )

    why = forms.CharField(
        label=_("Occasion"),
        max_length=WHY_LENGTH,
        help_text=_("Why the match is played: a cup and its round, a wager. It is public."),
    )

    field_order = (
        "team_a",
        "team_b",
        "kind",
        "why",
        "day",
        "time",
        "zone",
        "days",
        "at_once",
        "grace_minutes",
        "strikes",
        "limit_hours",
    )

    def __init__(
        self, data: Any = None, *, reader: User, now: datetime, without: Iterable[str] = ()
    ) -> None:
        super().__init__(data, without=without)
        self.reader, self.now = reader, now
        self.fields["day"].initial = (now + NOTICE + timedelta(days=1)).date()
        self.fields["day"].help_text = ngettext(
            "A match that is no friendly begins %(n)s day from now at the earliest.",
            "A match that is no friendly begins %(n)s days from now at the earliest.",
            NOTICE.days,
        ) % {"n": NOTICE.days}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if {"day", "time", "zone", "days"} & self.fields.keys() <= data.keys():
            self._clean_first_game_time(data)
        own = set(own_teams(self.reader)) & {data.get("team_a"), data.get("team_b")}
        if own:
            raise ValidationError(
                _("You belong to %(team)s: a match of theirs is for another referee."),
                params={"team": own.pop()},
            )
        return data

    @property
    def facts(self) -> dict[str, Any]:
        """What ``match_create`` is told of a valid form, but for the game and its ruleset."""
        data = self.cleaned_data
        return {
            "kind": data["kind"],
            "teams": {"A": data["team_a"], "B": data["team_b"]},
            "pace": self.pace(self._strikes()) | self._grace(),
            "first_game_time": data["first_game_time"],
            "why": data["why"],
        }

    def _clean_first_game_time(self, data: JSON) -> None:
        if data["day"].weekday() not in data.get("days", WEEK):
            self.add_error("day", _("This day of the week is none of the days of play."))
            return
        if data["day"] > (self.now + FURTHEST).date():
            self.add_error("day", sentence(Refused("game-time-far")))
            return
        at = data["time"].replace(second=0, microsecond=0)
        moment = clock.local_instant(data["day"], at, data["zone"])
        if data.get("kind") != Match.Kind.FRIENDLY and moment < self.now + NOTICE:
            self.add_error("day", self.fields["day"].help_text)
        data["first_game_time"] = moment

    def _grace(self) -> JSON:
        """The grace as the pace has it, where the game knows one."""
        asked = ("grace_minutes",) if "grace_minutes" in self.fields else ()
        return {name: self.cleaned_data[name] for name in asked}

    def _strikes(self) -> int | None:
        chosen = self.cleaned_data.get("strikes", NEVER)
        if chosen == NEVER:
            return None
        if chosen != AS_THE_KIND:
            return int(chosen)
        friendly = self.cleaned_data["kind"] == Match.Kind.FRIENDLY
        return None if friendly else STRIKES_TO_FORFEIT
