"""What the ball does by itself: ring, scatter, rest, out, interceptions (docs/rules/piedballe.md).

Pure. The functions change the field and tell what happened.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from games.contract import other
from piedballe.field import Field, Man, foes
from piedballe.pitch import (
    LENGTH,
    WIDTH,
    Direction,
    Square,
    clockwise,
    distance,
    is_on_pitch,
    moved,
)
from piedballe.state import Turn


def ring(field: Field, man: Man, ahead: Direction) -> None:
    """The ball comes to one of the eight squares around him."""
    field.holder = None
    dice = field.dice("ring", 2)
    number = _number(dice)
    field.tell("ring", dice, list(man.at), number)
    roll(field, man.at, clockwise(ahead, number), 1)


def scatter(field: Field, man: Man, ahead: Direction) -> None:
    """The ball rolls one to six squares away from him."""
    field.holder = None
    dice = field.dice("scatter", 3)
    number, squares = _number(dice), dice[2]
    field.tell("scatter", dice, list(man.at), number, squares)
    roll(field, man.at, clockwise(ahead, number), squares)


def roll(field: Field, start: Square, direction: Direction, squares: int) -> None:
    """The ball goes so many squares in a direction, and rests there."""
    fly(field, start, (moved(start, direction, n) for n in count(1)), squares)


def fly(field: Field, start: Square, way: Iterable[Square], squares: int) -> None:
    """The ball goes along a way for so many squares and rests there, or is out where the way
    leaves the pitch. It never rests on a marked figure: it goes on to the next square without."""
    field.loose(start)
    for number, square in enumerate(way, 1):
        if not is_on_pitch(square):
            out(field, field.ball)
            return
        field.ball = square
        there = field.at(square)
        if number >= squares and not (there and there.marked):
            rest(field, there)
            return


def rest(field: Field, there: Man | None) -> None:
    """The ball lies where it is; a figure there has it at once."""
    if there is None:
        field.tell("rest", list(field.ball))
    else:
        field.tell("take", there.name, list(field.ball))
        field.give(there)


def out(field: Field, at: Square) -> None:
    """The ball is out at a square: somebody of the other side throws it in."""
    side = other(field.last)
    thrower = min(
        (field.man(name) for name in field.order if field.man(name).side == side),
        key=lambda man: (man.marked, distance(man.at, at), field.order.index(man.name)),
    )
    thrower.marked = False
    thrower.at = _nearest_free(field, at, thrower)
    field.tell("out", list(at), side, thrower.name, list(thrower.at))
    field.give(thrower)
    field.pending = Turn(thrower.name, "throwin")


def intercepted(field: Field, man: Man, flight: Sequence[Square], *, at_goal: bool) -> bool:
    """Whether an opponent takes the ball out of its flight; each tries once, square by square."""
    tried: set[str] = set()
    for square in flight:
        for foe in field.beside(square, foes(man)):
            if foe.name in tried or (at_goal and foe.keeps):
                continue
            tried.add(foe.name)
            dice, total, made = field.test("intercept", foe, field.rules.hard)
            field.tell("intercept", foe.name, dice, total, made)
            if made:
                field.give(foe)
                field.pending = Turn(foe.name, "bonus")
                return True
    return False


def _number(dice: Sequence[int]) -> int:
    """The number of a ring's square: 2 to 8 as rolled, 9 to 12 are 1 to 4."""
    return (dice[0] + dice[1] - 1) % 8 + 1


def _nearest_free(field: Field, at: Square, man: Man) -> Square:
    """The nearest square without another figure: then smaller x, then smaller y."""
    taken = {each.at for each in field.men.values() if each is not man}
    free = (square for square in _squares() if square not in taken)
    return min(free, key=lambda square: (distance(square, at), square))


def _squares() -> Iterator[Square]:
    return ((x, y) for x in range(1, WIDTH + 1) for y in range(1, LENGTH + 1))
