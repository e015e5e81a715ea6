"""A bowler for boules who is no fool: satisfies ``games.contract.Bot``. Pure.

He knows what everybody knows, the rings. He throws where a boule is worth the most on the average
of the squares on which the jack may be, and shoots where the boule that he would take away is
worth more than the one that he would add.
"""

from collections.abc import Iterable
from typing import NamedTuple

from boules import notation, rings
from boules.rules import SQUARES, TOUCHING, Square, squared, worth
from games.contract import JSON, Draw, Slot, side_of

SAMPLE = 40
"""So many squares stand for all on which the jack may be: a bot need not be exact."""
BEST = 3
"""He throws at one of his so many best squares."""
REACH = 2 * 20 * 20
"""The squared length of the ground's diagonal: where points are equal, nearer is better."""


class _Aim(NamedTuple):
    value: float
    at: Square


def order(view: JSON, slot: Slot, draw: Draw) -> str:
    """The slot's throw, always legal, from what ``engine.show`` shows of the match."""
    jacks = _sample(sorted(rings.possible(view)))
    lying = {Square(*boule["at"]): boule["side"] for boule in view["ground"]}
    points = sorted(
        (_Aim(_value(at, jacks), at) for at in SQUARES if at not in lying), reverse=True
    )
    shots = [_Aim(_worth(at, jacks), at) for at, side in lying.items() if side != side_of(slot)]
    shot = max(shots, default=None)
    if shot is not None and shot.value > max(points[0].value, TOUCHING / 2):
        return notation.written(shot.at)
    return notation.written(points[draw("aim", BEST)].at)


def _sample(squares: list[Square]) -> list[Square]:
    return squares[:: max(1, len(squares) // SAMPLE)]


def _worth(at: Square, jacks: Iterable[Square]) -> float:
    """The points that a boule there has, on the average; on the jack itself it would be lost."""
    worths = [0 if at == jack else worth(at, jack) for jack in jacks]
    return sum(worths) / len(worths)


def _value(at: Square, jacks: list[Square]) -> float:
    far = sum(squared(at, jack) for jack in jacks) / len(jacks)
    return _worth(at, jacks) + 1 - far / REACH
