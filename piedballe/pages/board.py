"""The pitch, drawn: three drawings of one position, and the same in words.

Side A plays upwards on the upright drawing, to the right on the others. Lengths are SVG units;
board.js reads the same numbers from the page (``data-layout``).
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.contract import JSON, SIDES, Side
from piedballe.pages.words import (
    KEEPER,
    Casts,
    Square,
    called,
    described,
    is_keeper,
    side,
    square,
)

COLUMNS, ROWS = 16, 30
GOAL = range(7, 11)
ZONE = range(6, 12)
DEPTH = 2
"""The pitch, its goals and keeper zones (rules/piedballe.md, Pitch)."""
BAND = 3
"""So many rows are mown alike."""
HELD = 0.34
"""A ball that is carried is drawn so much of a square beside the middle of its carrier's."""


class Box(NamedTuple):
    """A rectangle in SVG units."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Layout:
    """Where squares lie in one drawing.

    ``unit``: a square's length; ``left``: what stands left of the pitch; ``below``: under it;
    ``scale``: of a figure, which is 40 wide before it; ``ball``: of the ball, 44 wide.
    """

    upright: bool
    unit: int
    left: int
    below: int
    scale: float
    ball: float

    def box(self, xs: range, ys: range) -> Box:
        """The rectangle of these columns and rows."""
        u = self.unit
        if self.upright:
            x, y = self.left + (xs.start - 1) * u, (ROWS + 2 - ys.stop) * u
            return Box(x, y, len(xs) * u, len(ys) * u)
        return Box(ys.start * u, (xs.start - 1) * u, len(ys) * u, len(xs) * u)

    def point(self, at: Square) -> tuple[float, float]:
        """The middle of a square."""
        u, (x, y) = self.unit, at
        if self.upright:
            return self.left + (x - 0.5) * u, (ROWS + 1.5 - y) * u
        return (y + 0.5) * u, (x - 0.5) * u


LAYOUTS = {
    "wide": Layout(False, 36, 0, 28, 0.86, 0.42),
    "tall": Layout(True, 22, 22, 0, 0.54, 0.27),
    "desk": Layout(True, 22, 22, 0, 0.54, 0.27),
    "scene": Layout(False, 36, 0, 0, 0.86, 0.42),
    "mini": Layout(False, 18, 0, 0, 0.56, 0.44),
}
"""``wide`` and ``tall`` for the match page, ``desk`` for the order's, ``scene`` (a part of the
pitch) for reports, ``mini`` for cards."""


class Line(NamedTuple):
    """A line of the ground: its class and path."""

    look: str
    d: str


class Label(NamedTuple):
    """A number beside the pitch, of a column (x) or a row (y)."""

    x: float
    y: float
    text: int
    axis: str


@dataclass(frozen=True)
class Ground:
    """What lies still: mown bands, goals by side, lines, numbers."""

    bands: tuple[Box, ...]
    goals: tuple[tuple[str, Box], ...]
    zones: tuple[Box, ...]
    grid: str
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]


class Token(NamedTuple):
    """One figure as drawn. ``look`` holds its classes; ``hidden``: not on the pitch yet."""

    id: str
    side: str
    shown: str
    keeper: bool
    look: str
    transform: str
    hidden: bool


@dataclass(frozen=True)
class Drawing:
    """One drawing of a position: what ``_pitch.html`` needs."""

    key: str
    layout: str
    label: str
    view_box: str
    ground: Ground
    tokens: tuple[Token, ...]
    ball: str
    trail: str
    flight: str


class Man(NamedTuple):
    """One figure in the table of squares and attributes."""

    id: str
    shown: str
    name: str
    where: str
    agility: int
    strength: int
    robustness: int
    state: str


class Squad(NamedTuple):
    """A side in the table."""

    side: str
    team: str
    men: tuple[Man, ...]


class Moves(NamedTuple):
    """What moved: the ways of figures and of the ball, each a list of squares."""

    runs: Sequence[Sequence[Square]] = ()
    flights: Sequence[Sequence[Square]] = ()

    @property
    def squares(self) -> Iterator[Square]:
        """Every square that something moved over."""
        for way in (*self.runs, *self.flights):
            yield from way


def situation(view: JSON, cast: Casts) -> dict[str, Any]:
    """The context of ``board.html``, ``replay.html`` and ``players.html``.

    Drawings ``wide``, ``tall`` and ``mini``; ``twin``, the pitch in words; ``squads``
    (:class:`Squad`), ``sequence`` (the order of initiative) and ``cast``.
    """
    label = said(view, cast)
    return {
        **{key: drawing(key, view, label) for key in ("wide", "tall", "mini")},
        "twin": twin(view, cast),
        "squads": [_squad(view, cast, each) for each in SIDES],
        "sequence": [(each, side(each).lower(), each == acting(view)) for each in view["order"]],
        "cast": cast,
    }


def drawing(
    key: str, view: JSON, label: str, moves: Moves | None = None, part: bool = False
) -> Drawing:
    """One drawing of a position; ``label`` says it in words.

    ``moves`` are drawn as trails; ``part`` shows only the part of the pitch where they happened.
    """
    layout, moves = LAYOUTS[key], moves or Moves()
    return Drawing(
        key=key,
        layout=json.dumps(asdict(layout)),
        label=label,
        view_box=_part(layout, view, moves) if part else _whole(layout),
        ground=ground(key),
        tokens=tuple(_tokens(layout, view)),
        ball=_ball(layout, view["ball"]),
        trail=_ways(layout, moves.runs),
        flight=_ways(layout, moves.flights),
    )


def said(view: JSON, cast: Casts) -> str:
    """The pitch in a sentence: where the ball is, and who has it."""
    ball = view["ball"]
    if ball is None:
        return _("The pitch, before the placing.")
    facts = {"where": square(ball["at"])}
    if ball["holder"] is None:
        return _("The pitch. The ball lies loose at %(where)s.") % facts
    facts["who"] = called(ball["holder"], cast)
    return _("The pitch. %(who)s has the ball at %(where)s.") % facts


def twin(view: JSON, cast: Casts) -> list[str]:
    """The pitch in words: "Valcombe: A1 Aubin 8,3; A2 Colin 4,8, marked"."""
    if view["ball"] is None:
        return [said(view, cast)]
    colon, semicolon = _(": "), _("; ")
    sides = (
        f"{cast[each].team}{colon}{semicolon.join(_standing(view, cast, each))}" for each in SIDES
    )
    return [*sides, said(view, cast)]


def acting(view: JSON) -> str | None:
    """The figure whose turn it is, or nobody."""
    turn = view.get("turn")
    return turn["figure"] if turn else None


@cache
def ground(key: str) -> Ground:
    """What lies still on a drawing."""
    layout = LAYOUTS[key]
    bands = (range(low, low + BAND) for low in range(1, ROWS + 1, BAND))
    ends = (("a", 0, range(1, 1 + DEPTH)), ("b", ROWS + 1, range(ROWS + 1 - DEPTH, ROWS + 1)))
    return Ground(
        bands=tuple(layout.box(range(1, COLUMNS + 1), rows) for rows in bands),
        goals=tuple((each, layout.box(GOAL, range(at, at + 1))) for each, at, _rows in ends),
        zones=tuple(layout.box(ZONE, rows) for _each, _at, rows in ends),
        grid=_grid(layout),
        lines=tuple(_lines(layout)),
        labels=tuple(_labels(layout)) if layout.left or layout.below else (),
    )


def number(value: float) -> str:
    """A number for SVG: a point, and no more digits than it needs."""
    return f"{round(value, 3):g}"


def _squad(view: JSON, cast: Casts, which: Side) -> Squad:
    men = (_man(view, cast, each) for each in view["figures"] if side(each) == which)
    return Squad(which.lower(), cast[which].team, tuple(men))


def _man(view: JSON, cast: Casts, figure: str) -> Man:
    man = view["figures"][figure]
    return Man(
        id=figure,
        shown=figure[1:],
        name=described(figure, cast),
        where="" if man["at"] is None else square(man["at"]),
        agility=man["agility"],
        strength=man["strength"],
        robustness=man["robustness"],
        state=_state(view, figure),
    )


def _state(view: JSON, figure: str) -> str:
    """What there is to know of a figure in a word or two, or ""."""
    man, ball = view["figures"][figure], view["ball"]
    if figure == acting(view):
        return _("to play")
    if ball and figure == ball["holder"]:
        return _("has the ball")
    if man["marked"]:
        return _("marked")
    return _("has played") if man["played"] and not is_keeper(figure) else ""


def _standing(view: JSON, cast: Casts, which: Side) -> Iterator[str]:
    for figure, man in view["figures"].items():
        if side(figure) == which:
            words = [f"{figure} {described(figure, cast)} {square(man['at'])}"]
            words += [_("marked")] if man["marked"] else []
            yield ", ".join(words)


def _tokens(layout: Layout, view: JSON) -> Iterator[Token]:
    for figure, man in view["figures"].items():
        x, y = layout.point(man["at"] or (COLUMNS // 2, ROWS // 2))
        look = " held" * man["marked"] + " act" * (figure == acting(view))
        yield Token(
            id=figure,
            side=figure[0].lower(),
            shown=figure[1:],
            keeper=figure[1:] == KEEPER,
            look=look.strip(),
            transform=f"translate({number(x)} {number(y)}) scale({number(layout.scale)})",
            hidden=man["at"] is None,
        )


def _ball(layout: Layout, ball: JSON) -> str:
    """The transform of the ball; "" before the placing."""
    if ball is None:
        return ""
    x, y = layout.point(ball["at"])
    if ball["holder"] is not None:
        x, y = x + HELD * layout.unit, y + HELD * layout.unit
    return f"translate({number(x)} {number(y)}) scale({number(layout.ball)})"


def _ways(layout: Layout, ways: Iterable[Sequence[Square]]) -> str:
    """The path of some ways, through the middles of their squares."""
    return "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(layout.point, way))
        for way in ways
        if len(way) > 1
    )


def _whole(layout: Layout) -> str:
    across, along = COLUMNS * layout.unit, (ROWS + 2) * layout.unit
    width, height = (across, along) if layout.upright else (along, across)
    return f"0 0 {width + layout.left} {height + layout.below}"


SEEN = (16, 9)
"""The least that a part shows: rows along the pitch, and columns."""


def _part(layout: Layout, view: JSON, moves: Moves) -> str:
    """The view box of the part where something happened, two squares of it around."""
    seen = [*moves.squares, *([view["ball"]["at"]] if view["ball"] else [])]
    seen += [man["at"] for each, man in view["figures"].items() if each == acting(view)]
    ys = _span([at[1] for at in seen], SEEN[0], 0, ROWS + 1)
    xs = _span([at[0] for at in seen], SEEN[1], 1, COLUMNS)
    return " ".join(map(str, layout.box(xs, ys)))


def _span(values: Sequence[int], least: int, first: int, last: int) -> range:
    """The values and two around, at least ``least`` long, between ``first`` and ``last``."""
    low, high = min(values) - 2, max(values) + 2
    missing = max(0, least - (high - low + 1))
    low, high = low - missing // 2, high + missing - missing // 2
    if low < first:
        low, high = first, high + first - low
    if high > last:
        low, high = low - (high - last), last
    return range(max(low, first), min(high, last) + 1)


def _grid(layout: Layout) -> str:
    """All lines between squares, as one path."""
    x, y, width, height = layout.box(range(1, COLUMNS + 1), range(1, ROWS + 1))
    upright = "".join(f"M{x + i}{' '}{y}v{height}" for i in range(0, width + 1, layout.unit))
    level = "".join(f"M{x} {y + i}h{width}" for i in range(0, height + 1, layout.unit))
    return upright + level


def _lines(layout: Layout) -> Iterator[Line]:
    """The half-way line, and the goal lines between the posts."""
    x, y, width, height = layout.box(range(1, COLUMNS + 1), range(1, 16))
    yield Line("half", f"M{x} {y}h{width}" if layout.upright else f"M{width + x} {y}v{height}")
    for look, at in (("line ga", 0), ("line gb", ROWS + 1)):
        x, y, width, height = layout.box(GOAL, range(at, at + 1))
        near = at == 0
        if layout.upright:
            yield Line(look, f"M{x} {y if near else y + height}h{width}")
        else:
            yield Line(look, f"M{x + width if near else x} {y}v{height}")


def _labels(layout: Layout) -> Iterator[Label]:
    """The numbers of the columns on A's goal line, and of the rows beside the pitch."""
    for x in range(1, COLUMNS + 1):
        yield Label(*layout.point((x, 0)), x, "x")
    for y in range(1, ROWS + 1):
        along = layout.point((1, y))
        if layout.upright:
            yield Label(layout.left / 2, along[1], y, "y")
        else:
            yield Label(along[0], COLUMNS * layout.unit + layout.below / 2, y, "y")
