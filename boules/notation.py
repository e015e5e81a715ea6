"""What bowlers write, read without guessing (docs/rules/boules.md, A throw).

Pure. ``[8,5]``, ``8,5``, ``(8, 5)``, ``8 5``, ``8;5``, with any spaces. Refused:

- ``empty``: nothing written;
- ``unreadable`` (place, sign): the first sign that belongs to no square, counted from 1;
- ``no-square``: the signs could be a square's, but do not make one;
- ``off-ground`` (x, y): a square outside the ground.
"""

import re

from boules.rules import SIZE, Square
from games.contract import Refused

LONGEST = 200
"""Characters that are looked at at most."""


def square(text: str) -> Square:
    """The square that ``text`` names."""
    text = _plain(text)
    if not text.strip():
        raise Refused("empty")
    found = _SQUARE.fullmatch(text.strip())
    if found is None:
        raise _unreadable(text)
    x, y = (int(number) for number in found.group("x", "y"))
    if not (1 <= x <= SIZE and 1 <= y <= SIZE):
        raise Refused("off-ground", None, {"x": x, "y": y})
    return Square(x, y)


def written(at: Square) -> str:
    """The canonical text of a square: ``[8,5]``."""
    return f"[{at.x},{at.y}]"


_SQUARE = re.compile(
    r"(?:(?P<square>\[)|(?P<round>\())?\s*"
    r"(?P<x>[0-9]{1,4})(?:\s*[,;]\s*|\s+)(?P<y>[0-9]{1,4})\s*"
    r"(?(square)\])(?(round)\))"
)
_SIGNS = frozenset("[]() ,;0123456789")
# Full-width forms only: a superscript or a circled digit is not read, for nobody types one.
_WIDE = {chr(wide): chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}


def _plain(text: str) -> str:
    """Wide forms and blanks of every kind as the plain ones, sign for sign."""
    return "".join(map(_sign, text[:LONGEST])) + ("…" if len(text) > LONGEST else "")


def _sign(sign: str) -> str:
    return " " if sign.isspace() else _WIDE.get(sign, sign)


def _unreadable(text: str) -> Refused:
    for place, sign in enumerate(text, 1):
        if sign not in _SIGNS:
            shown = sign if sign.isprintable() else "\ufffd"
            return Refused("unreadable", place, {"sign": shown})
    return Refused("no-square")
