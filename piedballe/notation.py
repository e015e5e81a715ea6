"""Orders as they are written in a post (docs/rules/piedballe.md, Orders). Pure.

Steps are parted by ``;`` or a new line; capitals, spaces and brackets are free. A square that is
not next to the one before stands for the line to it. Refused, with the step as place (from 1):

- ``empty``, ``too-long``: the text as a whole;
- ``word`` (word): a step that begins with no keyword;
- ``step`` (text): a step whose rest does not read;
- ``squares``: a run or dribble without a square.
"""

import re

from games.contract import Refused
from piedballe.pitch import Square, distance, line_to
from piedballe.steps import Dribble, Mark, Order, Pass, Run, Shoot, Sprint, Steal, Step

LONGEST = 1000
"""Characters that are looked at at most."""

STILL = "rien"


def order(text: str, start: Square) -> Order:
    """The steps that ``text`` says, for a figure who stands on ``start``."""
    parts = _parts(text)
    if not parts:
        raise Refused("empty")
    if len(parts) == 1 and parts[0] in _STILL:
        return ()
    steps: list[Step] = []
    at = start
    for place, part in enumerate(parts, 1):
        step = _step(part, place, at)
        at = step.path[-1] if isinstance(step, Run | Dribble) else at
        steps.append(step)
    return tuple(steps)


def squares(text: str) -> list[Square]:
    """The squares of a placing: ``8,3 4,8 13,8``."""
    parts = _parts(text)
    if not parts:
        raise Refused("empty")
    found = [_squares(part) for part in parts]
    for place, each in enumerate(found, 1):
        if each is None:
            raise Refused("step", place, {"text": shown(parts[place - 1])})
    return [square for each in found for square in each or ()]


def written(order: Order) -> str:
    """The canonical text of an order."""
    return " ; ".join(map(_written, order)) or STILL


def written_squares(path: tuple[Square, ...]) -> str:
    """Squares as they are written: ``8,3 4,8``."""
    return " ".join(f"{x},{y}" for x, y in path)


def shown(text: str) -> str:
    """Foreign words cut short, safe to show and store."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text[:40])


_STILL = frozenset({STILL, "stay"})
_KEYWORDS = {
    "c": "run",
    "course": "run",
    "r": "run",
    "run": "run",
    "passe": "pass",
    "pass": "pass",
    "tir": "shoot",
    "shoot": "shoot",
    "dribble": "dribble",
    "vol": "steal",
    "steal": "steal",
    "marque": "mark",
    "mark": "mark",
    "sprint": "sprint",
}
_FIGURE = r"(?P<figure>[ab][1-4g])"
_SQUARE = r"[0-9]{1,2},[0-9]{1,2}"
_SHAPES = {
    "run": re.compile(rf"(?P<path>{_SQUARE}(?: {_SQUARE})*)?"),
    "pass": re.compile(_FIGURE),
    "steal": re.compile(_FIGURE),
    "mark": re.compile(_FIGURE),
    "sprint": re.compile(""),
    "shoot": re.compile(rf"(?P<path>{_SQUARE}) ?(?:\+ ?(?P<power>[0-9]{{1,2}}))?"),
    "dribble": re.compile(rf"{_FIGURE}:? ?(?P<path>{_SQUARE}(?: {_SQUARE})*)?"),
}


def _parts(text: str) -> list[str]:
    """The steps' texts in one plain form: small letters, single spaces, ``x,y``."""
    if len(text) > LONGEST:
        raise Refused("too-long", None, {"most": LONGEST})
    return [plain for part in re.split(r"[;\r\n]", text) if (plain := _plain(part))]


def _plain(part: str) -> str:
    part = re.sub(r"[\[\]()\s]+", " ", part.lower()).strip()
    return re.sub(r" ?, ?", ",", part)


def _step(part: str, place: int, at: Square) -> Step:
    word, rest = _divided(part)
    kind = _KEYWORDS.get(word)
    if kind is None:
        raise Refused("word", place, {"word": shown(word or part)})
    found = _SHAPES[kind].fullmatch(rest)
    if found is None:
        raise Refused("step", place, {"text": shown(part)})
    if kind in ("run", "dribble") and not found["path"]:
        raise Refused("squares", place)
    return _read(kind, found, at)


def _divided(part: str) -> tuple[str, str]:
    """A step's keyword and the rest; the colon after the keyword may be left out."""
    found = re.match(r"([^\W\d_]+) ?:? ?", part)
    return (found[1], part[found.end() :]) if found else ("", part)


def _read(kind: str, found: re.Match[str], at: Square) -> Step:
    match kind:
        case "run":
            return Run(_path(found["path"], at))
        case "dribble":
            return Dribble(found["figure"].upper(), _path(found["path"], at))
        case "pass":
            return Pass(found["figure"].upper())
        case "steal":
            return Steal(found["figure"].upper())
        case "mark":
            return Mark(found["figure"].upper())
        case "shoot":
            return Shoot(_square(found["path"]), int(found["power"] or 0))
    return Sprint()


def _path(text: str, at: Square) -> tuple[Square, ...]:
    """The squares of a text, each far one as the line to it."""
    path: list[Square] = []
    for square in map(_square, text.split()):
        path += line_to(at, square) if distance(at, square) > 1 else [square]
        at = square
    return tuple(path)


def _square(text: str) -> Square:
    x, y = text.split(",")
    return int(x), int(y)


def _squares(part: str) -> list[Square] | None:
    if not re.fullmatch(rf"{_SQUARE}(?: {_SQUARE})*", part):
        return None
    return [_square(each) for each in part.split()]


def _written(step: Step) -> str:
    match step:
        case Run(path):
            return f"c: {written_squares(path)}"
        case Dribble(through, path):
            return f"dribble {through}: {written_squares(path)}"
        case Pass(to):
            return f"passe {to}"
        case Steal(on):
            return f"vol {on}"
        case Mark(on):
            return f"marque {on}"
        case Shoot((x, y), power):
            return f"tir {x},{y}" + (f" +{power}" if power else "")
    return "sprint"
