"""How boules are told: every fact has its sentence, in both languages, and no page has the jack."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from boules import engine, pages
from boules.pages.faults import REFUSALS
from boules.pages.lesson import rules
from boules.pages.telling import TIME_OUT, WHY, sentence
from games.contract import Cast, Refused, Sheet, Side, side_of, tell
from tests.boules.ground import drawn
from tests.boules.plays import Played, played

CAST: dict[Side, Cast] = {
    "A": Cast("Castillon", ("Mahaut", "Aubin")),
    "B": Cast("Beaulieu", ("Josse", "Foulques")),
}
LANGUAGES = pytest.mark.parametrize("language", ["fr", "en"])


def sheet_of(turn: Played, number: int) -> Sheet:
    return Sheet(
        ruleset=turn.before.ruleset.__dict__,
        number=number,
        before=engine.show(turn.before, None),
        events=tuple(tell(turn.events, engine)),
        after=engine.show(turn.after, None),
        orders=turn.orders,
        outcome=engine.outcome(turn.after),
        cast=CAST,
    )


@LANGUAGES
@pytest.mark.parametrize("seed", range(8))
def test_whole_matches_are_told(seed: int, language: str) -> None:
    ruleset = {"bowlers": 2, "on_timeout": ("pass", "lose_boule", "referee")[seed % 3]}
    with translation.override(language):
        for number, turn in enumerate(played(seed, ruleset)):
            sheet = sheet_of(turn, number)
            told = pages.report(sheet)
            assert told["title"]
            assert told["gist"]
            for kind in ("html", "txt", "bbcode"):
                assert "%(" not in render_to_string(f"boules/report.{kind}", told)
            situation = pages.situation(sheet.after, CAST)
            for part in ("board", "replay", "players"):
                assert "None" not in render_to_string(f"boules/{part}.html", situation)
            assert pages.summary(sheet.after, CAST)
            assert all(term and value for term, value in pages.status(sheet.after, CAST))


@pytest.mark.parametrize("seed", range(8))
def test_before_the_end_nothing_told_depends_on_the_jack(seed: int) -> None:
    for number, turn in enumerate(played(seed, {"bowlers": 2}, silence=0)):
        if turn.after.is_over:
            continue
        told = {**pages.report(sheet_of(turn, number)), **pages.situation(_view(turn), CAST)}
        assert told["drawing"]["jacks"] == []
        assert all(row.worth is None for row in told["rows"])
        assert told["jacks"] == []
        hidden = f"[{turn.after.jack.x},{turn.after.jack.y}]"
        hit = [event for event in turn.events if event[0] == "jack-hit"]
        html = render_to_string("boules/report.html", told)
        assert hidden not in html or hit


def _view(turn: Played) -> Any:
    return engine.show(turn.after, None)


def test_each_throw_fills_its_page_and_comes_back_unchanged() -> None:
    for turn in played(3, {"bowlers": 2}, silence=0):
        for slot, line in turn.orders.items():
            view, read = (
                engine.show(turn.before, side_of(slot)),
                engine.read(turn.before, slot, line),
            )
            context = pages.order(view, slot, CAST, line, read)
            html = render_to_string("boules/order.html", context)
            assert f'value="{line}"' in html
            assert "style=" not in html
            assert pages.compose(view, slot, {"line": line}) == line


@LANGUAGES
def test_a_shot_is_announced_as_one(language: str) -> None:
    state = drawn("B..*..", "A")
    read = engine.read(state, "A1", "1 1")
    with translation.override(language):
        said = pages.order(engine.show(state, "A"), "A1", CAST, "1 1", read)["left"]
        caution = pages.caution(read.cautions[0], CAST)
    assert "deux boules" in said + caution if language == "fr" else "both boules" in said
    assert "Josse" in caution


@pytest.mark.parametrize("text", ["", "nonsense", "[30,1]"])
def test_what_is_no_square_keeps_the_page(text: str) -> None:
    state = drawn("B..*..", "A")
    context = pages.order(engine.show(state, "A"), "A1", CAST, text, None)
    assert context["drawing"]["cross"] is None
    assert context["line"] == text
    assert context["left"]


def test_the_rings_are_drawn_for_who_asks() -> None:
    state = drawn("B..*..", "A")
    board = render_to_string("boules/board.html", pages.situation(engine.show(state, None), CAST))
    assert 'name="rings"' in board
    assert 'class="rings"' in board


@LANGUAGES
@pytest.mark.parametrize("why", sorted(WHY))
def test_every_reason_for_the_hand_has_its_sentence(why: str, language: str) -> None:
    with translation.override(language):
        said = sentence({"kind": "hand", "side": "A", "why": why}, CAST)
    assert said.startswith("Castillon")


@LANGUAGES
@pytest.mark.parametrize("effect", sorted(TIME_OUT))
def test_every_effect_of_a_time_out_has_its_sentence(effect: str, language: str) -> None:
    event = {"kind": "time-out", "side": "B", "effect": effect, "bowler": 2}
    with translation.override(language):
        said = sentence(event, CAST)
    assert said.startswith("Beaulieu")
    assert ("Foulques" in said) is (effect == "lose_boule")


FACTS = {
    "sign": "x",
    "x": 3,
    "y": 4,
    "bowler": 1,
    "slot": "A9",
    "count": 2,
    "key": "pp",
    "got": 1,
    "want": 2,
}


@LANGUAGES
@pytest.mark.parametrize("kind", sorted(REFUSALS))
def test_every_refusal_has_its_sentence(kind: str, language: str) -> None:
    with translation.override(language):
        said = pages.refusal(Refused(kind, 3, FACTS), CAST)
    assert "3" in said
    assert "%(" not in said


def test_beside_a_team_stands_what_it_has_left_or_its_points() -> None:
    with translation.override("en"):
        assert pages.beside(None, CAST) == {"A": "", "B": ""}
        state = drawn("B.*..", "A", left=(1, 0))
        assert pages.beside(engine.show(state, None), CAST)["A"] == "1 boule left"
        over = engine.play(state, {"A1": "[4,1]"}, lambda _purpose, _bound: 0).state
        assert pages.beside(engine.show(over, None), CAST) == {"A": "20 points", "B": "5 points"}


@LANGUAGES
def test_the_rules_page_is_played_by_the_engine(language: str, db: None) -> None:
    client = Client()
    client.cookies["django_language"] = language
    body = client.get("/rules/boules/").content.decode()
    with translation.override(language):
        for example in rules().values():
            for told in example.get("told", ()):
                assert told.split("’")[0] in body


def test_the_names() -> None:
    with translation.override("en"):
        assert [pages.name({"bowlers": n}) for n in (1, 3)] == [
            "Jeu de boules",
            "Jeu de boules, 3 against 3",
        ]
        assert pages.turn_name(0) == "Throw 1"
