"""The rules of soule, turn by turn: satisfies ``games.contract.Engine``.

Pure and deterministic; the only draw is the first strike. Source: docs/rules/soule.md.

Events are compact tuples, one for each number's action in the order of play; a goal ends the
turn. A push is one event: the man enters the soule's square and the soule moves on. All squares
are absolute, -3..3; ``n`` is a number of ``side``, ``target`` one of the other side's.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

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
)
from soule import notation
from soule import state as states
from soule.rules import GOAL, INITIAL, ruleset, written
from soule.state import Change, State

VERSION = 1

FACTS: Mapping[str, tuple[str, ...]] = {
    "first-strike": ("side",),
    "place": ("side", "n", "at"),
    "advance": ("side", "n", "from", "to"),
    "push": ("side", "n", "from", "to", "soule_from", "soule"),
    "retreat": ("side", "n", "from", "to"),
    "edge": ("side", "n", "sign", "at"),
    # A sign that does nothing: 0, an X of a fit man, an R when nobody is left to come.
    "hold": ("side", "n", "sign"),
    "hit": ("side", "n", "target", "pp"),  # the PP he is left with
    # why: "elsewhere" (he stands on `at`) or "ko" (he was KO before the turn)
    "miss": ("side", "n", "target", "why", "at"),
    # why: "before" or "now", whether he fell in an earlier turn or in this one
    "out": ("side", "n", "sign", "why"),
    "replace": ("side", "n", "by", "pp"),  # the newcomer's PP
    "referee-blow": ("side", "n"),
    "goal": ("side",),
}

SECRET_DRAWS: frozenset[str] = frozenset()
DRAWS_LATER = False

seat = states.seat
load = states.load


def squad(ruleset_data: JSON) -> Squad:
    """Eleven or 22 men a side, and a bench where the ruleset has substitutions."""
    rules = ruleset(ruleset_data)
    return Squad(rules.players, rules.substitutions)


def pin(ruleset_data: JSON) -> JSON:
    """The whole ruleset, defaults included."""
    return written(ruleset(ruleset_data))


def start(ruleset_data: JSON, draw: Draw) -> Step[State]:
    """The announced match: both sides nameless and unplaced, the first first strike drawn."""
    rules = ruleset(ruleset_data)
    first = SIDES[draw("first-strike", 2)]
    state = State(rules, 0, first, 0, None, (rules.pp,) * (2 * rules.players))
    return Step(state, (("first-strike", first),))


def awaits(state: State) -> Awaits:
    """The captains' slots, or where each plays for himself those of the men who can.

    For the initial everybody is awaited: one who is KO from the start is placed too.
    """
    slots = state.ruleset.slots
    if outcome(state) is not None:
        return Awaits(())
    if not state.ruleset.polyplayed or state.at is None:
        return Awaits(tuple(slots))
    return Awaits(tuple(slot for slot, men in slots.items() if state.pp[men.start] > 0))


def read(state: State, slot: Slot, text: str) -> Read:
    """The slot's initial or tactic that ``text`` says, with what its captain should know.

    Refused: ``over``, ``slot`` (slot), what ``soule.notation`` refuses, ``bench-twice`` and
    ``bench-empty`` (sign). Cautions, all with ``n`` and ``sign``: ``ko`` (the man is KO and
    does nothing), ``fit`` (an X on a fit man, read as 0), ``edge`` (at; no effect there),
    ``target-ko`` (target), ``far`` (target, at: he is elsewhere now), ``referee-blow``.
    """
    men = _men(state, slot)
    if state.at is None:
        return Read(" ".join(notation.initial(text, len(men))))
    written = notation.tactic(text, len(men), state.ruleset.players, _bench_numbers(state, men))
    _bench_suffices(state, men, written)
    signs = ["0" if s == "X" and state.pp[m] > 0 else s for m, s in zip(men, written, strict=True)]
    cautions = (
        _caution(state, state.at, man, place, sign)
        for place, (man, sign) in enumerate(zip(men, written, strict=True), 1)
    )
    return Read(" ".join(signs), tuple(filter(None, cautions)))


def play(state: State, orders: Mapping[Slot, str], draw: Draw) -> Step[State]:
    """Play the initial or a tactic. Absent slots: eleven ``missing_initial`` or eleven ``0``.

    Refused: ``over``, ``slot`` (slot), ``count`` and ``sign`` (slot): no canonical lines.
    """
    if outcome(state) is not None:
        raise Refused("over")
    if state.at is None:
        return _initial(state, _signs(state, orders, str(state.ruleset.missing_initial), _INITIAL))
    return _tactic(state, _signs(state, orders, "0", state.ruleset.signs), state.at)


def resume(state: State, side: Side | None) -> State:
    """Soule leaves nothing to the referee: always Refused (``not-suspended``)."""
    raise Refused("not-suspended")


def outcome(state: State) -> Outcome | None:
    """``goal``; ``ko``: nobody is left on his feet, nobody wins; ``turns``: the limit, a draw.

    Even two sides that come KO play the initial: a match ends with a turn, never before.
    """
    if state.soule == GOAL:
        return Outcome("A", "goal")
    if state.soule == -GOAL:
        return Outcome("B", "goal")
    if state.at is not None and max(state.pp) <= 0:
        return Outcome(None, "ko")
    if state.turn == state.ruleset.max_turns:
        return Outcome(None, "turns")
    return None


def show(state: State, viewer: Side | None) -> JSON:
    """The state, the same for every viewer: soule keeps no secret once orders are played."""
    return states.show(state)


def dump(state: State) -> JSON:
    """The state as it is stored: what is shown, for there is no more."""
    return states.show(state)


class _Number(NamedTuple):
    """A man's place in the order of play: ``man`` and ``foes`` index the state's tuples."""

    man: int
    side: Side
    n: int
    forward: int
    foes: int
    """Where the other side's men begin, less one: number 1 is at ``foes + 1``."""


def _order(first: Side, players: int) -> tuple[_Number, ...]:
    """First strike's 1, the other's 1, first strike's 2, ...: rules/soule.md, A turn."""
    a = [_Number(n - 1, "A", n, 1, players - 1) for n in range(1, players + 1)]
    b = [_Number(players + n - 1, "B", n, -1, -1) for n in range(1, players + 1)]
    pairs = zip(a, b, strict=True) if first == "A" else zip(b, a, strict=True)
    return tuple(number for pair in pairs for number in pair)


_ORDER = {(first, players): _order(first, players) for first in SIDES for players in (11, 22)}
_INITIAL = frozenset(INITIAL)
_HITS = {str(n): n for n in range(1, 23)}


def _men(state: State, slot: Slot) -> range:
    if outcome(state) is not None:
        raise Refused("over")
    if slot not in state.ruleset.slots:
        raise Refused("slot", None, {"slot": notation.shown(slot)})
    return state.ruleset.slots[slot]


def _signs(
    state: State, orders: Mapping[Slot, str], silence: str, known: frozenset[str]
) -> list[str]:
    """Each man's sign, A's by number, then B's."""
    slots = state.ruleset.slots
    if not orders.keys() <= slots.keys():
        unknown = min(orders.keys() - slots.keys())
        raise Refused("slot", None, {"slot": notation.shown(unknown)})
    signs: list[str] = []
    for slot, men in slots.items():
        line = orders.get(slot)
        own = [silence] * len(men) if line is None else line.split(" ")
        if len(own) != len(men):
            raise Refused("count", None, {"slot": slot, "got": len(own), "want": len(men)})
        if not known.issuperset(own):
            place = next(place for place, sign in enumerate(own, 1) if sign not in known)
            raise Refused("sign", place, {"slot": slot, "sign": notation.shown(own[place - 1])})
        signs += own
    return signs


def _initial(state: State, signs: list[str]) -> Step[State]:
    """Number n puts a man n squares from the middle, in his own half: rules/soule.md, Initial."""
    at = [0] * len(signs)
    events: list[Event] = []
    for man, side, n, forward, _ in _ORDER[state.first, state.ruleset.players]:
        at[man] = -forward * int(signs[man])
        events.append(("place", side, n, at[man]))
    return Step(state._replace(at=tuple(at)), tuple(events))


def _tactic(state: State, signs: list[str], squares: tuple[int, ...]) -> Step[State]:
    """One turn: rules/soule.md, Tactic and A turn. The loop is the rules, written for speed."""
    rules, turn, first, soule, _, before, bench, changes = state
    at, pp = list(squares), list(before)
    events: list[Event] = []
    add = events.append
    for man, side, n, forward, foes in _ORDER[first, rules.players]:
        sign = signs[man]
        here = at[man]
        if pp[man] <= 0:
            add(("out", side, n, sign, "before" if before[man] <= 0 else "now"))
        elif sign == "0":
            add(("hold", side, n, sign))
        elif sign == "+" and here != GOAL * forward:
            at[man] = there = here + forward
            if there != soule:
                add(("advance", side, n, here, there))
                continue
            soule += forward
            add(("push", side, n, here, there, there, soule))
            if soule == GOAL * forward:
                add(("goal", side))
                break
        elif sign in _HITS:
            foe = foes + _HITS[sign]
            if before[foe] > 0 and at[foe] == here:
                pp[foe] -= 1
                add(("hit", side, n, _HITS[sign], pp[foe]))
            else:
                why = "elsewhere" if before[foe] > 0 else "ko"
                add(("miss", side, n, _HITS[sign], why, at[foe]))
        elif sign == "-" and here != -GOAL * forward:
            at[man] = here - forward
            add(("retreat", side, n, here, here - forward))
        else:
            changes = _seldom(state, changes, add, man, sign, pp)
    after = State(rules, turn + 1, other(first), soule, tuple(at), tuple(pp), bench, changes)
    return Step(after, tuple(events))


def _seldom(
    state: State,
    changes: tuple[Change, ...],
    add: Callable[[Event], None],
    man: int,
    sign: str,
    pp: list[int],
) -> tuple[Change, ...]:
    """The rare actions: the edge of the field, the referee, a substitution, a fit man's X."""
    side, n = _side_and_number(state, man)
    if sign in ("+", "-"):
        # The loop calls this at the edge only, so the square is the goal he cannot leave.
        add(("edge", side, n, sign, GOAL if (sign == "+") == (side == "A") else -GOAL))
    elif sign == "A":
        add(("referee-blow", side, n))
    elif (by := _newcomer(_free(state, changes, side), sign)) is None:
        add(("hold", side, n, sign))
    else:
        changes = (*changes, Change(side, state.turn + 1, n, by, pp[man]))
        pp[man] = state.bench[SIDES.index(side)][by - state.ruleset.players - 1]
        add(("replace", side, n, by, pp[man]))
    return changes


def _side_and_number(state: State, man: int) -> tuple[Side, int]:
    players = state.ruleset.players
    return ("A", man + 1) if man < players else ("B", man - players + 1)


def _free(state: State, changes: tuple[Change, ...], side: Side) -> list[int]:
    """The numbers of a side's bench that can still come in: fit, and not in yet."""
    entered = {change.by for change in changes if change.side == side}
    bench = enumerate(state.bench[SIDES.index(side)], state.ruleset.players + 1)
    return [n for n, pp in bench if pp > 0 and n not in entered]


def _newcomer(free: list[int], sign: str) -> int | None:
    """Whom ``R`` (the next) or ``R12`` brings in; None: nobody, and for every other sign."""
    if sign == "R":
        return free[0] if free else None
    return next((n for n in free if sign == f"R{n}"), None)


def _bench_numbers(state: State, men: range) -> range | None:
    if not state.ruleset.substitutions:
        return None
    side, _ = _side_and_number(state, men.start)
    first = state.ruleset.players + 1
    return range(first, first + len(state.bench[SIDES.index(side)]))


def _bench_suffices(state: State, men: range, signs: tuple[str, ...]) -> None:
    """Nobody comes in twice, in this order or in the match; an R of a KO man brings nobody."""
    side, _ = _side_and_number(state, men.start)
    free = _free(state, state.changes, side)
    for place, (man, sign) in enumerate(zip(men, signs, strict=True), 1):
        if sign.startswith("R") and state.pp[man] > 0:
            by = _newcomer(free, sign)
            if by is None:
                kind = "bench-empty" if sign == "R" else "bench-twice"
                raise Refused(kind, place, {"sign": sign})
            free.remove(by)


def _caution(
    state: State, squares: tuple[int, ...], man: int, place: int, sign: str
) -> Caution | None:
    side, n = _side_and_number(state, man)
    forward = 1 if side == "A" else -1
    facts = {"n": n, "sign": sign}
    if state.pp[man] <= 0:
        return None if sign in ("X", "0") else Caution("ko", place, facts)
    if sign == "X":
        return Caution("fit", place, facts)
    if sign == "A":
        return Caution("referee-blow", place, facts)
    if squares[man] == {"+": GOAL * forward, "-": -GOAL * forward}.get(sign):
        return Caution("edge", place, {**facts, "at": squares[man]})
    if sign in _HITS:
        foe = (state.ruleset.players if side == "A" else 0) + _HITS[sign] - 1
        return _hit_caution(state, squares[foe], squares[man], foe, place, facts)
    return None


def _hit_caution(
    state: State, there: int, here: int, foe: int, place: int, facts: dict[str, JSON]
) -> Caution | None:
    facts = {**facts, "target": int(facts["sign"])}
    if state.pp[foe] <= 0:
        return Caution("target-ko", place, facts)
    return Caution("far", place, {**facts, "at": there}) if there != here else None
