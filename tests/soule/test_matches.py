"""Whole matches: each file of tests/matches/soule replays to the end that it tells."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from games.contract import JSON, Outcome
from games.replay import Played, Result, replay
from soule import engine
from soule.rules import Ruleset

FILES = {path.stem: json.loads(path.read_text()) for path in Path("tests/matches/soule").iterdir()}
MATCHES = pytest.mark.parametrize("name", sorted(FILES))

BY_THE_RULES = {("goal", "A"), ("goal", "B"), ("turns", None), ("ko", None)}
BY_OTHER_HANDS = {("forfeit", "A"), ("forfeit", None), ("stopped", None)}
"""What strikes and the referee decide: the engine knows nothing of it."""


def steps(name: str) -> list[Played[Any]]:
    return [step for step in replay(FILES[name], engine) if isinstance(step, Played)]


def test_every_ending_has_a_match() -> None:
    ends = {(file["result"]["reason"], file["result"]["winner"]) for file in FILES.values()}
    assert ends >= BY_THE_RULES | BY_OTHER_HANDS


def test_every_rule_that_may_differ_has_a_match() -> None:
    differing = {key for file in FILES.values() for key in file["ruleset"]}
    assert differing == {key.name for key in fields(Ruleset)}


def test_every_event_happens_in_a_match() -> None:
    kinds = {event[0] for name in FILES for step in steps(name) for event in step.events}
    assert kinds == set(engine.FACTS)


@MATCHES
def test_it_ends_as_it_tells(name: str) -> None:
    result = FILES[name]["result"]
    outcome = steps(name)[-1].outcome
    if (result["reason"], result["winner"]) in BY_THE_RULES:
        assert outcome == Outcome(result["winner"], result["reason"])
    else:
        assert outcome is None


@MATCHES
def test_nothing_ends_it_earlier(name: str) -> None:
    assert [step.outcome for step in steps(name)[:-1]] == [None] * (len(steps(name)) - 1)


@MATCHES
def test_its_last_turn_is_the_one_it_tells(name: str) -> None:
    file = FILES[name]
    assert file["turns"][-1].get("number", len(file["turns"]) - 1) == file["result"]["turn"]


@MATCHES
def test_it_leaves_the_position_that_is_written_down(name: str) -> None:
    written = [turn["state"] for turn in FILES[name]["turns"] if "state" in turn]
    assert written == [engine.show(steps(name)[-1].state, None)]


@MATCHES
def test_its_lines_are_canonical(name: str) -> None:
    for step in steps(name):
        orders = FILES[name]["turns"][step.turn]["orders"]
        assert step.orders == {slot: line for slot, line in orders.items() if line is not None}


@MATCHES
def test_its_result_comes_last(name: str) -> None:
    *_, last = replay(FILES[name], engine)
    assert last == Result(FILES[name]["result"])


def test_a_silent_captain_s_men_do_nothing() -> None:
    silent = next(step for step in steps("four-teams") if step.turn == 1)
    assert "B2" not in silent.orders
    done = {event[0] for event in silent.events if event[1] == "B" and event[2] > 11}
    assert done <= {"hold", "out"}


def test_an_amendment_and_a_branch_taken_back() -> None:
    turns: JSON = FILES["exported"]["turns"]
    assert [step.turn for step in steps("exported")] == [0, 2, 3]
    _, amended, after = steps("exported")
    assert amended.state.soule != turns[2]["amend"]["soule"] == after.before.soule
