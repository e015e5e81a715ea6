"""The ruleset of a match of boules, and its ground (docs/rules/boules.md).

Pure: typed, validated once when the match is announced, then trusted.
"""

from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from games.contract import JSON, Refused

SIZE = 20
"""The ground has this many columns (x) and rows (y), counted from 1. boules.md, Setup."""
TIME_OUTS = 4
"""So many time-outs in a row suspend a match in which they pass the hand. boules.md, Time limit."""
TOUCHING, NEAR = 20, 5
"""Points of a boule that touches the jack, and of one within NEAR_REACH of it. boules.md, Score."""
NEAR_REACH = 5
STEP = 5
"""Distances are announced in whole steps. boules.md, A throw."""

OnTimeout = Literal["pass", "lose_boule", "referee"]


class Square(NamedTuple):
    """A square of the ground: column and row, 1..20."""

    x: int
    y: int


SQUARES = tuple(Square(x, y) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1))
"""Every square, in the order in which the jack is drawn: ``(y - 1) * 20 + (x - 1)``."""


@dataclass(frozen=True)
class Ruleset:
    """What a match may change."""

    bowlers: int = 1
    on_timeout: OnTimeout = "pass"
    needs_winner: bool = False

    @property
    def boules(self) -> int:
        """Boules of each bowler: three, but two where three bowl on a side. boules.md, Setup."""
        return 2 if self.bowlers == 3 else 3


def ruleset(data: JSON) -> Ruleset:
    """The ruleset that ``data`` (only what differs from the defaults) says.

    Refused: ``ruleset`` (no object), ``ruleset-key`` (unknown key), ``preset`` (unknown set),
    ``ruleset-value`` (wrong type or out of range).
    """
    if not isinstance(data, dict):
        raise Refused("ruleset")
    for key, value in data.items():
        _check(key, value)
    return Ruleset(**data)


def written(rules: Ruleset) -> dict[str, JSON]:
    """Every value written out, as a match stores it: ``ruleset(written(r)) == r``."""
    return asdict(rules)


def squared(one: Square, other: Square) -> int:
    """The distance between two squares, squared: distances are compared without roots."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def announced(square: Square, jack: Square) -> int:
    """The distance rounded up to a whole step: 5 for 0 < d <= 5, 10 for 5 < d <= 10, ..."""
    exact, told = squared(square, jack), STEP
    while told * told < exact:
        told += STEP
    return told


def worth(square: Square, jack: Square) -> int:
    """The points of a boule on ``square``: 20 touching the jack, 5 within 5 of it, else 0."""
    if max(abs(square.x - jack.x), abs(square.y - jack.y)) == 1:
        return TOUCHING
    return NEAR if squared(square, jack) <= NEAR_REACH**2 else 0


_CHOICES: dict[str, tuple[JSON, ...]] = {
    "bowlers": (1, 2, 3),
    "on_timeout": ("pass", "lose_boule", "referee"),
    "needs_winner": (False, True),
}


def _check(key: str, value: JSON) -> None:
    if key == "preset":
        raise Refused("preset", None, {"key": key})
    if key not in _CHOICES:
        raise Refused("ruleset-key", None, {"key": str(key)[:40]})
    # True is no 1 and 1.0 no 1: the type must be the choice's own.
    if not any(value == choice and type(value) is type(choice) for choice in _CHOICES[key]):
        raise Refused("ruleset-value", None, {"key": key})
