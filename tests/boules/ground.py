"""Drawn positions of boules: a few rows of the ground, the jack among them.

``A`` and ``B`` are boules, ``*`` the jack, ``.`` a free square; the first sign is square [1,1].
"""

from boules.rules import Ruleset, Square, announced
from boules.state import Boule, Heard, Jack, State
from games.contract import Side


def drawn(
    picture: str, hand: Side, *, left: tuple[int, int] = (2, 2), rules: Ruleset | None = None
) -> State:
    """The position of a picture, with so many boules left on each side (one bowler)."""
    signs = {
        Square(x, y): sign
        for y, row in enumerate(picture.split(), 1)
        for x, sign in enumerate(row, 1)
    }
    jack = next(square for square, sign in signs.items() if sign == "*")
    boules = [
        Boule("A" if sign == "A" else "B", 1, square, announced(square, jack))
        for square, sign in signs.items()
        if sign in "AB"
    ]
    return State(
        ruleset=rules or Ruleset(),
        hand=hand,
        left=((left[0],), (left[1],)),
        jacks=(Jack(jack, 0),),
        ground=tuple(boules),
        heard=tuple(Heard(boule.at, boule.announced or 0) for boule in boules),
        throws=len(boules),
    )
