"""What the figure may do and with what chance, put into words (piedballe.odds)."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.contract import JSON, Slot
from piedballe import odds
from piedballe.pages.board import acting
from piedballe.pages.dice import eased
from piedballe.pages.plan import Way
from piedballe.pages.words import Casts, called, side
from piedballe.pitch import is_on_pitch


class Choice(NamedTuple):
    """A button: what it adds to the text, its label, chance in percent, and what to know.

    ``on`` is the figure whom it is about, or "".
    """

    value: str
    label: str
    percent: int | None
    note: str
    on: str


class Test(NamedTuple):
    """A test that the order would roll: what, its chance, and whether an opponent's."""

    text: str
    percent: int
    note: str
    foe: bool


def choices(view: JSON, slot: Slot, gone: Way, cast: Casts) -> Iterator[Choice]:
    """What he may do at the end of his way; an order has one action, a shot its power."""
    if not gone.actions:
        for each in _options(view, slot, gone).actions:
            if not (gone.length and each.kind in FIRST):
                yield _choice(each, view, cast)
    elif gone.actions[-1] == "shoot":
        for power in range(view["figures"][slot]["strength"] + 1):
            yield Choice(f"+{power}", _("Power +%(n)s") % {"n": power}, None, "", "")


def foreseen(view: JSON, slot: Slot, line: str, cast: Casts) -> Iterator[Test]:
    """Every test of the order, if all goes well."""
    for each in odds.foresee(view, slot, line):
        yield _test(each, view, slot, cast)


def limit(view: JSON, slot: Slot, gone: Way) -> int:
    """How many squares he may run this turn."""
    sprint = view["figures"][slot]["robustness"] if "sprint" in gone.actions else 0
    return int(view["ruleset"]["run"]) + int(sprint)


def standing(view: JSON, slot: Slot, gone: Way) -> Iterator[tuple[int, int]]:
    """The squares that he can still reach."""
    left = limit(view, slot, gone) - gone.length
    for at, cost in _options(view, slot, gone).reach.items():
        if 0 < cost <= left:
            yield at


FIRST = ("sprint", "still")
"""What can only be the first step of an order."""
LABELS = {
    "pass": gettext_noop("Pass to %(who)s"),
    "dribble": gettext_noop("Dribble %(who)s"),
    "steal": gettext_noop("Steal from %(who)s"),
    "mark": gettext_noop("Mark %(who)s"),
    "shoot": gettext_noop("Shoot at goal"),
    "sprint": gettext_noop("Sprint"),
    "still": gettext_noop("Stand still"),
}
"""What stands on a button."""
TESTS = {
    "keep": gettext_noop("%(who)s keeps the ball"),
    "pass": gettext_noop("Pass of %(who)s to %(foe)s"),
    "receive": gettext_noop("Reception by %(who)s"),
    "shoot": gettext_noop("Shot of %(who)s"),
    "save": gettext_noop("Save by %(who)s"),
    "intercept": gettext_noop("%(who)s may intercept"),
    "tackle": gettext_noop("%(who)s may tackle %(foe)s"),
    "dribble": gettext_noop("%(who)s dribbles %(foe)s"),
    "steal": gettext_noop("%(who)s steals from %(foe)s"),
    "mark": gettext_noop("%(who)s marks %(foe)s"),
}
"""What a test is about."""


def _choice(option: odds.Option, view: JSON, cast: Casts) -> Choice:
    who = called(option.on, cast) if option.on else ""
    return Choice(
        value=option.text,
        label=_(LABELS[option.kind]) % {"who": who},
        percent=option.percent,
        note=_note(option.kind, view, option.modifier) if option.percent is not None else "",
        on=option.on or "",
    )


def _test(test: odds.Foreseen, view: JSON, slot: Slot, cast: Casts) -> Test:
    facts = {"who": called(test.figure, cast)}
    if test.against:
        facts["foe"] = called(test.against, cast)
    return Test(
        text=_(TESTS[test.kind]) % facts,
        percent=test.percent,
        note=_note(test.kind, view, test.modifier, test.figure),
        foe=side(test.figure) != side(slot),
    )


def _note(kind: str, view: JSON, modifier: int | None, figure: str | None = None) -> str:
    """The attribute and the modifier of a test: "agility 3, easy +2"."""
    man = view["figures"][figure or acting(view)]
    if kind == "mark":
        return _("strength %(n)s, opposed") % {"n": man["strength"]}
    if modifier is None:
        return _("agility %(n)s, opposed") % {"n": man["agility"]}
    facts = {"n": man["agility"], "modifier": eased(modifier, view["ruleset"])}
    return _("agility %(n)s, %(modifier)s") % facts


def _options(view: JSON, slot: Slot, gone: Way) -> odds.Options:
    """What he may do at the end of his way; nothing where that lies off the pitch."""
    if not is_on_pitch(gone.end):
        return odds.Options({}, ())
    return odds.options(_moved(view, slot, gone), slot)


def _moved(view: JSON, slot: Slot, gone: Way) -> JSON:
    """The view with the figure at the end of his way."""
    figures = {**view["figures"], slot: {**view["figures"][slot], "at": list(gone.end)}}
    ball = view["ball"]
    if ball["holder"] == slot:
        ball = {**ball, "at": list(gone.end)}
    elif ball["holder"] is None and tuple(ball["at"]) in gone.squares:
        ball = {"at": list(gone.end), "holder": slot}
    return {**view, "figures": figures, "ball": ball}
