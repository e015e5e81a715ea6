"""How a square may be written (docs/rules/boules.md, A throw)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boules import notation
from games.contract import Refused

squares = st.integers(1, 20)


@pytest.mark.parametrize(
    "text",
    [
        "[8,5]",
        "8,5",
        "(8, 5)",
        "8 5",
        "8;5",
        "[8 , 5 ]",
        "  [ 8 ; 5 ]  ",
        "(8 5)",
        "8\u00a0,\u202f5",
        "［８，５］",
        "08,05",
        "8\t5\n",
    ],
)
def test_what_reads(text: str) -> None:
    assert notation.square(text) == (8, 5)


@pytest.mark.parametrize(
    ("text", "kind", "place"),
    [
        ("", "empty", None),
        (" \n", "empty", None),
        ("8", "no-square", None),
        ("8,5,3", "no-square", None),
        ("[8,5", "no-square", None),
        ("[8,5)", "no-square", None),
        ("85", "no-square", None),
        ("8.5", "unreadable", 2),
        ("8,-5", "unreadable", 3),
        ("H5", "unreadable", 1),
        ("8,5 please", "unreadable", 5),
        ("٨,٥", "unreadable", 1),
        ("8, 5" + " " * 300 + "x", "unreadable", 201),
    ],
)
def test_what_does_not(text: str, kind: str, place: int | None) -> None:
    with pytest.raises(Refused) as refused:
        notation.square(text)
    assert (refused.value.kind, refused.value.place) == (kind, place)


@pytest.mark.parametrize(("x", "y"), [(0, 5), (21, 5), (5, 0), (5, 21), (9999, 1)])
def test_off_the_ground(x: int, y: int) -> None:
    with pytest.raises(Refused) as refused:
        notation.square(f"[{x},{y}]")
    assert (refused.value.kind, refused.value.facts) == ("off-ground", {"x": x, "y": y})


@given(squares, squares)
def test_what_is_written_reads_as_itself(x: int, y: int) -> None:
    square = notation.square(f"{x} {y}")
    assert square == (x, y)
    assert notation.square(notation.written(square)) == square


@given(st.text(max_size=30))
def test_any_text_reads_or_is_refused(text: str) -> None:
    try:
        square = notation.square(text)
    except Refused:
        return
    assert notation.square(notation.written(square)) == square
