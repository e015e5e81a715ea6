"""The rules of pied-balle, turn by turn: satisfies ``games.contract.Engine``.

Pure and deterministic. Every die is a draw of its own, told in the event that it decided.
Source: docs/rules/piedballe.md.
"""

from collections.abc import Mapping

from games.contract import (
    JSON,
    SIDES,
    Awaits,
    Draw,
    Outcome,
    Read,
    Refused,
    Side,
    Slot,
    Squad,
    Step,
    Traits,
    side_of,
)
from piedballe import notation
from piedballe import state as states
from piedballe.field import Field, freeze, thaw
from piedballe.judge import judge
from piedballe.placing import coin, initiative, placed, placing, usual_placing
from piedballe.rounds import kick_off, take_turn
from piedballe.rules import ATTRIBUTES, ruleset, written
from piedballe.state import Ball, State
from piedballe.steps import Order
from piedballe.system import system_order

VERSION = 1

_PLAIN = ("dice", "total", "ok")
_OPPOSED = ("figure", "on", "dice", "totals", "ok")

FACTS: Mapping[str, tuple[str, ...]] = {
    "initiative": ("dice", "totals", "order"),
    "coin": ("dice", "side"),
    "round": ("round",),
    "kickoff": ("figure",),
    "end": ("score", "winner"),
    "turn": ("figure", "turn", "order"),
    "timeout": ("figure",),
    "skip": ("figure",),
    "drop": ("figure", "step", "why"),  # why: "ball", "square", "turn"
    "sprint": ("figure", "squares"),
    "run": ("figure", "path"),
    "take": ("figure", "at"),
    "rest": ("at",),
    "gather": ("figure", "at"),
    "keep": ("figure", *_PLAIN),
    "save": ("figure", *_PLAIN),
    "intercept": ("figure", *_PLAIN),
    "pass": ("figure", "to", "modifier", *_PLAIN),
    "receive": ("figure", "modifier", *_PLAIN),
    "shoot": ("figure", "target", "power", "distance", *_PLAIN),
    "steal": _OPPOSED,
    "tackle": _OPPOSED,
    "mark": _OPPOSED,
    "dribble": _OPPOSED,
    "ring": ("dice", "from", "number"),
    "scatter": ("dice", "from", "number", "squares"),
    "out": ("at", "side", "figure", "put"),
    "goal": ("figure", "side", "score"),
}

SECRET_DRAWS: frozenset[str] = frozenset()
DRAWS_LATER = True

seat = states.seat
load = states.load
dump = states.show


def squad(ruleset_data: JSON) -> Squad:
    """Three or four figures a side, perhaps a keeper, with their attributes."""
    rules = ruleset(ruleset_data)
    traits = Traits(ATTRIBUTES, rules.attribute_max, rules.attribute_points)
    return Squad(rules.figures, bench=False, keeper=True, traits=traits)


def pin(ruleset_data: JSON) -> JSON:
    """The whole ruleset, preset and defaults written out."""
    return written(ruleset(ruleset_data))


def start(ruleset_data: JSON, draw: Draw) -> Step[State]:
    """The announced match: nobody on the pitch. Nothing is drawn before the placing."""
    return Step(states.begun(ruleset(ruleset_data)), ())


def awaits(state: State) -> Awaits:
    """Both captains for the placing, then the figure whose turn it is."""
    if state.phase == "placing":
        return Awaits(SIDES, "all", strikes=False)
    return Awaits((state.turn.figure,) if state.turn else (), "one", strikes=False)


def read(state: State, slot: Slot, text: str) -> Read:
    """The placing or the order that ``text`` says, every square written.

    Refused: ``over``, ``slot`` (slot), what ``piedballe.notation``, ``piedballe.placing`` and
    ``piedballe.judge`` refuse.
    """
    if state.phase == "over":
        raise Refused("over")
    if slot not in awaits(state).slots:
        raise Refused("slot", None, {"slot": slot[:10]})
    if state.phase == "placing":
        squares = placing(text, side_of(slot), state.ruleset.figures)
        return Read(notation.written_squares(squares))
    order = _order(state, text)
    judge(state, order)
    return Read(notation.written(order))


def play(state: State, orders: Mapping[Slot, str], draw: Draw) -> Step[State]:
    """Play both placings, or the order of the figure whose turn it is, or silence for it.

    Refused: ``over``, ``slot`` (slot), and what ``read`` refuses.
    """
    if state.phase == "over":
        raise Refused("over")
    for slot in orders:
        if slot not in awaits(state).slots:
            raise Refused("slot", None, {"slot": slot[:10]})
    if state.phase == "placing":
        return _place(state, orders, draw)
    field = thaw(state, draw)
    assert state.turn is not None
    text = orders.get(state.turn.figure)
    if text is None:
        take_turn(field, _silence(field))
    else:
        order = _order(state, text)
        judge(state, order)
        take_turn(field, order)
    return Step(freeze(field), tuple(field.events))


def resume(state: State, side: Side | None) -> State:
    """Pied-balle leaves nothing to the referee. Refused: ``not-suspended``."""
    raise Refused("not-suspended")


def outcome(state: State) -> Outcome | None:
    """Who has more goals when the match is over, and whether goals or rounds ended it."""
    if state.phase != "over":
        return None
    a, b = state.score
    reason = "goals" if max(a, b) >= state.ruleset.goals else "rounds"
    return Outcome(None if a == b else "A" if a > b else "B", reason)


def show(state: State, viewer: Side | None) -> JSON:
    """The same for everybody: nothing in a state is secret."""
    return states.show(state)


def _order(state: State, text: str) -> Order:
    assert state.turn is not None
    at = state.figures[state.turn.figure].at
    assert at is not None
    return notation.order(text, at)


def _place(state: State, orders: Mapping[Slot, str], draw: Draw) -> Step[State]:
    """Both placings are shown, initiative and coin are rolled, the kick-off is due."""
    count = state.ruleset.figures
    placings = {
        side: placing(orders[side], side, count) if side in orders else usual_placing(side, count)
        for side in SIDES
    }
    figures = placed(state, placings)
    order, told_order = initiative(figures, draw)
    side, told_coin = coin(draw)
    keeper = figures[f"{side}G"].at
    assert keeper is not None
    ball = Ball(keeper, f"{side}G", side, passed=False)
    field = thaw(state._replace(figures=figures, order=order, ball=ball), draw)
    field.events += (told_order, told_coin)
    kick_off(field, side)
    return Step(freeze(field), tuple(field.events))


def _silence(field: Field) -> Order:
    """What is played when the time has run out: nothing, or what the system would."""
    assert field.turn is not None
    man = field.man(field.turn.figure)
    field.tell("timeout", man.name)
    return system_order(field, man) if man.keeps or field.turn.kind == "throwin" else ()
