"""Anything in any order at any moment, and what must be true of a match all the same."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from games import lateness
from games.contract import Refused
from games.forms import pace_of
from games.models import Outage, Strike, Turn
from games.services.turns import SETTLE, turn_play_if_due
from tests.games.day import (
    CHARGE,
    DAY,
    FRONT,
    MIDDLE,
    MINUTE,
    STAY,
    US,
    Day,
    G,
    check_chain,
    outage,
)
from tests.games.factories import NOW, Village, make_match

MOMENTS = (-8 * 60 * MINUTE, -G, -US, 0 * MINUTE, US, SETTLE, 5 * MINUTE, G - US, G, G + SETTLE)
"""Where the machine likes to stand, from the open turn's game time."""

sides = st.sampled_from(["A", "B"])
texts = st.sampled_from(["whole", "other", "half"])
LINES = {"whole": (FRONT, CHARGE), "other": (MIDDLE, STAY), "half": ("1 1", "0 0")}
habits = st.sampled_from(["send", "send", "whole", "half", "held", "late", "silent"])
Key = tuple[int, str]


class Days(RuleBasedStateMachine):
    """A match with impatient captains, a busy referee and a clock that comes when it likes."""

    village: Village

    @initialize(at_once=st.booleans())
    def begin(self, at_once: bool) -> None:
        Outage.objects.all().delete()
        pace = pace_of(strikes_to_forfeit=2, at_once=at_once)
        match = make_match(self.village.team_a, self.village.team_b, pace=pace)
        self.day, self.now = Day(self.village, match), NOW
        self.receipts: dict[Key, str] = {}
        """What was accepted for a turn (its id) and slot, and not touched by the referee since."""
        self.whole: set[Key] = set()
        """The slots whose draft is whole and goes by itself, as far as their captains know."""
        self.closed: dict[int, Any] = {}

    def teardown(self) -> None:
        if hasattr(self, "day"):
            self.day.match.delete()

    # Time

    @rule(moment=st.sampled_from(MOMENTS))
    def wait_for(self, moment: timedelta) -> None:
        self.now = max(self.now, self.day.turn.game_time + moment)

    @rule(after=st.sampled_from([US, MINUTE, 10 * MINUTE, DAY]))
    def wait(self, after: timedelta) -> None:
        self.now += after

    @rule()
    def tick(self) -> None:
        self.day.tick(self.now)
        due_at = self.day.fresh().due_at
        assert due_at is None or due_at > self.now or self.day.match.pace["at_once"]

    @rule(a=habits, b=habits, storm=st.sampled_from([0 * MINUTE, 0 * MINUTE, 10 * MINUTE]))
    def live_a_day(self, a: str, b: str, storm: timedelta) -> None:
        """Each side does as it is used to, the service may stand still, and the turn closes."""
        self.wait_for(-60 * MINUTE)
        for side, habit in (("A", a), ("B", b)):
            if habit == "send":
                self.send(side, "whole")
            elif habit in ("whole", "half", "held"):
                self.draft(side, habit.replace("held", "whole"), habit != "held")
        self.wait_for(US)
        if storm:
            self.stand_still(storm)
        for side, habit in (("A", a), ("B", b)):
            if habit == "late":
                self.send(side, "other")
        self.wait_for(G + SETTLE + storm + MINUTE)
        self.tick()

    @rule(length=st.sampled_from([4 * MINUTE, 6 * MINUTE, 60 * MINUTE, 2 * DAY]))
    def stand_still(self, length: timedelta) -> None:
        outage(self.now, self.now + length)
        self.now += length
        self.tick()

    # Captains

    @rule(side=sides, text=texts)
    def send(self, side: str, text: str) -> None:
        turn = self.day.turn
        if text == "half":
            return

        def act() -> None:
            sent = self.day.send(side, self.now, LINES[text][turn.number > 0])
            self.receipts[turn.pk, side] = sent.receipt

        self._unless_refused(act)
        turn_play_if_due(self.day.match, now=self.now)

    @rule(side=sides, text=texts, sends_itself=st.sampled_from([True, True, False]))
    def draft(self, side: str, text: str, sends_itself: bool) -> None:
        turn = self.day.turn

        def act() -> None:
            line = LINES[text][turn.number > 0]
            self.day.draft(side, self.now, line, sends_itself=sends_itself)
            self.whole.discard((turn.pk, side))
            if text != "half" and sends_itself:
                self.whole.add((turn.pk, side))

        self._unless_refused(act)

    @rule(side=sides)
    def come_too_late(self, side: str) -> None:
        if self._refusal(lambda: self.day.send(side, self.now, STAY, turn=0)) in (
            "turn-played",
            "too-late",
        ):
            self.day.keep(side, self.now, STAY)

    # The referee

    @rule(side=sides)
    def reopen(self, side: str) -> None:
        self._on_order("order_reopen", side, slot=side)

    @rule(side=sides)
    def enter(self, side: str) -> None:
        text = LINES["other"][self.day.turn.number > 0]
        self._on_order("order_enter", side, slot=side, text=text)

    @rule()
    def pause(self) -> None:
        self._unless_refused(lambda: self.day.act("match_pause", self.now))

    @rule()
    def resume(self) -> None:
        self._unless_refused(lambda: self.day.act("match_resume", self.now))

    @rule(after=st.sampled_from([-MINUTE, US, 10 * MINUTE, DAY]))
    def move(self, after: timedelta) -> None:
        act = {"game_time": self.now + after}
        self._unless_refused(lambda: self.day.act("game_time_move", self.now, **act))

    @rule(side=sides, really=st.integers(0, 3))
    def give_a_strike(self, side: str, really: int) -> None:
        if not really:
            self._unless_refused(lambda: self.day.act("strike_give", self.now, side=side))

    @rule()
    def waive(self) -> None:
        strike = self.day.match.strikes.filter(waived_at=None).last()
        if strike is not None:
            self.day.waive(strike, self.now)

    # What is true all the same

    @invariant()
    def turns_are_numbered_and_closed_ones_stay(self) -> None:
        turns = list(self.day.match.turns.order_by("id"))
        live = [turn for turn in turns if turn.live]
        assert [turn.number for turn in live] == list(range(len(live)))
        assert self.day.fresh().turn == live[-1]
        for turn in turns:
            if turn.is_open:
                assert (turn.orders, turn.after, turn == live[-1]) == ({}, None, True)
            else:
                facts = (turn.closed_at, turn.ending, turn.orders, turn.acts, turn.events)
                assert self.closed.setdefault(turn.pk, facts) == facts
        posts = self.day.match.posts.filter(turn__isnull=False)
        by_itself = [turn for turn in turns if turn.ending == "played"]
        assert {post.turn_id for post in posts} >= {turn.pk for turn in by_itself}

    @invariant()
    def what_was_accepted_counts(self) -> None:
        turns = {turn.pk: turn for turn in self.day.match.turns.exclude(closed_at=None)}
        for (pk, slot), receipt in self.receipts.items():
            if pk in turns:
                order = turns[pk].orders[slot]
                assert order["receipt"] == receipt
                assert order["class"] != "missing"

    @invariant()
    def strikes_are_deserved(self) -> None:
        missed = list(self.day.match.strikes.filter(kind="missed").select_related("turn"))
        keys = [(strike.turn_id, strike.side) for strike in missed]
        assert len(set(keys)) == len(keys)
        assert not set(keys) & (self.receipts.keys() | self.whole)
        for strike in missed:
            assert not strike.turn.excused
            assert not _touched(strike.turn)

    @invariant()
    def the_second_strike_ends_the_match_and_nothing_else_does(self) -> None:
        match = self.day.fresh()
        standing = Strike.objects.filter(match=match, waived_at=None)
        full = [side for side in ("A", "B") if standing.filter(side=side).count() >= 2]
        assert bool(full) == (match.reason == "forfeit")
        if full:
            assert match.winner == {"A": "B", "B": "A", "AB": ""}["".join(full)]

    @invariant()
    def something_falls_due_only_while_the_match_runs(self) -> None:
        match = self.day.fresh()
        stands = match.is_over or match.paused_at is not None or bool(match.held)
        assert (match.due_at is None) == stands
        assert match.held == ""
        assert not (stands and match.remind_at)

    @invariant()
    def the_journal_is_whole(self) -> None:
        check_chain(self.day.match)
        numbers = list(self.day.match.posts.values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))

    def _on_order(self, name: str, side: str, **facts: Any) -> None:
        turn = self.day.turn

        def act() -> None:
            self.day.act(name, self.now, **facts)
            self.receipts.pop((turn.pk, side), None)
            self.whole.discard((turn.pk, side))

        self._unless_refused(act)

    def _unless_refused(self, act: Callable[[], object]) -> None:
        self._refusal(act)

    def _refusal(self, act: Callable[[], object]) -> str:
        try:
            act()
        except Refused as refused:
            return refused.kind
        return ""


def _touched(turn: Turn) -> bool:
    """Whether a time in which the clock stood still touches the turn, reckoned by itself."""
    begins, ends = turn.game_time - lateness.LEAD, turn.game_time + G
    long = [each for each in Outage.objects.all() if each.end - each.start > lateness.OUTAGE]
    closed_at = turn.closed_at or turn.game_time
    return any(each.end > begins and each.start < ends and each.end <= closed_at for each in long)


@pytest.mark.django_db
def test_whatever_happens_the_match_keeps_its_rules(village: Village) -> None:
    class OfThisVillage(Days):
        pass

    OfThisVillage.village = village
    run_state_machine_as_test(
        OfThisVillage,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
