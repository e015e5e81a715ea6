"""What a stored state and a line-up must be: every number is judged anew."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from boules import engine, state
from games.contract import JSON, Refused
from tests.boules.ground import drawn

STATE = drawn("A..*.B", "A")
CHANGES: list[tuple[str, Callable[[Any], Any]]] = [
    ("state-key", lambda data: data.pop("hand")),
    ("state-key", lambda data: data.update(extra=1)),
    ("state-value", lambda data: data.update(hand="C")),
    ("state-value", lambda data: data.update(hand=None)),
    ("state-value", lambda data: data.update(left={"A": [0], "B": [2]})),
    ("state-value", lambda data: data.update(left={"A": [4], "B": [2]})),
    ("state-value", lambda data: data.update(left={"A": [3], "B": [2]})),
    ("state-value", lambda data: data.update(left={"A": [1, 1], "B": [2]})),
    ("state-value", lambda data: data.update(left={"A": [True], "B": [2]})),
    ("state-value", lambda data: data.update(left=[2, 2])),
    ("state-value", lambda data: data.update(jacks=[])),
    ("state-value", lambda data: data.update(jacks=[{"at": [1, 1], "throw": 0}])),
    ("state-value", lambda data: data.update(jacks=[{"at": [0, 1], "throw": 0}])),
    ("state-value", lambda data: data.update(jacks=[{"at": [4, 1]}])),
    ("state-value", lambda data: data["ground"][0].update(at=[6, 1])),
    ("state-value", lambda data: data["ground"][0].update(side="C")),
    ("state-value", lambda data: data["ground"][0].update(bowler=2)),
    ("state-value", lambda data: data["ground"][0].update(announced=7)),
    ("state-value", lambda data: data["ground"][0].update(announced=0)),
    ("state-value", lambda data: data["heard"][0].update(announced=None)),
    ("state-value", lambda data: data.update(taken=[[21, 1]])),
    ("state-value", lambda data: data.update(throws=1)),
    ("state-value", lambda data: data.update(throws=1.5)),
    ("state-value", lambda data: data.update(time_outs=-1)),
    ("state-value", lambda data: data.update(suspended=1)),
    ("ruleset-value", lambda data: data["ruleset"].update(bowlers=9)),
]


def test_a_state_is_loaded_as_it_was() -> None:
    assert engine.load(engine.dump(STATE)) == STATE


@pytest.mark.parametrize(("kind", "change"), CHANGES)
def test_a_state_that_cannot_be(kind: str, change: Callable[[Any], Any]) -> None:
    data = copy.deepcopy(engine.dump(STATE))
    change(data)
    with pytest.raises(Refused) as refused:
        engine.load(data)
    assert refused.value.kind == kind


@pytest.mark.parametrize("data", [None, [], "x", 3])
def test_no_state_at_all(data: JSON) -> None:
    with pytest.raises(Refused) as refused:
        engine.load(data)
    assert refused.value.kind == "state"


NEW = engine.start({"bowlers": 2}, lambda _purpose, _bound: 0).state


@pytest.mark.parametrize(
    ("line_up", "kind"),
    [
        ([], "line-up"),
        ({"captain": "x"}, "line-up-key"),
        ({"name": 3}, "line-up-value"),
        ({"players": "two"}, "line-up-value"),
        ({"players": [{"name": "Josse", "pp": 4}, {}]}, "line-up-key"),
        ({"players": [{"name": "x" * 81}, {}]}, "line-up-value"),
        ({"players": [{}]}, "line-up-size"),
        ({"players": [{}, {}], "bench": [{}]}, "no-bench"),
    ],
)
def test_a_line_up_that_cannot_be(line_up: JSON, kind: str) -> None:
    with pytest.raises(Refused) as refused:
        engine.seat(NEW, "A", line_up)
    assert refused.value.kind == kind


def test_after_the_first_throw_nobody_is_seated() -> None:
    with pytest.raises(Refused) as refused:
        engine.seat(STATE, "A", {})
    assert refused.value.kind == "seated"


def test_a_line_up_changes_nothing_on_the_ground() -> None:
    line_up = {"name": "Castillon", "players": [{"name": "Josse"}, {"name": "Edme"}], "bench": []}
    assert engine.seat(NEW, "A", line_up) == NEW


def test_what_is_shown_of_a_match_that_goes_on_has_no_jack() -> None:
    view = state.show(STATE)
    hidden = ("jack", "jacks", "points", "tally")
    assert [view[key] for key in hidden] == [None] * 4


def test_a_distance_that_was_not_announced_is_found_out() -> None:
    data = copy.deepcopy(engine.dump(STATE))
    data["heard"][0]["announced"] = data["ground"][0]["announced"] = 10
    with pytest.raises(Refused) as refused:
        engine.load(data)
    assert refused.value.facts == {"key": "heard"}


def test_a_superscript_is_no_column() -> None:
    with pytest.raises(Refused):
        engine.read(STATE, "A1", "[8,⁵]")
