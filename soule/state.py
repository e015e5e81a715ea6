"""Where a match of soule stands: the state, who is seated in it, and its public form.

Pure. Nothing in soule is secret, so what is shown is also what is stored: ``load(show(s)) == s``.
Names are no part of it: people are resolved on reading (rules/fairness.md, The journal).
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.contract import JSON, SIDES, Refused, Side
from soule.rules import GOAL, Ruleset, ruleset, written

LOWEST_PP = -21
"""What the 22 hits of one turn can leave of a player who had 1 PP; nothing can take more."""
LARGEST_BENCH = 11
LONGEST_NAME = 80


class Change(NamedTuple):
    """A substitution that was made: number ``n`` left with ``pp``, ``by`` came from the bench."""

    side: Side
    turn: int
    n: int
    by: int
    pp: int


class State(NamedTuple):
    """A match between two turns. ``at`` and ``pp`` hold A's men by number, then B's."""

    ruleset: Ruleset
    turn: int
    """Tactics played so far: 0 before and after the initial."""
    first: Side
    """Who has first strike in the next turn."""
    soule: int
    at: tuple[int, ...] | None
    """Squares, -3..3; None before the initial."""
    pp: tuple[int, ...]
    bench: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """PP of A's and of B's bench, from the number after the last player."""
    changes: tuple[Change, ...] = ()


def seat(state: State, side: Side, line_up: JSON) -> State:
    """The side's men take the field: ``{"name", "players": [{"name", "pp"}], "bench": [...]}``.

    All keys may be left out: nameless men with the ruleset's PP, no bench. A line-up may be
    replaced until the initial is played.

    Refused: ``seated``, ``line-up`` (no object), ``line-up-key`` (key), ``line-up-value``
    (key, and the number as place), ``line-up-size`` (got, want), ``no-bench``.
    """
    if state.at is not None:
        raise Refused("seated")
    line_up = {} if line_up is None else line_up
    _known(line_up, ("name", "players", "bench"), "line-up")
    _name(line_up)
    rules = state.ruleset
    nameless: list[JSON] = [{}] * rules.players
    players = _men(line_up.get("players", nameless), "players", rules)
    if len(players) != rules.players:
        raise Refused("line-up-size", None, {"got": len(players), "want": rules.players})
    bench = _bench(line_up, rules)
    other_bench, count = state.bench, rules.players
    if side == "A":
        return state._replace(pp=players + state.pp[count:], bench=(bench, other_bench[1]))
    return state._replace(pp=state.pp[:count] + players, bench=(other_bench[0], bench))


def show(state: State) -> dict[str, JSON]:
    """The state as everybody may see it: the match file's keys, and the ruleset's differences.

    With substitutions also ``bench`` (``{"A": [{"n": 12, "pp": 4}], "B": []}``, everyone who
    ever sat there) and ``changes`` (``{"side", "turn", "n", "by", "pp"}``, in order).
    """
    rules, count = state.ruleset, state.ruleset.players
    at = state.at or (None,) * len(state.pp)
    men = [
        {"n": man % count + 1, "at": square, "pp": pp}
        for man, (square, pp) in enumerate(zip(at, state.pp, strict=True))
    ]
    view: dict[str, JSON] = {
        "turn": state.turn,
        "first": state.first,
        "soule": state.soule,
        "players": {"A": men[:count], "B": men[count:]},
        "ruleset": written(rules),
    }
    if rules.substitutions:
        view["bench"] = {
            side: [{"n": n, "pp": pp} for n, pp in enumerate(bench, count + 1)]
            for side, bench in zip(SIDES, state.bench, strict=True)
        }
        view["changes"] = [change._asdict() for change in state.changes]
    return view


def load(data: JSON) -> State:
    """The state that ``show`` made, every number judged anew: a referee may have amended it.

    Refused: ``state`` (no object), ``state-key`` (a key too many or missing), ``state-value``
    (key: a wrong type, a number out of range, or one that contradicts the others).
    """
    _known(data, _KEYS, "state")
    rules = ruleset(data.get("ruleset"))
    wanted = _KEYS if rules.substitutions else _KEYS[:5]
    for key in wanted:
        if key not in data:
            raise Refused("state-key", None, {"key": key})
    _refuse(len(data) > len(wanted), "bench" if "bench" in data else "changes", "state-key")
    _refuse(data["first"] not in SIDES, "first")
    turn = _whole(data["turn"], 0, rules.max_turns, "turn")
    soule = _whole(data["soule"], -GOAL, GOAL, "soule")
    at, pp = _field(data["players"], rules)
    # Before the first tactic nobody has touched the soule: rules/soule.md, Field.
    _refuse(turn == 0 and soule != 0, "soule")
    _refuse(turn > 0 and at is None, "turn")
    state = State(rules, turn, data["first"], soule, at, pp)
    return _with_bench(state, data) if rules.substitutions else state


_KEYS = ("turn", "first", "soule", "players", "ruleset", "bench", "changes")


def _known(data: JSON, keys: tuple[str, ...], kind: str) -> None:
    if not isinstance(data, Mapping):
        raise Refused(kind)
    for key in data:
        if key not in keys:
            raise Refused(f"{kind}-key", None, {"key": str(key)[:40]})


def _name(man: Mapping[str, JSON], place: int | None = None) -> None:
    name = man.get("name", "")
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise Refused("line-up-value", place, {"key": "name"})


def _men(men: JSON, key: str, rules: Ruleset) -> tuple[int, ...]:
    if not isinstance(men, list | tuple):
        raise Refused("line-up-value", None, {"key": key})
    return tuple(_man(man, place, rules) for place, man in enumerate(men, 1))


def _man(man: JSON, place: int, rules: Ruleset) -> int:
    _known(man, ("name", "pp"), "line-up")
    _name(man, place)
    pp = man.get("pp", rules.pp)
    if type(pp) is not int or not LOWEST_PP <= pp <= rules.pp:
        raise Refused("line-up-value", place, {"key": "pp"})
    return pp


def _bench(line_up: Mapping[str, JSON], rules: Ruleset) -> tuple[int, ...]:
    bench = _men(line_up.get("bench", ()), "bench", rules)
    if bench and not rules.substitutions:
        raise Refused("no-bench")
    if len(bench) > LARGEST_BENCH:
        raise Refused("line-up-size", None, {"got": len(bench), "want": LARGEST_BENCH})
    return bench


def _refuse(wrong: bool, key: str, kind: str = "state-value") -> None:
    if wrong:
        raise Refused(kind, None, {"key": key})


def _whole(value: JSON, low: int, high: int | None, key: str) -> int:
    _refuse(type(value) is not int or value < low or (high is not None and value > high), key)
    return int(value)


def _field(players: JSON, rules: Ruleset) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    _sides(players, "players")
    men = [man for side in SIDES for man in _numbered(players[side], rules, "players")]
    _refuse(any(len(players[side]) != rules.players for side in SIDES), "players")
    pp = tuple(_pp(man, rules) for man in men)
    if all(man.get("at", 0) is None for man in men):
        return None, pp
    return tuple(_whole(man.get("at"), -GOAL, GOAL, "at") for man in men), pp


def _sides(data: JSON, key: str) -> None:
    _refuse(not isinstance(data, Mapping) or set(data) != set(SIDES), key)
    _refuse(not all(isinstance(data[side], list) for side in SIDES), key)


def _numbered(men: list[JSON], rules: Ruleset, key: str) -> Iterator[Mapping[str, JSON]]:
    start = 1 if key == "players" else rules.players + 1
    keys = {"n", "at", "pp"} if key == "players" else {"n", "pp"}
    for n, man in enumerate(men, start):
        _refuse(not isinstance(man, Mapping) or set(man) != keys, key)
        _whole(man["n"], n, n, "n")
        yield man


def _pp(man: Mapping[str, JSON], rules: Ruleset) -> int:
    return _whole(man["pp"], LOWEST_PP, rules.pp, "pp")


def _with_bench(state: State, data: Mapping[str, JSON]) -> State:
    rules = state.ruleset
    _sides(data["bench"], "bench")
    _refuse(any(len(data["bench"][side]) > LARGEST_BENCH for side in SIDES), "bench")
    a, b = (
        tuple(_pp(man, rules) for man in _numbered(data["bench"][side], rules, "bench"))
        for side in SIDES
    )
    _refuse(not isinstance(data["changes"], list), "changes")
    state = state._replace(bench=(a, b))
    changes = tuple(_change(state, change) for change in data["changes"])
    entered = {(change.side, change.by) for change in changes}
    _refuse(len(entered) != len(changes), "changes")
    return state._replace(changes=changes)


def _change(state: State, data: JSON) -> Change:
    _refuse(not isinstance(data, Mapping) or set(data) != set(Change._fields), "changes")
    _refuse(data["side"] not in SIDES, "changes")
    count = state.ruleset.players
    last = count + len(state.bench[SIDES.index(data["side"])])
    return Change(
        data["side"],
        _whole(data["turn"], 1, state.turn, "changes"),
        _whole(data["n"], 1, count, "changes"),
        _whole(data["by"], count + 1, last, "changes"),
        _whole(data["pp"], 1, state.ruleset.pp, "changes"),
    )
