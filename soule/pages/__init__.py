"""How soule is drawn and told: satisfies ``games.contract.Pages``.

Works from what ``engine.show`` lets out and from named events; every sentence is in the
language that is active when it is asked for.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import JSON, SIDES, Side, other
from soule.pages.board import situation
from soule.pages.faults import caution, refusal
from soule.pages.names import name, turn_name
from soule.pages.report import report
from soule.pages.rules import rules
from soule.pages.tactic import compose, order
from soule.pages.words import Casts, at_square, rules_of, square
from soule.rules import GOAL

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
    """Which goal each team attacks."""
    return {
        side: _("attacks %(other)s’s goal") % {"other": cast[other(side)].team} for side in SIDES
    }


def status(view: JSON, cast: Casts) -> list[tuple[str, str]]:
    """Where the soule is and how many turns were played, for the head of the match page."""
    most = rules_of(view).max_turns
    played = str(view["turn"])
    if most is not None:
        played = _("%(n)s of %(most)s") % {"n": view["turn"], "most": most}
    return [(_("Soule"), square(view["soule"], cast)), (_("Turns played"), played)]


def summary(view: JSON, cast: Casts) -> str:
    """The situation in one sentence: "Soule at 1R, Hautmont presses. 1 KO."."""
    said = _soule_said(view, cast)
    fallen = sum(man["pp"] <= 0 for side in SIDES for man in view["players"][side])
    if not fallen:
        return said
    counted = ngettext("%(n)s KO.", "%(n)s KOs.", fallen) % {"n": fallen}
    return f"{said} {counted}"


def _soule_said(view: JSON, cast: Casts) -> str:
    at = view["soule"]
    facts = {"where": at_square(at, cast), "team": cast["A" if at > 0 else "B"].team}
    if abs(at) == GOAL:
        return _("%(team)s has scored: the soule is %(where)s.") % facts
    if at == 0:
        return _("The soule is in the middle of the field.")
    return _("The soule is %(where)s, %(team)s presses.") % facts
