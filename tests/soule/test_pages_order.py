"""The order page: rows and line, both ways; refusals and cautions in words."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

import soule
from games.contract import Caution, Refused, Slot
from soule import engine, pages
from soule.pages.faults import CAUTIONS, REFUSALS
from soule.state import State
from tests.soule.scene import scene
from tests.soule.tales import CAST, a_first, plain

OPEN = scene("a5 | a1 o | a2 a3*0 b9*1 | a4 b2 b3*0 | b1 | . | .")
"""Fit: A 1, 2, 4, 5 and B 1, 2, 9; KO: the others."""
UNPLACED = engine.start({}, a_first).state
LINE = "+ 9 X 2 + X X X X X X"


def page(state: State, slot: Slot, text: str) -> dict[str, Any]:
    """The page’s context as the forum asks for it."""
    try:
        read = engine.read(state, slot, text)
    except Refused:
        read = None
    return pages.order(engine.show(state, None), slot, CAST, text, read)


def posted(context: dict[str, Any], **changed: str) -> dict[str, str]:
    """What a browser without script posts from this page, after ``changed``."""
    data = {"line": context["line"], "line_was": context["line"], "edited": ""}
    for row in context["rows"]:
        keys = [(key.value, key.checked) for key in row.keys]
        keys += [(str(foe.n), foe.checked) for foe in row.foes]
        data |= {f"p{row.n}": value for value, checked in keys if checked}
        if row.choices:
            chosen = [choice.value for choice in row.choices if choice.selected]
            data[f"h{row.n}"] = chosen[0] if chosen else ""
    return data | changed


def composed(state: State, slot: Slot, data: dict[str, str]) -> str:
    return pages.compose(engine.show(state, None), slot, data)


@pytest.mark.parametrize("text", [LINE, "", "+ 9 X 2", "+ 9 X · + X X X X X X", "zz " * 11])
def test_a_page_sent_back_untouched_says_what_was_typed(text: str) -> None:
    assert composed(OPEN, "A", posted(page(OPEN, "A", text))) == " ".join(text.split())


def test_a_changed_row_changes_its_sign_alone() -> None:
    data = posted(page(OPEN, "A", LINE), p1="0")
    assert composed(OPEN, "A", data) == "0 9 X 2 + X X X X X X"


def test_a_changed_line_is_the_order() -> None:
    data = posted(page(OPEN, "A", LINE), line="0 0 X 0 0 X X X X X X")
    assert composed(OPEN, "A", data) == "0 0 X 0 0 X X X X X X"


def test_rows_and_line_changed_alike_are_one_order() -> None:
    data = posted(page(OPEN, "A", LINE), p1="0", line="0 9 X 2 + X X X X X X")
    assert composed(OPEN, "A", data) == "0 9 X 2 + X X X X X X"


def test_rows_and_line_that_disagree_are_refused() -> None:
    data = posted(page(OPEN, "A", LINE), p1="0", line="- 9 X 2 + X X X X X X")
    with pytest.raises(Refused) as refused:
        composed(OPEN, "A", data)
    assert refused.value.kind == "two-orders"


@pytest.mark.parametrize(("edited", "said"), [("rows", "0 9 X 2 +"), ("line", "- 9 X 2 zz")])
def test_the_script_tells_which_was_touched_last(edited: str, said: str) -> None:
    data = posted(page(OPEN, "A", LINE), p1="0", line="- 9 X 2 zz X X X X X X", edited=edited)
    assert composed(OPEN, "A", data).startswith(said)


def test_without_script_a_list_entry_stands_beside_the_old_key_and_wins() -> None:
    assert composed(OPEN, "A", posted(page(OPEN, "A", LINE), h1="9")).startswith("9 9 X")


def test_without_script_a_key_pressed_anew_wins_over_the_old_list_entry() -> None:
    data = posted(page(OPEN, "A", "9 " + LINE[2:]), p1="-")
    assert data["h1"] == "9"
    assert composed(OPEN, "A", data).startswith("- 9 X")


def test_a_key_and_a_list_entry_both_chosen_anew_are_refused_with_their_place() -> None:
    data = posted(page(OPEN, "A", "· 9 X 2 + X X X X X X"), p1="+", h1="9")
    with pytest.raises(Refused) as refused:
        composed(OPEN, "A", data)
    assert (refused.value.kind, refused.value.place) == ("two-choices", 1)


def test_an_empty_row_is_a_missing_sign_that_the_engine_refuses_with_its_place() -> None:
    text = composed(OPEN, "A", posted(page(OPEN, "A", ""), p1="+"))
    assert text == "+ · X · · X X X X X X"
    with pytest.raises(Refused) as refused:
        engine.read(OPEN, "A", text)
    with translation.override("fr"):
        said = pages.refusal(refused.value, CAST)
    assert plain(said) == "Signe 2 : l’action manque. Un brouillon incomplet n’est pas un ordre."


@pytest.mark.parametrize(
    "text", [LINE, "Valcombe : + 9 x 2 + X,X,X/X;X X", "[b]＋ 9 X 2 + X X X X X X[/b]"]
)
def test_rows_are_filled_from_whatever_the_line_reads_as(text: str) -> None:
    rows = page(OPEN, "A", text)["rows"]
    assert [checked(row) for row in rows[:5]] == ["+", "9", "", "2", "+"]
    assert [row.n for row in rows if row.ko] == [3, 6, 7, 8, 9, 10, 11]


def checked(row: Any) -> str:
    keys = [key.value for key in row.keys if key.checked] if not row.ko else []
    foes = [str(foe.n) for foe in row.foes if foe.checked]
    return "".join(keys + foes + [c.value for c in row.choices if c.selected])


def test_an_unreadable_sign_leaves_its_row_empty_and_the_line_as_typed() -> None:
    context = page(OPEN, "A", "Valcombe : + zz X 2 +")
    assert [checked(row) for row in context["rows"][:5]] == ["+", "", "", "2", "+"]
    assert context["line"] == "Valcombe : + zz X 2 +"
    with translation.override("en"):
        assert page(OPEN, "A", "+ zz X 2 +")["left"] == "Missing: no. 2."


def test_a_row_offers_fit_foes_of_its_square_as_keys_and_the_others_in_the_list() -> None:
    rows = page(OPEN, "A", "")["rows"]
    assert [foe.n for foe in rows[1].foes] == [9]
    assert [choice.value for choice in rows[1].choices] == ["1", "2"]
    assert [foe.n for foe in rows[3].foes] == [2]


def test_a_foe_who_is_ko_is_offered_only_where_he_was_chosen() -> None:
    rows = page(OPEN, "A", "3 9 X 3 + X X X X X X")["rows"]
    assert [choice.value for choice in rows[3].choices if choice.selected] == ["3"]
    assert "3" not in [choice.value for choice in rows[1].choices]


def test_a_push_is_warned_to_hang_on_the_soule() -> None:
    with translation.override("fr"):
        rows = page(OPEN, "A", LINE)["rows"]
    said = "Ne pousse que si la soule est encore en 2G quand vient son tour."
    assert [row.n for row in rows if row.warning == said] == [5]


def test_cautions_stand_in_their_rows() -> None:
    with translation.override("en"):
        rows = page(OPEN, "A", "- 1 X 3 - X X X X X X")["rows"]
    assert rows[1].warning == "No. 1 of the other side is at 1R for now, not beside him."
    assert rows[3].warning == "No. 3 of the other side is KO: this has no effect."
    assert rows[4].warning == "No. 5 is at Valcombe’s goal: this sign has no effect there."


def test_the_planner_plays_the_order_alone() -> None:
    with translation.override("en"):
        context = page(OPEN, "A", LINE)
        elsewhere = page(OPEN, "A", "+ 1 X 2 + X X X X X X")
    assert context["plan_said"] == "Soule at 1L, 2 hits landed."
    assert elsewhere["plan_said"] == "Soule at 1L, 1 hit landed."


def test_the_planner_stops_at_a_goal_and_looks_the_other_way_for_b() -> None:
    state = scene("a1 | o | b1 b2 | . | . | . | .")
    with translation.override("en"):
        context = page(state, "B", "+ + X X X X X X X X X")
    assert context["plan_said"] == "Soule at Valcombe’s goal, 0 hits landed."
    b1, b2 = context["plan"].tokens[11:13]
    assert (b1.transform[:13], b2.transform[:13]) == ("translate(120", "translate(200")


def test_the_initial_has_three_keys_a_row_and_no_list() -> None:
    context = page(UNPLACED, "B", "1 2 3")
    assert [[key.value for key in row.keys] for row in context["rows"]] == [["1", "2", "3"]] * 11
    assert not any(row.choices or row.foes for row in context["rows"])
    text = composed(UNPLACED, "B", posted(context, **{f"p{n}": "2" for n in range(4, 12)}))
    assert engine.read(UNPLACED, "B", text).line == "1 2 3 2 2 2 2 2 2 2 2"


def test_rows_belong_to_their_slot() -> None:
    four = engine.start({"players": 22, "captains": 2}, a_first).state
    assert [row.n for row in page(four, "A2", "")["rows"]] == list(range(12, 23))
    assert page(four, "B2", "")["base"] == 33
    poly = engine.start({"polyplayed": True}, a_first).state
    assert [row.n for row in page(poly, "A3", "2")["rows"]] == [3]
    assert composed(poly, "A3", posted(page(poly, "A3", "2"), p3="1")) == "1"


def test_the_bench_is_offered_only_where_substitutions_are_allowed() -> None:
    entries = [choice for row in page(OPEN, "A", "")["rows"] for choice in row.choices]
    assert not any(entry.value.startswith("R") for entry in entries)
    state = engine.start({"substitutions": True}, a_first).state
    state = engine.seat(state, "A", {"bench": [{}, {"pp": 0}, {}]})
    ones = " ".join("1" * 11)
    state = engine.play(state, {"A": ones, "B": ones}, a_first).state
    row = page(state, "A", "R14 0 0 0 0 0 0 0 0 0 0")["rows"][0]
    signs = [choice.value for choice in row.choices if choice.value.startswith("R")]
    assert signs == ["R", "R12", "R14"]
    assert checked(row) == "R14"


@pytest.mark.parametrize("state", [OPEN, UNPLACED], ids=["tactic", "initial"])
def test_the_form_is_plain_html_without_inline_style_or_script(state: State) -> None:
    html = render_to_string("soule/order.html", page(state, "A", "1 1"))
    html += render_to_string("soule/plan.html", page(state, "A", "1 1"))
    assert not re.search(r"style=| on\w+=|<script(?! src=)", html)
    assert html.count('name="line_was"') == 1


def test_what_was_typed_is_escaped() -> None:
    html = render_to_string("soule/order.html", page(OPEN, "A", "</textarea><script>"))
    assert "<script>" not in html


# Sentences


def kinds(wrapper: str) -> set[str]:
    """Every kind that the pure files of soule raise, as far as it stands in a literal."""
    folder = Path(soule.__file__).parent
    names = ("engine", "notation", "rules", "state", "pages/tactic")
    source = "".join((folder / f"{name}.py").read_text() for name in names)
    return set(re.findall(rf'{wrapper}\(\s*"([\w-]+)"', source))


COMPOSED = {"line-up-key", "state-key", "state-value", "too-few", "too-many", "bench-empty"} | {
    "bench-twice",
    "line-up",
    "state",
}
"""Kinds that the code puts together or chooses before it raises them."""


def test_every_refusal_has_a_sentence() -> None:
    assert kinds("Refused") | COMPOSED == set(REFUSALS)


def test_every_caution_has_a_sentence() -> None:
    assert kinds("Caution") == set(CAUTIONS)


FACTS = {
    "sign": "zz", "most": 11, "got": 3, "want": 11, "slot": "A9", "n": 4, "key": "pp",
    "other": "players", "target": 3, "at": 0, "where": "",
}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(REFUSALS))
def test_a_refusal_names_place_and_reason_in_both_languages(kind: str) -> None:
    said = {}
    for language in ("en", "fr"):
        with translation.override(language):
            said[language] = pages.refusal(Refused(kind, 7, FACTS), CAST)
    assert said["en"] != said["fr"]
    assert all("7" in each for each in said.values())
    assert "%" not in said["en"] + said["fr"]


@pytest.mark.parametrize("kind", sorted(CAUTIONS))
def test_a_caution_is_said_in_both_languages(kind: str) -> None:
    said = []
    for language in ("en", "fr"):
        with translation.override(language):
            said.append(pages.caution(Caution(kind, 4, FACTS), CAST))
    assert said[0] != said[1]
    assert "%" not in "".join(said)


def test_a_refusal_says_the_sign_and_the_place() -> None:
    with pytest.raises(Refused) as refused:
        engine.read(OPEN, "A", "0 0 0 0 0 0 14 0 0 0 0")
    with translation.override("en"):
        said = pages.refusal(refused.value, CAST)
    assert said == ("Sign 7: “14” is no player of the other side, whose numbers go from 1 to 11.")
