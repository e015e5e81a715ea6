"""A player for pied-balle who is no fool: satisfies ``games.contract.Bot``. Pure.

He tries a handful of plans with the odds of his own page and takes the best: with the ball he
shoots, passes forward or carries it on where nobody stands; without it he runs to it, steals it,
marks who is in front of his goal, or comes into a place for a pass.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.contract import JSON, Draw, Refused, Slot, other, side_of
from piedballe import notation
from piedballe.judge import judge
from piedballe.odds import foresee, options
from piedballe.pitch import GOAL_ROWS, PLACES, Square, distance, forward, line_to, turned
from piedballe.state import State, seen
from piedballe.steps import Order, Pass, Run, Shoot, Steal, Step

SPREAD = 2
"""How far from the usual places he puts his figures, at most."""
TRIES = 6
"""How many squares of those that he can reach he looks at."""


LOSS = 30
"""What it costs to lose the ball, in the same measure as what plans win."""


class _Plan(NamedTuple):
    value: int
    text: str


def order(view: JSON, slot: Slot, draw: Draw) -> str:
    """The slot's placing or order, always legal, from what ``engine.show`` shows of the match."""
    if view["phase"] == "placing":
        return _placing(view, slot, draw)
    state = seen(view)
    plans = sorted(_plans(state, view, slot, draw), reverse=True)
    return plans[0].text


def _placing(view: JSON, slot: Slot, draw: Draw) -> str:
    """The usual places, each moved a little."""
    squares: list[Square] = []
    for x, y in PLACES[: view["ruleset"]["figures"]]:
        dx, dy = draw("place", 2 * SPREAD + 1) - SPREAD, draw("place", SPREAD + 1)
        squares.append((x + dx, y + dy))
    if len(set(squares)) < len(squares):
        squares = list(PLACES[: len(squares)])
    own = squares if slot == "A" else [turned(square) for square in squares]
    return notation.written_squares(tuple(own))


def _plans(state: State, view: JSON, slot: Slot, draw: Draw) -> Iterator[_Plan]:
    """Every plan that the rules take, with its value; standing still, or the keeper's duty, too."""
    for steps in _ideas(state, view, slot, draw):
        try:
            judge(state, steps)
        except Refused:
            continue
        text = notation.written(steps)
        yield _Plan(_value(state, view, slot, steps, text), text)


def _ideas(state: State, view: JSON, slot: Slot, draw: Draw) -> Iterator[Order]:
    actions = [_step(state, slot, each.text) for each in options(view, slot).actions]
    yield ()
    yield from actions
    if state.turn is None or state.turn.kind == "throwin":
        return
    for square in _aims(state, view, slot, draw):
        path = _way(state, slot, square)
        if path:
            yield (Run(path),)
            yield from ((Run(path), *after) for after in _after(state, slot, path[-1]))


def _step(state: State, slot: Slot, text: str) -> Order:
    at = state.figures[slot].at
    assert at is not None
    return notation.order(text, at)


def _aims(state: State, view: JSON, slot: Slot, draw: Draw) -> Iterator[Square]:
    """Squares worth running to: the ball, straight on, and a few of those he can reach."""
    ball = state.ball
    assert ball is not None
    if ball.holder is None or side_of(ball.holder) != side_of(slot):
        yield ball.at
    reach = sorted(options(view, slot).reach)
    for _try in range(TRIES):
        yield reach[draw("aim", len(reach))]
    x, y = state.figures[slot].at or (0, 0)
    yield x, y + forward(side_of(slot)) * state.ruleset.run


def _way(state: State, slot: Slot, to: Square) -> tuple[Square, ...]:
    """The straight way to a square, as far as it is free and he can run."""
    start = state.figures[slot].at
    assert start is not None
    taken = {figure.at for name, figure in state.figures.items() if name != slot}
    path: list[Square] = []
    for square in line_to(start, to)[: state.ruleset.run]:
        if square in taken:
            break
        path.append(square)
    return tuple(path)


def _after(state: State, slot: Slot, at: Square) -> Iterator[Order]:
    """What he may do where he has run to."""
    side, figures = side_of(slot), state.figures
    for name in figures:
        if side_of(name) == side and name != slot:
            yield (Pass(name),)
        elif state.ball and state.ball.holder == name:
            yield (Steal(name),)
    row = GOAL_ROWS[other(side)]
    for x in (8, 9):
        shot: Step = Shoot((x, row), figures[slot].strength)
        yield (shot,)


def _value(state: State, view: JSON, slot: Slot, steps: Order, text: str) -> int:
    """What a plan wins if it goes well, and loses if it does not; each as likely as it is."""
    goes_well = 1000
    for test in foresee(view, slot, text):
        own = side_of(test.figure) == side_of(slot)
        goes_well = goes_well * (test.percent if own else 100 - test.percent) // 100
    carries = state.ball is not None and state.ball.holder == slot
    return goes_well * _gain(state, slot, steps) - (1000 - goes_well) * LOSS * carries


def _gain(state: State, slot: Slot, steps: Order) -> int:
    """What a plan wins if it goes well: the ground it gains, the ball, a goal."""
    at, gain = state.figures[slot].at, 0
    assert at is not None
    ball = state.ball
    assert ball is not None
    carries = ball.holder == slot
    for each in steps:
        match each:
            case Run(path):
                carries = carries or (ball.holder is None and ball.at in path)
                helps = ball.holder is not None and side_of(ball.holder) == side_of(slot)
                gain += _towards(slot, at, path[-1], ball.at, carries=carries, helps=helps)
                at = path[-1]
            case Pass(to):
                mate = state.figures[to].at
                assert mate is not None
                gain += 40 + 6 * forward(side_of(slot)) * (mate[1] - at[1])
                gain += 60 * (not ball.passed) - 80 * to.endswith("G")
            case Shoot(target, _power):
                gain += 1500 if target[1] in GOAL_ROWS.values() else -40
            case Steal(_on):
                carries = True
                gain += 120
    took = carries and ball.holder is None
    return gain + 150 * took


def _towards(
    slot: Slot, start: Square, end: Square, ball: Square, *, carries: bool, helps: bool
) -> int:
    """The worth of a run: forward with the ball or beside a team-mate who has it, else near it."""
    ahead = forward(side_of(slot)) * (end[1] - start[1])
    if carries:
        return 5 * ahead
    nearer = distance(start, ball) - distance(end, ball)
    return 3 * ahead if helps else 3 * nearer + ahead
