"""The report of a turn: the same facts as a page, as text and as BBCode."""

from typing import Any

from django.utils.translation import gettext as _

from boules.pages.ground import drawing, jacks, mark, rows, twin
from boules.pages.names import name, turn_name
from boules.pages.telling import headline, main_event, sentence
from boules.pages.words import score
from games.contract import SIDES, Sheet


def report(sheet: Sheet) -> dict[str, Any]:
    """The context of ``report.html``, ``report.txt`` and ``report.bbcode``.

    ``title``, ``gist`` and ``heading`` are sentences, ``told`` the events in order, ``drawing`` the
    ground after the turn, ``rows`` the table of its boules, ``standing`` the same in sentences;
    at the end also ``score``, ``tally`` and ``jacks``.
    """
    thrown = main_event(sheet.events)
    told = [sentence(event, sheet.cast) for event in sheet.events]
    marks = [mark(thrown["at"])] if "at" in thrown else []
    return {
        "title": headline(thrown, sheet.cast),
        "gist": told[-1],
        "heading": _("%(name)s: %(a)s against %(b)s")
        % {"name": name(sheet.ruleset), "a": sheet.cast["A"].team, "b": sheet.cast["B"].team},
        "turn": turn_name(sheet.number),
        "number": sheet.number,
        "told": told,
        "drawing": drawing(sheet.after, sheet.cast, thrown=marks),
        "rows": rows(sheet.after, sheet.cast),
        "standing": twin(sheet.after, sheet.cast),
        "over": sheet.after["jack"] is not None,
        **_end(sheet),
    }


def _end(sheet: Sheet) -> dict[str, Any]:
    """What is told when the jack is revealed."""
    view = sheet.after
    if view["jack"] is None:
        return {}
    return {
        "score": score(view, sheet.cast),
        "tally": [
            {
                "side": side.lower(),
                "team": sheet.cast[side].team,
                "points": view["points"][side],
                **view["tally"][side],
            }
            for side in SIDES
        ],
        "jacks": jacks(view),
    }
