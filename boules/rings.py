"""The rings: where the jack may still be, by what everybody has heard. Pure.

Computed from what ``engine.show`` lets out and from nothing else (docs/rules/boules.md, Secrecy).
"""

from boules.rules import SQUARES, Square, announced
from games.contract import JSON


def possible(view: JSON) -> frozenset[Square]:
    """The squares on which the jack may lie: those that agree with each distance announced since
    it last moved, without those that held a boule when it did."""
    heard = [(Square(*each["at"]), each["announced"]) for each in view["heard"]]
    taken = {Square(*at) for at in view["taken"]}
    return frozenset(
        square
        for square in SQUARES
        if square not in taken
        and all(at != square and announced(at, square) == told for at, told in heard)
    )
