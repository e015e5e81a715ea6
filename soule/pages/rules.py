"""The rules page: a short match that the engine itself plays, so that no picture can be wrong."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.contract import JSON, Cast, Refused, Slot, tell
from soule import engine
from soule.pages.board import Drawing, described, drawing, situation
from soule.pages.faults import refusal
from soule.pages.names import turn_name
from soule.pages.telling import Action, actions, scene_of
from soule.pages.words import Casts
from soule.rules import Ruleset
from soule.state import State

Lines = Mapping[Slot, str]

TEAMS: Casts = {"A": Cast("Valcombe", ()), "B": Cast("Montclar", ())}
INITIAL: Lines = {"A": "1 2 1 1 1 2 2 2 3 1 3", "B": "1 2 2 2 3 2 2 1 1 2 3"}
TACTICS: tuple[Lines, ...] = (
    # Pushes from one square behind, in both directions; from two squares, or beyond it, none.
    {"A": "+ + + + + 0 0 0 0 + 0", "B": "+ + 0 0 0 0 0 0 + 0 0"},
    # Four blows lay number 9 low before he can act; a fifth meets nobody.
    {"A": "9 + 9 9 9 0 0 0 0 + 0", "B": "9 - 0 0 0 0 0 0 + 0 0"},
    # A goal in mid-turn: number 11 of the other side acts no more.
    {"A": "0 0 0 0 0 0 0 0 0 + 0", "B": "- 0 0 0 0 0 0 0 X 0 +"},
)
"""The match of the page: both initials, then its turns. A has the first first strike."""
WRITTEN = (
    "+ 0 11 - + 0 0 X 3 3 +",
    "+,0,11,-,+,0,0,x,3,3,+",
    "Valcombe : + 0 11 – + 0 0 X 3 3 +",
    "[b]+ 0 11 − + 0 0 X 3 3 +[/b]",
    "+0 11 -+00 X 3 3 +",
)
"""Ways of writing one tactic, all of which read."""
WRONG = ("+ 0 11 - + 0 14 X 3 3 +", "+ 0 11 - + 0 0 X 3 3")
"""Tactics that are refused."""


class Example(NamedTuple):
    """A turn of the page’s match: what was ordered, what happened, where it left everybody."""

    name: str
    first: str
    lines: Lines
    told: tuple[Action, ...]
    field: Drawing


def rules() -> dict[str, Any]:
    """The context of ``rules.html``.

    ``cast``; ``initial`` (each side's line) and ``opening``, the context of ``board.html`` after
    it; ``turns`` (:class:`Example`); ``written`` and what it is ``read`` as; ``wrong``, pairs of
    a text and the sentence that refuses it; ``most``, the highest number.
    """
    opening = engine.play(engine.start({}, _first_to_a).state, INITIAL, _no_draw).state
    return {
        "cast": TEAMS,
        "initial": INITIAL,
        "opening": situation(engine.show(opening, None), TEAMS),
        "turns": list(_turns(opening)),
        "written": WRITTEN,
        "read": engine.read(opening, "A", WRITTEN[0]).line,
        "wrong": [(text, _refused(opening, text)) for text in WRONG],
        "most": Ruleset().players,
    }


def _turns(state: State) -> Iterator[Example]:
    for number, lines in enumerate(TACTICS, 1):
        before = engine.show(state, None)
        step = engine.play(state, lines, _no_draw)
        after = engine.show(step.state, None)
        yield Example(
            name=turn_name(number),
            first=TEAMS[state.first].team,
            lines=lines,
            told=_worth_telling(before, tell(step.events, engine)),
            field=drawing("mini", after, TEAMS, described(after, TEAMS)),
        )
        state = step.state


def _worth_telling(before: JSON, events: list[JSON]) -> tuple[Action, ...]:
    """All but those who wait."""
    told = actions(scene_of(before, TEAMS), events)
    return tuple(action for action in told if action.sign != "0")


def _refused(state: State, text: str) -> str:
    try:
        engine.read(state, "A", text)
    except Refused as refused:
        return refusal(refused, TEAMS)
    raise ValueError(f"{text!r} reads")


def _first_to_a(purpose: str, bound: int) -> int:
    return 0


def _no_draw(purpose: str, bound: int) -> int:
    raise LookupError(f"a turn of soule draws no {purpose}")
