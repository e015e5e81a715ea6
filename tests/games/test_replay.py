"""Match files: what replays, what is skipped, and where a broken file is stopped."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.contract import JSON, Refused
from games.replay import Halted, Played, Result, replay
from soule import engine

ONES = " ".join("1" * 11)
HOLD = " ".join("0" * 11)
PUSH = "+ " + " ".join("0" * 10)
FIRST_STRIKE = {"n": 1, "purpose": "first-strike", "bound": 2, "value": 1}


def match(*turns: JSON, **more: Any) -> dict[str, JSON]:
    return {"format": 1, "game": "soule", "draws": [0], "turns": list(turns), **more}


def orders(a: str | None = None, b: str | None = None, **more: Any) -> dict[str, JSON]:
    return {"orders": {"A": a, "B": b}, **more}


def played(file: JSON) -> list[Played[Any]]:
    return [step for step in replay(file, engine) if isinstance(step, Played)]


def halted(file: JSON) -> Halted:
    with pytest.raises(Halted) as caught:
        list(replay(file, engine))
    return caught.value


# What replays


def test_the_start_is_told_with_the_first_turn() -> None:
    steps = played(match(orders(ONES, ONES), orders(PUSH)))
    assert steps[0].events[0] == ("first-strike", "A")
    assert steps[0].events[1] == ("place", "A", 1, -1)
    assert steps[1].events[0] == ("push", "A", 1, -1, 0, 0, 1)
    assert [step.turn for step in steps] == [0, 1]
    assert steps[1].before == steps[0].state


def test_null_and_absent_are_both_nothing_in_time() -> None:
    null, absent = (
        played(match({"orders": sent}))[0] for sent in ({"A": ONES, "B": None}, {"A": ONES})
    )
    assert null == absent
    assert null.orders == {"A": ONES}


def test_orders_are_read_as_captains_write_them() -> None:
    steps = played(match(orders("Castillon : 1,1,1,1,1,1,1,1,1,1,1"), orders("+0000000000")))
    assert steps[0].orders == {"A": ONES}
    assert steps[1].orders == {"A": PUSH}


def test_rules_and_line_ups_are_the_files() -> None:
    men = [{"name": "Jehan", "pp": 1}, *({} for _ in range(10))]
    file = match(orders(), ruleset={"pp": 3}, line_ups={"A": {"players": men}, "B": {}})
    assert played(file)[0].state.pp == (1,) + (3,) * 21


def test_the_result_comes_last_and_is_told_not_computed() -> None:
    result = {"winner": "B", "reason": "forfeit", "turn": 1}
    assert list(replay(match(orders(), result=result), engine))[-1] == Result(result)


def test_a_match_that_is_not_over_has_no_result() -> None:
    assert len(list(replay(match(orders()), engine))) == 1


def test_draws_may_have_their_purpose() -> None:
    file = match(orders(), draws=[FIRST_STRIKE])
    assert played(file)[0].events[0] == ("first-strike", "B")


# An exported match


def test_what_was_taken_back_or_not_played_is_left_out() -> None:
    file = match(
        orders(ONES, undone=True),
        orders(HOLD.replace("0", "2")),
        orders(HOLD, unplayed=True),
        orders(PUSH),
    )
    assert [step.turn for step in played(file)] == [1, 3]
    assert played(file)[0].events[0] == ("first-strike", "A")


def test_draws_go_with_the_turns_that_are_left_out() -> None:
    file = match(
        orders(ONES, draw_from=2, undone=True),
        orders(ONES, draw_from=4),
        orders(HOLD, draw_from=4, unplayed=True),
        draws=[0, 7, 7],
    )
    assert [step.turn for step in played(file)] == [1]


def test_draws_of_a_turn_that_was_played_stay() -> None:
    undone = orders(ONES, draw_from=2, undone=True)
    found = halted(match(undone, orders(ONES, draw_from=4), draws=[0, 7, 7, 1]))
    assert found.refused == Refused("draw-left-over", None, {"draw": 4})


def test_what_comes_after_a_last_turn_that_is_left_out_goes_with_it() -> None:
    draws = [FIRST_STRIKE, {"n": 2, "purpose": "coin", "bound": 2, "value": 0}]
    file = match(orders(ONES, draw_from=2), orders(HOLD, draw_from=2, undone=True), draws=draws)
    assert len(played(file)) == 1


def test_an_amendment_holds_from_the_next_turn_on() -> None:
    amended = orders(HOLD, amend={"soule": 2, "first": "A"})
    _, before, after = played(match(orders(ONES, ONES), amended, orders(HOLD)))
    assert (before.state.soule, before.state.first) == (0, "B")
    assert (after.before.soule, after.before.first) == (2, "A")


def test_an_amendment_is_a_merge_patch() -> None:
    men = [{"n": n, "at": 3, "pp": 4} for n in range(1, 12)]
    amended = orders(ONES, amend={"players": {"B": men}, "ruleset": {"max_turns": 9}})
    _, after = played(match(amended, orders(HOLD)))
    assert after.before.at == (-1,) * 11 + (3,) * 11
    assert after.before.ruleset.max_turns == 9


def test_a_null_takes_a_key_away() -> None:
    file = match(orders(amend={"ruleset": {"pp": None}}), orders(), ruleset={"pp": 3})
    assert played(file)[1].before.ruleset.pp == 4


def test_everything_else_is_left_unread() -> None:
    more = {"commitment": "ab", "words": {"A": "x"}, "journal": [1], "pace": None, "seed": 4}
    assert played(match(orders(nonsense=1), **more)) == played(match(orders()))


# What cannot be played


@pytest.mark.parametrize(
    ("turns", "turn", "slot", "kind", "place"),
    [
        ([orders("1 1 4" + " 1" * 8)], 0, "A", "initial", 3),
        ([orders(), orders(HOLD, "0 14" + " 0" * 9)], 1, "B", "not-opponent", 2),
        ([orders(), orders("0 0")], 1, "A", "too-few", 3),
        ([{"orders": {"C": HOLD}}], 0, "C", "slot", None),
        ([{"orders": {"A": 3}}], 0, "A", "match-file", None),
        ([{"orders": []}], 0, None, "match-file", None),
        ([orders(amend={"soule": 9})], 0, None, "state-value", None),
        ([orders(amend=[])], 0, None, "state", None),
        ([orders(amend={"soule": None})], 0, None, "state-key", None),
        ([orders(draw_from="1")], None, None, "match-file", None),
    ],
)
def test_a_refused_order_stops_the_match_at_its_place(
    turns: list[JSON], turn: int | None, slot: str | None, kind: str, place: int | None
) -> None:
    found = halted(match(*turns))
    assert (found.turn, found.slot) == (turn, slot)
    assert (found.refused.kind, found.refused.place) == (kind, place)


def test_what_was_played_before_is_told() -> None:
    steps = replay(match(orders(), orders("0")), engine)
    assert isinstance(next(steps), Played)
    with pytest.raises(Halted):
        next(steps)


@pytest.mark.parametrize(("late", "slot"), [(orders(HOLD), "A"), (orders(), None), ({}, None)])
def test_orders_after_the_end_are_refused(late: JSON, slot: str | None) -> None:
    file = json.loads(Path("tests/matches/soule/goal.json").read_text())
    file["turns"].append(late)
    found = halted(file)
    assert (found.turn, found.slot, found.refused.kind) == (4, slot, "over")


@pytest.mark.parametrize(
    ("draws", "kind", "draw"),
    [
        ([], "draw-missing", 1),
        ([2], "draw-range", 1),
        ([-1], "draw-range", 1),
        ([0, 1], "draw-left-over", 2),
        ([{**FIRST_STRIKE, "value": 2}], "draw-range", 1),
        ([{**FIRST_STRIKE, "bound": 6}], "draw-range", 1),
        ([{**FIRST_STRIKE, "purpose": "coin"}], "draw-purpose", 1),
        ([FIRST_STRIKE, {**FIRST_STRIKE, "n": 5}], "draw-left-over", 5),
    ],
)
def test_a_wrong_draw_is_named(draws: list[JSON], kind: str, draw: int) -> None:
    found = halted(match(orders(), draws=draws))
    assert (found.refused.kind, found.refused.facts["draw"]) == (kind, draw)


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"format": 2}, Refused("format")),
        ({"format": True}, Refused("format")),
        ({"format": "1"}, Refused("format")),
        ({"format": None}, Refused("format")),
        ({"turns": {}}, Refused("match-file", None, {"key": "turns"})),
        ({"turns": [3]}, Refused("match-file", None, {"key": "turns"})),
        ({"draws": 0}, Refused("match-file", None, {"key": "draws"})),
        ({"draws": [True]}, Refused("match-file", None, {"key": "draws[1]"})),
        ({"draws": ["0"]}, Refused("match-file", None, {"key": "draws[1]"})),
        ({"draws": [0, {"value": 1}]}, Refused("match-file", None, {"key": "draws[2]"})),
        ({"line_ups": []}, Refused("match-file", None, {"key": "line_ups"})),
        ({"line_ups": {"C": {}}}, Refused("match-file", None, {"key": "line_ups"})),
        ({"line_ups": {"A": []}}, Refused("line-up")),
        ({"ruleset": {"pp": 9}}, Refused("ruleset-value", None, {"key": "pp"})),
        ({"ruleset": {"gaols": 9}}, Refused("ruleset-key", None, {"key": "gaols"})),
    ],
)
def test_a_broken_file_is_refused_before_any_turn(change: JSON, refused: Refused) -> None:
    found = halted(match(orders(), **change))
    assert (found.turn, found.slot, found.refused) == (None, None, refused)


@pytest.mark.parametrize("file", [None, [], "match", 1])
def test_a_match_file_is_an_object(file: JSON) -> None:
    assert halted(file).refused == Refused("match-file", None, {"key": "file"})
