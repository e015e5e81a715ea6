"""Turns to tell: sheets made by playing, with a named cast."""

from games.contract import JSON, Cast, Draw, Sheet, Side, Slot, tell
from soule import engine
from soule.pages.words import rules_of

NAMES: dict[Side, str] = {
    "A": "Aubin Mahaut Perrin Gautier Ysabeau Colin Thibaud Odon Guillemette Bertin Renaude",
    "B": "Josse Hersent Foulques Ameline Drogon Alix Béranger Clarisse Landry Tiphaine Enguerrand",
}
CAST: dict[Side, Cast] = {
    "A": Cast("Valcombe", tuple(NAMES["A"].split())),
    "B": Cast("Montclar", tuple(NAMES["B"].split())),
}
NAMELESS: dict[Side, Cast] = {"A": Cast("Valcombe", ()), "B": Cast("Montclar", ())}

MATCH: tuple[dict[Slot, str], ...] = (
    {"A": "2 1 1 1 1 2 1 1 1 1 2", "B": "1 1 1 1 2 1 1 2 2 2 1"},
    {"A": "0 - 0 0 0 + + + + + -", "B": "+ + + + 0 + + 0 + + +"},
    {"A": "0 + 1 + 1 + + 11 11 + +", "B": "+ 7 7 + + 7 7 + + + 8"},
    {"A": "+ + 1 + 1 11 X 11 11 + 0", "B": "- 9 9 - - 9 9 8 8 8 8"},
)
"""A real match, won by A in turn 3 (tests/vectors/soule.json, match-1); A has first strike."""


def plain(text: str) -> str:
    """French without its non-breaking spaces, as one types it."""
    return text.replace("\u00a0", " ")


def a_first(purpose: str, bound: int) -> int:
    """The only draw: the first first strike is A’s."""
    return 0


def sheets(
    *turns: dict[Slot, str],
    ruleset: JSON = None,
    line_ups: JSON = None,
    cast: dict[Side, Cast] = CAST,
    draw: Draw = a_first,
) -> list[Sheet]:
    """Each turn of a match as it is told; the first turn is the initial."""
    state, events = engine.start(ruleset or {}, draw)
    for side, line_up in (line_ups or {}).items():
        state = engine.seat(state, side, line_up)
    told = []
    for number, orders in enumerate(turns):
        before = engine.show(state, None)
        step = engine.play(state, orders, draw)
        after = engine.show(step.state, None)
        slots = {slot: orders.get(slot) for slot in rules_of(before).slots}
        outcome = engine.outcome(step.state)
        events = (*events, *step.events)
        named = tuple(tell(events, engine))
        told.append(Sheet(ruleset or {}, number, before, named, after, slots, outcome, cast))
        state, events = step.state, ()
    return told
