"""Whether an order can be played: read before any die, as if every test were to succeed. Pure.

Refused with the step as place (from 1): docs/rules/piedballe.md, A figure's turn, Refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.contract import JSON, Refused, side_of
from piedballe.pitch import (
    Square,
    distance,
    is_in_zone,
    is_on_pitch,
    is_target_of,
    line,
    zone_at,
)
from piedballe.rules import Ruleset
from piedballe.state import Figure, State, TurnKind
from piedballe.steps import Dribble, Mark, Order, Pass, Run, Shoot, Sprint, Steal, Step


def judge(state: State, order: Order) -> None:
    """Refused unless the figure whose turn it is can play the order."""
    turn, ball = state.turn, state.ball
    assert turn is not None
    assert ball is not None
    figure = state.figures[turn.figure]
    assert figure.at is not None
    reader = _Reader(
        rules=state.ruleset,
        figures=state.figures,
        name=turn.figure,
        kind=turn.kind,
        at=figure.at,
        ball=None if ball.holder else ball.at,
        holder=ball.holder,
        passed=ball.passed,
        last=ball.side,
    )
    reader.read(order)


@dataclass
class _Reader:
    """The figure as the order moves him on."""

    rules: Ruleset
    figures: Mapping[str, Figure]
    name: str
    kind: TurnKind
    at: Square
    ball: Square | None
    """Where a loose ball lies."""
    holder: str | None
    passed: bool
    last: str
    place: int = 0
    ran: int = 0
    acted: bool = False
    most: int = 0

    def read(self, order: Order) -> None:
        self.most = self.rules.run
        if self.kind == "throwin" and not (order and isinstance(order[0], Pass)):
            raise Refused("throw-in", 1)
        for self.place, step in enumerate(order, 1):
            self._step(step)
        if self._keeps and not self.acted:
            raise Refused("keeper-must", None)

    @property
    def _own(self) -> Figure:
        return self.figures[self.name]

    @property
    def _keeps(self) -> bool:
        return self.name.endswith("G")

    @property
    def _side(self) -> str:
        return side_of(self.name)

    def _refuse(self, kind: str, **facts: JSON) -> Refused:
        return Refused(kind, self.place, facts)

    def _step(self, step: Step) -> None:
        if isinstance(step, Run):
            self._run(step.path)
            return
        if self.acted:
            raise self._refuse("two-actions")
        if self._keeps and not isinstance(step, Pass | Shoot):
            raise self._refuse("keeper-must")
        self.acted = True
        match step:
            case Sprint():
                self._sprint()
            case Steal(on):
                self._steal(on)
            case Pass(to):
                self._pass(to)
            case Mark(on):
                self._mark(on)
            case Dribble(through, path):
                self._dribble(through, path)
            case Shoot(target, power):
                self._shoot(target, power)

    # Movement

    def _run(self, path: tuple[Square, ...], through: str = "") -> None:
        if not path:
            raise self._refuse("squares")
        for square in path:
            self._enter(square, through)

    def _enter(self, square: Square, through: str) -> None:
        if distance(self.at, square) != 1:
            raise self._refuse("gap", at=list(square))
        if not is_on_pitch(square):
            raise self._refuse("off-pitch", at=list(square))
        stands = self._stands(square)
        if stands and stands != through:
            raise self._refuse("occupied", at=list(square), who=stands)
        if self._keeps and not is_in_zone(square, side_of(self.name)):
            raise self._refuse("keeper-zone")
        self.ran += 1
        if self.ran > self.most:
            raise self._refuse("run", got=self.ran, most=self.most)
        self.at = square
        if self.ball == square:
            self._take()

    def _stands(self, square: Square) -> str | None:
        """Who else stands on a square."""
        for name, figure in self.figures.items():
            if figure.at == square and name != self.name:
                return str(name)
        return None

    def _take(self) -> None:
        self.ball, self.holder = None, self.name
        if self.last != self._side:
            self.last, self.passed = self._side, False

    def _sprint(self) -> None:
        if self.place != 1:
            raise self._refuse("sprint-first")
        self.most += self._own.robustness

    # Actions

    def _steal(self, on: str) -> None:
        self._opponent(on)
        if self.holder != on:
            raise self._refuse("not-carrier", who=on)
        self._beside(on)
        self._take()

    def _pass(self, to: str) -> None:
        self._ball()
        self._known(to)
        if to == self.name:
            raise self._refuse("self")
        if side_of(to) != self._side:
            raise self._refuse("team-mate", who=to)
        self._unmarked(to)
        self.holder = to

    def _mark(self, on: str) -> None:
        self._opponent(on)
        if self.holder == self.name:
            raise self._refuse("has-ball")
        if self.holder == on:
            raise self._refuse("carrier", who=on)
        self._unmarked(on)
        self._beside(on)

    def _dribble(self, through: str, path: tuple[Square, ...]) -> None:
        self._ball()
        self._opponent(through, keepers=True)
        self._unmarked(through)
        self._beside(through)
        if not path or path[0] != self.figures[through].at:
            raise self._refuse("dribble-start")
        if len(path) < 2 or path[-1] == path[0]:
            raise self._refuse("dribble-end")
        self._run(path[:1], through)
        self._run(path[1:])

    def _shoot(self, target: Square, power: int) -> None:
        self._ball()
        if power > self._own.strength:
            raise self._refuse("power", got=power, most=self._own.strength)
        if is_target_of(target, side_of(self.name)):
            self._shoot_at_goal(target)
        elif not is_on_pitch(target) or target == self.at:
            raise self._refuse("target", at=list(target))
        else:
            stands = self._stands(target)
            if stands and side_of(stands) == self._side:
                raise self._refuse("target-mate", at=list(target), who=stands)
        self.holder = None

    def _shoot_at_goal(self, target: Square) -> None:
        if zone_at(self.at) is not None:
            raise self._refuse("shot-from-zone")
        beyond = next(square for square in line(self.at, target) if not is_on_pitch(square))
        if not is_target_of(beyond, side_of(self.name)):
            raise self._refuse("beside-goal")
        if not self.passed:
            raise self._refuse("no-pass-yet")

    # Conditions

    def _ball(self) -> None:
        if self.holder != self.name:
            raise self._refuse("no-ball")

    def _known(self, name: str) -> None:
        if name not in self.figures:
            raise self._refuse("figure", figure=name)

    def _opponent(self, name: str, *, keepers: bool = False) -> None:
        self._known(name)
        if side_of(name) == self._side:
            raise self._refuse("opponent", who=name)
        if name.endswith("G") and not keepers:
            raise self._refuse("keeper")

    def _unmarked(self, name: str) -> None:
        if self.figures[name].marked:
            raise self._refuse("marked", who=name)

    def _beside(self, name: str) -> None:
        at = self.figures[name].at
        if at is None or distance(self.at, at) != 1:
            raise self._refuse("far", who=name)
