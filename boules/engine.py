"""The rules of jeu de boules, throw by throw: satisfies ``games.contract.Engine``.

Pure and deterministic. Draws: the first hand, the jack, and the jack again whenever it is hit.
Source: docs/rules/boules.md.
"""

from collections.abc import Mapping
from typing import NamedTuple

from boules import notation
from boules import state as states
from boules.rules import SQUARES, TIME_OUTS, Square, announced, ruleset, written
from boules.state import Boule, Heard, Jack, State
from games.contract import (
    JSON,
    SIDES,
    Awaits,
    Caution,
    Draw,
    Event,
    Outcome,
    Read,
    Refused,
    Side,
    Slot,
    Squad,
    Step,
    other,
    side_of,
)

VERSION = 1

FACTS: Mapping[str, tuple[str, ...]] = {
    "first-hand": ("side",),
    "point": ("side", "bowler", "at", "announced"),
    "shot": ("side", "bowler", "at", "target"),  # target: the slot whose boule is lost too
    "jack-hit": ("side", "bowler", "at"),
    # effect: "pass", "suspended" (passed as well), "lose_boule" (by `bowler`), "referee"
    "time-out": ("side", "effect", "bowler"),
    # why: "closer", "not-closer", "shot", "jack-hit-closest", "jack-hit-equal",
    # "jack-hit-empty", "no-boules" (the side that would have it has none), "time-out"
    "hand": ("side", "why"),
    "end": ("jack", "points"),
}

SECRET_DRAWS: frozenset[str] = frozenset({"jack"})
DRAWS_LATER = True

seat = states.seat
load = states.load
dump = states.dump


def squad(ruleset_data: JSON) -> Squad:
    """One, two or three bowlers a side, and no bench."""
    return Squad(ruleset(ruleset_data).bowlers, bench=False)


def pin(ruleset_data: JSON) -> JSON:
    """The whole ruleset, defaults included."""
    return written(ruleset(ruleset_data))


def start(ruleset_data: JSON, draw: Draw) -> Step[State]:
    """The announced match: the first hand, then the jack is drawn. boules.md, Setup."""
    rules = ruleset(ruleset_data)
    hand = SIDES[draw("first-hand", 2)]
    jack = SQUARES[draw("jack", len(SQUARES))]
    boules = (rules.boules,) * rules.bowlers
    state = State(rules, hand, (boules, boules), (Jack(jack, 0),))
    return Step(state, (("first-hand", hand),))


def awaits(state: State) -> Awaits:
    """The bowlers of the side in hand who have a boule left, whoever comes first.

    Nobody when the match is over, or suspended: then it waits for the referee.
    """
    if state.hand is None or state.suspended:
        return Awaits((), "one", strikes=False)
    left = state.left[SIDES.index(state.hand)]
    slots = tuple(f"{state.hand}{n}" for n, boules in enumerate(left, 1) if boules)
    return Awaits(slots, "one", strikes=False)


def read(state: State, slot: Slot, text: str) -> Read:
    """The square that ``text`` names for the slot's throw: ``[8,5]``.

    Refused: ``over``, ``slot`` (slot), ``not-in-hand``, ``no-boule`` (bowler), ``own-boule``
    (x, y), and what ``boules.notation`` refuses. Caution: ``shot`` (x, y, target).
    """
    _may_throw(state, slot)
    at = notation.square(text)
    lying = _lying(state, at)
    if lying is not None and lying.side == side_of(slot):
        raise Refused("own-boule", None, at._asdict())
    if lying is None:
        return Read(notation.written(at))
    facts = {**at._asdict(), "target": f"{lying.side}{lying.bowler}"}
    return Read(notation.written(at), (Caution("shot", 1, facts),))


def play(state: State, orders: Mapping[Slot, str], draw: Draw) -> Step[State]:
    """Play the one throw that came, or the time limit that ran out. boules.md, A throw, Time limit.

    Refused: as ``read``, and ``orders`` for more than one.
    """
    if state.is_over:
        raise Refused("over")
    if len(orders) > 1:
        raise Refused("orders", None, {"count": len(orders)})
    for slot, text in orders.items():
        at = notation.square(read(state, slot, text).line)
        return _ended(_thrown(state, side_of(slot), int(slot[1:]), at, draw))
    return _ended(_timed_out(state))


def resume(state: State, side: Side | None) -> State:
    """The referee's word to a suspended match: it goes on, with the hand to ``side`` if he says so.

    Refused: ``not-suspended``; ``no-boules`` for a side that has none left.
    """
    if not state.suspended:
        raise Refused("not-suspended")
    hand = side or state.hand
    if hand is None or not state.boules(hand):
        raise Refused("no-boules")
    return state._replace(hand=hand, suspended=False, time_outs=0)


def outcome(state: State) -> Outcome | None:
    """Who won by points once all boules are thrown. boules.md, Score."""
    if not state.is_over:
        return None
    scores = {side: (points, 0) for side, points in state.points().items()}
    if state.ruleset.needs_winner:
        scores = {side: (score[0], state.tally(side).touching) for side, score in scores.items()}
    if scores["A"] == scores["B"]:
        return Outcome(None, "points")
    return Outcome("A" if scores["A"] > scores["B"] else "B", "points")


def show(state: State, viewer: Side | None) -> JSON:
    """What everybody may see; nobody sees more, not even a bowler. boules.md, Secrecy."""
    return states.show(state)


class _Hand(NamedTuple):
    """Who would have the hand, and why."""

    side: Side
    why: str


def _may_throw(state: State, slot: Slot) -> None:
    # A suspended match awaits nobody, yet the rules take a throw: boules.md, Time limit.
    if state.is_over:
        raise Refused("over")
    number = slot[1:]
    if slot[:1] not in SIDES or number not in map(str, range(1, state.ruleset.bowlers + 1)):
        raise Refused("slot", None, {"slot": slot[:10]})
    if side_of(slot) != state.hand:
        raise Refused("not-in-hand")
    if not state.left[SIDES.index(side_of(slot))][int(number) - 1]:
        raise Refused("no-boule", None, {"bowler": int(number)})


def _lying(state: State, at: Square) -> Boule | None:
    return next((boule for boule in state.ground if boule.at == at), None)


def _thrown(state: State, side: Side, bowler: int, at: Square, draw: Draw) -> Step[State]:
    state = _without_one(state, side, bowler)._replace(
        throws=state.throws + 1, time_outs=0, suspended=False
    )
    target = _lying(state, at)
    if target is not None:
        state, event, hand = _shot(state, side, bowler, target)
    elif at == state.jack:
        state, event, hand = _jack_hit(state, side, bowler, draw)
    else:
        state, event, hand = _point(state, side, bowler, at)
    return _handed(state, (event,), hand)


def _without_one(state: State, side: Side, bowler: int) -> State:
    """One boule of the bowler's fewer to throw."""
    own = list(state.left[SIDES.index(side)])
    own[bowler - 1] -= 1
    a, b = state.left
    return state._replace(left=(tuple(own), b) if side == "A" else (a, tuple(own)))


def _shot(state: State, side: Side, bowler: int, target: Boule) -> tuple[State, Event, _Hand]:
    ground = tuple(boule for boule in state.ground if boule is not target)
    lost = f"{target.side}{target.bowler}"
    event = ("shot", side, bowler, list(target.at), lost)
    return state._replace(ground=ground), event, _Hand(side, "shot")


def _jack_hit(state: State, side: Side, bowler: int, draw: Draw) -> tuple[State, Event, _Hand]:
    hit, taken = state.jack, tuple(boule.at for boule in state.ground)
    free = [square for square in SQUARES if square not in taken]
    jack = Jack(free[draw("jack", len(free))], state.throws)
    state = state._replace(
        jacks=(*state.jacks, jack),
        ground=tuple(boule._replace(announced=None) for boule in state.ground),
        heard=(),
        taken=taken,
    )
    return state, ("jack-hit", side, bowler, list(hit)), _after_a_hit(state, side)


def _after_a_hit(state: State, side: Side) -> _Hand:
    """The owner of the boule closest to the NEW jack has the hand."""
    own, theirs = state.nearest(side), state.nearest(other(side))
    if own is None and theirs is None:
        return _Hand(side, "jack-hit-empty")
    if own == theirs:
        return _Hand(side, "jack-hit-equal")
    theirs_is_closer = own is None or (theirs is not None and theirs < own)
    return _Hand(other(side) if theirs_is_closer else side, "jack-hit-closest")


def _point(state: State, side: Side, bowler: int, at: Square) -> tuple[State, Event, _Hand]:
    told = announced(at, state.jack)
    state = state._replace(
        ground=(*state.ground, Boule(side, bowler, at, told)),
        heard=(*state.heard, Heard(at, told)),
    )
    own, theirs = state.nearest(side), state.nearest(other(side))
    closer = theirs is None or (own is not None and own < theirs)
    hand = _Hand(other(side), "closer") if closer else _Hand(side, "not-closer")
    return state, ("point", side, bowler, list(at), told), hand


def _timed_out(state: State) -> Step[State]:
    side = state.hand
    assert side is not None
    state = state._replace(time_outs=state.time_outs + 1)
    match state.ruleset.on_timeout:
        case "referee":
            return Step(state._replace(suspended=True), (("time-out", side, "referee", None),))
        case "lose_boule":
            bowler = _richest(state, side)
            event: Event = ("time-out", side, "lose_boule", bowler)
            return _handed(_without_one(state, side, bowler), (event,), _Hand(side, "time-out"))
    suspended = state.time_outs >= TIME_OUTS
    event = ("time-out", side, "suspended" if suspended else "pass", None)
    state = state._replace(suspended=suspended)
    return _handed(state, (event,), _Hand(other(side), "time-out"))


def _richest(state: State, side: Side) -> int:
    """The bowler with the most boules left, the lowest number of several."""
    left = state.left[SIDES.index(side)]
    return left.index(max(left)) + 1


def _handed(state: State, events: tuple[Event, ...], hand: _Hand) -> Step[State]:
    """The hand as the rules give it: a side without boules never has it."""
    if state.is_over:
        return Step(state._replace(hand=None), events)
    if not state.boules(hand.side):
        hand = _Hand(other(hand.side), "no-boules")
    return Step(state._replace(hand=hand.side), (*events, ("hand", hand.side, hand.why)))


def _ended(step: Step[State]) -> Step[State]:
    """The step, with the revelation if it was the last."""
    state = step.state
    if not state.is_over:
        return step
    state = state._replace(suspended=False)
    return Step(state, (*step.events, ("end", list(state.jack), state.points())))
