"""Where a match of pied-balle stands: the state, who is seated in it, and its public form. Pure.

Nothing in pied-balle is secret but an unplayed placing, which is an order like any other: what is
shown is what is stored, and ``load(show(s)) == s``.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from games.contract import JSON, SIDES, Refused, Side, side_of
from piedballe.pitch import HALVES, KEEPER_HOMES, Square, is_in_zone, is_on_pitch
from piedballe.rules import ATTRIBUTES, USUAL, Ruleset, ruleset, written

LONGEST_NAME = 80
KINDS = ("own", "bonus", "keeper", "throwin")
PHASES = ("placing", "play", "over")

TurnKind = Literal["own", "bonus", "keeper", "throwin"]
Phase = Literal["placing", "play", "over"]


class Figure(NamedTuple):
    """A figure: where he stands and began (None before the placing), what he is good at."""

    at: Square | None
    home: Square | None
    agility: int
    strength: int
    robustness: int
    played: bool = False
    marked: bool = False
    system: bool = False


class Ball(NamedTuple):
    """Where the ball is, who has it, who had it last, whether that side has completed a pass."""

    at: Square
    holder: str | None
    side: Side
    passed: bool


class Turn(NamedTuple):
    """Whose turn it is, and of which kind."""

    figure: str
    kind: TurnKind


class State(NamedTuple):
    """A match between two turns."""

    ruleset: Ruleset
    phase: Phase
    figures: Mapping[str, Figure]
    """A1, A2, ..., AG, B1, ..., BG."""
    round: int = 0
    score: tuple[int, int] = (0, 0)
    order: tuple[str, ...] = ()
    """The field figures by initiative; empty before the placing."""
    ball: Ball | None = None
    turn: Turn | None = None


def field_figures(rules: Ruleset, side: Side) -> tuple[str, ...]:
    """The names of a side's figures but its keeper: ``A1`` ... ``A4``."""
    return tuple(f"{side}{n}" for n in range(1, rules.figures + 1))


def begun(rules: Ruleset) -> State:
    """The announced match: usual figures, the system's keepers, nobody on the pitch."""
    figure = Figure(None, None, rules.usual, rules.usual, rules.usual)
    keeper = Figure(None, None, USUAL, USUAL, USUAL, system=True)
    figures: dict[str, Figure] = {}
    for side in SIDES:
        figures |= dict.fromkeys(field_figures(rules, side), figure)
        figures[f"{side}G"] = keeper
    return State(rules, "placing", figures)


def seat(state: State, side: Side, line_up: JSON) -> State:
    """The side's players: ``{"name", "players": [{"name", "agility", "strength", "robustness"}],
    "keeper"}``; what is left out is usual, and the system keeps goal.

    Refused: ``seated``, ``line-up`` (no object), ``line-up-key`` (key), ``line-up-value`` (key),
    ``line-up-size`` (got, want), ``no-bench``, ``attribute-range`` and ``attribute-points``
    (most), the player's number as place; the keeper's is the one after the last.
    """
    if state.phase != "placing":
        raise Refused("seated")
    line_up = {} if line_up is None else line_up
    _known(line_up, ("name", "players", "bench", "keeper"), "line-up")
    _named(line_up)
    if line_up.get("bench"):
        raise Refused("no-bench")
    rules = state.ruleset
    players = line_up.get("players", [{}] * rules.figures)
    if not isinstance(players, list | tuple):
        raise Refused("line-up-value", None, {"key": "players"})
    if len(players) != rules.figures:
        raise Refused("line-up-size", None, {"got": len(players), "want": rules.figures})
    seated = {
        f"{side}{place}": _figure(player, place, rules) for place, player in enumerate(players, 1)
    }
    keeper = line_up.get("keeper")
    if keeper is None:
        seated[f"{side}G"] = begun(rules).figures[f"{side}G"]
    else:
        seated[f"{side}G"] = _figure(keeper, rules.figures + 1, rules)
    return state._replace(figures={**state.figures, **seated})


def show(state: State) -> dict[str, JSON]:
    """The state as everybody may see it: the match file's keys, and what the pages tell."""
    ball, turn = state.ball, state.turn
    return {
        "ruleset": written(state.ruleset),
        "phase": state.phase,
        "round": state.round,
        "score": dict(zip(SIDES, state.score, strict=True)),
        "ball": {"at": list(ball.at), "holder": ball.holder} if ball else None,
        "figures": {name: _shown(figure) for name, figure in state.figures.items()},
        "order": list(state.order),
        "next": turn.figure if turn else None,
        "turn": turn._asdict() if turn else None,
        "side": ball.side if ball else None,
        "passed": ball.passed if ball else False,
    }


def load(data: JSON) -> State:
    """The state that ``show`` made, every number judged anew: a referee may have amended it.

    Refused: ``state`` (no object), ``state-key`` (a key too many or missing), ``state-value``
    (key: a wrong type, a number out of range, or one that contradicts the others).
    """
    state = seen(data)
    _agree(state, data)
    return state


def seen(data: JSON) -> State:
    """The same, but for what its parts say of each other: pages and bots move a figure in it."""
    _known(data, _KEYS, "state")
    for key in _KEYS:
        if key not in data:
            raise Refused("state-key", None, {"key": key})
    rules = ruleset(data["ruleset"])
    _refuse(data["phase"] not in PHASES, "phase")
    score = _record(data["score"], set(SIDES), "score")
    return State(
        ruleset=rules,
        phase=data["phase"],
        figures=_figures(data["figures"], rules),
        round=_whole(data["round"], 0, rules.max_rounds, "round"),
        score=(_whole(score["A"], 0, 99, "score"), _whole(score["B"], 0, 99, "score")),
        order=_order(data["order"], rules),
        ball=_ball(data),
        turn=_turn(data["turn"]),
    )


_KEYS = (
    "ruleset",
    "phase",
    "round",
    "score",
    "ball",
    "figures",
    "order",
    "next",
    "turn",
    "side",
    "passed",
)


def _known(data: JSON, keys: Iterable[str], kind: str) -> None:
    if not isinstance(data, Mapping):
        raise Refused(kind)
    for key in data:
        if key not in keys:
            raise Refused(f"{kind}-key", None, {"key": str(key)[:40]})


def _named(man: Mapping[str, JSON], place: int | None = None) -> None:
    name = man.get("name", "")
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise Refused("line-up-value", place, {"key": "name"})


def _figure(player: JSON, place: int, rules: Ruleset) -> Figure:
    _known(player, ("name", *ATTRIBUTES), "line-up")
    _named(player, place)
    told = [player.get(name, rules.usual) for name in ATTRIBUTES]
    for value in told:
        if type(value) is not int or not 0 <= value <= rules.attribute_max:
            raise Refused("attribute-range", place, {"most": rules.attribute_max})
    if sum(told) > rules.attribute_points:
        raise Refused("attribute-points", place, {"most": rules.attribute_points})
    agility, strength, robustness = told
    return Figure(None, None, agility, strength, robustness)


def _shown(figure: Figure) -> dict[str, JSON]:
    at, home = figure.at, figure.home
    return {**figure._asdict(), "at": at and list(at), "home": home and list(home)}


def _refuse(wrong: bool, key: str) -> None:
    if wrong:
        raise Refused("state-value", None, {"key": key})


def _whole(value: JSON, low: int, high: int, key: str) -> int:
    _refuse(type(value) is not int or not low <= value <= high, key)
    return int(value)


def _record(data: JSON, keys: set[str], key: str) -> Mapping[str, JSON]:
    _refuse(not isinstance(data, Mapping) or set(data) != keys, key)
    record: Mapping[str, JSON] = data
    return record


def _square(data: JSON, key: str) -> Square:
    _refuse(not isinstance(data, list) or len(data) != 2, key)
    _refuse(any(type(part) is not int for part in data), key)
    square = (data[0], data[1])
    _refuse(not is_on_pitch(square), key)
    return square


def _figures(data: JSON, rules: Ruleset) -> dict[str, Figure]:
    names = tuple(begun(rules).figures)
    record = _record(data, set(names), "figures")
    return {name: _loaded(record[name], name, rules) for name in names}


def _loaded(data: JSON, name: str, rules: Ruleset) -> Figure:
    record = _record(data, set(Figure._fields), "figures")
    for key in ("played", "marked", "system"):
        _refuse(type(record[key]) is not bool, "figures")
    most = max(rules.attribute_max, USUAL) if record["system"] else rules.attribute_max
    at, home = (
        None if record[key] is None else _square(record[key], "figures") for key in ("at", "home")
    )
    agility, strength, robustness = (_whole(record[key], 0, most, "figures") for key in ATTRIBUTES)
    flags = record["played"], record["marked"], record["system"]
    figure = Figure(at, home, agility, strength, robustness, *flags)
    keeps, side = name.endswith("G"), side_of(name)
    _refuse((figure.at is None) != (figure.home is None), "figures")
    _refuse(figure.system and not keeps, "figures")
    if keeps:
        _refuse(figure.marked or figure.played, "figures")
        _refuse(at is not None and not is_in_zone(at, side), "figures")
        _refuse(home not in (None, KEEPER_HOMES[side]), "figures")
    elif home is not None:
        _refuse(home[1] not in HALVES[side] or is_in_zone(home, side), "figures")
    return figure


def _order(data: JSON, rules: Ruleset) -> tuple[str, ...]:
    _refuse(not isinstance(data, list), "order")
    everybody = {name for side in SIDES for name in field_figures(rules, side)}
    _refuse(bool(data) and sorted(map(str, data)) != sorted(everybody), "order")
    return tuple(data)


def _ball(data: Mapping[str, JSON]) -> Ball | None:
    _refuse(type(data["passed"]) is not bool, "passed")
    if data["ball"] is None:
        _refuse(data["side"] is not None or data["passed"], "side")
        return None
    record = _record(data["ball"], {"at", "holder"}, "ball")
    _refuse(not isinstance(record["holder"], str | None), "ball")
    _refuse(data["side"] not in SIDES, "side")
    return Ball(_square(record["at"], "ball"), record["holder"], data["side"], data["passed"])


def _turn(data: JSON) -> Turn | None:
    if data is None:
        return None
    record = _record(data, {"figure", "kind"}, "turn")
    _refuse(record["kind"] not in KINDS or not isinstance(record["figure"], str), "turn")
    return Turn(record["figure"], record["kind"])


def _agree(state: State, data: Mapping[str, JSON]) -> None:
    """Refused where the parts of the state contradict each other."""
    figures, ball, turn = state.figures, state.ball, state.turn
    placed = state.phase != "placing"
    _refuse(any((figure.at is not None) != placed for figure in figures.values()), "figures")
    _refuse(bool(state.order) != placed, "order")
    _refuse((ball is not None) != placed, "ball")
    _refuse((state.round > 0) != placed, "round")
    _refuse((turn is not None) != (state.phase == "play"), "turn")
    _refuse(data["next"] != (turn.figure if turn else None), "next")
    if ball is None:
        return
    squares = [figure.at for figure in figures.values()]
    _refuse(len(set(squares)) < len(squares), "figures")
    _refuse(ball.holder is not None and ball.holder not in figures, "ball")
    lying = [name for name, figure in figures.items() if figure.at == ball.at]
    _refuse(lying != ([ball.holder] if ball.holder else []), "ball")
    if ball.holder:
        _refuse(figures[ball.holder].marked or ball.side != side_of(ball.holder), "ball")
    homes = [figure.home for figure in figures.values()]
    _refuse(len(set(homes)) < len(homes), "figures")
    _refuse(turn is not None and max(state.score) >= state.ruleset.goals, "score")
    if turn is not None:
        _refuse(turn.figure not in figures, "turn")
        _agree_on_turn(figures[turn.figure], turn, ball)


def _agree_on_turn(figure: Figure, turn: Turn, ball: Ball) -> None:
    keeps, has_ball = turn.figure.endswith("G"), ball.holder == turn.figure
    _refuse(figure.marked or figure.system, "turn")
    _refuse(turn.kind == ("own" if keeps else "keeper"), "turn")
    _refuse((keeps or turn.kind == "throwin") and not has_ball, "turn")
    _refuse(keeps and turn.kind == "throwin", "turn")
