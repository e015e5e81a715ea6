"""The field as drawn and as said."""

import json
import re
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.contract import JSON, Cast
from soule import engine, pages
from tests.soule.scene import scene
from tests.soule.tales import CAST, MATCH, NAMELESS, plain, sheets


def view_of(squares: str, pp: str, soule: int) -> JSON:
    """What ``show`` lets out, from the drawing’s own notation: A’s by number, then B’s."""
    men = [
        {"n": i % 11 + 1, "at": int(at), "pp": int(left)}
        for i, (at, left) in enumerate(zip(squares.split(), pp.split(), strict=True))
    ]
    players = {"A": men[:11], "B": men[11:]}
    return {"turn": 2, "first": "A", "soule": soule, "players": players, "ruleset": {}}


DESIGN = view_of(
    "-1 -1 0 0 -3 0 -1 0 0 -2 0 1 0 0 0 0 0 1 0 -1 2 1",
    "4 4 4 4 4 4 4 4 0 4 4 4 4 4 4 4 4 4 4 1 4 4",
    -2,
)
"""The position that the look draws (its match page, after turn 2)."""


@pytest.mark.parametrize(
    ("key", "man", "transform"),
    [
        ("wide", 0, "translate(350 97) scale(1)"),
        ("wide", 2, "translate(510 66) scale(1)"),
        ("wide", 8, "translate(560 128) scale(1)"),
        ("wide", 15, "translate(510 344) scale(1)"),
        ("wide", 19, "translate(400 313) scale(1)"),
        ("tall", 2, "translate(22.5 314) scale(0.8)"),
        ("tall", 8, "translate(59.5 358) scale(0.8)"),
        ("tall", 15, "translate(337.5 314) scale(0.8)"),
        ("mini", 15, "translate(255 267.5) scale(0.66)"),
        ("mini", 19, "translate(200 254) scale(0.66)"),
    ],
)
def test_everybody_stands_where_the_look_has_him(key: str, man: int, transform: str) -> None:
    assert pages.situation(DESIGN, CAST)[key].tokens[man].transform == transform


@pytest.mark.parametrize(
    ("key", "transform"),
    [
        ("wide", "translate(240 205) scale(1)"),
        ("tall", "translate(180 150) scale(0.82)"),
        ("mini", "translate(120 160) scale(0.9)"),
    ],
)
def test_the_soule_lies_where_the_look_has_it(key: str, transform: str) -> None:
    assert pages.situation(DESIGN, CAST)[key].soule == transform


@pytest.mark.parametrize("count", [11, 22])
def test_a_whole_side_on_one_square_fits_its_band_and_nobody_stands_on_another(count: int) -> None:
    ruleset = {"players": count} if count == 22 else {}
    one = {"A": " ".join("1" * count), "B": " ".join("1" * count)}
    view = sheets(one, ruleset=ruleset, cast=NAMELESS)[0].after
    for key, (low, high) in {"wide": (0, 179), "tall": (0, 156), "mini": (0, 135)}.items():
        drawing = pages.situation(view, NAMELESS)[key]
        places = [numbers(token.transform) for token in drawing.tokens[:count]]
        across = [x if key == "tall" else y for x, y, _ in places]
        assert low <= min(across) - 16 * places[0][2]
        assert max(across) + 16 * places[0][2] <= high
        assert all(clear(one, two) for i, one in enumerate(places) for two in places[:i])


def clear(one: tuple[float, float, float], two: tuple[float, float, float]) -> bool:
    """Whether two players of a side, 34 units across before scaling, do not cover each other."""
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) >= 34 * one[2]


def numbers(transform: str) -> tuple[float, float, float]:
    x, y, scale = map(float, re.findall(r"[\d.]+", transform))
    return x, y, scale


def test_before_the_initial_the_field_is_empty_but_for_the_soule() -> None:
    view = engine.show(engine.start({}, lambda purpose, bound: 0).state, None)
    shown = pages.situation(view, CAST)
    assert shown["wide"].tokens == ()
    with translation.override("en"):
        assert pages.situation(view, CAST)["twin"] == ["0: the soule is here"]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", ["", "mini"])
def test_the_drawing_is_one_and_the_same_in_every_language(language: str, size: str) -> None:
    with translation.override(language):
        html = render_to_string("soule/board.html", {**pages.situation(DESIGN, CAST), "size": size})
    drawings = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(drawings) == (1 if size else 2)
    for drawing in drawings:
        ElementTree.fromstring(drawing)
        assert drawing.count("<text y=") == 22
        assert not re.search(r'(transform|x|y|width|height|d)="[^"]*\d,\d', drawing)
        assert "style=" not in drawing


def test_who_is_hurt_below_0_pp_is_drawn_as_every_ko() -> None:
    men = [{**man, "pp": -2} for man in DESIGN["players"]["B"]]
    view = {**DESIGN, "players": {**DESIGN["players"], "B": men}}
    assert {token.level for token in pages.situation(view, CAST)["wide"].tokens[11:]} == {0}


def test_a_match_with_3_pp_has_3_marks_a_player() -> None:
    view = {**DESIGN, "ruleset": {"pp": 3}}
    html = render_to_string("soule/board.html", pages.situation(view, CAST))
    assert html.count('class="m m3"') == 2 * 22
    assert "m4" not in html


def test_the_scripts_get_the_layout_that_the_server_used() -> None:
    layout = json.loads(pages.situation(DESIGN, CAST)["wide"].layout)
    assert (layout["first"], layout["step"], layout["groups"][0]) == (80, 160, [6, 3, 1])


def test_the_field_is_said_square_by_square() -> None:
    view = engine.show(scene("a3 | a1 o | a2*1 b9*0 | . | . | . | b1"), None)
    view["players"] = {
        side: [man for man in men if man["pp"] > -9] for side, men in view["players"].items()
    }
    with translation.override("fr"):
        shown = pages.situation(view, CAST)
        summary = pages.summary(view, CAST)
    assert [plain(said) for said in shown["twin"]] == [
        "But de Valcombe : Valcombe n° 3 (4 PP)",
        "2G : Valcombe n° 1 (4 PP) ; la soule est ici",
        "1G : Valcombe n° 2 (1 PP) ; Montclar n° 9 KO",
        "But de Montclar : Montclar n° 1 (4 PP)",
    ]
    assert plain(shown["wide"].label) == "Le terrain. La soule est en 2G. KO : Montclar 9."
    assert plain(summary) == "La soule est en 2G, Montclar presse. 1 KO."


def test_the_head_says_where_the_soule_is_and_how_many_turns_were_played() -> None:
    with translation.override("en"):
        assert pages.status(DESIGN, CAST) == [("Soule", "2L"), ("Turns played", "2 of 7")]
        endless = {**DESIGN, "ruleset": {"max_turns": None}}
        assert pages.status(endless, CAST)[1] == ("Turns played", "2")


def test_who_came_in_is_named_at_the_number_he_took() -> None:
    line_ups = {"A": {"bench": [{"pp": 2}]}}
    cast = {**CAST, "A": Cast("Valcombe", (*CAST["A"].players, "Ogier"))}
    turns = (MATCH[0], {"A": "0 R 0 0 0 0 0 0 0 0 0", "B": MATCH[1]["B"]})
    sheet = sheets(*turns, ruleset={"substitutions": True}, line_ups=line_ups, cast=cast)[1]
    squads = pages.situation(sheet.after, cast)["squads"]
    assert (squads[0].men[1].name, squads[0].men[1].pp) == ("Ogier", 2)


@pytest.mark.parametrize(
    ("ruleset", "name"),
    [
        ({}, "Soule Royale"),
        ({"max_turns": None, "substitutions": True}, "Soule Royale"),
        ({"pp": 3}, "Soule"),
        ({"players": 22, "captains": 2}, "Soule"),
        ({"polyplayed": True}, "Soule Royale polyjouée"),
    ],
)
def test_a_match_is_royale_while_it_keeps_11_players_and_4_pp(ruleset: JSON, name: str) -> None:
    with translation.override("fr"):
        assert pages.name(ruleset) == name


def test_the_first_turn_is_the_initial() -> None:
    with translation.override("fr"):
        assert [pages.turn_name(n) for n in (0, 3)] == ["Initiale", "Tour 3"]
