"""Where a match of boules stands: the state, its stored form, and what of it may be shown.

Pure. The jack is in ``State.jacks`` and in ``dump``; ``show`` lets it out when the match is over,
and nothing of what it says before depends on it but what was announced (boules.md, Secrecy).
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from boules.rules import (
    NEAR,
    SIZE,
    STEP,
    TOUCHING,
    Ruleset,
    Square,
    announced,
    ruleset,
    squared,
    worth,
    written,
)
from games.contract import JSON, SIDES, Refused, Side

LONGEST_NAME = 80
MOST_TURNS = 9999
"""No count of throws or time-outs is larger."""


class Boule(NamedTuple):
    """A boule on the ground. ``announced``: its distance; None once a moved jack has voided it."""

    side: Side
    bowler: int
    at: Square
    announced: int | None


class Jack(NamedTuple):
    """Where the jack is, and after how many throws it came there."""

    at: Square
    throw: int


class Heard(NamedTuple):
    """A distance that was announced since the jack last moved, be its boule lost or not."""

    at: Square
    announced: int


class Tally(NamedTuple):
    """A side's boules that score: those that touch the jack, and those only near it."""

    touching: int
    near: int


class State(NamedTuple):
    """A match between two throws."""

    ruleset: Ruleset
    hand: Side | None
    """Who must throw; None when the match is over."""
    left: tuple[tuple[int, ...], tuple[int, ...]]
    """Boules still to be thrown, of A's and of B's bowlers by number."""
    jacks: tuple[Jack, ...]
    """Every jack, the present one last. Secret."""
    ground: tuple[Boule, ...] = ()
    """In the order in which they were thrown."""
    heard: tuple[Heard, ...] = ()
    taken: tuple[Square, ...] = ()
    """The squares of the boules that lay on the ground when the jack was last drawn again."""
    throws: int = 0
    time_outs: int = 0
    """In a row, no throw between."""
    suspended: bool = False

    @property
    def jack(self) -> Square:
        """The jack's square. Secret."""
        return self.jacks[-1].at

    @property
    def is_over(self) -> bool:
        """Whether neither side has a boule left. boules.md, A throw."""
        return not any(map(sum, self.left))

    def boules(self, side: Side) -> int:
        """How many boules a side has left."""
        return sum(self.left[SIDES.index(side)])

    def nearest(self, side: Side) -> int | None:
        """The squared distance of a side's closest boule to the jack; None without any. Secret."""
        own = [squared(boule.at, self.jack) for boule in self.ground if boule.side == side]
        return min(own, default=None)

    def points(self) -> dict[Side, int]:
        """The points of each side with the jack where it is. Secret before the end."""
        return {side: sum(self._worths(side)) for side in SIDES}

    def tally(self, side: Side) -> Tally:
        """How many of a side's boules touch the jack or lie near it. Secret before the end."""
        worths = self._worths(side)
        return Tally(worths.count(TOUCHING), worths.count(NEAR))

    def _worths(self, side: Side) -> list[int]:
        return [worth(boule.at, self.jack) for boule in self.ground if boule.side == side]


def seat(state: State, side: Side, line_up: JSON) -> State:
    """The side's bowlers: ``{"name", "players": [{"name"}], "bench": []}``; changes nothing here.

    Refused: ``seated`` (the first boule is thrown), ``line-up`` (no object), ``line-up-key``,
    ``line-up-value`` (key), ``line-up-size`` (got, want), ``no-bench``.
    """
    if state.throws or state.time_outs:
        raise Refused("seated")
    line_up = {} if line_up is None else line_up
    _known(line_up, ("name", "players", "bench"), "line-up")
    _named(line_up)
    players = line_up.get("players", [{}] * state.ruleset.bowlers)
    if not isinstance(players, list | tuple):
        raise Refused("line-up-value", None, {"key": "players"})
    for place, player in enumerate(players, 1):
        _known(player, ("name",), "line-up")
        _named(player, place)
    if len(players) != state.ruleset.bowlers:
        raise Refused("line-up-size", None, {"got": len(players), "want": state.ruleset.bowlers})
    if line_up.get("bench"):
        raise Refused("no-bench")
    return state


def show(state: State) -> dict[str, JSON]:
    """The state as everybody may see it: the match file's keys, and what tells the story.

    ``heard`` and ``taken`` are what the rings are computed from (``boules.rings``). ``jack``,
    ``jacks``, ``points`` and ``tally`` are null before the end.
    """
    return {**_public(state), **_revealed(state)}


def dump(state: State) -> dict[str, JSON]:
    """The whole state, the jack included."""
    jacks = [{"at": list(jack.at), "throw": jack.throw} for jack in state.jacks]
    return {**_public(state), "jacks": jacks}


def load(data: JSON) -> State:
    """The state that ``dump`` made, every number judged anew: a referee may have amended it.

    Refused: ``state`` (no object), ``state-key`` (a key too many or missing), ``state-value``
    (key: a wrong type, a number out of range, or one that contradicts the others).
    """
    _known(data, _KEYS, "state")
    for key in _KEYS:
        if key not in data:
            raise Refused("state-key", None, {"key": key})
    rules = ruleset(data["ruleset"])
    state = State(
        ruleset=rules,
        hand=data["hand"],
        left=_left(data["left"], rules),
        jacks=tuple(_jack(each) for each in _list(data["jacks"], "jacks")),
        ground=tuple(_boule(each, rules) for each in _list(data["ground"], "ground")),
        heard=tuple(_heard(each) for each in _list(data["heard"], "heard")),
        taken=tuple(_square(each, "taken") for each in _list(data["taken"], "taken")),
        throws=_whole(data["throws"], 0, MOST_TURNS, "throws"),
        time_outs=_whole(data["time_outs"], 0, MOST_TURNS, "time_outs"),
        suspended=data["suspended"],
    )
    _refuse(type(state.suspended) is not bool, "suspended")
    _agree(state)
    return state


_KEYS = (
    "ruleset",
    "hand",
    "left",
    "ground",
    "heard",
    "taken",
    "throws",
    "time_outs",
    "suspended",
    "jacks",
)


def _public(state: State) -> dict[str, JSON]:
    return {
        "ruleset": written(state.ruleset),
        "hand": state.hand,
        "left": {side: list(left) for side, left in zip(SIDES, state.left, strict=True)},
        "ground": [{**boule._asdict(), "at": list(boule.at)} for boule in state.ground],
        "heard": [{"at": list(each.at), "announced": each.announced} for each in state.heard],
        "taken": [list(square) for square in state.taken],
        "throws": state.throws,
        "time_outs": state.time_outs,
        "suspended": state.suspended,
    }


def _revealed(state: State) -> dict[str, JSON]:
    if not state.is_over:
        return dict.fromkeys(("jack", "jacks", "points", "tally"))
    return {
        "jack": list(state.jack),
        "jacks": [{"at": list(jack.at), "throw": jack.throw} for jack in state.jacks],
        "points": state.points(),
        "tally": {side: state.tally(side)._asdict() for side in SIDES},
    }


def _known(data: JSON, keys: tuple[str, ...], kind: str) -> None:
    if not isinstance(data, Mapping):
        raise Refused(kind)
    for key in data:
        if key not in keys:
            raise Refused(f"{kind}-key", None, {"key": str(key)[:40]})


def _named(man: Mapping[str, JSON], place: int | None = None) -> None:
    name = man.get("name", "")
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise Refused("line-up-value", place, {"key": "name"})


def _refuse(wrong: bool, key: str) -> None:
    if wrong:
        raise Refused("state-value", None, {"key": key})


def _whole(value: JSON, low: int, high: int, key: str) -> int:
    _refuse(type(value) is not int or not low <= value <= high, key)
    return int(value)


def _list(data: JSON, key: str) -> list[JSON]:
    _refuse(not isinstance(data, list), key)
    return list(data)


def _record(data: JSON, keys: set[str], key: str) -> Mapping[str, JSON]:
    _refuse(not isinstance(data, Mapping) or set(data) != keys, key)
    record: Mapping[str, JSON] = data
    return record


def _square(data: JSON, key: str) -> Square:
    _refuse(not isinstance(data, list) or len(data) != 2, key)
    return Square(_whole(data[0], 1, SIZE, key), _whole(data[1], 1, SIZE, key))


def _left(data: JSON, rules: Ruleset) -> tuple[tuple[int, ...], tuple[int, ...]]:
    record = _record(data, set(SIDES), "left")
    a, b = (
        tuple(_whole(each, 0, rules.boules, "left") for each in _list(record[side], "left"))
        for side in SIDES
    )
    _refuse(not len(a) == len(b) == rules.bowlers, "left")
    return a, b


def _jack(data: JSON) -> Jack:
    record = _record(data, {"at", "throw"}, "jacks")
    return Jack(_square(record["at"], "jacks"), _whole(record["throw"], 0, MOST_TURNS, "jacks"))


def _boule(data: JSON, rules: Ruleset) -> Boule:
    record = _record(data, set(Boule._fields), "ground")
    _refuse(record["side"] not in SIDES, "ground")
    bowler = _whole(record["bowler"], 1, rules.bowlers, "ground")
    told = record["announced"]
    return Boule(
        record["side"],
        bowler,
        _square(record["at"], "ground"),
        None if told is None else _distance(told, "ground"),
    )


def _heard(data: JSON) -> Heard:
    record = _record(data, set(Heard._fields), "heard")
    return Heard(_square(record["at"], "heard"), _distance(record["announced"], "heard"))


def _distance(value: JSON, key: str) -> int:
    told = _whole(value, STEP, 2 * SIZE, key)
    _refuse(told % STEP != 0, key)
    return told


def _agree(state: State) -> None:
    """Refused where the parts of the state contradict each other."""
    _refuse(state.hand not in (*SIDES, None), "hand")
    _refuse((state.hand is None) != state.is_over, "hand")
    _refuse(state.hand is not None and not state.boules(state.hand), "hand")
    _refuse(state.suspended and state.is_over, "suspended")
    _agree_on_throws(state)
    _agree_on_jacks(state)
    _agree_on_heard(state)
    _agree_on_ground(state)


def _agree_on_throws(state: State) -> None:
    lying = Counter((boule.side, boule.bowler) for boule in state.ground)
    for (side, bowler), count in lying.items():
        left = state.left[SIDES.index(side)][bowler - 1]
        _refuse(left + count > state.ruleset.boules, "left")
    boules = 2 * state.ruleset.bowlers * state.ruleset.boules
    _refuse(state.throws + sum(map(sum, state.left)) > boules, "throws")
    # Each hit of the jack was a throw that left no boule on the ground.
    _refuse(state.throws < len(state.ground) + len(state.jacks) - 1, "throws")


def _agree_on_jacks(state: State) -> None:
    drawn = [jack.throw for jack in state.jacks]
    _refuse(drawn[:1] != [0] or drawn != sorted(set(drawn)) or drawn[-1] > state.throws, "jacks")
    _refuse(len(set(state.taken)) != len(state.taken) or state.jack in state.taken, "taken")
    _refuse(bool(state.taken) and len(drawn) == 1, "taken")


def _agree_on_heard(state: State) -> None:
    _refuse(len(state.heard) > state.throws - state.jacks[-1].throw, "heard")
    _refuse(any(_is_untrue(each.at, each.announced, state) for each in state.heard), "heard")


def _agree_on_ground(state: State) -> None:
    squares = [boule.at for boule in state.ground]
    _refuse(len(set(squares)) != len(squares) or state.jack in squares, "ground")
    for _, _, at, told in state.ground:
        known = at in state.taken if told is None else Heard(at, told) in state.heard
        _refuse(not known, "ground")


def _is_untrue(at: Square, told: int, state: State) -> bool:
    return at == state.jack or announced(at, state.jack) != told
