"""The report of a turn: the same facts as a page, as text and as BBCode."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import JSON, SIDES, Outcome, Sheet, Side
from soule.pages.board import described, drawing, twin
from soule.pages.headline import Tale, headline, initial_headline
from soule.pages.names import name, turn_name
from soule.pages.telling import Action, actions, scene_of, state_of
from soule.pages.words import (
    at_square,
    from_middle,
    from_square,
    named,
    on_field,
    rules_of,
    to_square,
)


class Fact(NamedTuple):
    """A term and its value; the term alone may be empty."""

    term: str
    value: str


class Cell(NamedTuple):
    """One sign of a strip: what was ordered, what became of it, and both in words."""

    n: int
    sign: str
    look: str
    spoken: str

    @property
    def shown(self) -> str:
        """The sign with a true minus."""
        return self.sign.replace("-", "−")


class Strip(NamedTuple):
    """A side’s signs in the order of its numbers."""

    side: str
    team: str
    cells: tuple[Cell, ...]
    silent: str

    @property
    def line(self) -> str:
        """The signs as a line that can be pasted."""
        return " ".join(cell.sign for cell in self.cells)


def report(sheet: Sheet) -> dict[str, Any]:
    """The context of ``report.html``, ``report.txt`` and ``report.bbcode``.

    ``title``, ``gist``, ``heading`` and ``turn`` are sentences; ``facts`` (:class:`Fact`),
    ``drawing`` (the board after the turn), ``strips`` (:class:`Strip`), ``opening`` and
    ``opening_state`` (the board before it, for the replay), ``actions`` (:class:`Action`),
    ``standing`` (the board after it in words), ``first`` (the team that had first strike).
    """
    told = tuple(actions(scene_of(sheet.before, sheet.cast), _played(sheet)))
    initial = sheet.before["players"]["A"][0]["at"] is None
    tale = _tale(sheet)
    cast = on_field(sheet.after, sheet.cast)
    label = f"{turn_name(sheet.number)}. {described(sheet.after, cast)}"
    return {
        "title": initial_headline(_in_front(sheet)) if initial else headline(tale),
        "gist": _initial_gist(sheet) if initial else _gist(tale),
        "heading": _heading(sheet),
        "turn": turn_name(sheet.number),
        "number": sheet.number,
        "initial": initial,
        "facts": [*(_initial_facts(sheet) if initial else _facts(tale)), *_silences(sheet)],
        "drawing": drawing("mini", sheet.after, cast, label),
        "strips": [_strip(sheet, side, told) for side in SIDES],
        "first": sheet.cast[_first(sheet)].team,
        "opening": _opening(sheet),
        "opening_state": state_of(scene_of(sheet.before, sheet.cast)),
        "actions": told,
        "standing": twin(sheet.after, cast),
    }


def _played(sheet: Sheet) -> list[JSON]:
    """The events but the draw of the first strike, which is a fact of the match."""
    return [event for event in sheet.events if event["kind"] != "first-strike"]


def _first(sheet: Sheet) -> Side:
    """Who has first strike in this turn; for the initial, in the first."""
    first: Side = sheet.before["first"]
    return first


def _tale(sheet: Sheet) -> Tale:
    kinds = [event["kind"] for event in sheet.events]
    return Tale(
        number=sheet.number,
        cast=on_field(sheet.before, sheet.cast),
        soule_from=sheet.before["soule"],
        soule=sheet.after["soule"],
        pushes=kinds.count("push"),
        hits=kinds.count("hit"),
        fallen=tuple(_fallen(sheet)),
        outcome=sheet.outcome,
    )


def _fallen(sheet: Sheet) -> Iterator[tuple[Side, int]]:
    """Who fell KO in this turn: the hit that left him 0."""
    for event in sheet.events:
        if event["kind"] == "hit" and event["pp"] == 0:
            yield "B" if event["side"] == "A" else "A", event["target"]


def _heading(sheet: Sheet) -> str:
    return _("%(game)s: %(a)s against %(b)s, %(turn)s") % {
        "game": name(sheet.ruleset),
        "a": sheet.cast["A"].team,
        "b": sheet.cast["B"].team,
        "turn": turn_name(sheet.number).lower(),
    }


def _in_front(sheet: Sheet) -> int:
    return sum(abs(event.get("at", 0)) == 1 for event in sheet.events)


def _initial_gist(sheet: Sheet) -> str:
    team = sheet.cast[_first(sheet)].team
    return _("Both sides stand on the field; %(team)s has the initiative.") % {"team": team}


def _gist(tale: Tale) -> str:
    if tale.outcome:
        return _ending(tale, tale.outcome)
    parts = [_soule_way(tale), _pushes(tale), _hits(tale)]
    if tale.fallen:
        parts.append(_("KO: %(names)s") % {"names": _fallen_names(tale)})
    return ", ".join(parts) + "."


def _ending(tale: Tale, outcome: Outcome) -> str:
    if outcome.winner:
        facts = {"team": tale.cast[outcome.winner].team, "n": tale.number}
        return _("%(team)s scores in turn %(n)s and wins.") % facts
    if outcome.reason == "ko":
        return _("All are KO in turn %(n)s: a draw.") % {"n": tale.number}
    return ngettext(
        "No goal in %(n)s turn: a draw.", "No goal in %(n)s turns: a draw.", tale.number
    ) % {"n": tale.number}


def _initial_facts(sheet: Sheet) -> list[Fact]:
    drawn = any(event["kind"] == "first-strike" for event in sheet.events)
    term = _("Initiative (by draw)") if drawn else _("Initiative")
    return [
        Fact(term, sheet.cast[_first(sheet)].team),
        Fact(_("Soule"), at_square(sheet.after["soule"], sheet.cast)),
    ]


def _facts(tale: Tale) -> list[Fact]:
    facts = [Fact("", _soule_way(tale)), Fact("", _pushes(tale)), Fact("", _hits(tale))]
    if tale.fallen:
        facts.append(Fact(_("KO"), _fallen_names(tale)))
    if tale.outcome:
        facts.append(Fact(_("End"), _ending(tale, tale.outcome)))
    return facts


def _soule_way(tale: Tale) -> str:
    if tale.soule == tale.soule_from:
        return _("Soule still %(where)s") % {"where": at_square(tale.soule, tale.cast)}
    return _("Soule %(from)s %(to)s") % {
        "from": from_square(tale.soule_from, tale.cast),
        "to": to_square(tale.soule, tale.cast),
    }


def _pushes(tale: Tale) -> str:
    if not tale.pushes:
        return _("no push")
    return ngettext("%(n)s push", "%(n)s pushes", tale.pushes) % {"n": tale.pushes}


def _hits(tale: Tale) -> str:
    if not tale.hits:
        return _("no hit")
    return ngettext("%(n)s hit", "%(n)s hits", tale.hits) % {"n": tale.hits}


def _fallen_names(tale: Tale) -> str:
    return ", ".join(
        f"{tale.cast[side].team} {n}" + (f" ({named})" if (named := _named(tale, side, n)) else "")
        for side, n in tale.fallen
    )


def _named(tale: Tale, side: Side, n: int) -> str:
    return named(tale.cast[side], n)


def _silences(sheet: Sheet) -> list[Fact]:
    return [Fact(sheet.cast[side].team, said) for side in SIDES if (said := _silence(sheet, side))]


def _silence(sheet: Sheet, side: Side) -> str:
    """What a side did not send, or "" (rules/soule.md, Game time; Polyplayed)."""
    rules = rules_of(sheet.before)
    men = [man for s in SIDES for man in sheet.before["players"][s]]
    silent = [
        slot
        for slot, numbers in rules.slots.items()
        if slot[0] == side
        and sheet.orders.get(slot) is None
        and not (rules.polyplayed and men[numbers.start]["pp"] <= 0 and sheet.number)
    ]
    if not silent:
        return ""
    if rules.polyplayed:
        count = len(silent)
        return ngettext("%(n)s player sent nothing", "%(n)s players sent nothing", count) % {
            "n": count
        }
    if len(silent) < rules.captains:
        return _("captain %(slot)s sent nothing") % {"slot": silent[0]}
    return _("no order came in time")


def _strip(sheet: Sheet, side: Side, told: Sequence[Action]) -> Strip:
    acted = {action.n: action for action in told if action.side == side and action.n}
    signs = _ordered(sheet, side)
    initial = sheet.before["players"]["A"][0]["at"] is None
    cells = []
    for man in sheet.before["players"][side]:
        n = man["n"]
        if n in acted:
            action = acted[n]
            cells.append(
                Cell(n, signs.get(n, action.sign), action.look, spoken(action.sign, initial))
            )
        else:
            cells.append(Cell(n, signs.get(n, "0"), "none", _("not played")))
    return Strip(side.lower(), sheet.cast[side].team, tuple(cells), _silence(sheet, side))


def _ordered(sheet: Sheet, side: Side) -> dict[int, str]:
    """Each number’s sign as his side sent it; nothing for those who sent none."""
    rules = rules_of(sheet.before)
    base = 0 if side == "A" else rules.players
    return {
        man - base + 1: sign
        for slot, men in rules.slots.items()
        if slot[0] == side
        for man, sign in zip(men, (sheet.orders.get(slot) or "").split(), strict=False)
    }


def spoken(sign: str, initial: bool) -> str:
    """A sign in a word or two, for who hears the strip; in the initial a place."""
    if initial:
        return from_middle(int(sign))
    simple = {
        "+": _("advances"),
        "-": _("falls back"),
        "0": _("waits"),
        "X": _("KO"),
        "A": _("hits the referee"),
    }
    if sign in simple:
        return simple[sign]
    if sign.startswith("R"):
        return _("is replaced")
    return _("hits no. %(n)s") % {"n": sign}


def _opening(sheet: Sheet) -> str:
    facts = {
        "turn": turn_name(sheet.number),
        "where": at_square(sheet.before["soule"], sheet.cast),
        "team": sheet.cast[_first(sheet)].team,
    }
    return _("%(turn)s begins: the soule is %(where)s. The initiative is %(team)s’s.") % facts
