"""Positions and turns to tell, with a named cast."""

from typing import Any

from games.contract import JSON, Cast, Outcome, Sheet, Side

CAST: dict[Side, Cast] = {
    "A": Cast("Valcombe", ("Aubin", "Mahaut", "Perrin"), "Odon"),
    "B": Cast("Montclar", ("Josse", "Hersent", "Foulques")),
}
NAMELESS: dict[Side, Cast] = {"A": Cast("Valcombe", ()), "B": Cast("Montclar", ())}

RULESET: JSON = {
    "figures": 3,
    "success_at": 9,
    "easy": 2,
    "medium": 0,
    "hard": -1,
    "run": 6,
    "goals": 5,
    "max_rounds": 20,
    "attribute_points": 9,
    "attribute_max": 5,
}
HOMES = {
    "A1": (8, 3),
    "A2": (4, 8),
    "A3": (13, 8),
    "AG": (8, 1),
    "B1": (9, 28),
    "B2": (13, 23),
    "B3": (4, 23),
    "BG": (9, 30),
}
ORDER = ["A1", "B1", "A2", "B2", "A3", "B3"]


def plain(text: str) -> str:
    """French without its non-breaking spaces, as one types it."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def view(holder: str | None = "A1", **at: Any) -> JSON:
    """What ``show`` lets out: who is not named stands at home; ``ball`` where it lies loose."""
    turn = at.pop("turn", {"figure": "A1", "kind": "own"})
    marked, ball = at.pop("marked", ()), at.pop("ball", None)
    figures = {
        each: {
            "at": list(at.get(each, home)),
            "home": list(home),
            "agility": 3,
            "strength": 3,
            "robustness": 3,
            "played": False,
            "marked": each in marked,
            "system": each[1] == "G",
        }
        for each, home in HOMES.items()
    }
    lies = list(ball) if ball else figures[holder]["at"] if holder else None
    return {
        "ruleset": RULESET,
        "phase": "play" if turn else "over",
        "round": 1,
        "score": {"A": 0, "B": 0},
        "ball": {"at": lies, "holder": None if ball else holder},
        "figures": figures,
        "order": ORDER,
        "next": turn["figure"] if turn else None,
        "turn": turn,
        "passed": True,
        "side": "A",
    }


def unplaced() -> JSON:
    """The pitch before the placing."""
    shown = view(turn=None)
    figures = {each: {**man, "at": None, "home": None} for each, man in shown["figures"].items()}
    nothing = {"phase": "placing", "round": 0, "ball": None, "order": [], "next": None}
    return {**shown, **nothing, "figures": figures}


def sheet(
    before: JSON, events: list[JSON], after: JSON, outcome: Outcome | None = None, **more: Any
) -> Sheet:
    """A turn as it is told."""
    orders, cast = more.get("orders", {}), more.get("cast", CAST)
    return Sheet({}, more.get("number", 5), before, tuple(events), after, orders, outcome, cast)


BEFORE_GOAL = view(A1=(8, 21), B1=(14, 21), marked=("B2",))
AFTER_GOAL = {
    **view("BG", turn={"figure": "BG", "kind": "keeper"}),
    "round": 2,
    "score": {"A": 1, "B": 0},
    "passed": False,
    "side": "B",
}
GOAL: list[JSON] = [
    {
        "kind": "turn",
        "figure": "A1",
        "turn": "own",
        "order": [{"shoot": [8, 31], "power": 1}, {"run": [[8, 22]]}],
    },
    {
        "kind": "shoot",
        "figure": "A1",
        "target": [8, 31],
        "power": 1,
        "distance": 10,
        "dice": [3, 3],
        "total": 9,
        "ok": True,
    },
    {"kind": "save", "figure": "BG", "dice": [3, 3], "total": 8, "ok": False},
    {"kind": "goal", "figure": "A1", "side": "A", "score": {"A": 1, "B": 0}},
    {"kind": "drop", "figure": "A1", "step": 1, "why": "turn"},
    {"kind": "round", "round": 2},
    {"kind": "kickoff", "figure": "BG"},
]
"""A shot at goal with exactly enough distance, and the kick-off (vectors, piedballe.json)."""
