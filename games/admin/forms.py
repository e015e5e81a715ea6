"""The forms of the desk: what each act of the referee asks for, the reason first of all.

The fields are named as the services' own arguments; ``facts`` hands them over.
"""

from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games import clock
from games.contract import SIDES, Read, Refused, Slot, side_of
from games.forms import offer
from games.models import Match, Strike
from games.moments import city, moment
from games.selectors.threads import Thread
from games.templatetags.paper import in_zone
from games.views.refusals import sentence

WHY_LENGTH = 500
ORDER_LENGTH = 2000
LAST = ("why", "sure")
"""The fields that come last on every form."""


class ReasonForm(forms.Form):
    """An act on the match of ``thread`` that asks for nothing but its reason.

    It remembers the turn that its page showed: an act meant for one turn is not done to the next.
    """

    own: ClassVar[frozenset[str]] = frozenset({"turn", "sure"})
    """The fields that are the form's own business, and no facts."""

    why = forms.CharField(
        label=_("Reason"),
        max_length=WHY_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("It stands in the public journal, beside the act."),
    )

    turn = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, thread: Thread, name: str, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{name}_%s")
        self.thread = thread
        self.fields["turn"].initial = str(thread.match.turn_id or "")
        self.order_fields([each for each in self.fields if each not in LAST])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data["turn"] not in ("", self.fields["turn"].initial):
            self.keep(turn=self.fields["turn"].initial)
            raise ValidationError(
                _("The turn has closed since this page was opened. See how the match stands first.")
            )
        return data

    def is_ready(self) -> bool:
        """Whether all is said that the act needs."""
        return self.is_valid()

    def sentence(self, refused: Refused) -> str:
        """Why it was refused, in the forum's words, or else in the game's."""
        said = sentence(refused, default=None)
        return said or self.thread.game.pages.refusal(refused, self.thread.casts)

    def keep(self, **changes: str) -> None:
        """Show what was typed again, but for these hidden fields."""
        self.data = {**{name: self.data.get(name) for name in self.fields}, **changes}

    @property
    def facts(self) -> dict[str, Any]:
        """What the act's service is told of a valid form, the reason among it."""
        return {name: value for name, value in self.cleaned_data.items() if name not in self.own}


class SideForm(ReasonForm):
    """Which side the act is about."""

    side = forms.ChoiceField(label=_("Team"), widget=forms.RadioSelect)

    def __init__(self, thread: Thread, name: str, data: Any = None) -> None:
        super().__init__(thread, name, data)
        offer(self, "side", [(side, thread.casts[side].team) for side in SIDES])


class ResumeForm(ReasonForm):
    """How a match goes on; where the rules leave it to the referee, he may give a side the hand."""

    hand = forms.TypedChoiceField(
        label=_("Who goes on"), coerce=str, empty_value=None, required=False
    )

    def __init__(self, thread: Thread, name: str, data: Any = None) -> None:
        super().__init__(thread, name, data)
        teams = [(side, thread.casts[side].team) for side in SIDES]
        offer(self, "hand", [("", _("who had the hand")), *teams])
        if thread.match.held != Match.Held.GAME:
            del self.fields["hand"]


class GivenStrikeForm(SideForm):
    """Who gets the strike; the one that would end the match asks twice."""

    sure = forms.BooleanField(label=_("Yes, this strike ends the match."), required=False)

    def __init__(self, thread: Thread, name: str, data: Any = None) -> None:
        super().__init__(thread, name, data)
        limit = thread.match.pace["strikes_to_forfeit"]
        self.last = {
            each["side"] for each in thread.sides if limit and each["strikes"] + 1 >= limit
        }
        if not self.last:
            del self.fields["sure"]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("side") in self.last and not data["sure"]:
            self.add_error("sure", _("This strike fills the measure: the match would end by it."))
        return data


class SlotForm(ReasonForm):
    """Whose order the act is about: every one that the turn awaits, sent or not."""

    slot = forms.ChoiceField(label=_("Whose order"), widget=forms.RadioSelect)

    def __init__(self, thread: Thread, name: str, data: Any = None) -> None:
        super().__init__(thread, name, data)
        offer(self, "slot", _slots(thread))


class OrderForm(SlotForm):
    """An order to enter. What was read is shown first; entered is what was shown."""

    text = forms.CharField(
        label=_("Order"),
        max_length=ORDER_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_("In the game’s notation, as its captain would write it."),
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    own = ReasonForm.own | {"shown"}

    read: Read | None = None
    """What the text says, once it reads."""

    def clean_text(self) -> str:
        """The text, if it reads; the game names the place and the reason if it does not."""
        text: str = self.cleaned_data["text"]
        turn, engine = self.thread.match.turn, self.thread.game.engine
        if turn is not None and "slot" in self.cleaned_data:
            try:
                self.read = engine.read(engine.load(turn.before), self.cleaned_data["slot"], text)
            except Refused as refused:
                raise ValidationError(self.sentence(refused)) from refused
        return text

    def is_ready(self) -> bool:
        """Whether the line that would be entered is the one that was shown."""
        if not self.is_valid():
            return False
        assert self.read is not None
        shown = f"{self.cleaned_data['slot']} {self.read.line}"
        if self.cleaned_data["shown"] == shown:
            return True
        self.keep(shown=shown)
        return False

    @property
    def cautions(self) -> list[str]:
        """What the game warns of in an order that it takes."""
        pages, casts = self.thread.game.pages, self.thread.casts
        return [pages.caution(each, casts) for each in (self.read.cautions if self.read else ())]


class LocalMoment(forms.Field):
    """A date and a time on the clocks of ``zone``, as a moment (rules/soule.md, Length)."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Enter a date and a time, as in 2026-12-01 21:00.")
    }
    zone: str

    def to_python(self, value: Any) -> datetime | None:
        if not value:
            return None
        try:
            local = datetime.fromisoformat(value.strip()).replace(tzinfo=None)
            return clock.local_instant(local.date(), local.time(), self.zone)
        except (ValueError, OverflowError) as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error


class MoveForm(ReasonForm):
    """A new game time, on the clocks of the match's zone."""

    game_time = LocalMoment(
        label=_("New game time"), widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )

    def __init__(self, thread: Thread, name: str, data: Any = None) -> None:
        super().__init__(thread, name, data)
        field, match = self.fields["game_time"], thread.match
        assert isinstance(field, LocalMoment)
        field.zone = match.pace["zone"]
        if match.turn is None:
            return
        field.initial = f"{in_zone(match.turn.game_time, field.zone):%Y-%m-%dT%H:%M}"
        following = clock.game_times(match.schedule, match.turn.game_time, 2)
        field.help_text = _(
            "%(city)s time. The match’s next hours are %(first)s and %(second)s."
        ) % {
            "city": city(field.zone),
            "first": moment(in_zone(following[0], field.zone)),
            "second": moment(in_zone(following[1], field.zone)),
        }


class StrikeForm(ReasonForm):
    """Which of the strikes that stand."""

    strike = forms.ChoiceField(label=_("Strike"), widget=forms.RadioSelect)

    def __init__(self, thread: Thread, name: str, data: Any = None) -> None:
        super().__init__(thread, name, data)
        strikes = thread.match.strikes.filter(waived_at=None).select_related("turn")
        self.standing = {str(strike.pk): strike for strike in strikes}
        offer(self, "strike", [(pk, self._label(each)) for pk, each in self.standing.items()])

    def clean_strike(self) -> Strike:
        """The strike itself."""
        return self.standing[self.cleaned_data["strike"]]

    def _label(self, strike: Strike) -> str:
        facts = {
            "team": self.thread.casts[side_of(strike.side)].team,
            "turn": self.thread.game.pages.turn_name(strike.turn.number),
            "kind": strike.get_kind_display(),
        }
        return _("%(team)s, %(turn)s: %(kind)s") % facts


class EndForm(ReasonForm):
    """An act that ends the match, and so asks twice."""

    sure = forms.BooleanField(label=_("Yes, this match ends here."))


class ForfeitForm(EndForm):
    """Who loses by forfeit."""

    losers = forms.TypedChoiceField(label=_("Who loses"), coerce=tuple, widget=forms.RadioSelect)

    def __init__(self, thread: Thread, name: str, data: Any = None) -> None:
        super().__init__(thread, name, data)
        teams = [(side, thread.casts[side].team) for side in SIDES]
        offer(self, "losers", [*teams, ("".join(SIDES), _("Both: nobody wins"))])


def _slots(thread: Thread) -> list[tuple[Slot, str]]:
    """The slots that the open turn awaits, by their team and, of several, their number."""
    match, engine = thread.match, thread.game.engine
    if match.turn is None:
        return []
    slots = engine.awaits(engine.load(match.turn.before)).slots
    teams = {slot: thread.casts[side_of(slot)].team for slot in slots}
    return [(slot, f"{teams[slot]} {slot[1:]}".strip()) for slot in slots]
