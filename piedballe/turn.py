"""A figure's turn, step by step (docs/rules/piedballe.md, A figure's turn). Pure."""

from collections.abc import Sequence
from itertools import islice

from piedballe.ball import fly, intercepted, ring, scatter
from piedballe.field import Field, Man, foes
from piedballe.pitch import (
    Direction,
    Square,
    distance,
    is_on_pitch,
    is_target_of,
    line,
    line_to,
    step,
)
from piedballe.rules import Ruleset
from piedballe.state import Turn
from piedballe.steps import Dribble, Mark, Order, Pass, Run, Shoot, Sprint, Steal, Step


def play_turn(field: Field, order: Order) -> bool:
    """Play the order of the figure whose turn it is; whether a goal was scored."""
    return _Playing(field, order).play()


def pass_modifier(rules: Ruleset, squares: int) -> int:
    """The modifier of a pass over so many squares, and of its reception."""
    if squares <= 2:
        return rules.easy
    return rules.medium - (squares - 3) // 2


def first_beyond(start: Square, target: Square) -> tuple[int, Square]:
    """The number of the line's first square beyond the pitch, and the square."""
    squares = enumerate(line(start, target), 1)
    return next((number, square) for number, square in squares if not is_on_pitch(square))


class _Over(Exception):
    """The turn is over at once."""


class _Dropped(Exception):
    """A step or square has become impossible: ``why`` is ``ball`` or ``square``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class _Playing:
    """One turn under way."""

    def __init__(self, field: Field, order: Order) -> None:
        assert field.turn is not None
        self.field, self.order = field, order
        self.man = field.man(field.turn.figure)
        self.path: list[Square] = []
        """Squares run and not told yet."""
        self.heading: Direction = (0, 1)
        """The direction of his last step."""
        self.carried = False
        """Whether he took a step with the ball in this run."""
        self.passed_by: Man | None = None
        """The opponent whom he has dribbled."""
        self.tackled: set[str] = set()
        """Who has tried to tackle him."""
        self.place, self.done = 0, False
        self.goal = False

    def play(self) -> bool:
        """Play the order; the drop is the turn's last event."""
        try:
            for place, each in enumerate(self.order):
                self.place, self.done = place, False
                self._step(each)
                self.done = True
            self._end_run()
        except _Over:
            self._drop_rest("turn")
        except _Dropped as dropped:
            self._end_run_before(dropped.why)
        return self.goal

    def _end_run_before(self, why: str) -> None:
        """The turn's last run ends where a step was dropped; then the drop is told."""
        try:
            self._end_run()
        finally:
            self._drop(self.place, why)

    def _drop_rest(self, why: str) -> None:
        """Tell what was dropped when the turn was over, if anything was left to play."""
        self._tell_run()
        first = self.place + 1 if self.done else self.place
        if first < len(self.order):
            self._drop(first, why)

    def _drop(self, place: int, why: str) -> None:
        self.field.tell("drop", self.man.name, place, why)

    def _step(self, each: Step) -> None:
        if isinstance(each, Run):
            self._run(each.path)
            return
        self._end_run()
        match each:
            case Sprint():
                self.field.tell("sprint", self.man.name, self.man.robustness)
            case Steal(on):
                self._steal(on)
            case Pass(to):
                self._pass(to)
            case Mark(on):
                self._mark(on)
            case Dribble(through, path):
                self._dribble(through, path)
            case Shoot():
                self._shoot(each)

    # Running

    def _run(self, path: Sequence[Square]) -> None:
        for number, square in enumerate(path, 1):
            if self.field.at(square) is not None:
                raise _Dropped("square")
            self._walk(square, last=number == len(path))

    def _walk(self, square: Square, *, last: bool = True, over: Man | None = None) -> None:
        """One step, with its tackles if he has the ball; ``over``: he enters that one's square."""
        field, man = self.field, self.man
        carries = field.has_ball(man)
        on_foe = self.passed_by is not None and man.at == self.passed_by.at
        if carries and not on_foe:
            self._tackles(man.at)
        self.heading = step(man.at, square)
        man.at = square
        self.path.append(square)
        self.done = last
        if carries:
            self.carried = True
            field.ball = square
            if over is None:
                self._tackles(square)
        elif field.holder is None and field.ball == square:
            self._tell_run()
            field.tell("take", man.name, list(square))
            field.give(man)

    def _tackles(self, square: Square) -> None:
        """The opponents next to a square try to tackle the carrier, each once a turn."""
        if self.man.keeps:
            return
        for foe in self.field.beside(square, foes(self.man), 1):
            if foe is self.passed_by or foe.name in self.tackled:
                continue
            self.tackled.add(foe.name)
            self._tell_run()
            if self.field.opposed("tackle", foe, self.man):
                self._lose_ball_to(foe)

    def _lose_ball_to(self, foe: Man) -> None:
        self.field.give(foe)
        self.field.pending = Turn(foe.name, "bonus")
        raise _Over

    def _tell_run(self) -> None:
        if self.path:
            self.field.tell("run", self.man.name, [list(square) for square in self.path])
            self.path = []

    def _end_run(self) -> None:
        """The end of a run: he must keep the ball if he took a step with it."""
        field, man = self.field, self.man
        self._tell_run()
        carried, self.carried = self.carried, False
        if not (carried and field.has_ball(man)):
            return
        dice, total, made = field.test("keep", man, field.rules.easy)
        field.tell("keep", man.name, dice, total, made)
        if not made:
            ring(field, man, self.heading)

    # Actions

    def _needs_ball(self) -> None:
        if not self.field.has_ball(self.man):
            raise _Dropped("ball")

    def _steal(self, on: str) -> None:
        foe = self.field.man(on)
        if not self.field.has_ball(foe):
            raise _Dropped("ball")
        self.done = True
        if not self.field.opposed("steal", self.man, foe):
            raise _Over
        self.field.give(self.man)

    def _mark(self, on: str) -> None:
        foe = self.field.man(on)
        if self.field.has_ball(foe) or self.field.has_ball(self.man):
            raise _Dropped("ball")
        if self.field.opposed("mark", self.man, foe, "strength"):
            foe.marked = True

    def _dribble(self, through: str, path: Sequence[Square]) -> None:
        self._needs_ball()
        foe = self.field.man(through)
        if not self.field.opposed("dribble", self.man, foe):
            self._lose_ball_to(foe)
        self.passed_by = foe
        self._walk(path[0], last=False, over=foe)
        self._run(path[1:])

    def _pass(self, to: str) -> None:
        self._needs_ball()
        field, man, mate = self.field, self.man, self.field.man(to)
        squares = distance(man.at, mate.at)
        modifier = pass_modifier(field.rules, squares)
        flight = line_to(man.at, mate.at)
        dice, total, made = field.test("pass", man, modifier)
        field.tell("pass", man.name, mate.name, modifier, dice, total, made)
        if not made:
            scatter(field, man, step(man.at, flight[0]))
        elif not intercepted(field, man, flight, at_goal=False):
            self._receive(mate, modifier, [man.at, *flight])

    def _receive(self, mate: Man, modifier: int, way: Sequence[Square]) -> None:
        field = self.field
        dice, total, made = field.test("receive", mate, modifier)
        field.tell("receive", mate.name, modifier, dice, total, made)
        if not made:
            ring(field, mate, step(way[-2], way[-1]))
            return
        field.give(mate)
        field.passed = True
        if not mate.keeps and not mate.played:
            field.pending = Turn(mate.name, "own")

    def _shoot(self, shot: Shoot) -> None:
        self._needs_ball()
        field, man = self.field, self.man
        dice, total, made = field.test("shoot", man, field.rules.medium)
        reach = total + shot.power if made else None
        facts = (list(shot.target), shot.power, reach)
        field.tell("shoot", man.name, *facts, dice, total, made)
        self.done = True
        if reach is None:
            scatter(field, man, step(man.at, next(line(man.at, shot.target))))
            return
        at_goal = is_target_of(shot.target, man.side)
        beyond, _square = first_beyond(man.at, shot.target)
        flight = list(islice(line(man.at, shot.target), min(reach, beyond - 1)))
        if intercepted(field, man, flight, at_goal=at_goal):
            return
        if at_goal and reach >= beyond:
            self._save(field.man(f"{foes(man)}G"))
            return
        fly(field, man.at, line(man.at, shot.target), reach)

    def _save(self, keeper: Man) -> None:
        field = self.field
        dice, total, made = field.test("save", keeper, field.rules.hard)
        field.tell("save", keeper.name, dice, total, made)
        if made:
            field.give(keeper)
            return
        field.score[self.man.side] += 1
        field.tell("goal", self.man.name, self.man.side, dict(field.score))
        self.goal = True
        raise _Over
