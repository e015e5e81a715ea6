"""What the forum relies on, and the laws of boules, whatever is thrown."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boules import bot, engine, rings
from boules.rules import Square, announced
from boules.state import Jack, State
from games.contract import SIDES, Refused, Side, other, side_of
from tests.boules.plays import Played, played, view_of

RULESETS = [
    {"bowlers": bowlers, "on_timeout": on_timeout, "needs_winner": bowlers == 2}
    for bowlers in (1, 2, 3)
    for on_timeout in ("pass", "lose_boule", "referee")
]
seeds = st.integers(0, 10**6)
rulesets = st.sampled_from(RULESETS)
FEW = settings(max_examples=25, deadline=None)


@FEW
@given(seeds, rulesets)
def test_the_state_survives_being_stored(seed: int, ruleset: Any) -> None:
    for turn in played(seed, ruleset):
        assert engine.load(json.loads(json.dumps(engine.dump(turn.after)))) == turn.after


@FEW
@given(seeds, rulesets)
def test_the_same_throws_and_draws_give_the_same(seed: int, ruleset: Any) -> None:
    assert list(played(seed, ruleset)) == list(played(seed, ruleset))


@FEW
@given(seeds, rulesets)
def test_no_boule_is_made_or_lost_unsaid(seed: int, ruleset: Any) -> None:
    for turn in played(seed, ruleset):
        for side in SIDES:
            assert owned(turn.before, side) - owned(turn.after, side) == lost(turn, side)


def owned(state: State, side: Side) -> int:
    """A side's boules, thrown or not."""
    return state.boules(side) + sum(boule.side == side for boule in state.ground)


def lost(turn: Played, side: Side) -> int:
    count = 0
    for kind, who, *facts in turn.events:
        count += kind == "shot"  # one of each side
        count += kind == "jack-hit" and who == side
        count += kind == "time-out" and who == side and facts[0] == "lose_boule"
    return count


@FEW
@given(seeds, rulesets)
def test_the_hand_is_never_with_a_side_without_boules(seed: int, ruleset: Any) -> None:
    for turn in played(seed, ruleset):
        hand = turn.after.hand
        assert turn.after.boules(hand) if hand else turn.after.is_over


@FEW
@given(seeds, rulesets)
def test_out_of_hand_nothing_is_accepted(seed: int, ruleset: Any) -> None:
    for turn in played(seed, ruleset):
        hand = turn.after.hand
        for bowler in range(1, ruleset["bowlers"] + 1):
            for side in SIDES if hand is None else (other(side_of(hand)),):
                with pytest.raises(Refused):
                    engine.read(turn.after, f"{side}{bowler}", "[10,10]")


@FEW
@given(seeds, rulesets)
def test_the_events_redraw_the_ground(seed: int, ruleset: Any) -> None:
    for turn in played(seed, ruleset):
        assert redrawn(turn) == [tuple(b["at"]) for b in view_of(turn.after)["ground"]]


def redrawn(turn: Played) -> list[tuple[int, ...]]:
    lying = [tuple(boule["at"]) for boule in view_of(turn.before)["ground"]]
    for kind, *facts in turn.events:
        if kind == "point":
            lying.append(tuple(facts[2]))
        elif kind == "shot":
            lying.remove(tuple(facts[2]))
    return lying


@FEW
@given(seeds, rulesets)
def test_what_is_read_can_be_played_and_reads_as_itself(seed: int, ruleset: Any) -> None:
    for turn in played(seed, ruleset):
        for slot, line in turn.orders.items():
            assert engine.read(turn.before, slot, line).line == line


class TestSecrecy:
    """Nothing but what was announced depends on where the jack is."""

    @FEW
    @given(seeds, rulesets)
    def test_the_jack_is_always_among_the_possible_squares(self, seed: int, ruleset: Any) -> None:
        for turn in played(seed, ruleset):
            if not turn.after.is_over:
                assert turn.after.jack in rings.possible(view_of(turn.after))

    @FEW
    @given(seeds, rulesets, st.data())
    def test_another_possible_jack_shows_the_same(
        self, seed: int, ruleset: Any, data: st.DataObject
    ) -> None:
        for turn in played(seed, ruleset):
            state = turn.after
            if state.is_over:
                continue
            square = data.draw(st.sampled_from(sorted(rings.possible(view_of(state)))))
            assert_shows_the_same(state, square)

    @FEW
    @given(seeds, rulesets)
    def test_the_bot_knows_no_more(self, seed: int, ruleset: Any) -> None:
        for turn in played(seed, ruleset, silence=0):
            (slot,) = turn.orders
            view = engine.show(turn.before, side_of(slot))
            assert view["jack"] is view["jacks"] is None
            text = bot.order(view, slot, lambda _purpose, _bound: 0)
            assert engine.read(turn.before, slot, text).line == text

    def test_rings_are_what_was_announced(self) -> None:
        jack = Square(12, 9)
        heard = [Square(8, 5), Square(15, 13)]
        view = {
            "heard": [{"at": list(at), "announced": announced(at, jack)} for at in heard],
            "taken": [[12, 8]],
        }
        possible = rings.possible(view)
        assert jack in possible
        assert Square(12, 8) not in possible
        assert not possible & set(heard)
        assert all(
            announced(at, square) == announced(at, jack) for square in possible for at in heard
        )


def assert_shows_the_same(state: State, square: Square) -> None:
    moved = state._replace(jacks=(*state.jacks[:-1], Jack(square, state.jacks[-1].throw)))
    for viewer in (None, *SIDES):
        assert engine.show(moved, viewer) == engine.show(state, viewer)
    assert engine.awaits(moved) == engine.awaits(state)
    for slot in engine.awaits(state).slots:
        for boule in state.ground:
            text = f"{boule.at.x} {boule.at.y}"
            assert answer(moved, slot, text) == answer(state, slot, text)
        for at in (state.jack, square):
            assert answer(moved, slot, f"{at.x} {at.y}") == answer(state, slot, f"{at.x} {at.y}")


def answer(state: State, slot: str, text: str) -> Any:
    try:
        return engine.read(state, slot, text)
    except Refused as refused:
        return refused.kind, refused.facts
