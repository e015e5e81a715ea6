"""The rules page: turns that the engine itself plays, so that no picture can be wrong."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.contract import JSON, Cast, Draw, Refused, Slot, tell
from piedballe import engine
from piedballe.pages.board import Drawing, Moves, drawing, said, situation
from piedballe.pages.faults import refusal
from piedballe.pages.scene import scene_of
from piedballe.pages.telling import Action, actions
from piedballe.pages.words import Casts

TEAMS: Casts = {"A": Cast("Valcombe", ()), "B": Cast("Montclar", ())}
RULESET: JSON = {"figures": 3}


class Turn(NamedTuple):
    """A turn of a story: whose, his order, and the dice in the order rolled."""

    slot: Slot
    text: str
    dice: tuple[int, ...]


class Story(NamedTuple):
    """A few turns: both placings, the dice until somebody is awaited, the turns."""

    placings: Mapping[Slot, str]
    dice: tuple[int, ...]
    turns: tuple[Turn, ...]


INITIATIVE = (6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 3, 3)
"""Everybody plays in the order A1, B1, A2, B2, A3, B3."""
KICK_OFF = (1, 6, 4, 5, 4)
"""The coin gives it to A, whose keeper finds a team-mate."""
BUILT_UP = Story(
    {"A": "8,13 6,11 12,8", "B": "8,21 9,16 4,23"},
    (*INITIATIVE, *KICK_OFF),
    (
        Turn("A3", "c: 11,9 11,10 10,11 ; passe A1", (3, 2, 3, 2, 2, 3)),
        Turn(
            "A1",
            "c: 8,14 8,15 ; dribble B2: 9,16 9,17 ; c: 9,18",
            (1, 2, 3, 4, 4, 3, 5, 4, 2, 3, 3, 3),
        ),
        Turn("B1", "c: 8,20 8,19 ; vol A1", (2, 2, 3, 4)),
    ),
)
"""A pass, a tackle that fails, a dribble, a steal that fails."""
SCORED = Story(
    {"A": "8,15 9,6 13,8", "B": "9,28 13,23 4,23"},
    (*INITIATIVE, *KICK_OFF),
    (
        Turn("A2", "c: 9,12 ; passe A1", (3, 2, 4, 4, 3, 4)),
        Turn("A1", "c: 8,21 ; tir 8,31 +3", (4, 2, 3, 3, 2, 3, 3, 2, *KICK_OFF[1:])),
    ),
)
"""A long pass, and a goal."""
WRITTEN = (
    "c: 11,9 11,10 10,11 ; passe A1",
    "Course 11,9 (11,10) [10,11]\nPASS a1",
    "c: 11,9 10,11; passe A1",
)
"""Ways of writing one order, all of which read."""
WRONG = ("c: 12,9 12,10 12,11 12,12 12,13 12,14 12,15", "tir 12,31 +3", "")
"""Orders that are refused."""


class Example(NamedTuple):
    """A turn of a story: whose, what he ordered, what happened, where it left everybody."""

    slot: Slot
    side: str
    text: str
    told: tuple[Action, ...]
    drawing: Drawing


def rules() -> dict[str, Any]:
    """The context of ``rules.html``.

    ``cast``; ``opening``, the context of ``board.html`` at a kick-off; ``built_up`` and
    ``scored``, lists of :class:`Example`; ``written`` and what it is ``read`` as; ``wrong``,
    pairs of a text and the sentence that refuses it.
    """
    opening = _opened(BUILT_UP)
    return {
        "cast": TEAMS,
        "opening": situation(engine.show(opening, None), TEAMS),
        "built_up": list(_examples(BUILT_UP)),
        "scored": list(_examples(SCORED)),
        "written": WRITTEN,
        "read": engine.read(opening, "A3", WRITTEN[0]).line,
        "wrong": [(text, _refused(opening, text)) for text in WRONG],
    }


def _opened(story: Story) -> Any:
    """The state when the first order of the story is awaited."""
    draw = _dice(story.dice)
    return engine.play(engine.start(RULESET, draw).state, story.placings, draw).state


def _examples(story: Story) -> Iterator[Example]:
    state = _opened(story)
    for slot, text, dice in story.turns:
        line = engine.read(state, slot, text).line
        before = engine.show(state, None)
        step = engine.play(state, {slot: line}, _dice(dice))
        after = engine.show(step.state, None)
        scene = scene_of(before, TEAMS)
        told = tuple(actions(scene, tell(step.events, engine)))
        moves = Moves(scene.runs, scene.flights)
        picture = drawing("scene", after, said(after, TEAMS), moves, part=True)
        yield Example(slot, slot[0].lower(), line, told, picture)
        state = step.state


def _refused(state: Any, text: str) -> str:
    try:
        engine.read(state, "A3", text)
    except Refused as refused:
        return refusal(refused, TEAMS)
    raise ValueError(f"{text!r} reads")


def _dice(faces: Iterable[int]) -> Draw:
    """Draws that give these dice and nothing more."""
    left = iter(faces)

    def draw(purpose: str, bound: int) -> int:
        return next(left) - 1

    return draw
