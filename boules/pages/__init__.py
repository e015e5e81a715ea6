"""How boules are drawn and told: satisfies ``games.contract.Pages``.

Works from what ``engine.show`` lets out and from named events; every sentence is in the
language that is active when it is asked for.
"""

from django.utils.translation import gettext as _

from boules.pages.faults import caution, refusal
from boules.pages.ground import situation
from boules.pages.lesson import rules
from boules.pages.names import name, turn_name
from boules.pages.report import report
from boules.pages.throwing import compose, order
from boules.pages.words import Casts, boules, hand, left, points, score
from boules.rules import ruleset
from games.contract import JSON, SIDES, Side

__all__ = [
    "beside",
    "caution",
    "compose",
    "name",
    "order",
    "refusal",
    "report",
    "rules",
    "situation",
    "status",
    "summary",
    "turn_name",
]


def beside(view: JSON, cast: Casts) -> dict[Side, str]:
    """How many boules each side has left, or its points at the end."""
    if view is None:
        return dict.fromkeys(SIDES, "")
    if view["points"]:
        return {side: points(view["points"][side]) for side in SIDES}
    return {side: _("%(boules)s left") % {"boules": boules(left(view, side))} for side in SIDES}


def status(view: JSON, cast: Casts) -> list[tuple[str, str]]:
    """Who has the hand, and how many boules are thrown, for the head of the match page."""
    rules = ruleset(view["ruleset"])
    thrown = _("%(n)s of %(most)s") % {
        "n": view["throws"],
        "most": 2 * rules.bowlers * rules.boules,
    }
    facts = [(_("Boules thrown"), thrown)]
    return facts if view["points"] else [(_("Hand"), hand(view, cast)), *facts]


def summary(view: JSON, cast: Casts) -> str:
    """The situation in one sentence: who has the hand and what is left, or how it ended."""
    if view["points"]:
        return _("All boules are thrown: %(score)s.") % {"score": score(view, cast)}
    facts = {
        "team": hand(view, cast),
        "a": cast["A"].team,
        "b": cast["B"].team,
        "a_left": boules(left(view, "A")),
        "b_left": boules(left(view, "B")),
    }
    return _("%(team)s has the hand. %(a)s: %(a_left)s left, %(b)s: %(b_left)s left.") % facts
