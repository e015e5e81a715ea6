"""What a figure may do, and how likely each test is: for his page, and for the bot. Pure.

Works from what ``engine.show`` lets out. Chances are exact, then rounded to whole percent.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.contract import JSON, Refused, Slot, other, side_of
from piedballe import notation
from piedballe.judge import judge
from piedballe.pitch import (
    DIRECTIONS,
    GOAL_COLUMNS,
    GOAL_ROWS,
    Square,
    distance,
    is_in_zone,
    is_on_pitch,
    is_target_of,
    line,
    line_to,
    moved,
    step,
)
from piedballe.rules import Ruleset
from piedballe.state import Figure, State, seen
from piedballe.steps import Dribble, Mark, Order, Pass, Run, Shoot, Sprint, Steal, Step
from piedballe.system import chance
from piedballe.turn import first_beyond, pass_modifier

ROLLS, PAIRS = 36, 36 * 36


class Option(NamedTuple):
    """An action that is possible now: its kind, its text, the figure it is about or None.

    ``percent`` is the chance of its own tests (None: there is none), ``modifier`` theirs.
    """

    kind: str
    text: str
    on: str | None
    percent: int | None
    modifier: int | None


class Options(NamedTuple):
    """The squares that a figure can reach with what they cost, and the actions possible now."""

    reach: dict[Square, int]
    actions: tuple[Option, ...]


class Foreseen(NamedTuple):
    """A test that an order may lead to: who makes it, against whom, how likely he succeeds."""

    kind: str
    figure: str
    against: str | None
    percent: int
    modifier: int | None


def options(view: JSON, slot: Slot) -> Options:
    """What the figure of the slot may do where he stands, whether or not it is his turn to run."""
    state = seen(view)
    actions = tuple(_possible(state, slot)) if state.turn and state.turn.figure == slot else ()
    return Options(_reach(state, slot), actions)


def foresee(view: JSON, slot: Slot, text: str) -> list[Foreseen]:
    """The tests of a readable order in the order of play, as if each went well for its figure."""
    state = seen(view)
    at = state.figures[slot].at
    if at is None:
        return []
    return _Ahead(state, slot).tests(notation.order(text, at))


@cache
def wins(lead: int) -> int:
    """Of the 1296 rolls of two dice each, how many leave the asker, ``lead`` ahead, no lower."""
    sums = [a + b for a in range(1, 7) for b in range(1, 7)]
    return sum(one + lead >= two for one in sums for two in sums)


def percent(part: int, whole: int) -> int:
    """A chance in whole percent, halves up."""
    return (200 * part + whole) // (2 * whole)


def plain(rules: Ruleset, figure: Figure, modifier: int) -> int:
    """Of the 36 rolls, how many make a plain test of his agility."""
    return chance(rules.success_at - figure.agility - modifier)


def _reach(state: State, slot: Slot) -> dict[Square, int]:
    """Every square to which he can run, a sprint included, with the squares that it takes."""
    figure = state.figures[slot]
    start = figure.at
    if start is None:
        return {}
    taken = {each.at for name, each in state.figures.items() if name != slot}
    most = state.ruleset.run + figure.robustness
    costs, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        for direction in DIRECTIONS:
            to = moved(at, direction)
            if to in costs or to in taken or not _may_stand(to, slot) or costs[at] == most:
                continue
            costs[to] = costs[at] + 1
            queue.append(to)
    return costs


def _may_stand(at: Square, slot: Slot) -> bool:
    return is_in_zone(at, side_of(slot)) if slot.endswith("G") else is_on_pitch(at)


def _possible(state: State, slot: Slot) -> Iterator[Option]:
    for kind, action in _candidates(state, slot):
        order: Order = () if action is None else (action,)
        try:
            judge(state, order)
        except Refused:
            continue
        on, part, whole, modifier = _chance_of(state, slot, action)
        yield Option(
            kind,
            notation.written(order),
            on,
            None if part is None else percent(part, whole),
            modifier,
        )


def _candidates(state: State, slot: Slot) -> Iterator[tuple[str, Step | None]]:
    own = side_of(slot)
    for name in state.figures:
        if side_of(name) == own:
            yield "pass", Pass(name)
        else:
            yield "steal", Steal(name)
            yield "mark", Mark(name)
            yield from _through(state, slot, name)
    for target in _targets(state, slot):
        yield "shoot", Shoot(target, state.figures[slot].strength)
    yield "sprint", Sprint()
    yield "still", None


def _through(state: State, slot: Slot, name: str) -> Iterator[tuple[str, Step]]:
    """The dribble straight on through an opponent beside him."""
    start, foe = state.figures[slot].at, state.figures[name].at
    if start is None or foe is None or distance(start, foe) != 1:
        return
    ahead = step(start, foe)
    turns = (0, 1, -1, 2, -2)
    ways = [DIRECTIONS[(DIRECTIONS.index(ahead) + turn) % len(DIRECTIONS)] for turn in turns]
    taken = {each.at for each in state.figures.values()}
    free = [to for way in ways if is_on_pitch(to := moved(foe, way)) and to not in taken]
    if free:
        yield "dribble", Dribble(name, (foe, free[0]))


def _targets(state: State, slot: Slot) -> Iterator[Square]:
    """The nearest square of the goal at which a shot is no miss."""
    start = state.figures[slot].at
    row = GOAL_ROWS[other(side_of(slot))]
    if start is None:
        return
    for x in sorted(GOAL_COLUMNS, key=lambda x: (abs(x - start[0]), x)):
        if is_target_of(first_beyond(start, (x, row))[1], side_of(slot)):
            yield x, row
            return


def _chance_of(
    state: State, slot: Slot, action: Step | None
) -> tuple[str | None, int | None, int, int | None]:
    """Whom an action is about, its chance as a part of a whole, its modifier."""
    rules, man = state.ruleset, state.figures[slot]
    match action:
        case Pass(to):
            mate = state.figures[to]
            modifier = pass_modifier(rules, _apart(man, mate))
            both = plain(rules, man, modifier) * plain(rules, mate, modifier)
            return to, both, PAIRS, modifier
        case Shoot(target, power):
            assert man.at is not None
            number, _square = first_beyond(man.at, target)
            needed = max(rules.success_at, number - power) - man.agility - rules.medium
            return None, chance(needed), ROLLS, rules.medium
        case Steal(on) | Dribble(on, _):
            return on, wins(man.agility - state.figures[on].agility), PAIRS, None
        case Mark(on):
            return on, wins(man.strength - state.figures[on].strength), PAIRS, None
    return None, None, 1, None


def _apart(one: Figure, two: Figure) -> int:
    assert one.at is not None
    assert two.at is not None
    return distance(one.at, two.at)


class _Ahead:
    """An order played through as if every test went well and nobody reacted."""

    def __init__(self, state: State, slot: Slot) -> None:
        ball, man = state.ball, state.figures[slot]
        assert ball is not None
        assert man.at is not None
        self.state, self.slot, self.man, self.at = state, slot, man, man.at
        self.rules = state.ruleset
        self.carries = ball.holder == slot
        self.loose = None if ball.holder else ball.at
        self.carried = False
        self.spared: set[str] = set()
        """Opponents who can tackle no more this turn."""
        self.found: list[Foreseen] = []

    def tests(self, order: Order) -> list[Foreseen]:
        for each in order:
            if isinstance(each, Run):
                self._run(each.path)
            else:
                self._keep()
                self._act(each)
        self._keep()
        return self.found

    def _run(self, path: Sequence[Square], through: str = "") -> None:
        for square in path:
            carries, on_foe = self.carries, self._is_on(self.at, through)
            if carries and not on_foe:
                self._tackles(self.at)
            self.at = square
            if carries:
                self.carried = True
                if not self._is_on(square, through):
                    self._tackles(square)
            elif self.loose == square:
                self.carries, self.loose = True, None

    def _is_on(self, square: Square, name: str) -> bool:
        return bool(name) and self.state.figures[name].at == square

    def _tackles(self, square: Square) -> None:
        if self.slot.endswith("G"):
            return
        for name, foe in self._foes(square, least=1):
            if name not in self.spared:
                self.spared.add(name)
                part = wins(foe.agility - self.man.agility)
                self._opposed("tackle", name, self.slot, part)

    def _foes(self, square: Square, *, least: int) -> list[tuple[str, Figure]]:
        """The unmarked opponents next to a square, by reflexes."""
        foe_side = other(side_of(self.slot))
        names = (*self.state.order, f"{foe_side}G")
        found = []
        for name in names:
            foe = self.state.figures[name]
            if side_of(name) != foe_side or foe.marked or foe.at is None:
                continue
            if least <= distance(foe.at, square) <= 1:
                found.append((name, foe))
        return found

    def _keep(self) -> None:
        if self.carried and self.carries:
            self._plain("keep", self.slot, None, self.rules.easy)
        self.carried = False

    def _act(self, action: Step) -> None:
        match action:
            case Steal(on):
                part = wins(self.man.agility - self.state.figures[on].agility)
                self._opposed("steal", self.slot, on, part)
                self.carries = True
            case Mark(on):
                part = wins(self.man.strength - self.state.figures[on].strength)
                self._opposed("mark", self.slot, on, part)
                self.spared.add(on)
            case Dribble(through, path):
                part = wins(self.man.agility - self.state.figures[through].agility)
                self._opposed("dribble", self.slot, through, part)
                self.spared.add(through)
                self._run(path, through)
            case Pass(to):
                self._pass(to)
            case Shoot(target, power):
                self._shoot(target, power)

    def _pass(self, to: str) -> None:
        mate = self.state.figures[to].at
        assert mate is not None
        modifier = pass_modifier(self.rules, distance(self.at, mate))
        self._plain("pass", self.slot, to, modifier)
        self._intercepts(line_to(self.at, mate), at_goal=False)
        self._plain("receive", to, None, modifier)
        self.carries = False

    def _shoot(self, target: Square, power: int) -> None:
        self._plain("shoot", self.slot, None, self.rules.medium)
        at_goal = is_target_of(target, side_of(self.slot))
        number, _square = first_beyond(self.at, target)
        furthest = 12 + self.man.agility + self.rules.medium + power
        squares = line(self.at, target)
        flight = [next(squares) for _n in range(min(furthest, number - 1))]
        self._intercepts(flight, at_goal=at_goal)
        if at_goal and furthest >= number:
            keeper = f"{other(side_of(self.slot))}G"
            self._plain("save", keeper, self.slot, self.rules.hard)
        self.carries = False

    def _intercepts(self, flight: Sequence[Square], *, at_goal: bool) -> None:
        tried: set[str] = set()
        for square in flight:
            for name, _foe in self._foes(square, least=0):
                if name not in tried and not (at_goal and name.endswith("G")):
                    tried.add(name)
                    self._plain("intercept", name, None, self.rules.hard)

    def _plain(self, kind: str, figure: str, against: str | None, modifier: int) -> None:
        part = plain(self.rules, self.state.figures[figure], modifier)
        self.found.append(Foreseen(kind, figure, against, percent(part, ROLLS), modifier))

    def _opposed(self, kind: str, figure: str, against: str, part: int) -> None:
        self.found.append(Foreseen(kind, figure, against, percent(part, PAIRS), None))
