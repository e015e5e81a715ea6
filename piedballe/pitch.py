"""The pitch: squares, zones, goals, lines and directions (docs/rules/piedballe.md, Pitch). Pure.

A square is ``(x, y)``, x = 1..16 and y = 1..30; the goals' squares lie outside, on y = 0 and 31.
"""

from collections.abc import Iterator

from games.contract import SIDES, Side, other

Square = tuple[int, int]
Direction = tuple[int, int]

WIDTH, LENGTH = 16, 30
GOAL_COLUMNS = range(7, 11)
ZONE_COLUMNS = range(6, 12)
ZONE_ROWS: dict[Side, range] = {"A": range(1, 3), "B": range(29, 31)}
HALVES: dict[Side, range] = {"A": range(1, 16), "B": range(16, 31)}
GOAL_ROWS: dict[Side, int] = {"A": 0, "B": LENGTH + 1}
KEEPER_HOMES: dict[Side, Square] = {"A": (8, 1), "B": (9, 30)}
PLACES: tuple[Square, ...] = ((8, 3), (4, 8), (13, 8), (8, 13))
"""Where A's figures stand if no placing was sent; B's on the same squares turned round."""

DIRECTIONS: tuple[Direction, ...] = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)
"""Clockwise, seen with y upwards."""


def is_on_pitch(at: Square) -> bool:
    return 1 <= at[0] <= WIDTH and 1 <= at[1] <= LENGTH


def is_in_zone(at: Square, side: Side) -> bool:
    """Whether a square lies in the side's keeper zone."""
    return at[0] in ZONE_COLUMNS and at[1] in ZONE_ROWS[side]


def zone_at(at: Square) -> Side | None:
    """The side in whose keeper zone a square lies."""
    return next((side for side in SIDES if is_in_zone(at, side)), None)


def is_goal_of(at: Square, side: Side) -> bool:
    """Whether a square is one of the goal that the side defends."""
    return at[0] in GOAL_COLUMNS and at[1] == GOAL_ROWS[side]


def is_target_of(at: Square, side: Side) -> bool:
    """Whether a square is one of the goal at which the side plays."""
    return is_goal_of(at, other(side))


def turned(at: Square) -> Square:
    """The same square as the other side sees it."""
    return WIDTH + 1 - at[0], LENGTH + 1 - at[1]


def forward(side: Side) -> int:
    """The direction in which the side plays: +1 upwards."""
    return 1 if side == "A" else -1


def distance(one: Square, two: Square) -> int:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


def line(start: Square, target: Square) -> Iterator[Square]:
    """The squares number 1, 2, 3, ... of the line; number ``distance`` is the target, and it goes
    on beyond it for ever."""
    steps = distance(start, target)
    dx, dy = target[0] - start[0], target[1] - start[1]
    number = 1
    while True:
        yield start[0] + _rounded(number * dx, steps), start[1] + _rounded(number * dy, steps)
        number += 1


def line_to(start: Square, target: Square) -> list[Square]:
    """The squares of the line up to its target."""
    squares = line(start, target)
    return [next(squares) for _number in range(distance(start, target))]


def step(start: Square, end: Square) -> Direction:
    """The direction from a square to one next to it."""
    return end[0] - start[0], end[1] - start[1]


def moved(at: Square, direction: Direction, squares: int = 1) -> Square:
    return at[0] + squares * direction[0], at[1] + squares * direction[1]


def clockwise(ahead: Direction, number: int) -> Direction:
    """The direction of a ring's square: number 1 lies ahead, the others further clockwise."""
    return DIRECTIONS[(DIRECTIONS.index(ahead) + number - 1) % len(DIRECTIONS)]


def _rounded(value: int, steps: int) -> int:
    """``value / steps``, halves rounded away from zero."""
    whole = (2 * abs(value) + steps) // (2 * steps)
    return whole if value >= 0 else -whole
