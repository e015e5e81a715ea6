"""The ground as drawn: squares of 20 units, x to the right, y downwards; and its text twin."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from boules import rings
from boules.pages.words import Casts, bowler, hand, score, square
from boules.rules import SIZE, Square, worth
from games.contract import JSON

UNIT = 20


class Token(NamedTuple):
    """A boule as it is drawn: its middle, its side, what stands on it."""

    x: int
    y: int
    side: str
    text: str
    look: str


class Mark(NamedTuple):
    """A place to draw something at: the middle of a square, and a word for it."""

    x: int
    y: int
    text: str = ""


class Row(NamedTuple):
    """A boule in the table: whose, where, what was announced, what it is worth at the end."""

    side: str
    team: str
    bowler: str
    square: str
    announced: str
    worth: int | None


def situation(view: JSON, cast: Casts) -> dict[str, Any]:
    """The context of ``board.html``, ``replay.html`` and ``players.html``."""
    return {
        "drawing": drawing(view, cast),
        "twin": twin(view, cast),
        "rows": rows(view, cast),
        "left": [
            {
                "side": side.lower(),
                "team": cast[side].team,
                "bowlers": [
                    {"n": n, "name": bowler(cast[side], n), "left": count, "marks": range(count)}
                    for n, count in enumerate(view["left"][side], 1)
                ],
            }
            for side in cast
        ],
        "cast": cast,
        "over": view["jack"] is not None,
        "jacks": jacks(view),
    }


def drawing(
    view: JSON,
    cast: Casts,
    *,
    thrown: Iterable[Mark] = (),
    cross: Square | None = None,
) -> dict[str, Any]:
    """What ``_ground.html`` draws: boules, rings, at the end the jacks; ``thrown`` marks where a
    throw of this turn went, ``cross`` where the reader aims."""
    possible = [] if view["jack"] else sorted(rings.possible(view))
    told = not view["jack"] and bool(view["heard"] or view["taken"])
    return {
        "tokens": tokens(view),
        "rings": _path(possible) if told else "",
        "possible": len(possible) if told else 0,
        "possible_said": _possible_said(len(possible)) if told else "",
        "jacks": [_middle(jack["at"], str(n)) for n, jack in enumerate(view["jacks"] or (), 1)],
        "thrown": list(thrown),
        "cross": _middle(cross) if cross else None,
        "label": described(view, cast),
        "axis": [Mark(_x(n), _y(n), str(n)) for n in range(1, SIZE + 1)],
    }


def tokens(view: JSON) -> list[Token]:
    """Every boule: its announced distance, its points at the end, a dash for a void distance."""
    found = []
    for boule in view["ground"]:
        x, y = boule["at"]
        value, text = _worth(view, boule), _announced(boule)
        look = "void" if boule["announced"] is None else ""
        if value is not None:
            text, look = str(value), f"worth{value}"
        found.append(Token(_x(x), _y(y), boule["side"].lower(), text, look))
    return found


def mark(at: Iterable[int], text: str = "") -> Mark:
    """A mark in the middle of a square."""
    return _middle(at, text)


def rows(view: JSON, cast: Casts) -> list[Row]:
    """The table of the boules on the ground, in the order in which they were thrown."""
    return [
        Row(
            boule["side"].lower(),
            cast[boule["side"]].team,
            bowler(cast[boule["side"]], boule["bowler"]),
            square(boule["at"]),
            _announced(boule),
            _worth(view, boule),
        )
        for boule in view["ground"]
    ]


def jacks(view: JSON) -> list[str]:
    """At the end, every jack: where it lay, and after which throw it came there."""
    return [
        _("Jack %(n)s: %(square)s, from the start.") % {"n": n, "square": square(jack["at"])}
        if not jack["throw"]
        else _("Jack %(n)s: %(square)s, since throw %(throw)s.")
        % {"n": n, "square": square(jack["at"]), "throw": jack["throw"]}
        for n, jack in enumerate(view["jacks"] or (), 1)
    ]


def twin(view: JSON, cast: Casts) -> list[str]:
    """The ground in sentences, for who does not see it."""
    said = [_row_said(row) for row in rows(view, cast)]
    return said or [_("No boule lies on the ground.")]


def described(view: JSON, cast: Casts) -> str:
    """The drawing in one sentence."""
    count = len(view["ground"])
    lying = ngettext(
        "%(n)s boule lies on the ground.", "%(n)s boules lie on the ground.", count
    ) % {"n": count}
    if view["jack"]:
        facts = {"lying": lying, "jack": square(view["jack"]), "score": score(view, cast)}
        return _("%(lying)s The jack was on %(jack)s: %(score)s.") % facts
    return _("%(lying)s %(team)s has the hand.") % {"lying": lying, "team": hand(view, cast)}


def _row_said(row: Row) -> str:
    facts: Mapping[str, Any] = row._asdict()
    if row.worth is not None:
        return _("%(square)s: %(bowler)s (%(team)s), %(worth)s points.") % facts
    if row.announced == VOID:
        return _("%(square)s: %(bowler)s (%(team)s), its distance is void.") % facts
    return _("%(square)s: %(bowler)s (%(team)s), announced %(announced)s.") % facts


VOID = "–"
"""What stands for a distance that a moved jack has voided."""


def _announced(boule: JSON) -> str:
    return VOID if boule["announced"] is None else str(boule["announced"])


def _worth(view: JSON, boule: JSON) -> int | None:
    """The points of a boule once the jack is revealed."""
    jack = view["jack"]
    return None if jack is None else worth(Square(*boule["at"]), Square(*jack))


def _possible_said(count: int) -> str:
    return ngettext(
        "The jack can lie on %(n)s square only.", "The jack can still lie on %(n)s squares.", count
    ) % {"n": count}


def _path(squares: Iterable[Square]) -> str:
    """The outlines of squares, as one path."""
    return "".join(
        f"M{(at.x - 1) * UNIT} {(at.y - 1) * UNIT}h{UNIT}v{UNIT}h-{UNIT}z" for at in squares
    )


def _x(x: int) -> int:
    return (x - 1) * UNIT + UNIT // 2


def _y(y: int) -> int:
    return (y - 1) * UNIT + UNIT // 2


def _middle(at: Iterable[int], text: str = "") -> Mark:
    x, y = at
    return Mark(_x(x), _y(y), text)
