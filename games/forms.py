"""The forum's forms for people: they parse what was typed, and know no rows.

What a form may choose from (a member's teams, the games) is handed in; whether it may be done is
for the services to say.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import time, timedelta
from functools import cache
from itertools import groupby
from types import MappingProxyType
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from games import lateness
from games.clock import WEEK
from games.contract import JSON, Squad

Choices = Sequence[tuple[str, Any]]

GAME_TIME = time(21)
"""When one plays unless one says otherwise: in the evening, when captains are at home."""

LIMIT_HOURS, LONGEST_LIMIT = 24, 14 * 24
"""How long one may think where one order of several is awaited: usually, and at most."""

TEAM_NAME_LENGTH = 40
CHARACTER_NAME_LENGTH = 30
USERNAME_LENGTH = 150
BIGGEST_ID = 2**63 - 1

CONTINENTS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
    "UTC",
)


def pace_of(
    *,
    zone: str = settings.DEFAULT_ZONE,
    at: time = GAME_TIME,
    days: Iterable[int] = WEEK,
    at_once: bool = False,
    strikes_to_forfeit: int | None = None,
    limit_hours: int = LIMIT_HOURS,
) -> JSON:
    """A match's pace as it is stored, the match file's ``pace``; of the days Monday is 0."""
    return {
        "zone": zone,
        "time": at.isoformat("minutes"),
        "days": sorted(days),
        "grace_minutes": lateness.GRACE // timedelta(minutes=1),
        "strikes_to_forfeit": strikes_to_forfeit,
        "limit_hours": limit_hours,
        "at_once": at_once,
    }


class NameField(forms.CharField):
    """A name that people read: on one line, single spaces, nothing that does not show."""

    def to_python(self, value: Any) -> str:
        return " ".join((super().to_python(value) or "").split())

    def validate(self, value: str) -> None:
        super().validate(value)
        if not value.isprintable():
            raise ValidationError(_("This name holds a character that cannot be seen."))


class TeamForm(forms.Form):
    """A new team: its name, its captain's character, the rest of the eleven."""

    name = NameField(label=_("Name of the team"), max_length=TEAM_NAME_LENGTH)
    character = NameField(
        label=_("Your character"),
        max_length=CHARACTER_NAME_LENGTH,
        help_text=_("The name under which you take the field."),
    )
    villagers = forms.BooleanField(
        label=_("Fill the roster with villagers"),
        required=False,
        initial=True,
        help_text=_(
            "Ten characters whom nobody plays yet: you can field eleven at once, rename them "
            "later, and hand them to the members whom you invite."
        ),
    )


class CharacterForm(forms.Form):
    """A character's name, to add one to a roster."""

    name = NameField(label=_("Character’s name"), max_length=CHARACTER_NAME_LENGTH)


class PlayerForm(forms.Form):
    """Which player of a roster, by id."""

    player = forms.IntegerField(
        widget=forms.HiddenInput, min_value=1, max_value=BIGGEST_ID, localize=False
    )


class RenameForm(PlayerForm):
    """Which player of a roster, and his new name."""

    name = NameField(label=_("Character’s name"), max_length=CHARACTER_NAME_LENGTH)


class InvitationForm(forms.Form):
    """A member to invite, and the character that he would play."""

    username = forms.CharField(label=_("Member’s name"), max_length=USERNAME_LENGTH)
    name = NameField(
        label=_("Character’s name"),
        max_length=CHARACTER_NAME_LENGTH,
        help_text=_("A new one, or one of the roster whom nobody plays yet."),
    )


class WithdrawalForm(forms.Form):
    """Which invitation to take back, by id."""

    invitation = forms.IntegerField(
        widget=forms.HiddenInput, min_value=1, max_value=BIGGEST_ID, localize=False
    )


class PreferencesForm(forms.Form):
    """Language, time zone, and the mails that one wants."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Times are shown as your clocks show them.")
    )
    mails = forms.MultipleChoiceField(
        label=_("Write to me when"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, mails: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask(self, "zone", zone_choices())
        _ask(self, "mails", mails)


class PaceForm(forms.Form):
    """When a match is played; ``pace`` is what is stored of it. It does not ask ``without``."""

    time = forms.TimeField(
        label=_("Game time"),
        initial=GAME_TIME,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=_("The same local time every day, summer and winter."),
    )
    zone = forms.ChoiceField(label=_("Time zone"), initial=settings.DEFAULT_ZONE)
    days = forms.TypedMultipleChoiceField(
        label=_("Days of play"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        initial=list(WEEK),
        widget=forms.CheckboxSelectMultiple,
    )
    at_once = forms.BooleanField(
        label=_("Play a turn as soon as both sides have sent their order"), required=False
    )

    limit_hours = forms.IntegerField(
        label=_("Hours to play"),
        min_value=1,
        max_value=LONGEST_LIMIT,
        initial=LIMIT_HOURS,
        help_text=_("How long one has to play once it is one’s turn."),
    )

    def __init__(self, *args: Any, without: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask(self, "zone", zone_choices())
        for name in without:
            self.fields.pop(name, None)

    def pace(self, strikes_to_forfeit: int | None = None) -> JSON:
        """The pace of a valid form."""
        data = self.cleaned_data
        return pace_of(
            zone=data["zone"],
            at=data["time"].replace(second=0, microsecond=0),
            days=data.get("days", WEEK),
            at_once=data.get("at_once", False),
            limit_hours=data.get("limit_hours", LIMIT_HOURS),
            strikes_to_forfeit=strikes_to_forfeit,
        )


class ChallengeForm(PaceForm):
    """A friendly: one of one's own teams, and when it is played."""

    team = forms.ChoiceField(label=_("Your team"))

    field_order = ("team",)

    def __init__(self, *args: Any, teams: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask(self, "team", teams)


def offer(form: forms.Form, name: str, choices: Choices) -> forms.ChoiceField:
    """Set what a field may choose from."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
    return field


def _ask(form: forms.Form, name: str, choices: Choices) -> None:
    """The same; what leaves no choice is not shown."""
    field = offer(form, name, choices)
    if len(choices) == 1 and not isinstance(field, forms.MultipleChoiceField):
        field.widget, field.initial = forms.HiddenInput(), choices[0][0]


@cache
def zone_choices() -> Choices:
    """Every time zone that people live in, by continent, as a select shows them."""
    named = sorted(name for name in available_timezones() if _continent(name) in CONTINENTS)
    return [
        (continent, [(name, _city(name)) for name in names])
        for continent, names in groupby(named, key=_continent)
    ]


def _continent(zone: str) -> str:
    return zone.split("/")[0]


def _city(zone: str) -> str:
    return zone.partition("/")[2].replace("_", " ") or zone


class LineUpForm(forms.Form):
    """Who takes the field: a player for each number, the bench or the keeper where there is one.

    ``roster`` is ``(id, name)`` in the roster's order, ``announced`` a line-up as a seat stores
    it: the first numbers are filled from it, or from the roster. ``words`` names the traits.
    """

    def __init__(
        self,
        *args: Any,
        roster: list[tuple[int, str]],
        squad: Squad,
        announced: JSON,
        words: Mapping[str, Any] = MappingProxyType({}),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.squad, self.words = squad, words
        self.choices = [("", "—"), *((str(pk), name) for pk, name in roster)]
        first = [{"player": pk} for pk, _name in roster][: squad.players]
        named = [*announced["players"], *announced["bench"]] if announced else first
        for place in range(squad.players + (len(roster) - squad.players if squad.bench else 0)):
            entry = named[place] if place < len(named) else {}
            label = _("No. %(n)s") % {"n": place + 1}
            self._ask(f"n{place + 1}", label, entry, required=place < squad.players)
        if squad.keeper:
            entry = (announced or {}).get("keeper") or {}
            self._ask("keeper", _("Keeper"), entry, required=False)
            self.fields["keeper"].help_text = _("Left open, the site plays him.")

    @property
    def players(self) -> list[int]:
        """The ids of those who take the field, number 1 first."""
        return self._named()[: self.squad.players]

    @property
    def bench(self) -> list[int]:
        """The ids of the bench, in the order of their numbers."""
        return self._named()[self.squad.players :]

    @property
    def keeper(self) -> int | None:
        """The id of who keeps goal."""
        keeper: int | None = self.cleaned_data.get("keeper")
        return keeper

    @property
    def traits(self) -> dict[int, dict[str, int]]:
        """What was said of each player, by his id."""
        if self.squad.traits is None:
            return {}
        told = {name: pk for name, pk in self._places().items() if pk}
        return {
            pk: {
                trait: self.cleaned_data[f"{name}-{trait}"]
                for trait in self.squad.traits.names
                if self.cleaned_data[f"{name}-{trait}"] is not None
            }
            for name, pk in told.items()
        }

    def clean(self) -> dict[str, Any]:
        named = [pk for pk in self._places().values() if pk]
        if len(set(named)) < len(named):
            raise ValidationError(_("A player can have one number only."))
        return self.cleaned_data

    def _ask(self, name: str, label: Any, entry: JSON, *, required: bool) -> None:
        self.fields[name] = forms.TypedChoiceField(
            label=label,
            choices=self.choices,
            coerce=int,
            empty_value=None,
            required=required,
            initial=entry.get("player", ""),
        )
        if (traits := self.squad.traits) is not None:
            for trait in traits.names:
                word = self.words.get(trait, trait)
                said = _("%(place)s, %(trait)s") % {"place": label, "trait": word}
                self.fields[f"{name}-{trait}"] = forms.IntegerField(
                    label=word,
                    min_value=0,
                    max_value=traits.most,
                    initial=entry.get(trait, traits.total // len(traits.names)),
                    required=False,
                    widget=forms.NumberInput(attrs={"class": "trait", "aria-label": said}),
                )

    def _places(self) -> dict[str, int | None]:
        """The id at each place, by the place's field."""
        return {name: pk for name, pk in self.cleaned_data.items() if "-" not in name}

    def _named(self) -> list[int]:
        numbers = [name for name in self.fields if name.startswith("n") and "-" not in name]
        return [self.cleaned_data[name] for name in numbers if self.cleaned_data[name]]
