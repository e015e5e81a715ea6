"""The field, drawn: three drawings of one position, and the same in words.

The layout is that of the look: side A above (or left), side B below (or right), the soule alone
on the path between them. Groups that grow shrink in two steps, so that 22 fit on a square.
Lengths are SVG units; numbers are written with a point whatever the reader's language.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.contract import JSON, SIDES, Side
from soule.pages.words import SHORT, Casts, at_square, named, on_field, rules_of, square
from soule.rules import GOAL


@dataclass(frozen=True)
class Layout:
    """Where things stand in one drawing; board.js reads the same numbers from the page.

    ``first``, ``step``: the middle of the first square and the way to the next, along the field;
    ``a``, ``b``, ``path``: the middles of the bands of A, B and of the path, across it.
    ``groups``: the most players of a group, its columns and its scale, smallest group first.
    ``width``, ``height``: of one player's place; ``scale``: of a player; ``ball``: of the soule.
    """

    upright: bool
    first: int
    step: int
    a: int
    b: int
    path: int
    groups: tuple[tuple[int, int, float], ...]
    width: int
    height: int
    scale: float
    ball: float


LAYOUTS = {
    "wide": Layout(
        False, 80, 160, 97, 313, 205, ((6, 3, 1), (12, 4, 0.8), (24, 6, 0.52)), 50, 62, 1, 1
    ),
    "tall": Layout(
        True, 48, 96, 78, 282, 180, ((8, 4, 1), (15, 5, 0.72), (24, 8, 0.5)), 37, 44, 0.8, 0.82
    ),
    "mini": Layout(
        False, 40, 80, 66, 254, 160, ((9, 3, 1), (15, 3, 0.8), (25, 5, 0.6)), 25, 27, 0.66, 0.9
    ),
}


class Token(NamedTuple):
    """One player as drawn: ``level`` is his PP, 0 for every KO; ``hidden``: not on the field."""

    side: str
    n: int
    level: int
    transform: str
    hidden: bool


class Man(NamedTuple):
    """One player in the table of squares and PP."""

    n: int
    name: str
    where: str
    pp: int
    level: int


class Squad(NamedTuple):
    """A side in the table of squares and PP."""

    side: str
    team: str
    men: tuple[Man, ...]


@dataclass(frozen=True)
class Drawing:
    """One drawing of a position: what ``_field.html`` needs."""

    key: str
    layout: str
    label: str
    squares: tuple[str, ...]
    tokens: tuple[Token, ...]
    marks: tuple[int, ...]
    soule: str


def situation(view: JSON, cast: Casts) -> dict[str, Any]:
    """The context of ``board.html``, ``replay.html`` and ``players.html``.

    Drawings ``wide``, ``tall`` and ``mini``; ``twin``, the same field in words, a sentence for
    each square that is not empty; ``squads`` (:class:`Squad`), ``cast`` and ``pp_marks``.
    """
    label = described(view, cast)
    drawings = {key: drawing(key, view, cast, label) for key in LAYOUTS}
    squads = [_squad(view, on_field(view, cast), side) for side in SIDES]
    marks = marks_of(view)
    return {**drawings, "twin": twin(view, cast), "squads": squads, "cast": cast, "pp_marks": marks}


def drawing(key: str, view: JSON, cast: Casts, label: str, everybody: bool = False) -> Drawing:
    """One drawing (``wide``, ``tall`` or ``mini``) of a position; ``label`` says it in words.

    ``everybody``: those who stand nowhere yet are drawn too, hidden, for a script to place.
    """
    layout = LAYOUTS[key]
    ends = {at: square(at, cast) for at in (-GOAL, GOAL)} if key == "wide" else {}
    return Drawing(
        key=key,
        layout=json.dumps(asdict(layout)),
        label=label,
        squares=tuple(ends.get(at, str(short)) for at, short in SHORT.items()),
        tokens=tuple(_tokens(layout, view, everybody)),
        marks=_mark_places(len(marks_of(view))),
        soule=_soule(layout, view["soule"]),
    )


def described(view: JSON, cast: Casts) -> str:
    """The field in a sentence or two: where the soule is, and who is KO."""
    fallen = [f"{cast[side].team} {man['n']}" for side in SIDES for man in _fallen(view, side)]
    said = _("The field. The soule is %(where)s.") % {"where": at_square(view["soule"], cast)}
    if not fallen:
        return said
    names = _("KO: %(names)s.") % {"names": ", ".join(fallen)}
    return f"{said} {names}"


def twin(view: JSON, cast: Casts) -> list[str]:
    """The field in words: "1L: Valcombe no. 3 (4 PP), no. 7 KO; the soule is here"."""
    colon, semicolon = _(": "), _("; ")
    return [
        f"{square(at, cast)}{colon}{semicolon.join(parts)}"
        for at in SHORT
        if (parts := list(_standing(at, view, cast)))
    ]


def marks_of(view: JSON) -> range:
    """The PP marks of a player: from 1 to the PP with which this match starts."""
    return range(1, rules_of(view).pp + 1)


def level(pp: int) -> int:
    """PP as shown by marks: a KO has none, however badly he is hurt."""
    return max(pp, 0)


def number(value: float) -> str:
    """A number for SVG: a point, and no more digits than it needs."""
    return f"{round(value, 3):g}"


def _squad(view: JSON, cast: Casts, side: Side) -> Squad:
    men = (
        Man(
            n=man["n"],
            name=named(cast[side], man["n"]),
            where="" if man["at"] is None else square(man["at"], cast),
            pp=man["pp"],
            level=level(man["pp"]),
        )
        for man in view["players"][side]
    )
    return Squad(side.lower(), cast[side].team, tuple(men))


def _tokens(layout: Layout, view: JSON, everybody: bool) -> Iterator[Token]:
    for side in SIDES:
        groups: dict[int, list[int]] = {}
        for man in view["players"][side]:
            groups.setdefault(man["at"], []).append(man["n"])
        for man in view["players"][side]:
            at, n, shown = man["at"], man["n"], level(man["pp"])
            if at is not None:
                transform = _place(layout, side, at, groups[at].index(n), len(groups[at]))
                yield Token(side.lower(), n, shown, transform, False)
            elif everybody:
                yield Token(side.lower(), n, shown, _place(layout, side, 0, 0, 1), True)


def _place(layout: Layout, side: Side, at: int, index: int, count: int) -> str:
    """The transform of the ``index``-th of ``count`` players of a side who share a square."""
    columns, shrink = next(
        (columns, shrink)
        for most, columns, shrink in layout.groups
        if count <= most or most == layout.groups[-1][0]
    )
    row, column = divmod(index, columns)
    in_row = min(columns, count - row * columns)
    rows = -(-count // columns)
    along = layout.first + (at + GOAL) * layout.step
    across = layout.a if side == "A" else layout.b
    x: float
    y: float
    x, y = (across, along) if layout.upright else (along, across)
    x += (column - (in_row - 1) / 2) * layout.width * shrink
    y += (row - (rows - 1) / 2) * layout.height * shrink
    return f"translate({number(x)} {number(y)}) scale({number(shrink * layout.scale)})"


def _soule(layout: Layout, at: int) -> str:
    along = layout.first + (at + GOAL) * layout.step
    # Upright, the name of the square stands on the path: the soule leaves it room.
    x, y = (layout.path, along + 6) if layout.upright else (along, layout.path)
    return f"translate({x} {y}) scale({number(layout.ball)})"


def _mark_places(count: int) -> tuple[int, ...]:
    """The left edges of ``count`` marks, 7 wide and 9 apart, in the middle of a player."""
    return tuple(9 * i - (9 * count - 1) // 2 for i in range(count))


def _fallen(view: JSON, side: Side) -> list[JSON]:
    return [man for man in view["players"][side] if man["pp"] <= 0]


def _standing(at: int, view: JSON, cast: Casts) -> Iterator[str]:
    for side in SIDES:
        men = [man for man in view["players"][side] if man["at"] == at]
        if men:
            yield f"{cast[side].team} " + ", ".join(_condition(man) for man in men)
    if view["soule"] == at:
        yield _("the soule is here")


def _condition(man: JSON) -> str:
    if man["pp"] <= 0:
        return _("no. %(n)s KO") % {"n": man["n"]}
    return _("no. %(n)s (%(pp)s PP)") % {"n": man["n"], "pp": man["pp"]}
