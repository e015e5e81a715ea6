"""The report of a turn: the same facts as a page, as text and as BBCode."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.contract import JSON, SIDES, Sheet
from piedballe.pages.board import Moves, acting, drawing, said, twin
from piedballe.pages.headline import gist, headline
from piedballe.pages.names import name, turn_name
from piedballe.pages.scene import scene_of, state_of
from piedballe.pages.telling import actions
from piedballe.pages.words import called, score, written


class Fact(NamedTuple):
    """A term and its value; the term alone may be empty."""

    term: str
    value: str


class Ordered(NamedTuple):
    """An order as it was played: whose, of which turn, its text."""

    who: str
    side: str
    shown: str
    text: str


def report(sheet: Sheet) -> dict[str, Any]:
    """The context of ``report.html``, ``report.txt`` and ``report.bbcode``.

    ``title``, ``gist``, ``heading`` and ``turn`` are sentences; ``facts`` (:class:`Fact`),
    ``drawing`` (where it happened, with every way), ``ordered`` (:class:`Ordered`), ``opening``
    and ``opening_state`` (before it, for the replay), ``actions`` (:class:`Action`),
    ``standing`` (the pitch after it in words), ``placing`` (whether this turn is the placing).
    """
    scene = scene_of(_begun(sheet), sheet.cast)
    opening_state = state_of(scene)
    told = tuple(actions(scene, sheet.events))
    label = f"{turn_name(sheet.number)}. {said(sheet.after, sheet.cast)}"
    placing = sheet.before["phase"] == "placing"
    part = bool(sheet.events) and not placing
    moves = Moves(scene.runs, scene.flights) if part else None
    return {
        "title": headline(sheet),
        "gist": gist(sheet),
        "heading": _heading(sheet),
        "turn": turn_name(sheet.number),
        "number": sheet.number,
        "facts": _facts(sheet),
        "drawing": drawing("scene", sheet.after, label, moves, part),
        "ordered": _ordered(sheet),
        "opening": said(sheet.before, sheet.cast),
        "opening_state": opening_state,
        "actions": told,
        "standing": twin(sheet.after, sheet.cast),
        "placing": placing,
        "placed": _placed(sheet) if placing else [],
    }


def _begun(sheet: Sheet) -> JSON:
    """The pitch before the turn; for the placing, with everybody where it puts him."""
    if sheet.before["phase"] != "placing":
        return sheet.before
    return {**sheet.before, "figures": sheet.after["figures"]}


def _heading(sheet: Sheet) -> str:
    return _("%(game)s: %(a)s against %(b)s, %(turn)s") % {
        "game": name(sheet.ruleset),
        "a": sheet.cast["A"].team,
        "b": sheet.cast["B"].team,
        "turn": turn_name(sheet.number).lower(),
    }


def _facts(sheet: Sheet) -> list[Fact]:
    view, next_one = sheet.after, acting(sheet.after)
    facts = [Fact(_("Score"), score(view))]
    if view["round"]:
        most = view["ruleset"]["max_rounds"]
        facts.append(Fact(_("Round"), _("%(n)s of %(most)s") % {"n": view["round"], "most": most}))
    closed = [each["round"] - 1 for each in sheet.events if each["kind"] == "round"]
    facts += [Fact("", _("round %(n)s is over") % {"n": n}) for n in closed if n]
    facts += [Fact("", _("no order came in time"))] if _silent(sheet.events) else []
    if next_one:
        facts.append(Fact(_("To play"), called(next_one, sheet.cast)))
    return facts


def _silent(events: Sequence[JSON]) -> bool:
    return any(event["kind"] == "timeout" for event in events)


def _ordered(sheet: Sheet) -> list[Ordered]:
    return [
        Ordered(
            called(event["figure"], sheet.cast),
            event["figure"][0].lower(),
            event["figure"][1:],
            written(event["order"]),
        )
        for event in sheet.events
        if event["kind"] == "turn"
    ]


def _placed(sheet: Sheet) -> list[tuple[str, str, str, str]]:
    """Each side's placing: class, team, line, and whether none was sent."""
    return [
        (
            side.lower(),
            sheet.cast[side].team,
            " ".join(
                f"{man['home'][0]},{man['home'][1]}"
                for each, man in sheet.after["figures"].items()
                if each[0] == side and each[1:].isdigit()
            ),
            "" if sheet.orders.get(side) else _("no order came in time"),
        )
        for side in SIDES
    ]
