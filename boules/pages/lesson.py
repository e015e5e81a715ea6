"""The rules page: its pictures are positions that the engine itself has played."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from boules import engine
from boules.pages.ground import drawing, mark
from boules.pages.telling import sentence
from boules.pages.words import Casts
from boules.rules import SIZE, Square
from games.contract import JSON, Cast, Slot, tell

TEAMS: Casts = {"A": Cast("Valcombe", ("Mahaut",)), "B": Cast("Montclar", ("Josse",))}
JACK, NEW_JACK = Square(12, 9), Square(4, 15)

Throws = Sequence[tuple[Slot, str]]

POINTS: Throws = (("A1", "[8,5]"), ("B1", "[15,13]"))
SHOT: Throws = (*POINTS, ("A1", "[11,11]"), ("B1", "[11,11]"))
HIT: Throws = (*POINTS, ("A1", "[12,9]"))
WHOLE: Throws = (
    *POINTS,
    ("A1", "[13,8]"),
    ("B1", "[10,7]"),
    ("B1", "[11,10]"),
    ("A1", "[20,20]"),
)


def rules() -> dict[str, Any]:
    """The context of ``rules.html``: an example for each part of a throw."""
    return {
        "cast": TEAMS,
        "point": _example(POINTS[:1]),
        "passed": _example(POINTS),
        "shot": _example(SHOT),
        "hit": _example(HIT),
        "whole": _example(WHOLE),
    }


def _example(throws: Throws) -> dict[str, Any]:
    """The ground after these throws, A throwing first, and what was told of the last."""
    values = iter((0, _index(JACK), _index(NEW_JACK)))
    state = engine.start({}, lambda _purpose, _bound: next(values)).state
    events: Sequence[JSON] = ()
    for slot, text in throws:
        line = engine.read(state, slot, text).line
        step = engine.play(state, {slot: line}, lambda _purpose, _bound: next(values))
        state, events = step.state, tell(step.events, engine)
    view = engine.show(state, None)
    thrown = [mark(event["at"]) for event in events if "at" in event]
    return {
        "drawing": drawing(view, TEAMS, thrown=thrown),
        "told": [sentence(event, TEAMS) for event in events],
        "orders": [f"{slot} {text}" for slot, text in throws],
        "caption": _("After %(n)s throws") % {"n": len(throws)},
    }


def _index(square: Square) -> int:
    return (square.y - 1) * SIZE + square.x - 1
