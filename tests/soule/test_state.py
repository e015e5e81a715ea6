"""Who takes the field, what everybody sees of it, and what a state may say."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from games.contract import JSON, Refused
from soule import engine
from soule.rules import ruleset
from soule.state import Change, State
from tests.soule.scene import no_draw, play, scene

MEN = [{"name": f"Jehan {n}"} for n in range(1, 12)]


def started(**rules: Any) -> State:
    return engine.start(rules, lambda purpose, bound: 0).state


# The line-up


@pytest.mark.parametrize("line_up", [None, {}, {"name": "Castillon"}, {"players": MEN}])
def test_men_without_pp_have_the_rulesets(line_up: JSON) -> None:
    assert engine.seat(started(pp=3), "A", line_up).pp == (3,) * 22


def test_each_side_is_seated_by_itself() -> None:
    tired = [{"pp": 2}, {"name": "Lanig", "pp": 0}, {"pp": -3}, *MEN[3:]]
    state = engine.seat(started(), "B", {"name": "Ventadour", "players": tired, "bench": []})
    assert state.pp == (4,) * 11 + (2, 0, -3) + (4,) * 8
    state = engine.seat(state, "A", {"players": [{"pp": 1}, *MEN[1:]]})
    assert state.pp[0] == 1
    assert state.pp[11:14] == (2, 0, -3)


def test_names_are_no_part_of_the_state() -> None:
    state = engine.seat(started(), "A", {"name": "Castillon", "players": MEN})
    assert state == started()


def test_who_is_not_seated_plays_nameless() -> None:
    assert engine.play(started(), {}, no_draw).state.pp == (4,) * 22


def test_a_line_up_may_be_replaced_until_the_initial_is_played() -> None:
    state = engine.seat(started(), "A", {"players": [{"pp": 1}] * 11})
    state = engine.seat(state, "A", {"players": MEN})
    assert state.pp == (4,) * 22
    with pytest.raises(Refused) as caught:
        engine.seat(engine.play(state, {}, no_draw).state, "A", {"players": MEN})
    assert caught.value.kind == "seated"


def test_a_man_who_comes_ko_is_placed_and_does_nothing() -> None:
    state = engine.seat(started(), "A", {"players": [{"pp": 0}, *MEN[1:]]})
    state = engine.play(state, {"A": "1 " * 10 + "1"}, no_draw).state
    assert state.at is not None
    assert state.at[0] == -1
    assert ("out", "A", 1, "+", "before") in play(state, a1="+").events


def test_a_bench_sits_beside_the_field() -> None:
    state = engine.seat(started(substitutions=True), "B", {"bench": [{"pp": 2}, {"name": "Even"}]})
    assert state.bench == ((), (2, 4))


@pytest.mark.parametrize(
    ("line_up", "kind", "place", "facts"),
    [
        ([], "line-up", None, {}),
        ("Castillon", "line-up", None, {}),
        ({"captain": "Jehan"}, "line-up-key", None, {"key": "captain"}),
        ({"name": 3}, "line-up-value", None, {"key": "name"}),
        ({"name": "n" * 81}, "line-up-value", None, {"key": "name"}),
        ({"players": {}}, "line-up-value", None, {"key": "players"}),
        ({"players": None}, "line-up-value", None, {"key": "players"}),
        ({"players": []}, "line-up-size", None, {"got": 0, "want": 11}),
        ({"players": MEN[:10]}, "line-up-size", None, {"got": 10, "want": 11}),
        ({"players": [*MEN, {}]}, "line-up-size", None, {"got": 12, "want": 11}),
        ({"players": [*MEN[:10], "Jehan"]}, "line-up", None, {}),
        ({"players": [{"at": 1}, *MEN[1:]]}, "line-up-key", None, {"key": "at"}),
        ({"players": [{}, {"pp": 5}, *MEN[2:]]}, "line-up-value", 2, {"key": "pp"}),
        ({"players": [{}, {"pp": -22}, *MEN[2:]]}, "line-up-value", 2, {"key": "pp"}),
        ({"players": [{}, {"pp": True}, *MEN[2:]]}, "line-up-value", 2, {"key": "pp"}),
        ({"players": [{}, {"pp": None}, *MEN[2:]]}, "line-up-value", 2, {"key": "pp"}),
        ({"players": [{}, {"pp": 2.0}, *MEN[2:]]}, "line-up-value", 2, {"key": "pp"}),
        ({"players": [{}, {"name": None}, *MEN[2:]]}, "line-up-value", 2, {"key": "name"}),
        ({"players": MEN, "bench": [{}]}, "no-bench", None, {}),
        ({"bench": "Even"}, "line-up-value", None, {"key": "bench"}),
    ],
)
def test_a_side_that_cannot_take_the_field(
    line_up: JSON, kind: str, place: int | None, facts: JSON
) -> None:
    with pytest.raises(Refused) as caught:
        engine.seat(started(), "A", line_up)
    assert caught.value == Refused(kind, place, facts)


def test_nobody_has_more_pp_than_the_ruleset() -> None:
    with pytest.raises(Refused):
        engine.seat(started(pp=3), "A", {"players": [{"pp": 4}] * 11})


def test_a_bench_has_eleven_men_at_most() -> None:
    with pytest.raises(Refused) as caught:
        engine.seat(started(substitutions=True), "A", {"bench": [{}] * 12})
    assert caught.value == Refused("line-up-size", None, {"got": 12, "want": 11})


def test_a_22_fields_22() -> None:
    state = started(players=22)
    assert engine.seat(state, "B", {"players": [*MEN, *MEN]}) == state
    with pytest.raises(Refused):
        engine.seat(state, "B", {"players": MEN})


# What everybody sees


def test_before_the_initial_nobody_stands_anywhere() -> None:
    view = engine.show(started(), None)
    assert (view["turn"], view["first"], view["soule"]) == (0, "A", 0)
    nobody = [{"n": n, "at": None, "pp": 4} for n in range(1, 12)]
    assert view["players"] == {"A": nobody, "B": nobody}


def test_everybody_sees_the_same() -> None:
    state = scene(". | . | a1*2 | o | b2 | . | .", first="B", turn=3)
    view = engine.show(state, None)
    assert (view["turn"], view["first"], view["soule"]) == (3, "B", 0)
    assert view["players"]["A"][0] == {"n": 1, "at": -1, "pp": 2}
    assert view["players"]["B"][1] == {"n": 2, "at": 1, "pp": 4}
    assert engine.show(state, "A") == engine.show(state, "B") == view
    assert set(view) == {"turn", "first", "soule", "players", "ruleset"}


def test_the_view_says_all_the_rules() -> None:
    assert engine.show(started(), None)["ruleset"] == engine.pin({})
    own = {"pp": 3, "max_turns": None}
    assert engine.show(started(**own), None)["ruleset"] == {**engine.pin({}), **own}


def benched() -> State:
    state = scene(". | . | a1*2 a2 | o | b2 | . | .", rules=ruleset({"substitutions": True}))
    return state._replace(bench=((4, 3), (1,)))


def test_with_substitutions_it_shows_the_bench_and_who_came_in() -> None:
    view = engine.show(play(benched(), a1="R13").state, "B")
    assert view["bench"] == {
        "A": [{"n": 12, "pp": 4}, {"n": 13, "pp": 3}],
        "B": [{"n": 12, "pp": 1}],
    }
    assert view["changes"] == [{"side": "A", "turn": 2, "n": 1, "by": 13, "pp": 2}]


# What is stored


@pytest.mark.parametrize(
    "state",
    [
        started(),
        started(players=22, captains=2),
        scene(". | . | a1*2 | o | b2 | . | .", first="B", turn=3),
        scene(". | . | . | . | . | a1 | o", turn=3),
        play(benched(), a1="R13").state,
    ],
)
def test_a_stored_state_comes_back(state: State) -> None:
    assert engine.load(engine.dump(state)) == state


def amended(state: State, change: Callable[[Any], object]) -> Refused:
    data = copy.deepcopy(engine.dump(state))
    change(data)
    with pytest.raises(Refused) as caught:
        engine.load(data)
    return caught.value


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda d: d.update(turn=-1), "turn"),
        (lambda d: d.update(turn=8), "turn"),
        (lambda d: d.update(turn=True), "turn"),
        (lambda d: d.update(turn="1"), "turn"),
        (lambda d: d.update(first="C"), "first"),
        (lambda d: d.update(first=["A"]), "first"),
        (lambda d: d.update(soule=4), "soule"),
        (lambda d: d.update(soule=-4), "soule"),
        (lambda d: d.update(soule=None), "soule"),
        (lambda d: d.update(soule=0.0), "soule"),
        # a goal that no tactic has scored
        (lambda d: d.update(turn=0, soule=3), "soule"),
        (lambda d: d.update(players=[]), "players"),
        (lambda d: d["players"].update(A={}), "players"),
        (lambda d: d["players"].update(C=[]), "players"),
        (lambda d: d["players"]["A"].pop(), "players"),
        (lambda d: d["players"]["A"].append({"n": 12, "at": 0, "pp": 4}), "players"),
        (lambda d: d["players"]["A"].reverse(), "n"),
        (lambda d: d["players"]["A"][0].update(n=2), "n"),
        (lambda d: d["players"]["A"][0].update(name="Jehan"), "players"),
        (lambda d: d["players"]["A"][0].pop("pp"), "players"),
        (lambda d: d["players"]["B"][4].update(at=4), "at"),
        (lambda d: d["players"]["B"][4].update(at=None), "at"),
        (lambda d: d["players"]["B"][4].update(at="1"), "at"),
        (lambda d: d["players"]["B"][4].update(pp=5), "pp"),
        (lambda d: d["players"]["B"][4].update(pp=-22), "pp"),
        (lambda d: d["players"]["B"][4].update(pp=False), "pp"),
    ],
)
def test_an_impossible_state_is_refused_with_its_key(
    change: Callable[[Any], object], key: str
) -> None:
    found = amended(scene(". | . | a1 | o | b2 | . | ."), change)
    assert found == Refused("state-value", None, {"key": key})


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda d: d.pop("soule"), "soule"),
        (lambda d: d.pop("players"), "players"),
        (lambda d: d.update(goal=True), "goal"),
        (lambda d: d.update(bench={}), "bench"),
        (lambda d: d.update(changes=[]), "changes"),
    ],
)
def test_a_state_has_its_keys_and_no_other(change: Callable[[Any], object], key: str) -> None:
    found = amended(scene(". | . | a1 | o | b2 | . | ."), change)
    assert found == Refused("state-key", None, {"key": key})


def test_after_a_tactic_everybody_stands_somewhere() -> None:
    data = engine.dump(started())
    data["turn"] = 1
    with pytest.raises(Refused) as caught:
        engine.load(data)
    assert caught.value == Refused("state-value", None, {"key": "turn"})


@pytest.mark.parametrize("data", [None, [], "state", 3])
def test_a_state_is_an_object(data: JSON) -> None:
    with pytest.raises(Refused) as caught:
        engine.load(data)
    assert caught.value.kind == "state"


def test_the_ruleset_of_a_state_is_judged_too() -> None:
    found = amended(started(), lambda d: d["ruleset"].update(pp=9))
    assert found == Refused("ruleset-value", None, {"key": "pp"})


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda d: d.update(bench=[]), "bench"),
        (lambda d: d["bench"].update(A=[{}] * 12), "bench"),
        (lambda d: d["bench"]["A"][0].update(n=13), "n"),
        (lambda d: d["bench"]["A"][0].update(pp=5), "pp"),
        (lambda d: d["bench"].update(A=[]), "changes"),
        (lambda d: d.update(changes={}), "changes"),
        (lambda d: d["changes"][0].update(by=14), "changes"),
        (lambda d: d["changes"][0].update(by=11), "changes"),
        (lambda d: d["changes"][0].update(n=12), "changes"),
        (lambda d: d["changes"][0].update(turn=9), "changes"),
        (lambda d: d["changes"][0].update(turn=0), "changes"),
        (lambda d: d["changes"][0].update(pp=0), "changes"),
        (lambda d: d["changes"][0].update(side="C"), "changes"),
        (lambda d: d["changes"].append(None), "changes"),
        (lambda d: d["changes"].append(dict(d["changes"][0], n=4)), "changes"),
    ],
)
def test_bench_and_changes_are_judged(change: Callable[[Any], object], key: str) -> None:
    found = amended(play(benched(), a1="R13").state, change)
    assert found == Refused("state-value", None, {"key": key})


def test_a_change_names_who_left_and_who_came() -> None:
    state = play(benched(), a1="R", b2="R12").state
    assert state.changes == (Change("A", 2, 1, 12, 2), Change("B", 2, 2, 12, 4))
