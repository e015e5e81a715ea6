"""What the figure may do and with what chance, put into words (piedballe.odds)."""

from collections.abc import Iterator
from typing import NamedTuple

from games.contract import JSON, Slot
from piedballe.pages.plan import Way
from piedballe.pages.words import Casts


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
    """What he may do at the end of his way."""
    yield from ()


def foreseen(view: JSON, slot: Slot, line: str, cast: Casts) -> Iterator[Test]:
    """Every test of the order, if all goes well."""
    yield from ()


def limit(view: JSON, slot: Slot, gone: Way) -> int:
    """How many squares he may run this turn."""
    sprint = view["figures"][slot]["robustness"] if "sprint" in gone.actions else 0
    return int(view["ruleset"]["run"]) + int(sprint)


def standing(view: JSON, slot: Slot, gone: Way) -> Iterator[tuple[int, int]]:
    """The squares that he can still reach."""
    yield from ()
