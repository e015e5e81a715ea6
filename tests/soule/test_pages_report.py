"""A turn told: sentences, strips, the replay’s steps, text and BBCode."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.contract import JSON, Cast
from soule import engine, pages
from soule.pages.telling import SENTENCES, Scene, scene_of, sentence
from tests.soule.tales import CAST, MATCH, NAMELESS, plain, sheets

GOLDEN = Path(__file__).parent / "golden"
FACTS: dict[str, list[dict[str, Any]]] = {
    "first-strike": [{}],
    "place": [{"n": 1, "at": -2}, {"n": 1, "at": -3}],
    "advance": [{"n": 1, "from": -3, "to": -2}],
    "push": [{"n": 1, "from": -1, "to": 0, "soule_from": 0, "soule": 1}],
    "retreat": [{"n": 1, "from": 0, "to": -1}],
    "edge": [{"n": 1, "sign": "+", "at": 3}, {"n": 1, "sign": "-", "at": -3}],
    "hold": [{"n": 1, "sign": sign} for sign in ("0", "R", "R12")],
    "hit": [{"n": 1, "target": 9, "pp": pp} for pp in (3, 0, -1)],
    "miss": [
        {"n": 1, "target": 9, "why": "elsewhere", "at": 1},
        {"n": 1, "target": 9, "why": "ko", "at": 1},
    ],
    "out": [{"n": 1, "sign": "+", "why": why} for why in ("now", "before")],
    "replace": [{"n": 1, "by": 12, "pp": 4}],
    "referee-blow": [{"n": 1}],
    "goal": [{}],
}


@pytest.fixture
def at_start() -> Scene:
    return scene_of(sheets(*MATCH)[1].before, CAST)


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(SENTENCES) == set(engine.FACTS) == set(FACTS)


@pytest.mark.parametrize("kind", sorted(FACTS))
@pytest.mark.parametrize("cast", [CAST, NAMELESS], ids=["named", "nameless"])
def test_every_event_is_told_in_both_languages(kind: str, cast: JSON, at_start: Scene) -> None:
    at_start.cast = dict(cast)
    for facts in FACTS[kind]:
        event = {"kind": kind, "side": "A", **facts}
        with translation.override("en"):
            english = sentence(event, at_start)
        with translation.override("fr"):
            french = sentence(event, at_start)
        assert english != french
        assert "%" not in english + french


def test_a_miss_says_where_the_target_is_and_whether_he_has_just_gone_there() -> None:
    turn = {"A": "+ 0 0 0 0 0 0 0 0 0 0", "B": "0 1 0 0 0 0 0 0 0 0 0"}
    with translation.override("en"):
        told = pages.report(sheets(MATCH[0], turn)[1])["actions"]
        [miss] = [action for action in told if action.mark == "miss"]
        assert miss.tag == "Missed"
    assert miss.text == "Hersent aims at no. 1, Aubin: missed, no. 1 is now at 1L."
    assert (miss.side, miss.n, miss.aim) == ("B", 2, 0)


def test_each_action_leads_from_the_board_before_to_the_board_after() -> None:
    for sheet in sheets(*MATCH)[1:]:
        told = pages.report(sheet)
        assert told["opening_state"] == state_line(sheet.before)
        assert told["actions"][-1].state == state_line(sheet.after)


def state_line(view: JSON) -> str:
    men = [*view["players"]["A"], *view["players"]["B"]]
    squares = " ".join(str(man["at"]) for man in men)
    return f"{squares}|{' '.join(str(max(man['pp'], 0)) for man in men)}|{view['soule']}"


def test_a_strip_shows_what_became_of_each_sign() -> None:
    strips = pages.report(sheets(*MATCH)[2])["strips"]
    looks = {cell.n: (cell.shown, cell.look) for cell in strips[0].cells}
    assert strips[0].line == MATCH[2]["A"]
    assert looks[3] == ("1", "hit")
    assert looks[7] == ("+", "lost")
    assert looks[11] == ("+", "push")
    assert looks[2] == ("+", "move")
    assert looks[1] == ("0", "none")


@pytest.mark.parametrize(
    ("language", "spoken"),
    [("en", "1 square from the middle"), ("fr", "à 1\u00a0case du milieu")],
)
def test_a_strip_of_an_initial_speaks_of_places(language: str, spoken: str) -> None:
    with translation.override(language):
        strip = pages.report(sheets(*MATCH)[0])["strips"][0]
    said = {cell.sign: cell.spoken.replace("\u00a0", " ") for cell in strip.cells}
    assert said["1"] == spoken.replace("\u00a0", " ")


def test_after_a_goal_the_signs_that_were_not_played_still_stand_in_the_strip() -> None:
    told = pages.report(sheets(*MATCH)[3])
    assert [strip.line for strip in told["strips"]] == [MATCH[3]["A"], MATCH[3]["B"]]
    assert told["strips"][1].cells[10].look == "none"
    assert told["actions"][-1].n is None


def test_the_strips_of_an_initial_hold_its_numbers_and_those_of_22_hold_22() -> None:
    assert pages.report(sheets(*MATCH)[0])["strips"][0].line == MATCH[0]["A"]
    eleven = " ".join("1" * 11)
    orders = {"A1": eleven, "A2": eleven.replace("1", "3"), "B1": eleven, "B2": eleven}
    told = pages.report(sheets(orders, ruleset={"players": 22, "captains": 2})[0])
    assert [cell.sign for cell in told["strips"][0].cells] == ["1"] * 11 + ["3"] * 11


def test_who_sent_nothing_is_named_with_his_eleven_zeros() -> None:
    with translation.override("en"):
        told = pages.report(sheets(MATCH[0], {"A": MATCH[1]["A"]})[1])
    assert ("Montclar", "no order came in time") in told["facts"]
    assert told["strips"][1].line == "0 0 0 0 0 0 0 0 0 0 0"


def test_silent_players_of_a_polyplayed_match_are_counted() -> None:
    orders = {f"{side}{n}": "1" for side in "AB" for n in range(1, 12) if n != 5}
    with translation.override("en"):
        told = pages.report(sheets(orders, ruleset={"polyplayed": True})[0])
    assert ("Valcombe", "1 player sent nothing") in told["facts"]


def test_titles_say_what_mattered_and_stay_the_same() -> None:
    told = sheets(*MATCH)
    with translation.override("fr"):
        titles = [pages.report(sheet)["title"] for sheet in told]
        assert titles == [pages.report(sheet)["title"] for sheet in told]
    assert len(set(titles)) == 4
    assert "Thibaud" in titles[2]
    assert "Valcombe" in titles[3] or "Montclar" in titles[3]


def test_the_gist_is_one_sentence_for_news_and_mails() -> None:
    with translation.override("fr"):
        gists = [plain(pages.report(sheet)["gist"]) for sheet in sheets(*MATCH)]
    assert gists == [
        "Les deux équipes sont en place ; l’initiative est à Valcombe.",
        "Soule de 0 en 1G, 3 poussées, aucun coup porté.",
        "Soule encore en 1G, 2 poussées, 9 coups portés, KO : Valcombe 7 (Thibaud).",
        "Valcombe marque au tour 3 et l’emporte.",
    ]


def test_a_turn_without_anything_says_so() -> None:
    zeros = {"A": " ".join("0" * 11), "B": " ".join("0" * 11)}
    with translation.override("en"):
        told = pages.report(sheets(MATCH[0], zeros)[1])
    assert told["gist"] == "Soule still at 0, no push, no hit."


def test_a_limit_reached_is_a_draw_in_the_facts() -> None:
    zeros = {"A": " ".join("0" * 11), "B": " ".join("0" * 11)}
    with translation.override("en"):
        told = pages.report(sheets(MATCH[0], zeros, ruleset={"max_turns": 1})[1])
    assert ("End", "No goal in 1 turn: a draw.") in told["facts"]


@pytest.mark.parametrize(("language", "kind"), [("en", "txt"), ("fr", "bbcode")])
def test_a_known_turn_as_text_and_as_bbcode(language: str, kind: str) -> None:
    with translation.override(language):
        told = pages.report(sheets(*MATCH)[2])
        text = render_to_string(f"soule/report.{kind}", told)
    assert text == (GOLDEN / f"turn.{language}.{kind}").read_text("utf-8")


def test_the_initial_as_text_lists_both_initials_and_the_squares() -> None:
    with translation.override("en"):
        text = render_to_string("soule/report.txt", pages.report(sheets(*MATCH)[0]))
    assert "Valcombe: 2 1 1 1 1 2 1 1 1 1 2" in text
    assert "Initiative (by draw): Valcombe" in text
    assert "- 2L: Valcombe no. 1 (4 PP), no. 6 (4 PP), no. 11 (4 PP)" in text


def test_the_page_has_a_step_of_the_replay_for_each_action() -> None:
    html = render_to_string("soule/report.html", pages.report(sheets(*MATCH)[2]))
    assert html.count("data-st=") == 23
    assert html.count('<li class="hit">') == 9
    assert 'data-replay="2"' in html
    assert "style=" not in html


HOSTILE = "<script>alert('x')</script> \"[b]&#91;i&#93;"


def hostile(kind: str) -> str:
    """Report of a turn of players and teams with nasty names."""
    team = Cast("[url=x]T</textarea>", (HOSTILE,) * 11)
    sheet = sheets(*MATCH, cast={"A": team, "B": team})[2]
    return render_to_string(f"soule/report.{kind}", pages.report(sheet))


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
