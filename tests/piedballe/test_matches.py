"""Whole matches: each file of tests/matches/piedballe replays to the end that it tells."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from games.contract import Outcome
from games.replay import Played, Result, replay
from piedballe import engine
from piedballe.rules import PRESETS, Ruleset

FOLDER = Path("tests/matches/piedballe")
FILES = {path.stem: json.loads(path.read_text()) for path in FOLDER.iterdir()}
MATCHES = pytest.mark.parametrize("name", sorted(FILES))

BY_THE_RULES = {
    ("goals", "A"),
    ("goals", "B"),
    ("rounds", "A"),
    ("rounds", "B"),
    ("rounds", None),
}
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
    assert differing == {"preset", *(key.name for key in fields(Ruleset))}
    presets = {file["ruleset"].get("preset", "classic") for file in FILES.values()}
    assert presets == set(PRESETS)


def test_players_and_the_system_keep_goal() -> None:
    keepers = {"keeper" in side for file in FILES.values() for side in file["line_ups"].values()}
    assert keepers == {True, False}


def test_every_event_turn_and_drop_happens_in_a_match() -> None:
    told = events()
    assert {event[0] for event in told} == set(engine.FACTS)
    assert {event[2] for event in told if event[0] == "turn"} == {
        "own",
        "bonus",
        "keeper",
        "throwin",
    }
    assert {event[3] for event in told if event[0] == "drop"} == {"ball", "square", "turn"}


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
