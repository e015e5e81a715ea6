"""The referee's acts: when they are refused, what they change, and what becomes public when."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from games import fairness, registry
from games.contract import Refused
from games.forms import pace_of
from games.models import Strike, Submission, Turn
from games.services.line_ups import line_up_change
from games.services.turns import SETTLE
from tests.games.day import (
    CHARGE,
    CLOSED,
    DAY,
    FRONT,
    MIDDLE,
    MINUTE,
    STAY,
    US,
    WHY,
    Day,
    G,
    T,
    check_chain,
    outage,
)
from tests.games.factories import NOW, Village, make_match, seat_member

GRACE_BEGUN = T + 5 * MINUTE
PLAYING_ACTS: dict[str, dict[str, Any]] = {
    "match_pause": {},
    "match_resume": {},
    "game_time_move": {"game_time": T + 2 * DAY},
    "order_reopen": {"slot": "A"},
    "order_enter": {"slot": "A", "text": FRONT},
    "strike_give": {"side": "A"},
    "turn_excuse": {},
}
ACTS = PLAYING_ACTS | {
    "forfeit_declare": {"losers": ("A",)},
    "match_stop": {},
    "sanction_give": {"side": "A"},
}


def refusal(act: Callable[[], object]) -> str:
    """The kind of refusal that the act meets."""
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.kind


# Who may act, and when


@pytest.mark.parametrize("name", ACTS)
def test_only_a_referee_of_neither_team_may_act(day: Day, name: str) -> None:
    seat_member(day.village.team_a, day.village.referee)
    for user in (day.village.referee, day.village.captain_a, day.village.member):
        act = {"referee": user, **ACTS[name]}
        assert refusal(partial(day.act, name, NOW, **act)) == "not-its-referee"


@pytest.mark.parametrize("name", ACTS)
def test_an_act_needs_a_reason(day: Day, name: str) -> None:
    assert refusal(lambda: day.act(name, NOW, **ACTS[name], why=" \n")) == "no-reason"


@pytest.mark.parametrize("name", sorted(ACTS.keys() - {"sanction_give"}))
def test_after_the_end_no_act_changes_the_match(day: Day, name: str) -> None:
    day.act("match_stop", NOW)
    head = day.fresh().head_hash
    assert refusal(lambda: day.act(name, NOW, **ACTS[name])) == "match-over"
    assert day.fresh().head_hash == head


@pytest.mark.parametrize("name", PLAYING_ACTS)
def test_before_the_announcement_there_is_no_turn_to_act_on(village: Village, name: str) -> None:
    match = make_match(village.team_a, village.team_b, kind="official", announced=False)
    day = Day(village, match)
    assert refusal(lambda: day.act(name, NOW, **ACTS[name])) == "not-announced"


@pytest.mark.parametrize("name", ["forfeit_declare", "match_stop", "sanction_give"])
def test_a_match_that_is_not_announced_can_be_ended(village: Village, name: str) -> None:
    match = make_match(village.team_a, village.team_b, kind="official", announced=False)
    day = Day(village, match)
    day.act(name, NOW, **ACTS[name])
    assert day.fresh().is_over is (name != "sanction_give")
    check_chain(match)


@pytest.mark.parametrize("name", ["game_time_move", "order_reopen", "order_enter", "strike_give"])
def test_an_act_on_a_turn_that_was_played_meanwhile_is_refused(day: Day, name: str) -> None:
    as_he_saw_it = day.fresh()
    day.play(T)
    day.send("A", T + MINUTE)
    head = day.fresh().head_hash
    act = ACTS[name] | {"match": as_he_saw_it}
    assert refusal(lambda: day.act(name, T + MINUTE, **act)) == "turn-gone"
    assert (day.fresh().head_hash, day.sent("A").order, day.turn.acts) == (head, STAY, [])


@pytest.mark.parametrize("name", ["match_pause", "game_time_move", "order_reopen", "order_enter"])
def test_a_turn_that_is_closing_is_left_to_the_clock(day: Day, name: str) -> None:
    assert refusal(lambda: day.act(name, T + G, **ACTS[name])) == "turn-closing"
    day.tick(T + CLOSED)
    assert day.strikes() == [("A", 0), ("B", 0)]


# Pause and resume


def test_while_a_match_is_paused_nothing_falls_due_and_orders_are_taken(day: Day) -> None:
    day.act("match_pause", NOW)
    assert (day.fresh().due_at, day.fresh().remind_at) == (None, None)
    day.send("A", T + 2 * DAY)
    assert day.tick(T + 3 * DAY) == 0
    assert day.fresh().due_at is None
    assert day.strikes() == []


def test_a_pause_before_the_game_time_leaves_it(day: Day) -> None:
    day.act("match_pause", NOW)
    day.act("match_resume", T - US)
    assert (day.turn.game_time, day.fresh().due_at, day.fresh().paused_at) == (T, T, None)


@pytest.mark.parametrize(
    ("paused_at", "resumed_at", "game_time"),
    [
        (NOW, T, T + DAY),
        (NOW, T + 2 * DAY - US, T + 2 * DAY),
        (NOW, T + 2 * DAY, T + 3 * DAY),
        (T, T + MINUTE, T + DAY),
        (T + G - US, T + G, T + DAY),
    ],
)
def test_a_pause_that_overlaps_the_grace_moves_the_game_time(
    day: Day, paused_at: datetime, resumed_at: datetime, game_time: datetime
) -> None:
    day.send("A", NOW)
    day.act("match_pause", paused_at)
    day.act("match_resume", resumed_at)
    assert (day.turn.game_time, day.fresh().due_at) == (game_time, game_time)
    day.tick(game_time + CLOSED)
    assert day.classes(0) == {"A": "on-time", "B": "missing"}
    assert day.strikes() == [("B", 0)]


def test_pauses_cost_no_strike_and_forgive_none(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    game_time = T + DAY
    for _ in range(3):
        day.act("match_pause", game_time + MINUTE)
        day.act("match_resume", game_time + MINUTE)
        game_time += DAY
        assert (day.turn.number, day.turn.game_time) == (1, game_time)
    assert day.strikes() == [("B", 0)]


def test_a_pause_in_the_longer_grace_of_an_outage_moves_the_game_time(day: Day) -> None:
    outage(T - 10 * MINUTE, T + 60 * MINUTE)
    day.act("match_pause", T + 80 * MINUTE)
    day.act("match_resume", T + 81 * MINUTE)
    assert day.turn.game_time == T + DAY


def test_what_was_late_is_on_time_by_the_game_time_that_holds_when_the_turn_closes(
    day: Day,
) -> None:
    day.send("A", GRACE_BEGUN)
    day.act("match_pause", GRACE_BEGUN + MINUTE)
    day.act("match_resume", GRACE_BEGUN + 2 * MINUTE)
    day.send("B", GRACE_BEGUN + 3 * MINUTE)
    day.tick(T + DAY)
    assert day.classes(0) == {"A": "on-time", "B": "on-time"}


def test_a_draft_that_was_due_has_gone_when_the_match_is_paused(day: Day) -> None:
    day.draft("A", T - US)
    day.act("match_pause", T + US)
    assert (day.sent("A").order, day.sent("A").sealed_at) == (FRONT, T - US)
    assert refusal(lambda: day.draft("A", T + MINUTE, MIDDLE)) == "already-sealed"


def test_pause_and_resume_are_told(day: Day) -> None:
    day.act("match_pause", NOW)
    day.act("match_resume", T + MINUTE)
    at = "2026-12-01T20:00:00.000000Z"
    assert day.journal("paused") == [{"turn": 0, "from": at, "to": None, "why": WHY}]
    to = "2026-12-02T20:00:00.000000Z"
    assert day.journal("resumed") == [{"turn": 0, "from": at, "to": to, "why": WHY}]
    assert day.match.posts.filter(line__kind__in=("paused", "resumed")).count() == 2


def test_pause_twice_and_resume_twice_are_refused(day: Day) -> None:
    assert refusal(lambda: day.act("match_resume", NOW)) == "not-paused"
    day.act("match_pause", NOW)
    assert refusal(lambda: day.act("match_pause", NOW)) == "already-paused"
    day.act("match_resume", NOW)
    assert refusal(lambda: day.act("match_resume", NOW)) == "not-paused"


def test_a_quick_match_with_all_in_is_played_when_it_is_resumed(quick: Day) -> None:
    quick.act("match_pause", NOW)
    quick.both_send(NOW)
    assert quick.tick(NOW) == 0
    quick.act("match_resume", NOW + MINUTE)
    assert quick.tick(NOW + MINUTE) == 1


# A match that was held


@pytest.fixture
def held(village: Village) -> Day:
    """A match whose side B has ten players, held at the end of its first grace."""
    village.team_b.players.filter(name="Beaulieu 11").delete()
    day = Day(village, make_match(village.team_a, village.team_b, pace=pace_of()))
    day.send("A", NOW)
    day.tick(T + CLOSED)
    assert day.fresh().held == "line-up"
    return day


def complete(day: Day, now: datetime) -> None:
    """Side B finds its eleventh player and announces its line-up."""
    team = day.village.team_b
    team.players.create(name="Beaulieu 12", joined_at=now)
    names = list(team.players.values_list("pk", flat=True))
    actor = day.village.captain_b
    line_up_change(match=day.match, side="B", players=names, bench=[], now=now, actor=actor)


def test_a_match_that_was_held_goes_on_when_it_is_resumed(held: Day) -> None:
    complete(held, T + 40 * MINUTE)
    held.act("match_resume", T + 50 * MINUTE)
    assert (held.turn.game_time, held.fresh().held) == (T + DAY, "")
    held.send("B", T + 60 * MINUTE)
    held.tick(T + DAY)
    assert held.classes(0) == {"A": "on-time", "B": "on-time"}


def test_resumed_in_vain_it_is_held_again(held: Day) -> None:
    held.act("match_resume", T + 50 * MINUTE)
    held.tick(T + DAY + CLOSED)
    assert (held.fresh().held, held.strikes()) == ("line-up", [])


def test_a_match_that_was_held_and_then_paused_gets_a_new_game_time(held: Day) -> None:
    complete(held, T + 40 * MINUTE)
    held.act("match_pause", T + 120 * MINUTE)
    held.act("match_resume", T + 130 * MINUTE)
    assert held.turn.game_time == T + DAY
    assert held.strikes() == []


@pytest.fixture
def broken(day: Day) -> Day:
    """A match whose state cannot be read, held at its game time."""
    day.send("A", NOW)
    day.send("B", T - MINUTE, MIDDLE)
    Turn.objects.update(before={"broken": True})
    day.tick(T)
    assert day.fresh().held == "error"
    return day


@pytest.mark.parametrize("name", PLAYING_ACTS)
def test_a_match_whose_state_cannot_be_read_is_not_played_on(broken: Day, name: str) -> None:
    assert refusal(lambda: broken.act(name, T + MINUTE, **ACTS[name])) == "state-broken"


@pytest.mark.parametrize("name", ["match_stop", "forfeit_declare"])
def test_a_match_whose_state_cannot_be_read_can_be_ended(broken: Day, name: str) -> None:
    broken.act(name, T + MINUTE, **ACTS[name])
    assert broken.fresh().is_over
    assert broken.turn.orders["B"]["text"] == MIDDLE
    assert broken.turn.orders["B"]["class"] == "on-time"
    check_chain(broken.match)


# Moving the game time


def test_a_game_time_can_be_moved_later_and_earlier(day: Day) -> None:
    day.both_send(NOW)
    day.act("game_time_move", NOW, game_time=T + 3 * DAY)
    assert day.tick(T + DAY) == 0
    day.act("game_time_move", T + DAY, game_time=T + DAY + US)
    assert day.tick(T + DAY) == 0
    assert day.tick(T + DAY + US) == 1
    assert day.classes(0) == {"A": "on-time", "B": "on-time"}


@pytest.mark.parametrize("ahead", [366 * DAY + US, datetime.max.replace(tzinfo=UTC) - GRACE_BEGUN])
def test_a_game_time_over_a_year_ahead_is_refused(day: Day, ahead: timedelta) -> None:
    act = {"game_time": GRACE_BEGUN + ahead}
    assert refusal(lambda: day.act("game_time_move", GRACE_BEGUN, **act)) == "game-time-far"


@pytest.mark.parametrize("past", [timedelta(0), US, DAY])
def test_a_game_time_in_the_past_is_refused(day: Day, past: timedelta) -> None:
    act = {"game_time": GRACE_BEGUN - past}
    assert refusal(lambda: day.act("game_time_move", GRACE_BEGUN, **act)) == "game-time-past"
    assert day.turn.game_time == T


def test_moved_during_the_grace_what_was_late_is_on_time_and_drafts_have_gone(day: Day) -> None:
    day.draft("A", NOW)
    day.send("B", GRACE_BEGUN)
    day.act("game_time_move", GRACE_BEGUN + MINUTE, game_time=T + 60 * MINUTE)
    assert day.sent("A").order == FRONT
    day.tick(T + 60 * MINUTE)
    assert day.classes(0) == {"A": "on-time", "B": "on-time"}


def test_moved_earlier_what_was_in_time_may_be_late(day: Day) -> None:
    day.act("game_time_move", NOW, game_time=NOW + 60 * MINUTE)
    day.both_send(NOW + 60 * MINUTE)
    day.tick(NOW + 60 * MINUTE)
    assert day.classes(0) == {"A": "late", "B": "late"}
    assert day.turn.game_time == T


def test_a_move_is_told_and_moves_the_reminder(day: Day) -> None:
    to = T + 2 * DAY
    day.act("game_time_move", NOW, game_time=to)
    told = {"turn": 0, "from": fairness.utc(T), "to": fairness.utc(to), "why": WHY}
    assert day.journal("moved") == [told]
    assert day.fresh().remind_at == to - timedelta(hours=15, minutes=36)


def test_a_paused_match_may_be_moved_and_stays_paused(day: Day) -> None:
    day.act("match_pause", NOW)
    day.act("game_time_move", NOW, game_time=T + 2 * DAY)
    assert day.fresh().due_at is None
    day.act("match_resume", T + DAY)
    assert day.turn.game_time == T + 2 * DAY


def test_an_official_match_begins_three_days_after_its_announcement_at_the_earliest(
    village: Village,
) -> None:
    day = Day(village, make_match(village.team_a, village.team_b, kind="official"))
    at = NOW + DAY
    limit = at + 3 * DAY
    act = {"game_time": limit - US}
    assert refusal(lambda: day.act("game_time_move", at, **act)) == "announced-late"
    day.act("game_time_move", at, game_time=limit)
    day.both_send(at)
    day.tick(limit)
    day.act("game_time_move", limit, game_time=limit + MINUTE)  # only the first is bound
    assert day.turn.game_time == limit + MINUTE


# Reopening an order


def test_a_reopened_order_can_be_changed_and_is_on_time_by_its_new_arrival(day: Day) -> None:
    day.both_send(NOW)
    day.act("order_reopen", NOW + MINUTE, slot="A")
    assert (day.sent("A").order, day.sent("A").text) == ("", FRONT)
    day.send("A", NOW + 2 * MINUTE, MIDDLE)
    day.tick(T)
    assert day.texts(0)["A"] == MIDDLE
    assert day.played(0).orders["A"]["at"] == fairness.utc(NOW + 2 * MINUTE)


def test_reopened_before_the_game_time_it_goes_at_it_as_it_was(day: Day) -> None:
    receipt = day.send("A", NOW).receipt
    day.send("B", NOW)
    day.act("order_reopen", T - US, slot="A")
    day.tick(T + SETTLE)
    order = day.played(0).orders["A"]
    assert (order["text"], order["at"], order["class"]) == (FRONT, fairness.utc(NOW), "on-time")
    assert order["receipt"] == receipt
    sealed = Submission.objects.get(turn__number=0, slot="A")
    assert sealed.sealed_by == day.village.captain_a


def test_reopened_before_the_game_time_and_left_half_done_it_is_no_order(day: Day) -> None:
    day.both_send(NOW)
    day.act("order_reopen", T - 2 * MINUTE, slot="A")
    day.draft("A", T - MINUTE, "1 1")
    day.tick(T + CLOSED)
    assert day.classes(0) == {"A": "missing", "B": "on-time"}


@pytest.mark.parametrize("spoilt", [False, True], ids=["untouched", "left half done"])
def test_reopened_during_the_grace_it_goes_at_its_end_as_it_was(day: Day, spoilt: bool) -> None:
    receipt = day.send("A", NOW).receipt
    day.act("order_reopen", GRACE_BEGUN, slot="A")
    if spoilt:
        day.draft("A", GRACE_BEGUN + MINUTE, "2 2")
    day.send("B", GRACE_BEGUN + MINUTE)
    day.tick(T + G)
    assert day.turn.number == 0
    day.tick(T + CLOSED)
    order = day.played(0).orders["A"]
    assert (order["text"], order["class"], order["receipt"]) == (FRONT, "on-time", receipt)


def test_reopened_during_the_grace_and_changed_it_is_late(day: Day) -> None:
    day.send("A", NOW)
    day.act("order_reopen", GRACE_BEGUN, slot="A")
    day.draft("A", GRACE_BEGUN + MINUTE, MIDDLE)
    day.tick(T + CLOSED)
    assert (day.texts(0)["A"], day.classes(0)["A"]) == (MIDDLE, "late")


def test_an_order_can_be_reopened_again(day: Day) -> None:
    day.send("A", NOW)
    day.act("order_reopen", NOW, slot="A")
    second = day.send("A", NOW + MINUTE, MIDDLE)
    day.act("order_reopen", NOW + 2 * MINUTE, slot="A")
    day.send("B", NOW)
    day.tick(T + SETTLE)
    assert day.played(0).orders["A"]["receipt"] == second.receipt


def test_a_reopened_order_of_a_quick_match_keeps_it_waiting(quick: Day) -> None:
    quick.both_send(NOW)
    quick.act("order_reopen", NOW, slot="A")
    assert quick.tick(NOW) == 0
    assert quick.fresh().due_at == T
    quick.send("A", NOW + MINUTE)
    assert quick.tick(NOW + MINUTE) == 1


def test_reopening_answers_alike_whether_an_order_was_in_or_not(day: Day) -> None:
    day.send("A", NOW)
    day.draft("B", NOW)
    for slot in ("A", "B"):
        day.act("order_reopen", NOW + MINUTE, slot=slot)
    assert [act["slot"] for act in day.turn.acts] == ["A", "B"]
    assert day.sent("B").text == FRONT
    assert refusal(lambda: day.act("order_reopen", NOW, slot="C")) == "not-awaited"


# Entering an order


def test_an_entered_order_replaces_what_was_there(day: Day) -> None:
    receipt = day.send("A", NOW, FRONT).receipt
    day.draft("B", NOW, FRONT)
    for slot in ("A", "B"):
        day.act("order_enter", NOW + MINUTE, slot=slot, text=MIDDLE)
    assert refusal(lambda: day.send("A", NOW + MINUTE, FRONT)) == "already-sealed"
    day.tick(T)
    order = day.played(0).orders["A"]
    assert (order["text"], order["by"], order["class"]) == (MIDDLE, "referee", "on-time")
    assert order["at"] == fairness.utc(NOW + MINUTE)
    assert order["receipt"] != receipt
    assert day.texts(0)["B"] == MIDDLE


def test_an_order_entered_during_the_grace_is_late(day: Day) -> None:
    day.both_send(NOW)
    day.act("order_enter", GRACE_BEGUN, slot="A", text=MIDDLE)
    day.tick(GRACE_BEGUN)
    assert day.classes(0) == {"A": "late", "B": "on-time"}


def test_an_entered_order_that_does_not_read_changes_nothing(day: Day) -> None:
    day.send("A", NOW)
    with pytest.raises(Refused) as refused:
        day.act("order_enter", NOW, slot="A", text="1 1 9 1 1 1 1 1 1 1 1")
    assert refused.value.place == 3
    assert (day.sent("A").order, day.turn.acts) == (FRONT, [])


def test_an_entered_order_can_be_reopened(day: Day) -> None:
    day.act("order_enter", NOW, slot="A", text=MIDDLE)
    day.act("order_reopen", NOW, slot="A")
    assert (day.sent("A").order, day.sent("A").text) == ("", MIDDLE)


def test_acts_on_an_order_are_public_when_the_turn_closes(day: Day) -> None:
    day.send("A", NOW)
    day.act("order_reopen", NOW + MINUTE, slot="A", why="he erred")
    day.act("order_enter", NOW + 2 * MINUTE, slot="B", text=FRONT, why="he asked me")
    day.send("A", NOW + 3 * MINUTE, MIDDLE)
    day.tick(T)
    (data,) = day.journal("played")
    assert data["acts"] == [
        {
            "kind": "reopen",
            "slot": "A",
            "at": fairness.utc(NOW + MINUTE),
            "by": "referee",
            "why": "he erred",
        },
        {
            "kind": "enter",
            "slot": "B",
            "at": fairness.utc(NOW + 2 * MINUTE),
            "by": "referee",
            "why": "he asked me",
        },
    ]
    assert day.turn.acts == []


# Strikes, waivers, the end


def test_a_given_strike_counts_like_a_missed_order(day: Day) -> None:
    day.act("strike_give", NOW, side="B")
    assert not day.fresh().is_over
    day.send("A", NOW)
    day.tick(T + CLOSED)
    assert (day.fresh().winner, day.fresh().reason) == ("A", "forfeit")
    assert day.journal("strike")[0] == {"turn": 0, "side": "B", "why": WHY}


def test_the_given_strike_that_fills_the_measure_ends_the_match(day: Day) -> None:
    sent = day.send("A", NOW)
    day.act("strike_give", NOW, side="B")
    day.act("strike_give", NOW + MINUTE, side="B")
    match = day.fresh()
    assert (match.winner, match.reason, match.due_at) == ("A", "forfeit", None)
    (data,) = day.journal("forfeit")
    assert data["orders"]["A"]["receipt"] == sent.receipt
    assert data["why"] == WHY


def test_in_a_friendly_no_given_strike_ends_the_match(friendly: Day) -> None:
    for minute in range(3):
        friendly.act("strike_give", NOW + minute * MINUTE, side="B")
    assert not friendly.fresh().is_over


def test_a_waived_strike_does_not_count(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    strike = Strike.objects.get()
    day.waive(strike, T + 60 * MINUTE)
    assert day.strikes() == []
    assert day.journal("waived") == [{"turn": 0, "side": "B", "why": WHY}]
    assert refusal(lambda: day.waive(strike, T + 61 * MINUTE)) == "already-waived"
    day.send("A", T + 61 * MINUTE)
    day.tick(T + DAY + CLOSED)
    assert not day.fresh().is_over


def forfeited(day: Day) -> Day:
    """Side B has missed the initial and turn 1, for which A had sent."""
    day.send("A", NOW)
    day.tick(T + CLOSED)
    day.send("A", T + 60 * MINUTE, CHARGE)
    day.tick(T + DAY + CLOSED)
    assert day.fresh().is_over
    return day


@pytest.mark.parametrize("turn", [0, 1])
def test_a_waiver_that_lifts_the_forfeit_reopens_the_turn(day: Day, turn: int) -> None:
    forfeited(day)
    before = day.turn.before
    at = T + DAY + 60 * MINUTE
    day.waive(Strike.objects.get(turn__number=turn), at)
    match, again = day.fresh(), day.turn
    assert (match.status, match.winner, match.reason, match.ended_at) == ("playing", "", "", None)
    assert (again.number, again.is_open, again.game_time) == (1, True, T + 2 * DAY)
    assert match.due_at == T + 2 * DAY
    assert again.before == before
    assert again.submissions.count() == 0
    assert day.match.turns.filter(number=1).count() == 2
    assert day.match.turns.get(live=False).ending == "forfeit"
    assert [line.kind for line in day.match.journal.order_by("-n")[:2]] == ["moved", "waived"]
    day.both_send(at)
    day.tick(T + 2 * DAY)
    assert day.turn.number == 2
    check_chain(day.match)


def test_after_a_waiver_both_send_anew_and_may_miss_again(day: Day) -> None:
    forfeited(day)
    day.waive(Strike.objects.get(turn__number=1), T + DAY + 60 * MINUTE)
    day.send("B", T + DAY + 61 * MINUTE)
    day.tick(T + 2 * DAY + CLOSED)
    assert day.strikes() == [("B", 0), ("A", 1)]
    assert day.texts(1) == {"A": None, "B": STAY}
    day.send("A", T + 2 * DAY + 60 * MINUTE)
    day.tick(T + 3 * DAY + CLOSED)
    assert (day.fresh().reason, day.fresh().winner) == ("forfeit", "A")


def test_the_forfeit_of_an_initial_is_lifted_with_its_draw(day: Day) -> None:
    draws = day.turn.draws
    day.act("strike_give", NOW, side="B")
    day.act("strike_give", NOW, side="B", why="a kick")
    day.waive(Strike.objects.first() or Strike(), NOW + MINUTE)
    assert (day.turn.number, day.turn.draws) == (0, draws)
    day.both_send(NOW + 2 * MINUTE)
    day.tick(T)
    assert day.turn.number == 1
    assert day.played(0).events[0] == ["first-strike", day.turn.before["first"]]
    check_chain(day.match)


def test_a_forfeit_stands_where_the_published_seed_tells_the_draws_to_come(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    forfeited(day)
    monkeypatch.setattr(registry.get("soule").engine, "DRAWS_LATER", True)
    strike, head = Strike.objects.get(turn__number=1), day.fresh().head_hash
    assert refusal(lambda: day.waive(strike, T + 2 * DAY)) == "draws-to-come"
    strike.refresh_from_db()
    assert (strike.waived_at, day.fresh().is_over, day.fresh().head_hash) == (None, True, head)


def test_of_two_sides_that_forfeited_a_waiver_lets_one_win(day: Day) -> None:
    day.tick(T + CLOSED)
    day.tick(T + DAY + CLOSED)
    assert day.fresh().winner == ""
    day.waive(Strike.objects.filter(side="A")[0], T + 2 * DAY)
    assert (day.fresh().is_over, day.fresh().winner) == (True, "A")
    assert day.journal("forfeit")[-1]["winner"] == "A"
    day.waive(Strike.objects.filter(side="B")[0], T + 2 * DAY)
    assert not day.fresh().is_over


@pytest.mark.parametrize("name", ["strike_give", "sanction_give"])
def test_a_double_click_is_one_act(day: Day, name: str) -> None:
    day.act(name, NOW, side="B")
    head = day.fresh().head_hash
    assert refusal(lambda: day.act(name, NOW + MINUTE - US, side="B")) == "act-repeated"
    assert (day.fresh().head_hash, day.fresh().is_over) == (head, False)
    day.act(name, NOW, side="A")
    day.act(name, NOW, side="B", why="another thing")
    assert len(day.match.journal.filter(kind__in=("strike", "sanction"))) == 3


def test_the_same_strike_may_be_given_again_a_minute_later(day: Day) -> None:
    day.act("strike_give", NOW, side="B")
    day.act("strike_give", NOW + MINUTE, side="B")
    assert day.fresh().reason == "forfeit"


def test_for_an_excused_turn_nobody_is_late_or_struck(day: Day) -> None:
    day.act("turn_excuse", NOW)
    assert day.journal("excused") == [{"turn": 0, "why": WHY}]
    assert refusal(lambda: day.act("turn_excuse", NOW)) == "already-excused"
    day.send("A", T + MINUTE)
    day.tick(T + CLOSED)
    assert day.strikes() == []
    assert day.classes(0) == {"A": "on-time", "B": "missing"}
    assert day.played(0).excused
    day.tick(T + DAY + CLOSED)
    assert day.strikes() == [("A", 1), ("B", 1)]
    check_chain(day.match)


def test_a_waiver_does_not_lift_a_forfeit_that_was_declared(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    day.act("forfeit_declare", T + 60 * MINUTE, losers=("B",))
    day.waive(Strike.objects.get(), T + 61 * MINUTE)
    assert day.fresh().is_over
    assert day.fresh().winner == "A"


def test_a_waiver_after_a_goal_leaves_the_result(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    day.act("match_stop", T + 60 * MINUTE)
    day.waive(Strike.objects.get(), T + 61 * MINUTE)
    assert (day.fresh().is_over, day.fresh().reason, day.fresh().due_at) == (True, "stopped", None)


@pytest.mark.parametrize(("losers", "winner"), [(("A",), "B"), (("B",), "A"), (("A", "B"), "")])
def test_a_declared_forfeit_ends_the_match(day: Day, losers: tuple[str, ...], winner: str) -> None:
    day.play(T)
    sent = day.send("A", T + MINUTE)
    day.act("forfeit_declare", T + 2 * MINUTE, losers=losers)
    match = day.fresh()
    assert (match.winner, match.reason, match.is_over) == (winner, "forfeit", True)
    (data,) = day.journal("forfeit")
    assert data["orders"]["A"]["receipt"] == sent.receipt
    assert (data["why"], data["turn"]) == (WHY, 1)
    assert day.turn.ending == "forfeit"
    assert day.strikes() == []
    assert day.tick(T + 9 * DAY) == 0


def test_a_forfeit_needs_a_loser(day: Day) -> None:
    assert refusal(lambda: day.act("forfeit_declare", NOW, losers=())) == "no-loser"


def test_a_stopped_match_is_nobodys(day: Day) -> None:
    day.act("match_stop", NOW)
    match = day.fresh()
    assert (match.winner, match.reason, day.turn.ending) == ("", "stopped", "stopped")
    assert (match.due_at, match.remind_at) == (None, None)
    assert day.journal("stopped")[0]["reason"] == "stopped"
    assert day.journal("revealed")[0]["seed"] == bytes(match.seed).hex()


def test_a_draft_that_had_gone_by_itself_is_published_when_the_match_is_stopped(day: Day) -> None:
    day.draft("A", T - US)
    day.draft("B", T, FRONT)
    day.act("match_stop", T + US)
    assert day.turn.orders["A"]["text"] == FRONT
    assert day.turn.orders["B"] == {"text": None, "class": "missing"}


def test_a_paused_match_that_is_stopped_is_paused_no_more(day: Day) -> None:
    day.act("match_pause", NOW)
    day.act("match_stop", NOW)
    assert (day.fresh().paused_at, day.fresh().is_over) == (None, True)


def test_a_sanction_is_on_record_and_changes_nothing_in_play(day: Day) -> None:
    day.act("sanction_give", NOW, side="A", why="a word too many")
    assert day.journal("sanction") == [{"turn": 0, "side": "A", "why": "a word too many"}]
    assert day.strikes() == []
    assert day.fresh().due_at == T
    day.act("match_stop", NOW)
    day.act("sanction_give", NOW, side="B")
    assert len(day.journal("sanction")) == 2


def test_the_referee_who_acts_is_named_beside_the_line_and_not_in_it(day: Day) -> None:
    day.act("match_pause", NOW)
    line = day.match.journal.get(kind="paused")
    assert (line.by, line.actor) == ("referee", day.village.referee)
    assert day.village.referee.username not in str(line.data)
