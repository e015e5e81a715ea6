"""The order page: one text, and controls that write it (rules/piedballe.md, Orders).

The text is the order. Every control is a button that adds a piece to it (``add``): without the
script the server adds it and shows the page again; with it the text changes at once.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.contract import JSON, Read, Side, Slot, side_of
from piedballe.pages.board import COLUMNS, LAYOUTS, ROWS, Box, Drawing, Moves, drawing
from piedballe.pages.chances import choices, foreseen, limit, standing
from piedballe.pages.plan import BACK, CLEAR, MISSING, Way, joined, squares_in, way
from piedballe.pages.words import Casts, called, is_keeper, side, square, squares

USUAL: Mapping[Side, tuple[tuple[int, int], ...]] = {
    side: tuple((x, y) if side == "A" else (17 - x, 31 - y) for x, y in places)
    for places in [((8, 3), (4, 8), (13, 8), (8, 13))]
    for side in ("A", "B")
}
"""Where the figures of a side stand when its captain places nobody (rules, Sides and start)."""
COMPASS = (
    ((-1, 1), "↖"),
    ((0, 1), "↑"),
    ((1, 1), "↗"),
    ((-1, 0), "←"),
    ((1, 0), "→"),
    ((-1, -1), "↙"),
    ((0, -1), "↓"),
    ((1, -1), "↘"),
)
"""The eight directions as they lie on the upright pitch, row by row."""


class Key(NamedTuple):
    """A button of the pad: a square farther; ``value`` is "" where the pitch ends."""

    dx: int
    dy: int
    arrow: str
    spoken: str
    value: str


class Spot(NamedTuple):
    """A figure to place: his number, name and square ("" for none yet)."""

    n: int
    name: str
    at: str


def order(view: JSON, slot: Slot, cast: Casts, text: str, read: Read | None) -> dict[str, Any]:
    """The context of ``order.html`` and ``plan.html``.

    Always ``placing``, ``line`` (as it was typed), ``left`` (what is missing, in a sentence),
    ``complete``, ``side``, ``desk`` (what the script must know, as JSON), ``drawing`` and
    ``reach`` (squares that can be reached); then what :func:`_placing` or :func:`_turn` add.
    """
    common = {
        "line": text.strip(),
        "complete": read is not None,
        "side": side_of(slot).lower(),
        "back": BACK,
        "clear": CLEAR,
    }
    if view["phase"] == "placing":
        return {**common, **_placing(view, slot, cast, read.line if read else text)}
    return {**common, **_turn(view, slot, cast, text, read)}


def compose(view: JSON, slot: Slot, data: Mapping[str, str]) -> str:
    """The order's text from a posted form: the line, and what the pressed button adds to it."""
    text, piece = data.get("line", ""), data.get("add", "")
    if not piece:
        return text
    if view["phase"] == "placing":
        return "" if piece == CLEAR else piece
    return joined(text, piece)


def _placing(view: JSON, slot: Slot, cast: Casts, text: str) -> dict[str, Any]:
    which = side_of(slot)
    figures = _own(view, which)
    places = [squares_in(word)[:1] for word in text.replace(MISSING, " - ").split()]
    found = [place[0] if place else None for place in [*places, *[[]] * len(figures)]]
    spots = [
        Spot(int(each[1:]), called(each, cast), square(at) if at else "")
        for each, at in zip(figures, found, strict=False)
    ]
    usual = squares(USUAL[which][: len(figures)])
    at = {each: place for each, place in zip(figures, found, strict=False) if place}
    desk = {"placing": True, "slot": slot, "figures": figures, "missing": MISSING, "at": at}
    return {
        "placing": True,
        "spots": spots,
        "usual": usual,
        "left": _unplaced(spots),
        "desk": json.dumps(desk),
        "drawing": drawing("desk", _placed(view, at), _("The pitch with your placing.")),
        "half": [LAYOUTS["desk"].box(range(1, COLUMNS + 1), _half(which))],
        "pad": list(_pad((0, 0), "")),
    }


def _turn(view: JSON, slot: Slot, cast: Casts, text: str, read: Read | None) -> dict[str, Any]:
    me = view["figures"][slot]
    line = read.line if read else text
    gone = way(line, me["at"])
    picture = _pictured(view, slot, gone)
    return {
        "placing": False,
        "who": called(slot, cast),
        "figure": me,
        "kind": _kind(view, slot),
        "left": _left(text, read),
        "desk": json.dumps(_desk(view, slot)),
        "drawing": picture,
        "reach": [_box(at) for at in standing(view, slot, gone)],
        "run_left": _run_left(view, slot, gone),
        "pad": list(_pad(gone.end, "c: ")),
        "choices": list(choices(view, slot, gone, cast)),
        "foreseen": list(foreseen(view, slot, line, cast)) if read else [],
    }


def _own(view: JSON, which: Side) -> list[str]:
    """The field figures of a side, by number."""
    return [each for each in view["figures"] if side(each) == which and not is_keeper(each)]


def _half(which: Side) -> range:
    return range(1, ROWS // 2 + 1) if which == "A" else range(ROWS // 2 + 1, ROWS + 1)


def _placed(view: JSON, at: Mapping[str, tuple[int, int]]) -> JSON:
    figures = {each: {**man, "at": at.get(each)} for each, man in view["figures"].items()}
    return {**view, "figures": figures}


def _unplaced(spots: list[Spot]) -> str:
    missing = [str(spot.n) for spot in spots if not spot.at]
    if missing:
        return _("To place: no. %(numbers)s.") % {"numbers": ", ".join(missing)}
    return _("Everybody is placed.")


def _left(text: str, read: Read | None) -> str:
    if read:
        return _("The order can be played.")
    return _("This is no order yet.") if text.strip() else _("No order yet.")


def _kind(view: JSON, slot: Slot) -> str:
    kind = view["turn"]["kind"] if view["turn"] else "own"
    return {
        "bonus": _("A bonus turn: it does not use up his own."),
        "keeper": _("The keeper must make one pass or shoot, and stays in his zone."),
        "throwin": _("A throw-in: the first step must be a pass; then he may run."),
    }.get(kind, "")


def _desk(view: JSON, slot: Slot) -> JSON:
    """What the script must know: who stands where, whose turn it is, how far he runs."""
    return {
        "placing": False,
        "slot": slot,
        "at": {each: man["at"] for each, man in view["figures"].items()},
        "marked": [each for each, man in view["figures"].items() if man["marked"]],
        "ball": view["ball"]["at"],
        "holder": view["ball"]["holder"],
        "run": view["ruleset"]["run"],
        "robustness": view["figures"][slot]["robustness"],
    }


def _pictured(view: JSON, slot: Slot, gone: Way) -> Drawing:
    """The pitch with the figure at the end of his way."""
    figures = {**view["figures"], slot: {**view["figures"][slot], "at": gone.end}}
    ball = view["ball"]
    if ball["holder"] == slot:
        ball = {**ball, "at": gone.end}
    label = _("The pitch with your order, if all goes well.")
    after = {**view, "figures": figures, "ball": ball}
    return drawing("desk", after, label, Moves([gone.squares]))


def _box(at: tuple[int, int]) -> Box:
    x, y = at
    return LAYOUTS["desk"].box(range(x, x + 1), range(y, y + 1))


def _run_left(view: JSON, slot: Slot, gone: Way) -> str:
    count = max(0, limit(view, slot, gone) - gone.length)
    return ngettext("%(n)s square left to run", "%(n)s squares left to run", count) % {"n": count}


def _pad(at: tuple[int, int], verb: str) -> Iterator[Key]:
    names = (
        pgettext("direction", "up left"),
        pgettext("direction", "up"),
        pgettext("direction", "up right"),
        pgettext("direction", "left"),
        pgettext("direction", "right"),
        pgettext("direction", "down left"),
        pgettext("direction", "down"),
        pgettext("direction", "down right"),
    )
    for ((dx, dy), arrow), spoken in zip(COMPASS, names, strict=True):
        x, y = at[0] + dx, at[1] + dy
        inside = verb and 1 <= x <= COLUMNS and 1 <= y <= ROWS
        yield Key(dx, dy, arrow, spoken, f"{verb}{x},{y}" if inside else "")
