"""A turn told: sentences, dice, the replay’s steps, text and BBCode."""

import json
import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.contract import JSON, Cast, Outcome
from piedballe import pages
from piedballe.pages.scene import Scene, scene_of
from piedballe.pages.telling import SENTENCES, actions, rolled, sentence
from tests.piedballe.tales import (
    AFTER_GOAL,
    BEFORE_GOAL,
    CAST,
    GOAL,
    NAMELESS,
    ORDER,
    plain,
    sheet,
    unplaced,
    view,
)

PLAIN = {"dice": [4, 3], "total": 12, "ok": True}
MISSED = {"dice": [1, 1], "total": 5, "ok": False}
WON = {"dice": [3, 3, 2, 4], "totals": [9, 9], "ok": True}
LOST = {"dice": [1, 1, 1, 2], "totals": [5, 6], "ok": False}
TOTALS = dict(zip(ORDER, range(15, 9, -1), strict=True))
FACTS: dict[str, list[dict[str, Any]]] = {
    "initiative": [{"dice": [1] * 12, "totals": TOTALS, "order": ORDER}],
    "coin": [{"dice": [1], "side": "A"}],
    "round": [{"round": 2}],
    "kickoff": [{"figure": "BG"}],
    "end": [
        {"score": {"A": 2, "B": 1}, "winner": "A"},
        {"score": {"A": 1, "B": 1}, "winner": None},
    ],
    "turn": [
        {"figure": "A1", "turn": kind, "order": [{"pass": "A2"}]}
        for kind in ("own", "bonus", "keeper", "throwin")
    ]
    + [{"figure": "A1", "turn": "own", "order": []}],
    "timeout": [{"figure": "A1"}],
    "skip": [{"figure": "B2"}],
    "drop": [{"figure": "A1", "step": 1, "why": why} for why in ("ball", "square", "turn")],
    "sprint": [{"figure": "A1", "squares": n} for n in (1, 3)],
    "run": [{"figure": "A1", "path": [[8, 4]]}, {"figure": "A2", "path": [[4, 9], [4, 10]]}],
    "take": [{"figure": "A2", "at": [4, 8]}],
    "rest": [{"at": [8, 12]}],
    "gather": [{"figure": "AG", "at": [8, 2]}],
    "keep": [{"figure": "A1", **PLAIN}, {"figure": "A1", **MISSED}],
    "save": [{"figure": "BG", **PLAIN}, {"figure": "BG", **MISSED}],
    "intercept": [{"figure": "B1", **PLAIN}, {"figure": "B1", **MISSED}],
    "pass": [{"figure": "A1", "to": "A2", "modifier": m, **PLAIN} for m in (2, 0, -1, -3)]
    + [{"figure": "A1", "to": "A2", "modifier": 0, **MISSED}],
    "receive": [{"figure": "A2", "modifier": 2, **each} for each in (PLAIN, MISSED)],
    "shoot": [
        {"figure": "A1", "target": [8, 31], "power": 1, "distance": 13, **PLAIN},
        {"figure": "A1", "target": [8, 31], "power": 0, "distance": None, **MISSED},
    ],
    **{
        kind: [{"figure": "B1", "on": "A1", **WON}, {"figure": "B1", "on": "A1", **LOST}]
        for kind in ("steal", "tackle", "mark")
    },
    "dribble": [{"figure": "A1", "on": "B1", **WON}, {"figure": "A1", "on": "B1", **LOST}],
    "ring": [{"dice": [4, 5], "from": [8, 3], "number": 1}],
    "scatter": [{"dice": [2, 3, n], "from": [8, 3], "number": 5, "squares": n} for n in (1, 4)],
    "out": [{"at": [1, 8], "side": "B", "figure": "B1", "put": [1, 8]}],
    "goal": [{"figure": "A1", "side": "A", "score": {"A": 1, "B": 0}}],
}


@pytest.fixture
def at_start() -> Scene:
    return scene_of(view(), CAST)


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(SENTENCES) == set(FACTS)


@pytest.mark.parametrize("kind", sorted(FACTS))
@pytest.mark.parametrize("cast", [CAST, NAMELESS], ids=["named", "nameless"])
def test_every_event_is_told_in_both_languages(kind: str, cast: JSON) -> None:
    for facts in FACTS[kind]:
        event = {"kind": kind, **facts}
        with translation.override("en"):
            english = sentence(event, scene_of(view(), cast))
            english += rolled(event, scene_of(view(), cast))
        with translation.override("fr"):
            french = sentence(event, scene_of(view(), cast))
        assert english != french
        assert "%(" not in english + french


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            {"kind": "keep", "figure": "A1", **PLAIN},
            "2D6 = 4 + 3, agility 3, easy +2: 12 ≥ 9",
        ),
        (
            {"kind": "pass", "figure": "A1", "to": "A2", "modifier": -3, **MISSED},
            "2D6 = 1 + 1, agility 3, −3: 5 < 9",
        ),
        (
            {"kind": "mark", "figure": "B1", "on": "A1", **WON},
            "B1: 2D6 = 3 + 3, strength 3: 9; A1: 2D6 = 2 + 4, strength 3: 9",
        ),
    ],
)
def test_dice_stand_with_their_test(event: JSON, said: str, at_start: Scene) -> None:
    with translation.override("en"):
        assert rolled(event, at_start) == said


def test_the_telling_leads_from_the_pitch_before_to_the_pitch_after() -> None:
    told = list(actions(scene_of(BEFORE_GOAL, CAST), GOAL))
    state = json.loads(told[-1].state)
    assert state["at"] == {each: man["at"] for each, man in AFTER_GOAL["figures"].items()}
    assert (state["ball"], state["holder"], state["marked"]) == ([9, 30], "BG", [])
    assert json.loads(told[1].state)["flight"] == [[8, 21], [8, 31]]


def test_a_goal_is_the_title_and_the_gist() -> None:
    with translation.override("en"):
        told = pages.report(sheet(BEFORE_GOAL, GOAL, AFTER_GOAL))
    assert "Aubin (A1)" in told["title"] or "Valcombe" in told["title"]
    assert told["gist"] == "Goal! Aubin (A1) scores for Valcombe: 1 – 0."
    assert ("Score", "1 – 0") in told["facts"]
    assert ("To play", "BG (keeper)") in told["facts"]
    assert ("", "round 1 is over") in told["facts"]


def test_the_end_says_who_won() -> None:
    after = {**AFTER_GOAL, "phase": "over", "turn": None}
    with translation.override("en"):
        won = pages.report(sheet(BEFORE_GOAL, GOAL, after, Outcome("A", "goals")))
        drawn = pages.report(sheet(BEFORE_GOAL, GOAL, after, Outcome(None, "rounds")))
    assert won["gist"] == "The match ends 1 – 0: Valcombe wins."
    assert drawn["gist"] == "The match ends 1 – 0: a draw."


PLACING: list[JSON] = [
    {"kind": "initiative", **FACTS["initiative"][0]},
    {"kind": "coin", "dice": [2], "side": "B"},
    {"kind": "round", "round": 1},
    {"kind": "kickoff", "figure": "BG"},
]


def test_the_placing_tells_both_lines_and_who_sent_none() -> None:
    after = view("BG", turn={"figure": "BG", "kind": "keeper"})
    placing = sheet(unplaced(), PLACING, after, number=0, orders={"A": "8,3 4,8 13,8"})
    with translation.override("en"):
        told = pages.report(placing)
        html = render_to_string("piedballe/report.html", told)
    assert told["placed"] == [
        ("a", "Valcombe", "8,3 4,8 13,8", ""),
        ("b", "Montclar", "9,28 13,23 4,23", "no order came in time"),
    ]
    assert told["gist"] == "Both sides stand on the pitch; Montclar kicks off."
    assert html.count("data-st=") == 5


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("kind", ["html", "txt", "bbcode"])
def test_a_turn_in_each_form(language: str, kind: str) -> None:
    with translation.override(language):
        told = pages.report(sheet(BEFORE_GOAL, GOAL, AFTER_GOAL))
        text = plain(render_to_string(f"piedballe/report.{kind}", told))
    assert "2D6 = 3 + 3" in text
    assert told["actions"][3].text in render_to_string(f"piedballe/report.{kind}", told)
    assert "style=" not in text
    assert text.count("data-st=") == (8 if kind == "html" else 0)


HOSTILE = "<script>alert('x')</script> \"[b]&#91;i&#93;"


def hostile(kind: str) -> str:
    """Report of a turn of players and teams with nasty names."""
    team = Cast("[url=x]T</textarea>", (HOSTILE,) * 3, HOSTILE)
    told = pages.report(sheet(BEFORE_GOAL, GOAL, AFTER_GOAL, cast={"A": team, "B": team}))
    return render_to_string(f"piedballe/report.{kind}", told)


def test_names_are_inert_in_html() -> None:
    html = hostile("html")
    assert "<script" not in html
    assert "&lt;script&gt;alert" in html


def test_names_are_inert_in_bbcode() -> None:
    text = hostile("bbcode")
    tags = set(re.findall(r"\[([^\]]*)\]", text))
    assert tags <= {"b", "/b", "i", "/i", "list", "/list", "*"}
    assert text.count("[i]") == 1
    assert not re.search(r"[<>]|&#", text)


def test_names_stand_as_they_are_in_text() -> None:
    assert HOSTILE in hostile("txt")
