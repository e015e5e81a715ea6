"""The pitch as drawn and as said."""

import re
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.contract import SIDES
from piedballe import pages
from piedballe.pages.board import LAYOUTS, Moves, drawing
from tests.piedballe.tales import CAST, plain, unplaced, view


@pytest.mark.parametrize(
    ("key", "at", "place"),
    [
        ("tall", (1, 1), (33, 671)),
        ("tall", (16, 30), (363, 33)),
        ("wide", (1, 1), (54, 18)),
        ("wide", (16, 30), (1098, 558)),
        ("mini", (8, 31), (567, 135)),
    ],
)
def test_row_1_lies_below_upright_and_left_otherwise(
    key: str, at: tuple[int, int], place: tuple[int, int]
) -> None:
    assert LAYOUTS[key].point(at) == place


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", ["", "mini"])
def test_the_drawing_is_one_and_the_same_in_every_language(language: str, size: str) -> None:
    with translation.override(language):
        shown = pages.situation(view(marked=("B2",)), CAST)
        html = render_to_string("piedballe/board.html", {**shown, "size": size})
    drawings = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(drawings) == (1 if size else 2)
    for each in drawings:
        ElementTree.fromstring(each)
        assert each.count("data-id=") == 8
        assert each.count('class="tok b held"') == 1
        assert each.count('class="tok a act"') == 1
        assert each.count('class="glove"') == 2
        assert not re.search(r'(transform|x|y|width|height|d)="[^"]*\d,\d', each)
        assert "style=" not in each


def test_the_pitch_is_said_side_by_side() -> None:
    with translation.override("en"):
        shown = pages.situation(view(marked=("B2",)), CAST)
    assert shown["twin"] == [
        "Valcombe: A1 Aubin 8,3; A2 Mahaut 4,8; A3 Perrin 13,8; AG Odon, keeper 8,1",
        "Montclar: B1 Josse 9,28; B2 Hersent 13,23, marked; B3 Foulques 4,23; BG keeper 9,30",
        "The pitch. Aubin (A1) has the ball at 8,3.",
    ]


def test_before_the_placing_nobody_is_drawn() -> None:
    shown = pages.situation(unplaced(), CAST)
    assert all(token.hidden for token in shown["wide"].tokens)
    assert shown["wide"].ball == ""
    with translation.override("en"):
        assert pages.summary(unplaced(), CAST) == "The captains place their players."
        assert pages.beside(None, CAST) == dict.fromkeys(SIDES, "")


def test_a_loose_ball_lies_in_the_middle_of_its_square_and_a_carried_one_beside() -> None:
    loose = drawing("tall", view(ball=(8, 10)), "")
    carried = drawing("tall", view(A1=(8, 10)), "")
    assert loose.ball.startswith("translate(187 473)")
    assert carried.ball != loose.ball


def test_a_part_shows_at_least_what_moved_and_never_more_than_the_pitch() -> None:
    for way in ([(8, 10), (8, 12)], [(1, 1), (16, 31)], [(16, 30), (16, 29)]):
        shown = drawing("scene", view(), "", Moves([way]), part=True)
        x, y, width, height = map(int, shown.view_box.split())
        assert x >= 0
        assert x + width <= 32 * 36
        assert y >= 0
        assert y + height <= 16 * 36
        for at in way:
            px, py = LAYOUTS["scene"].point(at)
            assert x <= px <= x + width
            assert y <= py <= y + height


def test_the_head_has_score_round_and_who_plays() -> None:
    with translation.override("fr"):
        status = pages.status(view(), CAST)
        summary = pages.summary(view(), CAST)
    assert [value for _term, value in status] == ["0 – 0", "1 sur 20", "A1"]
    assert plain(summary).startswith("0 – 0")
    assert "Aubin (A1)" in summary
