"""Whole matches of the bot through every page: reports, order page, board; and the rules page."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from games.contract import JSON, Refused, Sheet, tell
from piedballe import bot, engine, pages
from piedballe.pages.faults import REFUSALS
from piedballe.pages.rules import rules
from piedballe.pages.telling import SENTENCES
from tests.piedballe.tales import CAST

TURNS = 60


def played(seed: int, ruleset: JSON) -> Iterator[tuple[Any, Sheet]]:
    """Each turn of a match between bots: the state before it, and its sheet."""
    dice = random.Random(seed)

    def draw(purpose: str, bound: int) -> int:
        return dice.randrange(bound)

    state, events = engine.start(ruleset, draw)
    for number in range(TURNS):
        slots = engine.awaits(state).slots
        if not slots:
            return
        before = engine.show(state, None)
        orders = {slot: bot.order(before, slot, draw) for slot in slots}
        step = engine.play(state, orders, draw)
        told = tuple(tell((*events, *step.events), engine))
        outcome, after = engine.outcome(step.state), engine.show(step.state, None)
        yield state, Sheet(ruleset, number, before, told, after, orders, outcome, CAST)
        state, events = step.state, ()


def test_every_kind_of_event_of_the_engine_has_a_sentence() -> None:
    assert set(SENTENCES) == set(engine.FACTS)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_telling_of_each_turn_leads_to_the_pitch_after_it(seed: int, language: str) -> None:
    with translation.override(language):
        for _state, sheet in played(seed, {"figures": 3 + seed % 2, "preset": "lively"}):
            told = pages.report(sheet)
            assert told["gist"]
            for kind in ("html", "txt", "bbcode"):
                assert "%(" not in render_to_string(f"piedballe/report.{kind}", told)
            last = json.loads(told["actions"][-1].state)
            figures = sheet.after["figures"]
            assert last["at"] == {each: list(man["at"]) for each, man in figures.items()}
            assert last["marked"] == sorted(each for each in figures if figures[each]["marked"])
            assert last["holder"] == sheet.after["ball"]["holder"]


@pytest.mark.parametrize("seed", range(2))
def test_each_order_of_a_match_fills_its_page_and_comes_back_unchanged(seed: int) -> None:
    for state, sheet in played(seed, {"figures": 4}):
        for slot, text in sheet.orders.items():
            assert text is not None
            read = engine.read(state, slot, text)
            with translation.override("fr"):
                page = pages.order(sheet.before, slot, CAST, text, read)
                html = render_to_string("piedballe/order.html", page)
                html += render_to_string("piedballe/plan.html", page)
            assert page["complete"]
            assert pages.compose(sheet.before, slot, {"line": page["line"]}) == text
            for choice in page.get("choices", ()):
                refused_never(state, slot, pages.compose, sheet.before, page["line"], choice.value)
            assert "style=" not in html


def refused_never(state: Any, slot: str, compose: Any, view: JSON, line: str, piece: str) -> None:
    """What a button adds reads, but for a dribble, which still wants its end."""
    text = compose(view, slot, {"line": line, "add": piece})
    if "dribble" not in piece:
        engine.read(state, slot, text)


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    for kind, sentence in REFUSALS.items():
        names = {"word", "text", "slot", "got", "want", "at", "most", "figure", "key"}
        refused = Refused(kind, 1, {**dict.fromkeys(names, "8,5"), "who": "A1"})
        with translation.override("fr"):
            assert pages.refusal(refused, CAST) != sentence


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_page_is_played_by_the_engine(db: None, visitor: Client, language: str) -> None:
    visitor.cookies["django_language"] = language
    answer = visitor.get("/rules/piedballe/")
    assert answer.status_code == 200
    kinds = [action.look for example in rules()["scored"] for action in example.told]
    assert "goal" in kinds
    assert all(why for _text, why in rules()["wrong"])


WHATEVER = (
    "",
    "nonsense",
    "c: 99,99",
    "c: 0,0",
    "c: 16,30 17,30",
    "passe A9",
    "tir 99,99 +9",
    ";;;",
    "c:",
    "dribble B1: 0,0",
    "rien ; rien",
    "c: 8,8 " * 60,
    "\x00",
    "＋",
    "sprint ; sprint",
    "c: 1000000,1",
    "c: 8," + "9" * 400,
    "c: " + "9" * 5000 + ",1",
    "c: " + "1,1 16,30 " * 5000,
    "c: " + "8" + " " * 50_000,
)


@pytest.mark.parametrize("text", WHATEVER)
def test_whatever_is_typed_the_page_is_there_and_says_why(text: str) -> None:
    state, sheet = list(played(1, {"figures": 3}))[6]
    (slot,) = sheet.orders
    with pytest.raises(Refused) as refused:
        engine.read(state, slot, text)
    assert pages.refusal(refused.value, CAST)
    page = pages.order(sheet.before, slot, CAST, text, None)
    html = render_to_string("piedballe/order.html", page)
    assert len(html) < 200_000 + len(text)
    assert render_to_string("piedballe/plan.html", page)


@pytest.mark.parametrize("text", ["9" * 500 + ",1 1,1", "9" * 5000 + ",1", "1,1 " * 9000, "99,99"])
def test_whatever_is_typed_as_a_placing_the_page_is_there(text: str) -> None:
    state = engine.start({"figures": 3}, lambda _purpose, _bound: 0).state
    page = pages.order(engine.show(state, "A"), "A", CAST, text, None)
    assert render_to_string("piedballe/order.html", page)
    assert render_to_string("piedballe/plan.html", page)
