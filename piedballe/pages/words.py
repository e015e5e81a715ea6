"""How squares, figures and orders are called in sentences (rules/piedballe.md, Terms).

A figure is its side and number, ``A3``, or ``AG``, the keeper; a square is a pair ``(x, y)``.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from games.contract import JSON, Cast, Side

Casts = Mapping[Side, Cast]
Square = Sequence[int]

KEEPER = "G"
"""What stands in a keeper's name for his number."""


def square(at: Square) -> str:
    """A square as one types it: "8,5"."""
    return f"{at[0]},{at[1]}"


def side(figure: str) -> Side:
    """The side of a figure."""
    return "A" if figure[0] == "A" else "B"


def is_keeper(figure: str) -> bool:
    """Whether the figure is a keeper."""
    return figure[1:] == KEEPER


def person(figure: str, cast: Casts) -> str:
    """The name that the line-up gives the figure, or ""."""
    if is_keeper(figure):
        return " ".join(cast[side(figure)].keeper.split())
    names, number = cast[side(figure)].players, figure[1:]
    place = int(number) if number.isdigit() else 0
    return " ".join(names[place - 1].split()) if 0 < place <= len(names) else ""


def called(figure: str, cast: Casts) -> str:
    """The figure in a sentence: "Aubin (A3)", "A3", "AG (keeper)"."""
    name = person(figure, cast)
    if name:
        return f"{name} ({figure})"
    return _("%(figure)s (keeper)") % {"figure": figure} if is_keeper(figure) else figure


def described(figure: str, cast: Casts) -> str:
    """The figure by what he is: his name, "No. 3" or "keeper"; for lists that tell the side."""
    name = person(figure, cast)
    if is_keeper(figure):
        return f"{name}, {_('keeper')}" if name else _("keeper")
    return name or _("No. %(n)s") % {"n": figure[1:]}


def score(view: JSON) -> str:
    """The score, A's first: "2 – 1"."""
    return scored(view["score"])


def scored(points: Mapping[str, int]) -> str:
    """A score as one reads it: "2 – 1"."""
    return f"{points['A']} – {points['B']}"


def written(order: JSON) -> str:
    """An order's text from its steps (rules/piedballe.md, Orders): "c: 8,5 9,6 ; passe A3"."""
    return " ; ".join(map(_step, order)) if order else "rien"


def squares(text: Sequence[Square]) -> str:
    """Squares in a row: "8,5 9,6"."""
    return " ".join(map(square, text))


def line(start: Square, end: Square) -> Iterator[tuple[int, int]]:
    """The squares after ``start`` up to ``end`` (rules/piedballe.md, Line)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    steps = max(abs(dx), abs(dy))
    for i in range(1, steps + 1):
        yield start[0] + _rounded(i * dx, steps), start[1] + _rounded(i * dy, steps)


def _rounded(part: int, whole: int) -> int:
    """``part / whole``, halves away from zero."""
    size = (2 * abs(part) + whole) // (2 * whole)
    return size if part >= 0 else -size


def _step(step: JSON) -> str:
    match step:
        case {"run": path}:
            return f"c: {squares(path)}"
        case {"dribble": {"through": foe, "path": path}}:
            return f"dribble {foe}: {squares(path)}"
        case {"shoot": target, "power": power}:
            return f"tir {square(target)}" + (f" +{power}" if power else "")
        case {"pass": mate}:
            return f"passe {mate}"
        case {"steal": foe}:
            return f"vol {foe}"
        case {"mark": foe}:
            return f"marque {foe}"
    return "sprint"
