"""An order while it is being written: its steps as far as they read, and what comes of adding one.

Loose on purpose, for filling controls: what an order says is judged by ``engine.read``.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from piedballe.notation import LONGEST
from piedballe.pages.words import Square, line, square

BACK, CLEAR = "back", "clear"
"""What a button adds to take a step back, and to begin anew."""
MISSING = "·"
"""What stands in a placing for a square that is not chosen yet; it is no sign of the rules."""
ACTIONS = ("sprint", "pass", "shoot", "dribble", "steal", "mark")

_WORDS = (
    ("run", ("c", "course", "r", "run")),
    ("pass", ("passe", "pass")),
    ("shoot", ("tir", "shoot")),
    ("dribble", ("dribble",)),
    ("steal", ("vol", "steal")),
    ("mark", ("marque", "mark")),
    ("sprint", ("sprint",)),
    ("still", ("rien", "stay")),
)
_KINDS = {word: kind for kind, words in _WORDS for word in words}
_SQUARE = re.compile(r"(?<![0-9])([0-9]{1,2})\s*,\s*([0-9]{1,2})(?![0-9])")
_POWER = re.compile(r"\s*\+\s*\d*\s*$")


LONGEST_WAY = 99
"""No more squares of a way are drawn: whatever is typed, a page stays a page."""


class Way(NamedTuple):
    """What a text comes to: every square he goes over, his own first, and the actions' kinds."""

    squares: tuple[tuple[int, int], ...]
    actions: tuple[str, ...]

    @property
    def end(self) -> tuple[int, int]:
        """Where he stands then."""
        return self.squares[-1]

    @property
    def length(self) -> int:
        """The squares he ran."""
        return len(self.squares) - 1


def steps_in(text: str) -> list[str]:
    """The steps of a text, as they were written."""
    return [step.strip() for step in re.split(r"[;\n]", text) if step.strip()]


def kind_of(step: str) -> str:
    """What kind of step this is, or ""."""
    word = re.match(r"[a-z]*", step.strip().lower())
    return _KINDS.get(word[0], "") if word else ""


def squares_in(text: str) -> list[tuple[int, int]]:
    """The squares that a text names."""
    return [(int(x), int(y)) for x, y in _SQUARE.findall(text)]


def way(text: str, start: Square) -> Way:
    """The way of a figure who stands on ``start``, if all goes well."""
    found: list[tuple[int, int]] = [(start[0], start[1])]
    actions = []
    for step in steps_in(text[:LONGEST]):
        kind = kind_of(step)
        if kind in ACTIONS:
            actions.append(kind)
        if kind in ("run", "dribble"):
            for at in squares_in(step):
                found += line(found[-1], at)
    return Way(tuple(found[:LONGEST_WAY]), tuple(actions))


def joined(text: str, piece: str) -> str:
    """The order's text with a piece more: a step, squares to go on to, a power; or one less."""
    steps = steps_in(text)
    if steps and kind_of(steps[-1]) == "still":
        steps = []
    if piece == CLEAR:
        return ""
    if piece == BACK:
        steps = _shortened(steps)
    elif piece.startswith("+"):
        steps = _strengthened(steps, piece)
    elif kind_of(piece) == "run" and steps and kind_of(steps[-1]) in ("run", "dribble"):
        steps[-1] += " " + " ".join(map(square, squares_in(piece)))
    else:
        steps.append(piece)
    return " ; ".join(steps)


def _shortened(steps: Sequence[str]) -> list[str]:
    """Without the last square of a run, or the last step."""
    if not steps:
        return []
    *before, last = steps
    found = squares_in(last)
    if kind_of(last) in ("run", "dribble") and len(found) > 1:
        head = last[: _SQUARE.search(last).start()].rstrip()  # type: ignore[union-attr]
        return [*before, f"{head} {' '.join(map(square, found[:-1]))}"]
    return before


def _strengthened(steps: Sequence[str], power: str) -> list[str]:
    """With this power in the shot."""
    return [
        _POWER.sub("", step) + (f" {power}" if power != "+0" else "")
        if kind_of(step) == "shoot"
        else step
        for step in steps
    ]
