"""Every worked case of tests/vectors/soule.json: real matches and the drawings of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.contract import JSON, SIDES, Outcome, Slot
from soule import engine
from soule.rules import GOAL, Ruleset
from soule.state import State
from tests.soule.scene import LOST, no_draw

VECTORS = json.loads(Path("tests/vectors/soule.json").read_text())
FULL = 4


def named(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in VECTORS[kind]]


@pytest.mark.parametrize("case", named("matches"))
def test_real_matches_end_as_they_were_announced(case: JSON) -> None:
    state = engine.start({}, lambda purpose, bound: SIDES.index(case["first"])).state
    state = played(state, {side: [str(n) for n in case["initials"][side]] for side in SIDES})
    for turn in case["turns"]:
        assert engine.outcome(state) is None
        state = played(state, turn)
        assert_announced(state, turn["announced"] or {})
    last = case["turns"][-1]["announced"]
    expected = ("A", "goal") if last["winner"] else (None, "turns")
    assert engine.outcome(state) == Outcome(*expected)


def played(state: State, signs: JSON) -> State:
    orders: dict[Slot, str] = {
        side: engine.read(state, side, " ".join(signs[side])).line for side in SIDES
    }
    return engine.play(state, orders, no_draw).state


def assert_announced(state: State, announced: JSON) -> None:
    view = engine.show(state, None)
    assert view["soule"] == announced.get("soule", view["soule"])
    for side in SIDES if "positions" in announced else ():
        men = view["players"][side]
        assert [man["at"] for man in men] == announced["positions"][side]
        assert wounds(men) == announced["wounds"][side]
        assert [man["n"] for man in men if man["pp"] <= 0] == announced["ko"][side]


def wounds(men: JSON) -> dict[str, int]:
    return {str(man["n"]): FULL - man["pp"] for man in men if man["pp"] not in (FULL, LOST)}


@pytest.mark.parametrize("case", named("turns"))
def test_drawings_of_the_rules(case: JSON) -> None:
    before = position(case)
    state = engine.play(before, orders(case, before), no_draw).state
    expected = case["expected"]
    men = engine.show(state, None)["players"]
    for side in SIDES:
        at = {str(man["n"]): man["at"] for man in men[side]}
        assert at.items() >= expected.get(side, {}).items()
        if "wounds" in expected:
            assert wounds(men[side]) == expected["wounds"][side]
        for n in expected.get("ko", {}).get(side, []):
            assert men[side][n - 1]["pp"] <= 0
    assert state.soule == expected.get("soule", state.soule)
    outcome = engine.outcome(state)
    assert (outcome and outcome.winner) == expected.get("winner")


def position(case: JSON) -> State:
    """The drawn men; those who are not drawn stand aside, KO."""
    at, pp = [-GOAL] * 11 + [GOAL] * 11, [LOST] * 22
    for base, side in ((0, "A"), (11, "B")):
        for n, square in enumerate(case["positions"][side]):
            at[base + n] = square
            pp[base + n] = FULL - case["wounds_before"].get(side, {}).get(str(n + 1), 0)
    # Where a drawing has no soule it lies where nobody of these drawings goes.
    soule = 2 if case["soule"] is None else case["soule"]
    return State(Ruleset(), 1, case["sequence"][0][0], soule, tuple(at), tuple(pp))


def orders(case: JSON, state: State) -> dict[str, str]:
    lines = {side: ["0"] * 11 for side in SIDES}
    for side, n, sign in case["sequence"]:
        lines[side][n - 1] = sign
    return {side: engine.read(state, side, " ".join(lines[side])).line for side in SIDES}
