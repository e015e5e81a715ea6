"""The order page: the text and the buttons that write it."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.contract import Read
from piedballe import pages
from piedballe.pages.plan import BACK, CLEAR, joined, way
from tests.piedballe.tales import CAST, unplaced, view


@pytest.mark.parametrize(
    ("text", "piece", "becomes"),
    [
        ("", "c: 8,5", "c: 8,5"),
        ("c: 8,5", "c: 8,6", "c: 8,5 8,6"),
        ("c: 8,5", "passe A3", "c: 8,5 ; passe A3"),
        ("c: 8,5 ; passe A3", "c: 8,6", "c: 8,5 ; passe A3 ; c: 8,6"),
        ("dribble B2: 8,6", "c: 8,7", "dribble B2: 8,6 8,7"),
        ("tir 8,31", "+2", "tir 8,31 +2"),
        ("tir 8,31 +2 ; c: 8,6", "+3", "tir 8,31 +3 ; c: 8,6"),
        ("tir 8,31 +2", "+0", "tir 8,31"),
        ("c: 8,5 8,6", BACK, "c: 8,5"),
        ("c: 8,5 ; passe A3", BACK, "c: 8,5"),
        ("c: 8,5", BACK, ""),
        ("", BACK, ""),
        ("c: 8,5 ; passe A3", CLEAR, ""),
        ("rien", "sprint", "sprint"),
        ("dribble B2: 8,6 8,7", BACK, "dribble B2: 8,6"),
    ],
)
def test_a_button_adds_its_piece(text: str, piece: str, becomes: str) -> None:
    assert joined(text, piece) == becomes
    assert pages.compose(view(), "A1", {"line": text, "add": piece}) == becomes


def test_without_a_button_the_line_is_the_order() -> None:
    assert pages.compose(view(), "A1", {"line": "c: 8,5"}) == "c: 8,5"


def test_the_usual_places_are_a_button_of_the_placing() -> None:
    with translation.override("en"):
        page = pages.order(unplaced(), "B", CAST, "", None)
    assert page["usual"] == "9,28 13,23 4,23"
    assert pages.compose(unplaced(), "B", {"line": "", "add": page["usual"]}) == page["usual"]
    assert page["left"] == "To place: no. 1, 2, 3."


def test_a_placing_is_filled_as_far_as_it_reads() -> None:
    with translation.override("en"):
        page = pages.order(unplaced(), "A", CAST, "8,3 · 13,8", None)
    assert [spot.at for spot in page["spots"]] == ["8,3", "", "13,8"]
    assert page["left"] == "To place: no. 2."
    assert [token.hidden for token in page["drawing"].tokens[:3]] == [False, True, False]


def test_a_far_square_stands_for_the_straight_way() -> None:
    gone = way("c: 8,6 ; passe A2 ; run 10,8", (8, 3))
    assert gone.squares == ((8, 3), (8, 4), (8, 5), (8, 6), (9, 7), (10, 8))
    assert gone.actions == ("pass",)


def test_the_pad_goes_on_from_the_end_of_the_way_and_stops_at_the_edge() -> None:
    page = pages.order(view(A1=(1, 3)), "A1", CAST, "c: 1,4", Read("c: 1,4"))
    values = {(key.dx, key.dy): key.value for key in page["pad"]}
    assert values[0, 1] == "c: 1,5"
    assert values[-1, 0] == ""


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("text", ["", "c: 8,4 8,5", "zz", "passe"])
def test_the_page_shows_whatever_was_typed(language: str, text: str) -> None:
    read = Read(text) if text.startswith("c:") else None
    with translation.override(language):
        page = pages.order(view(), "A1", CAST, text, read)
        html = render_to_string("piedballe/order.html", page)
        html += render_to_string("piedballe/plan.html", page)
    assert f">{text}</textarea>" in html
    assert "style=" not in html
    assert page["left"]
