"""A bowler's page: the ground on which he aims, and one line of text that says the square."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from boules import notation
from boules.pages.ground import drawing, rows
from boules.pages.words import Casts, boules, left
from boules.rules import Square
from games.contract import JSON, Read, Refused, Slot, side_of


def order(view: JSON, slot: Slot, cast: Casts, text: str, read: Read | None) -> dict[str, Any]:
    """The context of ``order.html`` and ``plan.html``: the line as it was typed, the ground with
    the cross where it aims, ``left`` (what the throw would be, in a sentence)."""
    aim = aimed(text)
    return {
        "line": text.strip(),
        "drawing": drawing(view, cast, cross=aim),
        "aim": aim,
        "lying": {f"{boule['at'][0]},{boule['at'][1]}": boule["side"] for boule in view["ground"]},
        "side": side_of(slot),
        "rows": rows(view, cast),
        "boules": boules(left(view, side_of(slot))),
        "left": _said(read, aim),
        "words": {
            "point": _("A throw at {square}."),
            "shot": _("A shot at {square}: both boules are lost."),
            "own": _("A boule of your own side lies on {square}."),
            "none": _("No square yet."),
        },
    }


def compose(view: JSON, slot: Slot, data: Mapping[str, str]) -> str:
    """The throw's text from a posted form: its line, which the ground writes as well."""
    return data.get("line", "")


def aimed(text: str) -> Square | None:
    """The square of a text, where it names one."""
    try:
        return notation.square(text)
    except Refused:
        return None


def _said(read: Read | None, aim: Square | None) -> str:
    if read is None or aim is None:
        return _("No square yet.")
    square = notation.written(aim)
    if read.cautions:
        return _("A shot at {square}: both boules are lost.").format(square=square)
    return _("A throw at {square}.").format(square=square)
