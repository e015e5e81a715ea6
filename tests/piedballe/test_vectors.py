"""The worked cases of the rules (tests/vectors/piedballe.json), reasoned by hand."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.contract import JSON, Refused, tell
from piedballe import engine, notation, steps
from piedballe.judge import judge
from piedballe.rules import ruleset
from piedballe.state import Ball, Figure, State, Turn
from piedballe.steps import Dribble, Mark, Order, Pass, Run, Shoot, Sprint, Steal

CASES = json.loads(Path("tests/vectors/piedballe.json").read_text())


def named(cases: list[JSON]) -> Any:
    return pytest.mark.parametrize("case", cases, ids=[case.get("name") for case in cases])


def state_of(data: JSON) -> State:
    """The engine's state of a case's."""
    figures = {}
    for name in sorted(data["figures"]):
        told = data["figures"][name]
        figures[name] = Figure(**{**told, "at": tuple(told["at"]), "home": tuple(told["home"])})
    ball, turn = data["ball"], data["turn"]
    count = len(data["order"]) // 2
    return State(
        ruleset=ruleset({**data["rules"], "figures": count}),
        phase="over" if data["over"] else "play",
        figures=figures,
        round=data["round"],
        score=(data["score"]["A"], data["score"]["B"]),
        order=tuple(data["order"]),
        ball=Ball(tuple(ball["at"]), ball["holder"], ball["side"], ball["passed"]),
        turn=Turn(turn["figure"], turn["kind"]) if turn else None,
    )


class Dice:
    """Draws that give these dice, and must all be used."""

    def __init__(self, dice: list[int]) -> None:
        self.left: Iterator[int] = iter(dice)

    def __call__(self, purpose: str, bound: int) -> int:
        return next(self.left) - 1

    def assert_used(self) -> None:
        assert list(self.left) == []


def order_of(data: list[JSON]) -> Order:
    """The engine's order of a case's."""
    return tuple(map(step_of, data))


def step_of(data: JSON) -> steps.Step:
    (kind,) = set(data) - {"power"}
    value = data[kind]
    match kind:
        case "run":
            return Run(tuple(map(tuple, value)))
        case "dribble":
            return Dribble(value["through"], tuple(map(tuple, value["path"])))
        case "pass":
            return Pass(value)
        case "steal":
            return Steal(value)
        case "mark":
            return Mark(value)
        case "shoot":
            return Shoot(tuple(value), data["power"])
        case "sprint":
            return Sprint()
    raise KeyError(kind)


@named(CASES["vectors"])
def test_a_turn(case: JSON) -> None:
    state = state_of(case["state"])
    assert state.turn is not None
    orders = {}
    if case["text"] is not None:
        read = engine.read(state, state.turn.figure, case["text"])
        orders = {state.turn.figure: read.line}
        at = state.figures[state.turn.figure].at
        assert at is not None
        assert steps.told(notation.order(read.line, at)) == case["order"]
    dice = Dice(case["dice"])
    step = engine.play(state, orders, dice)
    dice.assert_used()
    assert json.loads(json.dumps(tell(step.events, engine))) == case["events"]
    assert step.state == state_of(case["final"])
    assert engine.load(json.loads(json.dumps(engine.dump(step.state)))) == step.state


@named(CASES["setups"])
def test_a_setup(case: JSON) -> None:
    dice = Dice(case["dice"])
    rules = {"figures": len(case["sides"]["A"]["figures"])}
    state = engine.start(rules, dice).state
    for side, line_up in case["sides"].items():
        told = {"players": line_up["figures"], "keeper": line_up["keeper"]}
        state = engine.seat(state, side, told)
    step = engine.play(state, {}, dice)
    dice.assert_used()
    assert json.loads(json.dumps(tell(step.events, engine))) == case["events"]
    assert step.state == state_of(case["final"])


@named(CASES["refusals"])
def test_a_refusal(case: JSON) -> None:
    try:
        order = order_of(case["order"])
    except (KeyError, ValueError, TypeError):
        return  # no order that the notation can say
    state = state_of(case["state"])
    with pytest.raises(Refused):
        judge(state, order)


@pytest.mark.parametrize("case", CASES["texts"], ids=[case["text"] for case in CASES["texts"]])
def test_a_text(case: JSON) -> None:
    if case["order"] is None:
        with pytest.raises(Refused):
            notation.order(case["text"], tuple(case["at"]))
        return
    order = notation.order(case["text"], tuple(case["at"]))
    assert steps.told(order) == case["order"]
    assert notation.order(notation.written(order), tuple(case["at"])) == order
