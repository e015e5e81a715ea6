"""The order page: eleven rows of keys and one line of text, which say the same tactic.

A row is a radio group ``p<n>`` and, for opponents elsewhere, a list ``h<n>``; the line is what
captains paste. Hidden ``line_was`` holds what was rendered; the script writes in ``edited``
which of the two was touched last.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import JSON, Cast, Read, Refused, Side, Slot, other, side_of
from soule.notation import LONGEST
from soule.pages.board import drawing, level, marks_of
from soule.pages.faults import MISSING, caution
from soule.pages.planning import hits_said, plan, plan_said
from soule.pages.telling import scene_of, state_of
from soule.pages.words import (
    SHORT,
    Casts,
    at_square,
    from_middle,
    named,
    on_field,
    rules_of,
    square,
    target,
)
from soule.rules import GOAL, INITIAL


class Key(NamedTuple):
    """One radio button: its value, what stands on it, and what it says aloud."""

    value: str
    shown: str
    spoken: str
    checked: bool


class Foe(NamedTuple):
    """A key that hits an opponent on the same square; ``level``: his PP."""

    n: int
    level: int
    spoken: str
    checked: bool


class Choice(NamedTuple):
    """An entry of a row’s list."""

    value: str
    label: str
    selected: bool


class Row(NamedTuple):
    """One player’s row. ``warning``: what the captain should know of the sign as it was read."""

    n: int
    name: str
    where: str
    pp: int
    level: int
    ko: bool
    todo: bool
    keys: tuple[Key, ...]
    foes: tuple[Foe, ...]
    choices: tuple[Choice, ...]
    warning: str


def order(view: JSON, slot: Slot, cast: Casts, text: str, read: Read | None) -> dict[str, Any]:
    """The context of ``order.html`` and ``plan.html``.

    ``rows`` (:class:`Row`) filled from ``text`` as far as it reads, ``line`` as it was typed,
    ``left`` (what is missing, in a sentence), ``complete``, ``state`` and ``base`` for the
    script, ``plan`` (the board after this order if the other side does not move) and
    ``plan_said``.
    """
    side, cast = side_of(slot), on_field(view, cast)
    men = _men(view, slot)
    signs = signs_in(read.line if read else text, view, slot)
    after, hits = plan(view, side, dict(zip((man["n"] for man in men), signs, strict=True)))
    label = _("Your order alone, if the other side does not move.")
    return {
        "initial": _unplaced(view),
        "side": side.lower(),
        "foe": other(side).lower(),
        "rows": _rows(view, cast, slot, signs, read),
        "line": " ".join(text.split()),
        "missing": MISSING,
        "left": left(men, signs),
        "complete": all(signs),
        "state": state_of(scene_of(view, cast)),
        "base": men[0]["n"] - 1 + (0 if side == "A" else len(view["players"]["A"])),
        "done": left(men, ["0"] * len(men)),
        "squares_said": json.dumps([at_square(at, cast) for at in SHORT]),
        "hits_said": json.dumps([hits_said(0), hits_said(1), hits_said(2).replace("2", "{n}")]),
        "plan": drawing("mini", after, cast, label, everybody=True),
        "plan_said": plan_said(after, hits, cast),
        "foes_team": cast[other(side)].team,
        "most": rules_of(view).players,
        "substitutions": rules_of(view).substitutions,
        "pp_marks": marks_of(view),
    }


def compose(view: JSON, slot: Slot, data: Mapping[str, str]) -> str:
    """The order’s text from a posted form: its rows or its line, whichever changed.

    Refused: ``two-orders`` (both changed and disagree), ``two-choices`` (n: a key and an entry
    of the list were both chosen anew).
    """
    line, was = data.get("line", ""), data.get("line_was", "")
    rendered = signs_in(was, view, slot)
    rows = [
        _chosen(data, place, man, sign)
        for place, (man, sign) in enumerate(zip(_men(view, slot), rendered, strict=True), 1)
    ]
    if data.get("edited") == "line" or rows == rendered:
        return line
    changed = data.get("edited") != "rows" and line.split() != was.split()
    if changed and signs_in(line, view, slot) != rows:
        raise Refused("two-orders")
    return line if changed else " ".join(sign or MISSING for sign in rows)


def signs_in(text: str, view: JSON, slot: Slot) -> list[str]:
    """Each row’s sign as far as ``text`` reads; "" where it does not, X for every KO.

    Only for filling rows: what an order says is judged by ``engine.read``.
    """
    known = set(INITIAL) if _unplaced(view) else rules_of(view).signs
    written = list(_written(text))
    men = _men(view, slot)
    written += [""] * (len(men) - len(written))
    return [
        "X" if _out(man, view) else sign if sign in known else ""
        for man, sign in zip(men, written, strict=False)
    ]


def left(men: Sequence[JSON], signs: Sequence[str]) -> str:
    """What is missing, in a sentence."""
    missing = [str(man["n"]) for man, sign in zip(men, signs, strict=True) if not sign]
    if missing:
        return _("Missing: no. %(numbers)s.") % {"numbers": ", ".join(missing)}
    count = len(signs)
    return ngettext("All there: %(n)s action.", "All there: %(n)s actions.", count) % {"n": count}


_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_WRAPPING = re.compile(r"\[/?[a-z]+[^\]]*\]|[*_`]", re.IGNORECASE)
_RUN = re.compile(r"[-+0]+")


def _written(text: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKC", text[:LONGEST]).translate(_DASHES)
    for word in re.split(r"[\s,;/]+", _WRAPPING.sub("", plain).rpartition(":")[2].strip()):
        yield from word if _RUN.fullmatch(word) else [word.upper()]


def _chosen(data: Mapping[str, str], place: int, man: JSON, rendered: str) -> str:
    """A row’s sign: of a key and a list entry, the one that is not what was rendered."""
    n = man["n"]
    key, entry = data.get(f"p{n}", ""), data.get(f"h{n}", "")
    if rendered == "X" and not key and not entry:
        return "X"
    if key and entry and key != entry and rendered not in (key, entry):
        raise Refused("two-choices", place, {"n": n})
    return entry if entry and (not key or key == rendered) else key


def _men(view: JSON, slot: Slot) -> list[JSON]:
    """The slot’s players, in the order of their numbers."""
    rules, side = rules_of(view), side_of(slot)
    base = 0 if side == "A" else rules.players
    men: list[JSON] = view["players"][side]
    return [men[man - base] for man in rules.slots[slot]]


def _unplaced(view: JSON) -> bool:
    return view["players"]["A"][0]["at"] is None


def _out(man: JSON, view: JSON) -> bool:
    """KO, and so without an action; the initial places everybody."""
    return bool(man["pp"] <= 0 and not _unplaced(view))


def _rows(
    view: JSON, cast: Casts, slot: Slot, signs: Sequence[str], read: Read | None
) -> list[Row]:
    said = {c.place: caution(c, cast) for c in (read.cautions if read else ())}
    return [
        _row(view, cast, side_of(slot), man, sign, said.get(place, ""), any(signs))
        for place, (man, sign) in enumerate(zip(_men(view, slot), signs, strict=True), 1)
    ]


def _row(view: JSON, cast: Casts, side: Side, man: JSON, sign: str, said: str, begun: bool) -> Row:
    keys, foes, choices = _controls(view, cast, side, man, sign)
    n = man["n"]
    return Row(
        n=n,
        name=named(cast[side], n) or _("No. %(n)s") % {"n": n},
        where="" if _unplaced(view) else square(man["at"], cast),
        pp=man["pp"],
        level=level(man["pp"]),
        ko=_out(man, view),
        todo=begun and not sign,
        keys=keys,
        foes=foes,
        choices=choices,
        warning=said or _push_warning(view, cast, side, man, sign),
    )


def _controls(
    view: JSON, cast: Casts, side: Side, man: JSON, sign: str
) -> tuple[tuple[Key, ...], tuple[Foe, ...], tuple[Choice, ...]]:
    """A row’s keys, its foes and its list; nothing for a KO, whose sign is X."""
    if _out(man, view):
        return (), (), ()
    if _unplaced(view):
        return tuple(_initial_keys(sign)), (), ()
    keys = tuple(_move_keys(sign))
    foes = tuple(_foe(cast[other(side)], foe, sign) for foe in _near(view, other(side), man))
    shown = {key.value for key in keys} | {str(foe.n) for foe in foes}
    return keys, foes, tuple(_choices(view, cast, side, shown, sign))


def _near(view: JSON, foes: Side, man: JSON) -> list[JSON]:
    """The fit opponents on the player’s square."""
    return [foe for foe in view["players"][foes] if foe["at"] == man["at"] and foe["pp"] > 0]


def _move_keys(sign: str) -> Iterator[Key]:
    for value, spoken in (("-", _("falls back")), ("0", _("waits")), ("+", _("advances"))):
        yield Key(value, value.replace("-", "−"), spoken, sign == value)


def _initial_keys(sign: str) -> Iterator[Key]:
    for value in INITIAL:
        yield Key(value, value, from_middle(int(value)), sign == value)


def _foe(cast: Cast, foe: JSON, sign: str) -> Foe:
    facts = {"n": foe["n"], "name": named(cast, foe["n"]), "pp": foe["pp"]}
    spoken = _("hits no. %(n)s, %(pp)s PP") % facts
    if facts["name"]:
        spoken = _("hits no. %(n)s, %(name)s, %(pp)s PP") % facts
    return Foe(foe["n"], level(foe["pp"]), spoken, sign == str(foe["n"]))


def _choices(view: JSON, cast: Casts, side: Side, shown: set[str], sign: str) -> Iterator[Choice]:
    """The list of a row: fit opponents elsewhere, the bench, and what was read and is no key."""
    entries = {**_elsewhere(view, cast, other(side)), **_bench(view, cast, side)}
    if sign not in shown and sign not in entries:
        entries[sign] = {"A": _("A: hit the referee")}.get(sign, sign)
    for value, label in entries.items():
        if value and value not in shown:
            yield Choice(value, label, value == sign)


def _elsewhere(view: JSON, cast: Casts, foes: Side) -> dict[str, str]:
    return {
        str(foe["n"]): f"{foe['n']} {named(cast[foes], foe['n'])} ({square(foe['at'], cast)})"
        for foe in view["players"][foes]
        if foe["pp"] > 0
    }


def _bench(view: JSON, cast: Casts, side: Side) -> dict[str, str]:
    """The signs of a substitution, for those of the bench who can still come in."""
    entered = {c["by"] for c in view.get("changes", ()) if c["side"] == side}
    free = [man for man in view.get("bench", {}).get(side, ()) if man["pp"] > 0]
    signs = {
        f"R{man['n']}": _("replaced by %(player)s") % {"player": target(cast[side], man["n"])}
        for man in free
        if man["n"] not in entered
    }
    return {"R": _("replaced by the next of the bench"), **signs} if signs else {}


def _push_warning(view: JSON, cast: Casts, side: Side, man: JSON, sign: str) -> str:
    """A push hangs on where the soule is by then, which the other side may change."""
    forward = 1 if side == "A" else -1
    if sign != "+" or man["at"] is None or man["at"] == GOAL * forward:
        return ""
    if man["at"] + forward != view["soule"]:
        return ""
    return _("Pushes only if the soule is still %(where)s when the turn comes.") % {
        "where": at_square(view["soule"], cast)
    }
