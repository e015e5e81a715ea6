"""Plays a match file: no database, no clock (design of the file: docs/match-file.md).

Pure. ``replay`` yields each turn as it is played, the result last, and stops with ``Halted``
where the file cannot be played. It reads a bare file and an exported match alike.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from games.contract import JSON, SIDES, Engine, Event, Outcome, Refused, Slot, Step

FORMAT = 1

S = TypeVar("S")


class Played(NamedTuple, Generic[S]):
    """A turn that was played: its place in the file's ``turns``, and what it left.

    An amendment of the turn shows in the turns after it, not here.
    """

    turn: int
    before: S
    orders: Mapping[Slot, str]
    """Canonical lines of the slots that sent something."""
    events: tuple[Event, ...]
    """The first turn's begin with what happened at the start."""
    state: S
    outcome: Outcome | None


class Result(NamedTuple):
    """How the file says the match ended: told, not computed, for it may be a forfeit."""

    result: JSON


class Halted(Exception):
    """The file cannot be played on: at which turn and slot (None: no one's), and why.

    Kinds of ``refused`` besides the engine's: ``format``, ``match-file`` (key) and,
    with ``draw`` (from 1): ``draw-missing`` (purpose), ``draw-range`` (bound), ``draw-purpose``
    (purpose), ``draw-left-over``.
    """

    def __init__(self, turn: int | None, slot: Slot | None, refused: Refused) -> None:
        super().__init__(turn, slot, refused)
        self.turn = turn
        self.slot = slot
        self.refused = refused


def replay(file: JSON, engine: Engine[S]) -> Iterator[Played[S] | Result]:
    """Play the match of ``file`` by ``engine``; raises Halted where it cannot be played."""
    at = _Place()
    try:
        yield from _replay(file, engine, at)
    except Refused as refused:
        raise Halted(at.turn, at.slot, refused) from None


class _Place:
    """Where the reading stands, for the message if something is refused there."""

    turn: int | None = None
    slot: Slot | None = None


def _replay(file: JSON, engine: Engine[S], at: _Place) -> Iterator[Played[S] | Result]:
    turns = _turns(file)
    draws = _Draws(file.get("draws", []), _skipped(turns))
    state, events = engine.start(file.get("ruleset", {}), draws)
    state = _seated(state, file.get("line_ups", {}), engine)
    for at.turn, turn in enumerate(turns):
        if _unreal(turn):
            continue
        orders = _read(state, turn, engine, at)
        step = engine.play(state, orders, draws)
        outcome = engine.outcome(step.state)
        yield Played(at.turn, state, orders, events + step.events, step.state, outcome)
        state, events = _amended(step, turn, engine), ()
    draws.finish()
    if "result" in file:
        yield Result(file["result"])


def _turns(file: JSON) -> list[dict[str, JSON]]:
    if not isinstance(file, dict):
        raise _broken("file")
    if type(file.get("format")) is not int or file["format"] != FORMAT:
        raise Refused("format")
    turns = file.get("turns", [])
    if not isinstance(turns, list) or not all(isinstance(turn, dict) for turn in turns):
        raise _broken("turns")
    return turns


def _broken(key: str) -> Refused:
    return Refused("match-file", None, {"key": key})


def _unreal(turn: Mapping[str, JSON]) -> bool:
    """Taken back by the referee, or closed by a forfeit before it was played."""
    return bool(turn.get("undone") or turn.get("unplayed"))


def _seated(state: S, line_ups: JSON, engine: Engine[S]) -> S:
    if not isinstance(line_ups, dict) or not line_ups.keys() <= set(SIDES):
        raise _broken("line_ups")
    for side in SIDES:
        if line_ups.get(side) not in (None, {}):
            state = engine.seat(state, side, line_ups[side])
    return state


def _read(state: S, turn: Mapping[str, JSON], engine: Engine[S], at: _Place) -> dict[Slot, str]:
    orders = turn.get("orders", {})
    if not isinstance(orders, dict):
        raise _broken("orders")
    sent = {slot: text for slot, text in orders.items() if text is not None}
    lines = {}
    for at.slot, text in sent.items():
        if not isinstance(text, str):
            raise _broken("orders")
        lines[at.slot] = engine.read(state, at.slot, text).line
    at.slot = None
    return lines


def _amended(step: Step[S], turn: Mapping[str, JSON], engine: Engine[S]) -> S:
    if "amend" not in turn:
        return step.state
    return engine.load(_merged(engine.dump(step.state), turn["amend"]))


def _merged(target: JSON, patch: JSON) -> JSON:
    """RFC 7396: objects are merged key by key, null takes a key away, all else replaces."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(merged.get(key), value)
    return merged


def merge_patch(before: JSON, after: JSON) -> dict[str, JSON]:
    """The RFC 7396 patch that makes ``after`` of ``before``; no value of ``after`` may be null."""
    patch: dict[str, JSON] = {key: None for key in before if key not in after}
    for key, value in after.items():
        if isinstance(value, dict) and isinstance(before.get(key), dict):
            inner = merge_patch(before[key], value)
            patch |= {key: inner} if inner else {}
        elif key not in before or before[key] != value:
            patch[key] = value
    return patch


def _skipped(turns: Sequence[Mapping[str, JSON]]) -> list[range]:
    """The numbers of the draws that went with turns which are not played here."""
    starts = [turn.get("draw_from") for turn in turns]
    if not all(start is None or type(start) is int for start in starts):
        raise _broken("draw_from")
    skipped = []
    for place, turn in enumerate(turns):
        first = turn.get("draw_from")
        if _unreal(turn) and first is not None:
            later = (start for start in starts[place + 1 :] if start is not None)
            skipped.append(range(first, next(later, _ENDLESS)))
    return skipped


_ENDLESS = 1 << 62


class _Draws:
    """The file's numbers in the order in which the rules ask for them: a ``contract.Draw``."""

    def __init__(self, draws: JSON, skipped: Sequence[range]) -> None:
        if not isinstance(draws, list):
            raise _broken("draws")
        numbered = [_numbered(n, draw) for n, draw in enumerate(draws, 1)]
        self._left = [draw for draw in numbered if not any(draw["n"] in r for r in skipped)]
        self._left.reverse()
        self._next = 1

    def __call__(self, purpose: str, bound: int) -> int:
        if not self._left:
            raise Refused("draw-missing", None, {"draw": self._next, "purpose": purpose})
        draw = self._left.pop()
        self._next = draw["n"] + 1
        if draw.get("purpose", purpose) != purpose:
            raise Refused("draw-purpose", None, {"draw": draw["n"], "purpose": purpose})
        value: int = draw["value"]
        if not 0 <= value < bound or draw.get("bound", bound) != bound:
            raise Refused("draw-range", None, {"draw": draw["n"], "bound": bound})
        return value

    def finish(self) -> None:
        """Refused when the rules asked for fewer numbers than the file holds."""
        if self._left:
            raise Refused("draw-left-over", None, {"draw": self._left[-1]["n"]})


def _numbered(place: int, draw: JSON) -> dict[str, Any]:
    """One draw of the file, a bare number or one with its ``n``, as the latter."""
    entry = draw if isinstance(draw, dict) else {"n": place, "value": draw}
    if type(entry.get("n")) is not int or type(entry.get("value")) is not int:
        raise _broken(f"draws[{place}]")
    return entry
