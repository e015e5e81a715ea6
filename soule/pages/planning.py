"""The planner: one side’s order played alone, for its captain’s eyes (rules/soule.md, Tactic)."""

from collections.abc import Mapping
from copy import deepcopy

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import JSON, Side, other
from soule.pages.words import Casts, at_square
from soule.rules import GOAL


def plan(view: JSON, side: Side, signs: Mapping[int, str]) -> tuple[JSON, int]:
    """The view after ``signs`` (by number; "" is no action) with nobody else moving; the hits."""
    after = deepcopy(view)
    foes = {str(foe["n"]): foe["at"] for foe in view["players"][other(side)] if foe["pp"] > 0}
    forward = 1 if side == "A" else -1
    unplaced = view["players"]["A"][0]["at"] is None
    hits = 0
    for man in after["players"][side]:
        sign = signs.get(man["n"], "")
        if unplaced:
            man["at"] = -forward * int(sign) if sign else None
        elif sign in ("+", "-") and after["soule"] != GOAL * forward:
            _move(after, man, forward, 1 if sign == "+" else -1)
        elif sign in foes:
            hits += foes[sign] == man["at"]
    return after, hits


def plan_said(after: JSON, hits: int, cast: Casts) -> str:
    """What the plan comes to, in a sentence."""
    facts = {"where": at_square(after["soule"], cast), "hits": hits_said(hits)}
    return _("Soule {where}, {hits}.").format(**facts)


def hits_said(hits: int) -> str:
    """How many hits land."""
    return ngettext("%(n)s hit landed", "%(n)s hits landed", hits) % {"n": hits}


def _move(after: JSON, man: JSON, forward: int, way: int) -> None:
    """One square forward (``way`` 1, pushing the soule) or back (-1); no effect past a goal."""
    there = man["at"] + forward * way
    if man["pp"] <= 0 or abs(there) > GOAL:
        return
    man["at"] = there
    if way == 1 and there == after["soule"]:
        after["soule"] += forward
