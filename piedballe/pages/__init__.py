"""How pied-balle is drawn and told: satisfies ``games.contract.Pages``.

Works from what ``engine.show`` lets out and from named events; every sentence is in the
language that is active when it is asked for.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import JSON, SIDES, Side
from piedballe.pages.board import acting, situation
from piedballe.pages.faults import caution, refusal
from piedballe.pages.names import name, turn_name
from piedballe.pages.order import compose, order
from piedballe.pages.report import report
from piedballe.pages.rules import rules
from piedballe.pages.words import Casts, called, score, square

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
    """The goals of each team; nothing before the announcement."""
    if view is None:
        return dict.fromkeys(SIDES, "")
    return {side: _goals(view["score"][side]) for side in SIDES}


def status(view: JSON, cast: Casts) -> list[tuple[str, str]]:
    """Score, round and who is to play, for the head of the match page."""
    facts = [(_("Score"), score(view))]
    if view["round"]:
        most = view["ruleset"]["max_rounds"]
        facts.append((_("Round"), _("%(n)s of %(most)s") % {"n": view["round"], "most": most}))
    if acting(view):
        facts.append((_("To play"), str(acting(view))))
    return facts


def summary(view: JSON, cast: Casts) -> str:
    """The situation in one sentence: "2 – 1, round 4. Aubin (A3) has the ball at 8,5."."""
    if view["ball"] is None:
        return _("The captains place their players.")
    facts = {"score": score(view), "n": view["round"], "where": square(view["ball"]["at"])}
    if view["phase"] == "over":
        return _("Final score %(score)s.") % facts
    holder = view["ball"]["holder"]
    if holder is None:
        return _("%(score)s, round %(n)s. The ball lies loose at %(where)s.") % facts
    facts["who"] = called(holder, cast)
    return _("%(score)s, round %(n)s. %(who)s has the ball at %(where)s.") % facts


def _goals(count: int) -> str:
    return ngettext("%(n)s goal", "%(n)s goals", count) % {"n": count}
