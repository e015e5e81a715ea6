"""The rules page: in both languages, and its examples are what the engine makes of them."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from soule import engine, pages
from soule.pages.board import drawing
from soule.state import State
from tests.soule.scene import no_draw


@pytest.fixture
def context() -> Any:
    with translation.override("en"):
        return pages.rules()


def opening(context: Any) -> State:
    start = engine.start({}, lambda purpose, bound: 0).state
    return engine.play(start, context["initial"], no_draw).state


def states(context: Any) -> list[State]:
    """The position after each of the page's turns, each order read as a captain's would be."""
    found = [opening(context)]
    for turn in context["turns"]:
        before = found[-1]
        orders = {s: engine.read(before, s, line).line for s, line in turn.lines.items()}
        assert orders == turn.lines
        found.append(engine.play(before, orders, no_draw).state)
    return found[1:]


@pytest.mark.parametrize(
    ("language", "title", "told"),
    [
        ("en", "How soule is played", "No. 9 has just fallen KO: the action is lost."),
        ("fr", "Comment on joue à la soule", "Le n° 9 vient de tomber KO : son action est perdue."),
    ],
)
def test_the_page_speaks_both_languages(
    db: None, visitor: Client, language: str, title: str, told: str
) -> None:
    visitor.cookies["django_language"] = language
    answer = visitor.get("/rules/soule/")
    page = " ".join(answer.content.decode().replace("\u00a0", " ").split())
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page
    assert f"<h1>{title}</h1>" in page
    assert told in page


def test_a_game_that_is_not_played_here_has_no_rules(db: None, visitor: Client) -> None:
    assert visitor.get("/rules/chess/").status_code == 404


def test_the_pictures_are_what_the_engine_makes_of_the_orders(context: Any) -> None:
    shown = engine.show(opening(context), None)
    assert context["opening"]["wide"].tokens == drawing("wide", shown, context["cast"], "").tokens
    for turn, state in zip(context["turns"], states(context), strict=True):
        wanted = drawing("mini", engine.show(state, None), context["cast"], "")
        assert (turn.field.tokens, turn.field.soule) == (wanted.tokens, wanted.soule)


def test_each_picture_is_the_last_step_of_its_list(context: Any) -> None:
    for turn, state in zip(context["turns"], states(context), strict=True):
        squares, pp, soule = turn.told[-1].state.split("|")
        assert state.at == tuple(map(int, squares.split()))
        assert [max(each, 0) for each in state.pp] == [int(each) for each in pp.split()]
        assert state.soule == int(soule)


def test_the_examples_show_what_the_text_explains(context: Any) -> None:
    pushes, blows, goal = ([(a.side, a.n, a.mark) for a in turn.told] for turn in context["turns"])
    assert [each for each in pushes if each[2] == "push"] == [
        ("A", 1, "push"),
        ("B", 2, "push"),
        ("A", 3, "push"),
    ]
    assert [mark for _, _, mark in blows].count("hit") == 4
    assert ("B", 9, "lost") in blows
    assert ("B", 1, "miss") in blows
    assert goal[-1] == ("A", None, "none")
    assert ("B", 11, "move") not in goal


def test_first_strike_changes_from_one_example_to_the_next(context: Any) -> None:
    assert [turn.first for turn in context["turns"]] == ["Valcombe", "Montclar", "Valcombe"]


def test_every_way_of_writing_reads_the_same(context: Any) -> None:
    state = opening(context)
    assert {engine.read(state, "A", text).line for text in context["written"]} == {context["read"]}


def test_what_does_not_read_is_refused_with_its_place(context: Any) -> None:
    assert [why for _, why in context["wrong"]] == [
        "Sign 7: “14” is no player of the other side, whose numbers go from 1 to 11.",
        "Sign 11: 10 signs of the 11 that are needed.",
    ]
