"""The rules of soule, line by line, in drawn scenes (docs/rules/soule.md)."""

from typing import Any

import pytest

from games.contract import SIDES, Awaits, Caution, Engine, Outcome, Refused, Side, Squad
from soule import engine
from soule.rules import ruleset
from soule.state import State
from tests.soule.scene import LOST, drawn, no_draw, play, scene, told

CONTRACT: Engine[State] = engine

ONES = " ".join("1" * 11)
HOLD = " ".join("0" * 11)


def started(first: int = 0, **rules: Any) -> State:
    return engine.start(rules, lambda purpose, bound: first).state


def placed(first: int = 0, **rules: Any) -> State:
    return engine.play(started(first, **rules), {}, no_draw).state


# The start


def test_the_first_first_strike_is_drawn() -> None:
    asked = []

    def draw(purpose: str, bound: int) -> int:
        asked.append((purpose, bound))
        return 1

    step = engine.start({}, draw)
    assert asked == [("first-strike", 2)]
    assert step.events == (("first-strike", "B"),)
    assert (step.state.first, step.state.turn, step.state.soule) == ("B", 0, 0)
    assert step.state.at is None


def test_a_wrong_ruleset_starts_nothing() -> None:
    with pytest.raises(Refused):
        engine.start({"pp": 5}, no_draw)


def test_what_a_side_fields() -> None:
    assert engine.squad({}) == Squad(11, bench=False)
    assert engine.squad({"players": 22, "substitutions": True}) == Squad(22, bench=True)
    assert frozenset() == engine.SECRET_DRAWS
    assert engine.DRAWS_LATER is False


# The initial


def test_the_initial_puts_each_side_into_its_own_half() -> None:
    orders = {"A": "1 2 3 1 1 1 1 1 1 1 1", "B": "3 2 1 1 1 1 1 1 1 1 1"}
    step = engine.play(started(), orders, no_draw)
    state = step.state
    assert state.at is not None
    assert state.at[:3] == (-1, -2, -3)
    assert state.at[11:14] == (3, 2, 1)
    assert step.events[:4] == (
        ("place", "A", 1, -1),
        ("place", "B", 1, 3),
        ("place", "A", 2, -2),
        ("place", "B", 2, 2),
    )
    assert len(step.events) == 22
    assert (state.turn, state.first, state.soule) == (0, "A", 0)


def test_a_missing_initial_is_eleven_2() -> None:
    state = engine.play(started(), {"A": ONES}, no_draw).state
    assert state.at == (-1,) * 11 + (2,) * 11


@pytest.mark.parametrize("square", [1, 2, 3])
def test_the_ruleset_may_say_otherwise(square: int) -> None:
    assert placed(missing_initial=square).at == (-square,) * 11 + (square,) * 11


def test_in_an_initial_nobody_acts() -> None:
    with pytest.raises(Refused) as caught:
        engine.read(started(), "A", HOLD)
    assert caught.value.kind == "initial"


# The tactic


@pytest.mark.parametrize(
    ("before", "signs", "after"),
    [
        # +
        ("a1 | . | . | o | . | . | .", {"a1": "+"}, ". | a1 | . | o | . | . | ."),
        (". | o | . | . | . | b1 | .", {"b1": "+"}, ". | o | . | . | b1 | . | ."),
        # a push, from exactly one square behind
        (". | . | a1 | o | . | . | .", {"a1": "+"}, ". | . | . | a1 | o | . | ."),
        (". | . | . | o | b1 | . | .", {"b1": "+"}, ". | . | o | b1 | . | . | ."),
        ("a1 | o | . | . | . | . | .", {"a1": "+"}, ". | a1 | o | . | . | . | ."),
        (". | . | . | . | . | o | b1", {"b1": "+"}, ". | . | . | . | o | b1 | ."),
        # not from the soule's own square, not from two behind, not from ahead
        (". | . | . | a1 o | . | . | .", {"a1": "+"}, ". | . | . | o | a1 | . | ."),
        (". | a1 | . | o | . | . | .", {"a1": "+"}, ". | . | a1 | o | . | . | ."),
        (". | . | . | o | a1 | . | .", {"a1": "+"}, ". | . | . | o | . | a1 | ."),
        # - never moves the soule
        (". | . | a1 | o | . | . | .", {"a1": "-"}, ". | a1 | . | o | . | . | ."),
        (". | . | . | o | a1 | . | .", {"a1": "-"}, ". | . | . | a1 o | . | . | ."),
        (". | . | b1 | o | . | . | .", {"b1": "-"}, ". | . | . | b1 o | . | . | ."),
        # 0, X and A do nothing
        (". | . | a1 | o | . | . | .", {"a1": "0"}, ". | . | a1 | o | . | . | ."),
        (". | . | a1 | o | . | . | .", {"a1": "X"}, ". | . | a1 | o | . | . | ."),
        (". | . | a1 | o | . | . | .", {"a1": "A"}, ". | . | a1 | o | . | . | ."),
        # the edges: forward on the opponent's goal, back on one's own
        (". | . | . | o | . | . | a1", {"a1": "+"}, ". | . | . | o | . | . | a1"),
        ("a1 | . | . | o | . | . | .", {"a1": "-"}, "a1 | . | . | o | . | . | ."),
        ("b1 | . | . | o | . | . | .", {"b1": "+"}, "b1 | . | . | o | . | . | ."),
        (". | . | . | o | . | . | b1", {"b1": "-"}, ". | . | . | o | . | . | b1"),
        # goals are ordinary squares for players
        (". | a1 | . | o | . | . | .", {"a1": "-"}, "a1 | . | . | o | . | . | ."),
        (". | . | . | o | . | a1 | .", {"a1": "+"}, ". | . | . | o | . | . | a1"),
        (". | . | . | o | . | . | a1", {"a1": "-"}, ". | . | . | o | . | a1 | ."),
        # several pushes in one turn: line of attack, parade
        ("a1 | o | a2 | a3 | . | . | .", {"a1": "+", "a2": "0"}, ". | a1 | a2 o | a3 | . | . | ."),
        (
            ". | a1 | a2 o | a3 | . | . | .",
            {"a1": "+", "a2": "+", "a3": "+"},
            ". | . | a1 | a2 | a3 | o | .",
        ),
        (". | . | a1 | o | . | b1 | .", {"a1": "+", "b1": "+"}, ". | . | . | a1 o | b1 | . | ."),
        # who comes first pushes: B's 1 stands one behind, and A's 1 pushed it on to him
        (". | . | a1 | o | b1 | . | .", {"a1": "+", "b1": "+"}, ". | . | . | a1 b1 | o | . | ."),
        # hits
        (". | . | . | a1 b1 | o | . | .", {"a1": "1"}, ". | . | . | a1 b1*3 | o | . | ."),
        (". | . | . | a1 b1 | o | . | .", {"b1": "1"}, ". | . | . | a1*3 b1 | o | . | ."),
        (". | . | a1 | b1 | o | . | .", {"a1": "1"}, ". | . | a1 | b1 | o | . | ."),
        # at that moment: he has moved away, he has just come
        (
            ". | . | . | a1 a2 b1 | . | o | .",
            {"b1": "-", "a1": "0", "a2": "1"},
            ". | . | . | a1 a2 | b1 | o | .",
        ),
        (
            ". | . | . | a1 a2 | b1 | o | .",
            {"b1": "+", "a1": "1", "a2": "1"},
            ". | . | . | a1 a2 b1*3 | . | o | .",
        ),
        # a man falls and does nothing more
        (
            ". | . | . | a1 b1*1 | . | o | .",
            {"a1": "1", "b1": "1"},
            ". | . | . | a1 b1*0 | . | o | .",
        ),
    ],
)
def test_actions(before: str, signs: dict[str, str], after: str) -> None:
    state = scene(before)
    assert drawn(state) == before
    assert drawn(play(state, **signs).state) == after


@pytest.mark.parametrize(
    ("before", "signs", "events"),
    [
        (". | a1 | . | o | . | . | .", {"a1": "+"}, [("advance", "A", 1, -2, -1)]),
        (". | . | a1 | o | . | . | .", {"a1": "+"}, [("push", "A", 1, -1, 0, 0, 1)]),
        (". | . | . | o | b2 | . | .", {"b2": "+"}, [("push", "B", 2, 1, 0, 0, -1)]),
        (". | a1 | . | o | . | . | .", {"a1": "-"}, [("retreat", "A", 1, -2, -3)]),
        (". | . | . | o | . | . | a1", {"a1": "+"}, [("edge", "A", 1, "+", 3)]),
        ("a1 | . | . | o | . | . | .", {"a1": "-"}, [("edge", "A", 1, "-", -3)]),
        ("b1 | . | . | o | . | . | .", {"b1": "+"}, [("edge", "B", 1, "+", -3)]),
        (". | . | . | o | . | . | b1", {"b1": "-"}, [("edge", "B", 1, "-", 3)]),
        (". | . | . | o a1 | . | . | .", {"a1": "A"}, [("referee-blow", "A", 1)]),
        (". | . | . | o a1 b2 | . | . | .", {"a1": "2"}, [("hit", "A", 1, 2, 3)]),
        (". | . | . | o a1 b2*1 | . | . | .", {"a1": "2"}, [("hit", "A", 1, 2, 0)]),
        (". | . | a1 | o | b2 | . | .", {"a1": "2"}, [("miss", "A", 1, 2, "elsewhere", 1)]),
        (". | . | a1 | o | b2*0 | . | .", {"a1": "2"}, [("miss", "A", 1, 2, "ko", 1)]),
        (". | . | a1 b2*-1 | o | . | . | .", {"a1": "2"}, [("miss", "A", 1, 2, "ko", -1)]),
    ],
)
def test_what_happened_is_told(before: str, signs: dict[str, str], events: list[Any]) -> None:
    assert told(play(scene(before), **signs)) == events


def test_a_man_who_does_nothing_holds() -> None:
    step = play(scene(". | . | a1 a2 | o | . | . | ."), a2="X")
    assert told(step, "hold") == [("hold", "A", 1, "0"), ("hold", "A", 2, "X")]


# Hits and KO


def test_who_falls_may_be_hit_again_this_turn_and_go_below_0() -> None:
    state = scene(". | . | . | a1 a2 a3 b1*1 | o | . | .")
    step = play(state, a1="1", a2="1", a3="1")
    assert drawn(step.state) == ". | . | . | a1 a2 a3 b1*-2 | o | . | ."
    assert [event[-1] for event in told(step, "hit")] == [0, -1, -2]


def test_but_not_in_a_later_turn() -> None:
    before = ". | . | . | a1 b1*0 | o | . | ."
    step = play(scene(before), a1="1")
    assert drawn(step.state) == before
    assert told(step) == [("miss", "A", 1, 1, "ko", 0)]


@pytest.mark.parametrize("sign", ["+", "-", "0", "1", "X", "A"])
def test_a_ko_man_does_nothing(sign: str) -> None:
    before = ". | . | a1*0 b1 | o | . | . | ."
    step = play(scene(before), a1=sign)
    assert drawn(step.state) == before
    assert ("out", "A", 1, sign, "before") in step.events


def test_who_falls_before_his_turn_comes_loses_his_action() -> None:
    step = play(scene(". | . | a1 b1*1 | o | . | . | ."), a1="1", b1="+")
    assert ("out", "B", 1, "+", "now") in step.events
    assert drawn(step.state) == ". | . | a1 b1*0 | o | . | . | ."


def test_who_falls_after_his_action_has_acted() -> None:
    step = play(scene(". | . | a1*1 b1 | o | . | . | .", first="A"), a1="+", b1="1")
    assert drawn(step.state) == ". | . | b1 | a1*1 | o | . | ."
    step = play(scene(". | . | a1 b1*1 | o | . | . | .", first="B"), a1="1", b1="-")
    assert drawn(step.state) == ". | . | a1 | b1*1 o | . | . | ."


def test_two_men_may_strike_each_other_in_the_same_turn() -> None:
    step = play(scene(". | . | . | a1 b1 | o | . | ."), a1="1", b1="1")
    assert drawn(step.state) == ". | . | . | a1*3 b1*3 | o | . | ."


def test_with_3_pp_three_hits_are_enough() -> None:
    rules = ruleset({"pp": 3})
    state = scene(". | . | . | a1 a2 a3 b9 | o | . | .", rules=rules)
    step = play(state, a1="9", a2="9", a3="9", b9="1")
    assert ("out", "B", 9, "1", "now") in step.events


# A turn


@pytest.mark.parametrize(("first", "second"), [("A", "B"), ("B", "A")])
def test_numbers_act_in_turn_and_first_strike_changes(first: Side, second: Side) -> None:
    state = placed(first="AB".index(first))
    step = engine.play(state, {}, no_draw)
    order = [(event[1], event[2]) for event in step.events]
    assert order == [(side, n) for n in range(1, 12) for side in (first, second)]
    assert step.state.first == second
    assert engine.play(step.state, {}, no_draw).state.first == first


@pytest.mark.parametrize(
    ("first", "after"),
    [
        ("A", ". | . | . | a1 b1 | o | . | ."),
        ("B", ". | . | o | a1 b1 | . | . | ."),
    ],
)
def test_first_strike_decides_who_pushes(first: Side, after: str) -> None:
    before = ". | . | a1 | o | b1 | . | ."
    assert drawn(play(scene(before, first=first), a1="+", b1="+").state) == after


def test_a_lower_number_acts_first_whatever_its_side() -> None:
    before = ". | . | a1 | o | b2 | . | ."
    step = play(scene(before, first="B"), a1="+", b2="+")
    assert drawn(step.state) == ". | . | . | a1 b2 | o | . | ."


def test_the_order_does_not_change_because_somebody_is_ko() -> None:
    step = play(scene(". | . | a2 a1*0 | o | b2 b1 | . | ."), a2="+", b2="+", b1="0")
    assert [(event[1], event[2]) for event in step.events][:4] == [
        ("A", 1),
        ("B", 1),
        ("A", 2),
        ("B", 2),
    ]


@pytest.mark.parametrize(
    ("before", "who", "winner", "after"),
    [
        (". | . | . | . | a3 | o | .", "a3", "A", ". | . | . | . | . | a3 | o"),
        (". | o | b3 | . | . | . | .", "b3", "B", "o | b3 | . | . | . | . | ."),
    ],
)
def test_the_soule_in_the_goal_ends_the_match_at_once(
    before: str, who: str, winner: Side, after: str
) -> None:
    step = play(scene(before), **{who: "+"})
    assert drawn(step.state) == after
    assert engine.outcome(step.state) == Outcome(winner, "goal")
    assert step.events[-2][:3] == ("push", winner, 3)
    assert step.events[-1] == ("goal", winner)
    assert all(event[2] <= 3 for event in step.events[:-1])


def test_a_later_parade_saves_no_goal() -> None:
    step = play(scene(". | . | . | . | a1 | o | b1"), a1="+", b1="+")
    assert engine.outcome(step.state) == Outcome("A", "goal")


def test_an_earlier_parade_saves_it() -> None:
    step = play(scene(". | . | . | . | a1 | o | b1", first="B"), a1="+", b1="+")
    assert drawn(step.state) == ". | . | . | . | o | a1 b1 | ."
    assert engine.outcome(step.state) is None


# Length


def test_after_the_last_turn_it_is_a_draw() -> None:
    state = placed(max_turns=2)
    state = engine.play(state, {}, no_draw).state
    assert engine.outcome(state) is None
    state = engine.play(state, {}, no_draw).state
    assert (state.turn, engine.outcome(state)) == (2, Outcome(None, "turns"))


def test_the_default_is_seven_turns() -> None:
    state = placed()
    for turn in range(7):
        assert state.turn == turn
        assert engine.outcome(state) is None
        state = engine.play(state, {}, no_draw).state
    assert engine.outcome(state) == Outcome(None, "turns")


def test_a_goal_in_the_last_turn_is_a_goal() -> None:
    step = play(scene(". | . | . | . | a1 | o | .", turn=6), a1="+")
    assert (step.state.turn, engine.outcome(step.state)) == (7, Outcome("A", "goal"))


def test_without_a_limit_it_goes_on_until_a_goal() -> None:
    state = placed(max_turns=None)
    for _ in range(40):
        state = engine.play(state, {}, no_draw).state
    assert engine.outcome(state) is None


def test_all_22_ko_is_a_draw_at_once() -> None:
    # No hit can fell the last man: only line-ups, or the referee, can bring this about.
    nobody = scene(". | . | . | a1*0 b1*-2 | o | . | .", turn=2)
    assert engine.outcome(nobody) == Outcome(None, "ko")
    assert engine.awaits(nobody) == Awaits(())


def test_two_sides_that_come_ko_play_the_initial_and_no_more() -> None:
    state = started()
    for side in SIDES:
        state = engine.seat(state, side, {"players": [{"pp": 0}] * 11})
    assert engine.awaits(state).slots == ("A", "B")
    state = engine.play(state, {"A": ONES}, no_draw).state
    assert engine.outcome(state) == Outcome(None, "ko")


def test_a_side_that_is_all_ko_plays_on() -> None:
    state = scene(". | . | . | a1 | o | b1*0 | .")
    assert engine.outcome(state) is None
    assert engine.awaits(state) == Awaits(("A", "B"))


@pytest.mark.parametrize("drawing", [". | . | . | . | . | . | a1 o", "o | b1 | . | . | . | . | ."])
def test_after_the_end_nothing_is_taken(drawing: str) -> None:
    state = scene(drawing)
    assert engine.awaits(state) == Awaits(())
    with pytest.raises(Refused) as caught:
        engine.play(state, {}, no_draw)
    assert caught.value.kind == "over"
    with pytest.raises(Refused) as caught:
        engine.read(state, "A", HOLD)
    assert caught.value.kind == "over"


# Whose order, and silence


def test_two_captains_are_awaited_from_the_announcement_on() -> None:
    for state in (started(), placed()):
        assert engine.awaits(state) == Awaits(("A", "B"), "all")


def test_a_missing_tactic_is_eleven_0() -> None:
    state = scene(". | . | a1 | o | b1 | . | .", first="B")
    after = engine.play(state, {"A": "+" + " 0" * 10}, no_draw)
    assert drawn(after.state) == ". | . | . | a1 | b1 o | . | ."
    assert ("hold", "B", 1, "0") in after.events


@pytest.mark.parametrize(
    ("orders", "kind", "place"),
    [
        ({"A": "0 0"}, "count", None),
        ({"A": HOLD + " 0"}, "count", None),
        ({"A": ""}, "count", None),
        ({"A": "00000000000"}, "count", None),
        ({"A": HOLD.replace("0", "o", 1)}, "sign", 1),
        ({"B": "0 12" + " 0" * 9}, "sign", 2),
        ({"A": "0 R" + " 0" * 9}, "sign", 2),
        ({"A": "0  0" + " 0" * 8}, "sign", 2),
        ({"A": "0 x" + " 0" * 9}, "sign", 2),
        ({"C": HOLD}, "slot", None),
        ({"A1": HOLD}, "slot", None),
    ],
)
def test_garbage_is_not_played(orders: dict[str, str], kind: str, place: int | None) -> None:
    with pytest.raises(Refused) as caught:
        engine.play(placed(), orders, no_draw)
    assert (caught.value.kind, caught.value.place) == (kind, place)


def test_an_initial_is_no_tactic() -> None:
    with pytest.raises(Refused) as caught:
        engine.play(started(), {"A": HOLD}, no_draw)
    assert (caught.value.kind, caught.value.place) == ("sign", 1)


# Reading, and what a captain may not have meant


@pytest.mark.parametrize("slot", ["", "C", "A1", "a", "AB"])
def test_a_slot_that_the_match_has_not(slot: str) -> None:
    with pytest.raises(Refused) as caught:
        engine.read(placed(), slot, HOLD)
    assert caught.value.kind == "slot"


@pytest.mark.parametrize(
    ("drawing", "sign", "canonical", "kind", "facts"),
    [
        (". | . | a3*0 | o | b9 | . | .", "+", "+", "ko", {}),
        (". | . | a3*0 | o | b9 | . | .", "5", "5", "ko", {}),
        (". | . | a3*0 | o | b9 | . | .", "A", "A", "ko", {}),
        (". | . | a3*0 | o | b9 | . | .", "X", "X", None, {}),
        (". | . | a3*0 | o | b9 | . | .", "0", "0", None, {}),
        (". | . | a3 | o | . | . | .", "x", "0", "fit", {"sign": "X"}),
        (". | . | a3 | o | . | . | .", "+", "+", None, {}),
        (". | . | . | o | . | . | a3", "+", "+", "edge", {"at": 3}),
        (". | . | . | o | . | . | a3", "-", "-", None, {}),
        ("a3 | . | . | o | . | . | .", "-", "-", "edge", {"at": -3}),
        ("a3 | . | . | o | . | . | .", "+", "+", None, {}),
        (". | . | a3 b5 | o | . | . | .", "5", "5", None, {}),
        (". | . | a3 | o | b5 | . | .", "5", "5", "far", {"target": 5, "at": 1}),
        (". | . | a3 b5*0 | o | . | . | .", "5", "5", "target-ko", {"target": 5}),
        (". | . | a3 | o | . | . | .", "a", "A", "referee-blow", {"sign": "A"}),
    ],
)
def test_cautions(
    drawing: str, sign: str, canonical: str, kind: str | None, facts: dict[str, Any]
) -> None:
    line = f"X X {sign}" + " X" * 8
    read = engine.read(scene(drawing), "A", line)
    assert read.line.split()[2] == canonical
    expected = Caution(kind, 3, {"n": 3, "sign": sign, **facts}) if kind else None
    assert read.cautions == ((expected,) if expected else ())


def test_b_is_warned_of_its_own_edges() -> None:
    state = scene("b1 | . | . | o | . | . | b2")
    read = engine.read(state, "B", "+ -" + " X" * 9)
    assert [(c.kind, c.facts["at"]) for c in read.cautions] == [("edge", -3), ("edge", 3)]


# Polyplayed


def test_each_man_is_awaited_for_the_initial_and_who_is_not_ko_after() -> None:
    everybody = tuple(f"{side}{n}" for side in "AB" for n in range(1, 12))
    men = [{"pp": 0}, *({} for _ in range(10))]
    state = engine.seat(started(polyplayed=True), "A", {"players": men})
    assert engine.awaits(state).slots == everybody
    state = engine.play(state, {}, no_draw).state
    assert engine.awaits(state).slots == everybody[1:]


def test_each_man_sends_one_sign() -> None:
    state = engine.play(started(polyplayed=True), {"A1": "1", "B11": "3"}, no_draw).state
    assert state.at == (-1, *[-2] * 10, *[2] * 10, 3)
    assert engine.read(state, "A1", "Jehan : +").line == "+"
    step = engine.play(state, {"A1": "+", "B11": "+"}, no_draw)
    assert told(step) == [("push", "A", 1, -1, 0, 0, 1), ("advance", "B", 11, 3, 2)]
    with pytest.raises(Refused) as caught:
        engine.read(state, "A1", "+ +")
    assert caught.value.kind == "too-many"


# Four teams


FOUR = {"players": 22, "captains": 2}


def test_four_captains_order_eleven_each() -> None:
    state = started(**FOUR)
    assert engine.awaits(state) == Awaits(("A1", "A2", "B1", "B2"))
    state = engine.play(
        state, {"A1": ONES, "A2": ONES.replace("1", "3"), "B1": ONES}, no_draw
    ).state
    assert state.at == (-1,) * 11 + (-3,) * 11 + (1,) * 11 + (2,) * 11


def test_the_second_team_has_numbers_12_to_22_and_they_act_last() -> None:
    state = placed(**FOUR)
    step = engine.play(state, {"A2": "+" + " 0" * 10, "B2": HOLD}, no_draw)
    assert told(step) == [("advance", "A", 12, -2, -1)]
    order = [(event[1], event[2]) for event in step.events]
    assert order == [(side, n) for n in range(1, 23) for side in "AB"]


def test_hits_name_1_to_22() -> None:
    state = scene(". | . | . | a12 b22 | o | . | .", rules=ruleset(FOUR))
    read = engine.read(state, "A2", "22" + " X" * 10)
    assert read.cautions == ()
    step = engine.play(state, {"A2": read.line}, no_draw)
    assert told(step) == [("hit", "A", 12, 22, 3)]
    with pytest.raises(Refused) as caught:
        engine.read(state, "A2", "23" + " 0" * 10)
    assert (caught.value.kind, caught.value.facts["most"]) == ("not-opponent", 22)


def test_a_caution_names_the_number_and_counts_the_sign() -> None:
    state = scene(". | . | . | . | o | . | a13*0 b9", rules=ruleset(FOUR))
    read = engine.read(state, "A2", "X +" + " X" * 9)
    assert read.cautions == (Caution("ko", 2, {"n": 13, "sign": "+"}),)


def test_one_captain_may_order_22() -> None:
    state = placed(players=22)
    assert engine.awaits(state).slots == ("A", "B")
    assert engine.read(state, "B", " ".join("+" * 22)).line == " ".join("+" * 22)


# Substitutions


def benched(
    drawing: str, a: tuple[int, ...] = (4, 4), b: tuple[int, ...] = (), **more: Any
) -> State:
    state = scene(drawing, rules=ruleset({"substitutions": True, **more}))
    return state._replace(bench=(a, b))


def test_r_brings_the_next_of_the_bench() -> None:
    step = play(benched(". | . | a5*1 | o | . | . | .", a=(3, 4)), a5="R")
    assert told(step) == [("replace", "A", 5, 12, 3)]
    assert drawn(step.state) == ". | . | a5*3 | o | . | . | ."
    step = play(step.state, a5="R")
    assert told(step) == [("replace", "A", 5, 13, 4)]
    assert drawn(step.state) == ". | . | a5 | o | . | . | ."


def test_r_and_a_number_brings_that_man() -> None:
    step = play(benched(". | . | a5*1 | o | . | . | .", a=(3, 2)), a5="R13")
    assert told(step) == [("replace", "A", 5, 13, 2)]
    assert told(play(step.state, a5="R"), "replace") == [("replace", "A", 5, 12, 3)]


def test_the_next_is_he_who_is_next_at_that_moment() -> None:
    step = play(benched(". | . | a5 a6 b1 | o | . | . | ."), a6="R", a5="R")
    assert told(step) == [("replace", "A", 5, 12, 4), ("replace", "A", 6, 13, 4)]


def test_the_newcomer_can_be_hit_at_once_and_acts_from_the_next_turn() -> None:
    step = play(benched(". | . | a1*1 b1 | o | . | . | ."), a1="R", b1="1")
    assert drawn(step.state) == ". | . | a1*3 b1 | o | . | . | ."
    step = play(step.state, a1="+")
    assert told(step) == [("push", "A", 1, -1, 0, 0, 1)]


def test_a_man_who_fell_is_not_replaced() -> None:
    step = play(benched(". | . | a1*1 b1 | o | . | . | .")._replace(first="B"), b1="1", a1="R")
    assert ("out", "A", 1, "R", "now") in step.events
    assert step.state.changes == ()


def test_a_ko_man_of_the_bench_stays_there() -> None:
    step = play(benched(". | . | a1 | o | . | . | .", a=(0, 4)), a1="R")
    assert told(step) == [("replace", "A", 1, 13, 4)]


def test_the_bench_of_b_has_its_own_numbers() -> None:
    state = benched(". | . | a1 | o | b1 | . | .", a=(4,), b=(2,))
    step = play(state, a1="R", b1="R12")
    assert told(step) == [("replace", "A", 1, 12, 4), ("replace", "B", 1, 12, 2)]


def test_in_a_22_the_bench_begins_at_23() -> None:
    state = benched(". | . | a12 | o | . | . | .", a=(4,), players=22, captains=2)
    read = engine.read(state, "A2", "R23" + " X" * 10)
    step = engine.play(state, {"A2": read.line}, no_draw)
    assert told(step) == [("replace", "A", 12, 23, 4)]


@pytest.mark.parametrize(
    ("signs", "kind", "place"),
    [
        ("R R R", "bench-empty", 3),
        ("R R12", "bench-twice", 2),
        ("R12 R12", "bench-twice", 2),
        ("R13 R R", "bench-empty", 3),
        ("R14", "own-bench", 1),
    ],
)
def test_nobody_comes_in_twice_in_an_order(signs: str, kind: str, place: int) -> None:
    state = benched(". | . | a1 a2 a3 | o | . | . | .")
    with pytest.raises(Refused) as caught:
        engine.read(state, "A", signs + " 0" * (11 - len(signs.split())))
    assert (caught.value.kind, caught.value.place) == (kind, place)


@pytest.mark.parametrize("sign", ["R", "R12"])
def test_nor_again_in_the_match(sign: str) -> None:
    state = play(benched(". | . | a1 a2 | o | . | . | .", a=(4,)), a1="R").state
    with pytest.raises(Refused) as caught:
        engine.read(state, "A", f"0 {sign}" + " 0" * 9)
    assert caught.value.kind == ("bench-empty" if sign == "R" else "bench-twice")


def test_an_r_of_a_ko_man_brings_nobody_and_is_warned_of() -> None:
    state = benched(". | . | a1*0 a2 a3 | o | . | . | .")
    read = engine.read(state, "A", "R R R" + " X" * 8)
    assert read.line == "R R R" + " X" * 8
    assert [(c.kind, c.place) for c in read.cautions] == [("ko", 1)]


def test_two_who_ask_for_the_last_man_get_him_once() -> None:
    # Each of two captains may name him; neither knows of the other's order.
    state = benched(". | . | a1 a12 | o | . | . | .", a=(4,), players=22, captains=2)
    orders = {"A1": "R23" + " 0" * 10, "A2": "R" + " 0" * 10}
    step = engine.play(state, orders, no_draw)
    assert told(step, "replace") == [("replace", "A", 1, 23, 4)]
    assert ("hold", "A", 12, "R") in step.events


def test_the_men_who_are_not_drawn_are_out() -> None:
    assert scene(". | . | . | o | . | . | .").pp == (LOST,) * 22
