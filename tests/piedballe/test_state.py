"""What a stored state and a line-up must be: every number is judged anew."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from games.contract import JSON, Refused
from piedballe import engine
from piedballe.odds import foresee
from tests.piedballe.plays import played

STATE = next(iter(played(1, {"figures": 3}))).after
NEXT = STATE.turn.figure if STATE.turn else ""
OTHER = "B1" if NEXT == "A1" else "A1"


def figure(data: JSON, name: str) -> JSON:
    return data["figures"][name]


CHANGES: list[tuple[str, Callable[[Any], Any]]] = [
    ("state-key", lambda data: data.pop("round")),
    ("state-key", lambda data: data.update(extra=1)),
    ("state-value", lambda data: data.update(phase="over")),
    ("state-value", lambda data: data.update(phase="pause")),
    ("state-value", lambda data: data.update(round=0)),
    ("state-value", lambda data: data.update(score={"A": 5, "B": 0})),
    ("state-value", lambda data: data.update(score={"A": -1, "B": 0})),
    ("state-value", lambda data: data.update(ball=None)),
    ("state-value", lambda data: data.update(side="C")),
    ("state-value", lambda data: data.update(passed=1)),
    ("state-value", lambda data: data.update(next=OTHER)),
    ("state-value", lambda data: data.update(order=data["order"][1:])),
    ("state-value", lambda data: data.update(turn=None, next=None)),
    ("state-value", lambda data: data["turn"].update(kind="keeper")),
    ("state-value", lambda data: data["turn"].update(figure=["A1"])),
    ("state-value", lambda data: data["ball"].update(holder={})),
    ("state-value", lambda data: data["ball"].update(holder=OTHER)),
    ("state-value", lambda data: data["ball"].update(at=[0, 1])),
    ("state-value", lambda data: figure(data, "A1").update(at=figure(data, "A2")["at"])),
    ("state-value", lambda data: figure(data, "A1").update(home=figure(data, "A2")["home"])),
    ("state-value", lambda data: figure(data, "A1").update(home=[8, 20])),
    ("state-value", lambda data: figure(data, "A1").update(home=[8, 2])),
    ("state-value", lambda data: figure(data, "A1").update(agility=6)),
    ("state-value", lambda data: figure(data, "A1").update(system=True)),
    ("state-value", lambda data: figure(data, "AG").update(at=[8, 9])),
    ("state-value", lambda data: figure(data, "AG").update(marked=True)),
    ("state-value", lambda data: figure(data, NEXT).update(marked=True)),
    ("ruleset-value", lambda data: data["ruleset"].update(figures=5)),
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


NEW = engine.start({"figures": 3}, lambda _purpose, _bound: 0).state


@pytest.mark.parametrize(
    ("line_up", "kind"),
    [
        ([], "line-up"),
        ({"captain": "x"}, "line-up-key"),
        ({"players": "three"}, "line-up-value"),
        ({"players": [{}, {}]}, "line-up-size"),
        ({"players": [{}, {}, {}], "bench": [{}]}, "no-bench"),
        ({"players": [{"pp": 4}, {}, {}]}, "line-up-key"),
        ({"players": [{"agility": 6}, {}, {}]}, "attribute-range"),
        ({"players": [{"agility": True}, {}, {}]}, "attribute-range"),
        ({"players": [{"agility": 4}, {}, {}]}, "attribute-points"),
        ({"keeper": {"strength": 5}}, "attribute-points"),
    ],
)
def test_a_line_up_that_cannot_be(line_up: JSON, kind: str) -> None:
    with pytest.raises(Refused) as refused:
        engine.seat(NEW, "A", line_up)
    assert refused.value.kind == kind


def test_one_who_is_marked_tackles_nobody() -> None:
    """He would be next to the runner, but the mark that goes well takes his reflexes."""
    view = copy.deepcopy(engine.show(STATE, None))
    me, foe = NEXT, "B1" if NEXT[0] == "A" else "A1"
    for name, man in view["figures"].items():
        if not name.endswith("G"):
            man["at"] = [1 + int(name[1]), 16 if name[0] == "A" else 17]
    x, y = view["figures"][foe]["at"]
    view["figures"][me]["at"] = [x + 8, y]
    view["figures"][foe]["at"] = [x + 9, y]
    view["ball"] = {"at": [x + 8, y + 1], "holder": None}
    run = f"c: {x + 8},{y + 1} {x + 8},{y + 2}"
    assert "tackle" in [test.kind for test in foresee(view, me, run)]
    assert "tackle" not in [test.kind for test in foresee(view, me, f"marque {foe} ; {run}")]
