"""The rules of boules line by line: worked cases, drawn (docs/rules/boules.md)."""

from collections.abc import Callable
from typing import Any

import pytest

from boules import engine
from boules.rules import Ruleset, Square, announced, worth
from boules.state import Boule, Jack, State
from games.contract import JSON, Awaits, Draw, Outcome, Refused, Step, tell
from tests.boules.ground import drawn


def draws(*values: int) -> Draw:
    left = iter(values)
    return lambda _purpose, _bound: next(left)


def throw(state: State, text: str, *values: int, slot: str = "") -> Step[State]:
    slot = slot or f"{state.hand}1"
    line = engine.read(state, slot, text).line
    return engine.play(state, {slot: line}, draws(*values))


def kinds(step: Step[State]) -> list[str]:
    return [event[0] for event in step.events]


def hand(step: Step[State]) -> tuple[Any, ...]:
    """The side and the reason of the hand event."""
    return next(event[1:] for event in step.events if event[0] == "hand")


def refusal(act: Callable[[], object]) -> tuple[str, JSON]:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.kind, refused.value.facts


class TestSetup:
    @pytest.mark.parametrize(("bowlers", "boules"), [(1, 3), (2, 3), (3, 2)])
    def test_boules_of_each_bowler(self, bowlers: int, boules: int) -> None:
        state, events = engine.start({"bowlers": bowlers}, draws(1, 0))
        assert state.left == ((boules,) * bowlers,) * 2
        assert events == (("first-hand", "B"),)

    @pytest.mark.parametrize(("value", "square"), [(0, (1, 1)), (19, (20, 1)), (20, (1, 2))])
    def test_the_jack_is_drawn_row_by_row(self, value: int, square: tuple[int, int]) -> None:
        assert engine.start({}, draws(0, value)).state.jack == square

    def test_the_order_of_the_draws(self) -> None:
        asked: list[tuple[str, int]] = []

        def draw(purpose: str, bound: int) -> int:
            asked.append((purpose, bound))
            return 0

        engine.start({}, draw)
        assert asked == [("first-hand", 2), ("jack", 400)]
        assert frozenset({"jack"}) == engine.SECRET_DRAWS

    @pytest.mark.parametrize(
        ("data", "kind"),
        [
            ([], "ruleset"),
            ({"jack": 3}, "ruleset-key"),
            ({"preset": "x"}, "preset"),
            ({"bowlers": 4}, "ruleset-value"),
            ({"bowlers": True}, "ruleset-value"),
            ({"on_timeout": "wait"}, "ruleset-value"),
            ({"needs_winner": 1}, "ruleset-value"),
        ],
    )
    def test_a_ruleset_that_cannot_be(self, data: JSON, kind: str) -> None:
        assert refusal(lambda: engine.start(data, draws(0, 0)))[0] == kind


@pytest.mark.parametrize(
    ("square", "told"),
    [
        ((11, 10), 5),
        ((13, 14), 5),  # 3, 4 away: exactly 5
        ((14, 14), 10),
        ((16, 18), 10),  # 6, 8 away: exactly 10
        ((17, 18), 15),
        ((15, 10), 5),
        ((16, 10), 10),
        ((20, 20), 15),
        ((1, 1), 15),
    ],
)
def test_the_announced_distance(square: tuple[int, int], told: int) -> None:
    assert announced(Square(*square), Square(10, 10)) == told


@pytest.mark.parametrize(
    ("square", "points"),
    [((11, 11), 20), ((10, 9), 20), ((12, 10), 5), ((13, 14), 5), ((15, 10), 5), ((14, 14), 0)],
)
def test_the_worth_of_a_boule(square: tuple[int, int], points: int) -> None:
    assert worth(Square(*square), Square(10, 10)) == points


class TestPoint:
    def test_the_first_boule_is_the_closest(self) -> None:
        step = throw(drawn("..*..", "A"), "[1,1]")
        assert step.events[0] == ("point", "A", 1, [1, 1], 5)
        assert hand(step) == ("B", "closer")

    def test_strictly_closer_passes_the_hand(self) -> None:
        assert hand(throw(drawn("B..*..", "A"), "[6,1]")) == ("B", "closer")

    def test_equally_close_keeps_it(self) -> None:
        assert hand(throw(drawn(".B.*...", "A"), "[6,1]")) == ("A", "not-closer")

    def test_further_keeps_it(self) -> None:
        assert hand(throw(drawn("..B*....", "A"), "[6,1]")) == ("A", "not-closer")

    def test_by_the_exact_distance_and_not_the_announced_one(self) -> None:
        step = throw(drawn("B...*....", "A"), "[8,1]")
        assert step.events[0][-1] == step.state.ground[0].announced == 5
        assert hand(step) == ("B", "closer")

    def test_the_side_s_closest_boule_counts_not_this_one(self) -> None:
        assert hand(throw(drawn("B.A*.....", "A"), "[9,1]")) == ("B", "closer")

    def test_to_a_side_without_boules_it_does_not_pass(self) -> None:
        assert hand(throw(drawn("B..*..", "A", left=(2, 0)), "[5,1]")) == ("A", "no-boules")

    def test_a_side_without_boules_does_not_keep_it(self) -> None:
        assert hand(throw(drawn("..B*....", "A", left=(1, 2)), "[8,1]")) == ("B", "no-boules")


class TestShot:
    def test_both_boules_are_lost_and_the_hand_stays(self) -> None:
        step = throw(drawn("B..*A.", "A"), "[1,1]")
        assert step.events[0] == ("shot", "A", 1, [1, 1], "B1")
        assert [boule.side for boule in step.state.ground] == ["A"]
        assert hand(step) == ("A", "shot")

    def test_what_was_heard_of_a_lost_boule_stays_heard(self) -> None:
        step = throw(drawn("B..*A.", "A"), "[1,1]")
        assert {"at": [1, 1], "announced": 5} in engine.show(step.state, None)["heard"]

    def test_with_his_last_boule_the_other_side_has_the_hand(self) -> None:
        assert hand(throw(drawn("B..*..", "A", left=(1, 1)), "[1,1]")) == ("B", "no-boules")

    def test_his_own_boule_is_refused(self) -> None:
        state = drawn("A..*..", "A")
        assert refusal(lambda: engine.read(state, "A1", "1 1")) == ("own-boule", {"x": 1, "y": 1})

    def test_it_is_announced_to_him_before(self) -> None:
        (caution,) = engine.read(drawn("B..*..", "A"), "A1", "1 1").cautions
        assert (caution.kind, caution.facts["target"]) == ("shot", "B1")


class TestJackHit:
    """The first square of a one-row picture that is free is drawn with 0."""

    def test_the_boule_is_lost_and_every_distance_void(self) -> None:
        step = throw(drawn("A..*..B", "A"), "[4,1]", 10)
        assert step.events[0] == ("jack-hit", "A", 1, [4, 1])
        assert [boule.announced for boule in step.state.ground] == [None, None]
        view = engine.show(step.state, None)
        assert (view["heard"], view["taken"]) == ([], [[1, 1], [7, 1]])

    def test_the_new_jack_is_drawn_among_free_squares_its_own_old_one_too(self) -> None:
        asked: list[int] = []

        def draw(purpose: str, bound: int) -> int:
            asked.append(bound)
            return 2

        state = drawn("A..*..B", "A")
        step = engine.play(state, {"A1": "[4,1]"}, draw)
        assert asked == [398]
        assert step.state.jacks == (Jack(Square(4, 1), 0), Jack(Square(4, 1), 3))

    @pytest.mark.parametrize(("value", "told"), [(0, "A"), (3, "B")])
    def test_the_closest_to_the_new_jack_has_the_hand(self, value: int, told: str) -> None:
        """From [2,1] A's boule is the closest, from [5,1] B's."""
        assert hand(throw(drawn("A..*..B", "A"), "[4,1]", value)) == (told, "jack-hit-closest")

    def test_equally_far_who_threw_keeps_it(self) -> None:
        assert hand(throw(drawn("A..*..B", "B"), "[4,1]", 2)) == ("B", "jack-hit-equal")

    def test_without_a_boule_on_the_ground_who_threw_keeps_it(self) -> None:
        assert hand(throw(drawn("...*...", "B"), "[4,1]", 2)) == ("B", "jack-hit-empty")

    def test_a_side_without_boules_cannot_have_it(self) -> None:
        step = throw(drawn("A..*..B", "B", left=(0, 2)), "[4,1]", 0)
        assert hand(step) == ("B", "no-boules")


class TestWhoThrows:
    def test_every_bowler_of_the_side_in_hand_who_has_a_boule(self) -> None:
        state = engine.start({"bowlers": 3}, draws(0, 0)).state
        assert engine.awaits(state) == Awaits(("A1", "A2", "A3"), "one", strikes=False)
        after = state._replace(left=((2, 0, 1), (2, 2, 2)))
        assert engine.awaits(after).slots == ("A1", "A3")

    def test_nobody_else(self) -> None:
        state = drawn("..*..", "A")
        assert refusal(lambda: engine.read(state, "B1", "1 1"))[0] == "not-in-hand"
        assert refusal(lambda: engine.read(state, "A2", "1 1"))[0] == "slot"
        empty = drawn("..*..", "A", rules=Ruleset(bowlers=2))
        empty = empty._replace(left=((0, 2), (2, 2)))
        assert refusal(lambda: engine.read(empty, "A1", "1 1")) == ("no-boule", {"bowler": 1})

    def test_one_throw_a_turn(self) -> None:
        state = engine.start({"bowlers": 2}, draws(0, 0)).state
        two = {"A1": "[5,5]", "A2": "[6,6]"}
        assert refusal(lambda: engine.play(state, two, draws()))[0] == "orders"


class TestTimeLimit:
    def played(self, state: State) -> Step[State]:
        return engine.play(state, {}, draws())

    def test_the_hand_passes(self) -> None:
        step = self.played(drawn("..*..", "A"))
        assert step.events == (
            ("time-out", "A", "pass", None),
            ("hand", "B", "time-out"),
        )

    def test_but_not_to_a_side_without_boules(self) -> None:
        assert hand(self.played(drawn("..*..", "A", left=(2, 0)))) == ("A", "no-boules")

    def test_a_boule_is_lost_by_who_has_the_most_the_lowest_number_first(self) -> None:
        state = engine.start({"bowlers": 3, "on_timeout": "lose_boule"}, draws(0, 0)).state
        state = state._replace(left=((1, 2, 2), (2, 2, 2)))
        step = self.played(state)
        assert step.events[0] == ("time-out", "A", "lose_boule", 2)
        assert step.state.left[0] == (1, 1, 2)
        assert hand(step) == ("A", "time-out")

    def test_with_its_last_boule_the_side_loses_the_hand(self) -> None:
        rules = Ruleset(on_timeout="lose_boule")
        step = self.played(drawn("..*..", "A", left=(1, 2), rules=rules))
        assert hand(step) == ("B", "no-boules")

    def test_the_last_boule_of_all_ends_the_match(self) -> None:
        rules = Ruleset(on_timeout="lose_boule")
        step = self.played(drawn("B.*..", "A", left=(1, 0), rules=rules))
        assert kinds(step) == ["time-out", "end"]
        assert engine.outcome(step.state) == Outcome("B", "points")

    def test_the_referee_decides(self) -> None:
        step = self.played(drawn("..*..", "A", rules=Ruleset(on_timeout="referee")))
        assert step.events == (("time-out", "A", "referee", None),)
        assert engine.awaits(step.state).slots == ()
        assert engine.resume(step.state, None).hand == "A"
        assert engine.awaits(engine.resume(step.state, "B")).slots == ("B1",)

    def test_four_in_a_row_suspend_the_match(self) -> None:
        state = drawn("..*..", "A")
        for _time in range(3):
            state = self.played(state).state
            assert not state.suspended
        step = self.played(state)
        assert step.events == (("time-out", "B", "suspended", None), ("hand", "A", "time-out"))
        assert engine.awaits(step.state).slots == ()
        assert not engine.resume(step.state, None).time_outs

    def test_a_throw_between_begins_the_count_anew(self) -> None:
        state = self.played(self.played(drawn("..*..", "A")).state).state
        state = throw(state, "[1,1]").state
        assert state.time_outs == 0

    def test_the_rules_take_a_throw_while_it_is_suspended(self) -> None:
        state = drawn("..*..", "A")._replace(suspended=True, time_outs=4)
        assert not throw(state, "[1,1]").state.suspended

    def test_what_the_referee_cannot_say(self) -> None:
        state = drawn("..*..", "A", left=(1, 0))
        assert refusal(lambda: engine.resume(state, None))[0] == "not-suspended"
        suspended = state._replace(suspended=True)
        assert refusal(lambda: engine.resume(suspended, "B"))[0] == "no-boules"


class TestEnd:
    def last(self, picture: str, text: str, **rules: Any) -> Step[State]:
        return throw(drawn(picture, "A", left=(1, 0), rules=Ruleset(**rules)), text)

    def test_the_jack_is_shown_and_the_points_counted(self) -> None:
        step = self.last("B.*..", "[4,1]")
        assert step.events[-1] == ("end", [3, 1], {"A": 20, "B": 5})
        view = engine.show(step.state, None)
        assert (view["jack"], view["points"]) == ([3, 1], {"A": 20, "B": 5})
        assert view["tally"]["A"] == {"touching": 1, "near": 0}
        assert view["hand"] is None
        assert engine.outcome(step.state) == Outcome("A", "points")

    def test_equal_points_are_a_draw(self) -> None:
        assert engine.outcome(self.last("B...*....", "[9,1]").state) == Outcome(None, "points")

    def test_a_winner_is_needed_more_touching_boules_win(self) -> None:
        """20 points by one boule that touches, or by four that are near."""
        state = drawn(
            "..B.B .B..B ..... *....",
            "A",
            left=(1, 0),
            rules=Ruleset(bowlers=2, needs_winner=True),
        )
        state = state._replace(left=((1, 0), (0, 0)))
        step = throw(state, "[2,5]")
        assert engine.show(step.state, None)["points"] == {"A": 20, "B": 20}
        assert engine.outcome(step.state) == Outcome("A", "points")
        plain = step.state._replace(ruleset=Ruleset(bowlers=2))
        assert engine.outcome(plain) == Outcome(None, "points")

    def test_still_equal_it_is_a_draw_all_the_same(self) -> None:
        step = self.last("B...*....", "[9,1]", needs_winner=True)
        assert engine.outcome(step.state) == Outcome(None, "points")

    def test_nothing_is_thrown_after_it(self) -> None:
        state = self.last("B.*..", "[4,1]").state
        assert refusal(lambda: engine.read(state, "A1", "9 9"))[0] == "over"
        assert refusal(lambda: engine.play(state, {}, draws()))[0] == "over"
        assert engine.awaits(state).slots == ()


def test_events_have_the_facts_they_are_said_to_have() -> None:
    step = throw(drawn("B..*..", "A"), "[1,1]")
    assert tell(step.events, engine)[0] == {
        "kind": "shot",
        "side": "A",
        "bowler": 1,
        "at": [1, 1],
        "target": "B1",
    }


def test_a_boule_lies_on_the_ground_where_it_was_thrown() -> None:
    (boule,) = throw(drawn("..*..", "A"), "[20,20]").state.ground
    assert boule == Boule("A", 1, Square(20, 20), 30)
