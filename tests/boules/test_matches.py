"""Whole matches: each file of tests/matches/boules replays to the end that it tells."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from boules import engine
from boules.pages.telling import TIME_OUT, WHY
from boules.rules import Ruleset
from games.contract import Outcome
from games.replay import Played, Result, replay

FILES = {path.stem: json.loads(path.read_text()) for path in Path("tests/matches/boules").iterdir()}
MATCHES = pytest.mark.parametrize("name", sorted(FILES))

BY_THE_RULES = {("points", "A"), ("points", "B"), ("points", None)}
BY_OTHER_HANDS = {("forfeit", "B"), ("stopped", None)}


def steps(name: str) -> list[Played[Any]]:
    return [step for step in replay(FILES[name], engine) if isinstance(step, Played)]


def events() -> list[tuple[Any, ...]]:
    return [event for name in FILES for step in steps(name) for event in step.events]


def test_every_ending_has_a_match() -> None:
    ends = {(file["result"]["reason"], file["result"]["winner"]) for file in FILES.values()}
    assert ends >= BY_THE_RULES | BY_OTHER_HANDS


def test_every_rule_that_may_differ_has_a_match() -> None:
    differing = {key for file in FILES.values() for key in file["ruleset"]}
    assert differing == {key.name for key in fields(Ruleset)}
    bowlers = {file["ruleset"].get("bowlers", 1) for file in FILES.values()}
    assert bowlers == {1, 2, 3}


def test_every_event_reason_and_effect_happens_in_a_match() -> None:
    told = events()
    assert {event[0] for event in told} == set(engine.FACTS)
    assert {event[2] for event in told if event[0] == "hand"} == set(WHY)
    assert {event[2] for event in told if event[0] == "time-out"} == set(TIME_OUT)


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
    assert [step for step in replay(FILES[name], engine) if isinstance(step, Result)]
