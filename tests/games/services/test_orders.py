"""Orders: drafts that go by themselves, orders that are final, words that come too late."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import fairness
from games.contract import Refused
from games.models import Match, Submission
from games.services.turns import SETTLE, turn_play_if_due
from tests.games.day import (
    CHARGE,
    CLOSED,
    DAY,
    FRONT,
    MIDDLE,
    MINUTE,
    US,
    Day,
    G,
    T,
    outage,
)
from tests.games.factories import NOW, make_match

HALF = "1 1 1"
GRACE_BEGUN = T + 5 * MINUTE


def refusal(act: Callable[[], object]) -> str:
    """The kind of refusal that the act meets."""
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.kind


# Sealed orders


def test_an_order_has_a_receipt_that_anyone_can_recompute(day: Day) -> None:
    sent = day.send("A", NOW, "1, 1, 2; 1 1 1 1 1 1 1 3")
    assert sent.order == "1 1 2 1 1 1 1 1 1 1 3"
    assert sent.receipt == fairness.receipt(bytes.fromhex(sent.nonce), sent.order)
    assert (sent.sealed_at, sent.sealed_as, sent.sealed_by) == (
        NOW,
        "captain",
        day.village.captain_a,
    )


def test_the_receipt_published_at_the_closing_is_the_one_that_was_given(day: Day) -> None:
    sent = day.send("A", NOW)
    day.send("B", NOW)
    day.tick(T)
    published = day.played(0).orders["A"]
    assert published == {
        "text": FRONT,
        "nonce": sent.nonce,
        "receipt": sent.receipt,
        "at": "2026-12-01T12:00:00.000000Z",
        "by": "captain:A",
        "class": "on-time",
    }


def test_a_receipt_stays_while_the_turn_waits_for_the_other_side(day: Day) -> None:
    sent = day.send("A", NOW)
    for moment in (T, T + SETTLE, T + CLOSED):
        day.tick(moment)
    assert day.played(0).orders["A"]["receipt"] == sent.receipt


def test_two_orders_that_are_alike_have_receipts_that_are_not(day: Day) -> None:
    assert day.send("A", NOW).receipt != day.send("B", NOW).receipt


def test_sent_twice_an_order_has_one_receipt_and_keeps_its_time(day: Day) -> None:
    first = day.send("A", NOW, FRONT)
    again = day.send("A", NOW + MINUTE, "1,1,1,1,1,1,1,1,1,1,1", role="co-captain")
    assert (again.receipt, again.sealed_at, again.sealed_as) == (first.receipt, NOW, "captain")
    assert Submission.objects.count() == 1


def test_a_second_order_that_differs_is_refused(day: Day) -> None:
    day.send("A", NOW, FRONT)
    assert refusal(lambda: day.send("A", NOW + MINUTE, MIDDLE)) == "already-sealed"
    assert refusal(lambda: day.draft("A", NOW + MINUTE, MIDDLE)) == "already-sealed"
    assert day.sent("A").order == FRONT
    assert day.sent("A").text == FRONT


def test_a_double_click_whose_first_half_played_the_turn_has_its_receipt(day: Day) -> None:
    day.send("A", NOW)
    first = day.send("B", GRACE_BEGUN)
    turn_play_if_due(day.match, now=GRACE_BEGUN)
    again = day.send("B", GRACE_BEGUN + US, FRONT, turn=0)
    assert again.receipt == first.receipt
    assert day.turn.submissions.count() == 0
    assert refusal(lambda: day.send("B", GRACE_BEGUN + US, MIDDLE, turn=0)) == "turn-played"


def test_a_double_click_whose_first_half_came_in_time_has_its_receipt(day: Day) -> None:
    first = day.send("B", T + G - US)
    assert day.send("B", T + G + US, FRONT).receipt == first.receipt


def test_a_double_click_whose_first_half_ended_the_match_has_its_receipt(quick: Day) -> None:
    while not quick.fresh().is_over:
        number = quick.turn.number
        line = "+ + + + + + + + + + +" if number else FRONT
        quick.send("A", NOW, line)
        first = quick.send("B", NOW, "" if number else MIDDLE)
        quick.tick(NOW)
    assert quick.send("B", NOW, turn=number).receipt == first.receipt
    assert refusal(lambda: quick.send("B", NOW, CHARGE, turn=number)) == "match-over"


@pytest.mark.parametrize("text", ["", HALF, "1 1 1 1 1 1 1 1 1 1 4", FRONT + " 1"])
def test_what_does_not_read_is_no_order(day: Day, text: str) -> None:
    with pytest.raises(Refused):
        day.send("A", NOW, text or " ")
    assert not Submission.objects.exists()


def test_an_order_for_a_turn_that_is_played_is_refused_and_kept_for_the_next(day: Day) -> None:
    day.play(T)
    assert refusal(lambda: day.send("A", T + MINUTE, MIDDLE, turn=0)) == "turn-played"
    day.keep("A", T + MINUTE, CHARGE)
    kept = day.sent("A")
    assert (kept.text, kept.order, kept.sends_itself) == (CHARGE, "", False)
    day.tick(T + DAY + CLOSED)
    assert day.texts(1) == {"A": None, "B": None}


def test_what_is_kept_overwrites_nothing(day: Day) -> None:
    day.play(T)
    day.draft("A", T + MINUTE, HALF)
    day.send("B", T + MINUTE)
    day.keep("A", T + 2 * MINUTE, CHARGE)
    day.keep("B", T + 2 * MINUTE, CHARGE)
    assert day.sent("A").text == HALF
    assert day.sent("B").text != CHARGE


def test_an_order_for_a_turn_to_come_is_refused(day: Day) -> None:
    assert refusal(lambda: day.send("A", NOW, FRONT, turn=1)) == "turn-played"


def test_a_slot_that_is_not_awaited_is_refused(day: Day) -> None:
    assert refusal(lambda: day.send("A3", NOW)) == "not-awaited"


def test_nothing_is_taken_before_the_announcement_and_nothing_breaks(day: Day) -> None:
    teams = {"A": day.village.team_a, "B": day.village.team_b}
    match = make_match(*teams.values(), kind="official", announced=False)
    early = Day(day.village, match)
    assert refusal(lambda: early.send("A", NOW, FRONT, turn=0)) == "not-announced"
    early.keep("A", NOW)
    assert not Submission.objects.exists()


def test_after_the_end_nothing_is_taken_and_nothing_kept(day: Day) -> None:
    day.act("match_stop", NOW)
    assert refusal(lambda: day.send("A", NOW, FRONT)) == "match-over"
    assert refusal(lambda: day.draft("A", NOW)) == "match-over"
    day.keep("A", NOW)
    assert not Submission.objects.exists()


# Drafts


def test_a_draft_may_be_changed_as_often_as_one_likes(day: Day) -> None:
    for text in (HALF, FRONT, "", "was?", MIDDLE):
        day.draft("A", NOW, text)
    draft = day.sent("A")
    assert (draft.text, draft.line, draft.order) == (MIDDLE, MIDDLE, "")
    assert Submission.objects.count() == 1


def test_a_draft_without_a_whole_order_has_no_line(day: Day) -> None:
    assert day.draft("A", NOW, HALF).line == ""


def test_a_character_that_no_database_takes_is_left_out(day: Day) -> None:
    assert day.draft("A", NOW, "1 1\0 1").text == "1 1 1"


def test_a_whole_draft_goes_by_itself_at_the_game_time_and_is_on_time(day: Day) -> None:
    day.draft("A", T - US)
    day.send("B", NOW)
    day.tick(T)
    assert day.turn.number == 0
    day.tick(T + SETTLE)
    assert day.classes(0) == {"A": "on-time", "B": "on-time"}
    order = day.played(0).orders["A"]
    assert (order["text"], order["at"]) == (FRONT, fairness.utc(T - US))
    assert order["receipt"] == fairness.receipt(bytes.fromhex(order["nonce"]), FRONT)


def test_two_drafts_play_the_turn_without_a_click(day: Day) -> None:
    day.draft("A", NOW)
    day.draft("B", NOW, MIDDLE)
    day.tick(T + SETTLE)
    assert day.texts(0) == {"A": FRONT, "B": MIDDLE}


def test_a_draft_that_was_ticked_off_does_not_go(day: Day) -> None:
    day.draft("A", NOW, sends_itself=False)
    day.send("B", NOW)
    day.tick(T + CLOSED)
    assert day.texts(0) == {"A": None, "B": FRONT}
    assert day.strikes() == [("A", 0)]


def test_an_incomplete_draft_is_no_order(day: Day) -> None:
    day.draft("A", NOW, HALF)
    day.send("B", NOW)
    day.tick(T + CLOSED)
    assert day.classes(0) == {"A": "missing", "B": "on-time"}


def test_a_whole_draft_that_was_made_incomplete_does_not_go(day: Day) -> None:
    day.draft("A", NOW)
    day.draft("A", NOW + MINUTE, HALF)
    day.tick(T + CLOSED)
    assert day.classes(0)["A"] == "missing"


def test_a_draft_goes_as_it_stood_and_who_changes_it_later_is_told(day: Day) -> None:
    day.draft("A", T - US, FRONT)
    assert refusal(lambda: day.draft("A", T, MIDDLE)) == "already-sealed"
    assert refusal(lambda: day.send("A", T, MIDDLE)) == "already-sealed"
    day.send("B", NOW)
    day.tick(T + SETTLE)
    assert day.texts(0)["A"] == FRONT


def test_a_draft_that_is_sent_as_it_stood_before_the_clock_came_is_on_time(day: Day) -> None:
    day.draft("A", T - US)
    assert day.send("A", T + US).sealed_at == T - US


def test_a_draft_saved_in_time_and_held_up_by_the_lock_is_what_goes(day: Day) -> None:
    day.draft("A", NOW, FRONT)
    day.tick(T)  # the clock comes round while the later draft waits
    day.draft("A", T - US, MIDDLE)
    day.send("B", T + US)  # and so does the other side's order
    turn_play_if_due(day.match, now=T + US)
    day.draft("A", T - US, MIDDLE)
    day.tick(T + SETTLE)
    assert day.texts(0) == {"A": MIDDLE, "B": FRONT}


@pytest.mark.parametrize("at", [T, T + G - US], ids=["T", "T+G-1us"])
def test_a_draft_completed_in_the_grace_goes_at_its_end_as_late(day: Day, at: datetime) -> None:
    day.draft("A", NOW, HALF)
    day.send("B", NOW)
    day.draft("A", at)
    day.tick(T + CLOSED - US)
    assert day.turn.number == 0
    day.tick(T + CLOSED)
    assert day.classes(0) == {"A": "late", "B": "on-time"}
    assert day.strikes() == []


def test_a_draft_of_the_grace_can_still_be_sent_at_once(day: Day) -> None:
    day.send("B", NOW)
    day.draft("A", GRACE_BEGUN)
    day.send("A", GRACE_BEGUN + MINUTE)
    turn_play_if_due(day.match, now=GRACE_BEGUN + MINUTE)
    assert day.classes(0)["A"] == "late"


def test_a_draft_can_be_saved_to_the_end_of_the_grace_and_not_at_it(day: Day) -> None:
    day.draft("A", T + G - US, HALF)
    assert refusal(lambda: day.draft("A", T + G, FRONT)) == "too-late"


def test_after_an_outage_the_draft_of_the_longer_grace_goes_and_is_not_late(day: Day) -> None:
    back = T + 60 * MINUTE
    outage(T - 10 * MINUTE, back)
    day.draft("A", back + G - US)
    day.tick(back + G + SETTLE)
    assert day.classes(0) == {"A": "on-time", "B": "missing"}
    assert day.strikes() == []


def test_a_draft_does_not_go_while_the_match_is_paused(day: Day) -> None:
    day.draft("A", NOW)
    day.act("match_pause", NOW)
    assert day.tick(T + DAY) == 0
    day.draft("A", T + MINUTE, MIDDLE)
    day.act("match_resume", T + 2 * MINUTE)
    assert day.turn.game_time == T + DAY
    day.tick(T + DAY + SETTLE)
    day.tick(T + DAY + CLOSED)
    assert day.texts(0) == {"A": MIDDLE, "B": None}
    assert day.classes(0)["A"] == "on-time"


# Words that come too late


def test_what_came_too_late_is_handed_on_to_the_next_turn(day: Day) -> None:
    day.send("B", NOW)
    assert refusal(lambda: day.send("A", T + G, MIDDLE)) == "too-late"
    day.keep("A", T + G, MIDDLE)
    day.tick(T + CLOSED)
    kept = day.sent("A")
    assert (kept.turn, kept.text, kept.order) == (day.turn, MIDDLE, "")
    assert (kept.sends_itself, kept.saved_at) == (False, T + G)
    day.tick(T + DAY + CLOSED)
    assert day.texts(1)["A"] is None
    assert day.texts(0) == {"A": None, "B": FRONT}


def test_what_came_too_late_does_not_take_the_place_of_a_draft_that_goes(day: Day) -> None:
    day.send("B", NOW)
    day.draft("A", GRACE_BEGUN, FRONT)
    day.keep("A", T + G, MIDDLE)
    day.tick(T + CLOSED)
    assert (day.texts(0)["A"], day.classes(0)["A"]) == (FRONT, "late")
    assert day.sent("A").text == MIDDLE


def test_what_came_too_late_for_a_ticked_off_draft_does_not_send_it(day: Day) -> None:
    day.draft("A", NOW, FRONT, sends_itself=False)
    day.keep("A", T + G, MIDDLE)
    day.tick(T + CLOSED)
    assert day.classes(0)["A"] == "missing"
    assert day.sent("A").text == MIDDLE


def test_a_draft_that_was_in_time_and_did_not_go_is_not_handed_on(day: Day) -> None:
    day.draft("A", NOW, HALF)
    day.draft("B", GRACE_BEGUN, HALF)
    day.tick(T + CLOSED)
    assert day.turn.submissions.count() == 0


def test_nothing_is_kept_while_the_turn_still_takes_orders(day: Day) -> None:
    day.draft("A", NOW, FRONT)
    day.keep("A", GRACE_BEGUN, MIDDLE)
    assert day.sent("A").text == FRONT


# Reminders


def test_an_order_leaves_a_reminder_that_is_due_to_the_other_side(day: Day) -> None:
    Match.objects.filter(pk=day.match.pk).update(remind_at=T - 180 * MINUTE)
    day.send("A", T - 180 * MINUTE + US)
    assert day.fresh().remind_at == T - 180 * MINUTE


# Queries


def test_an_order_costs_few_queries(day: Day) -> None:
    def queries(act: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as captured:
            act()
        return len(captured)

    turn = day.turn.number
    assert queries(lambda: day.send("A", NOW, FRONT, turn=turn)) <= 16
    assert queries(lambda: day.send("A", NOW, FRONT, turn=turn)) <= 12


def test_what_was_left_unfinished_in_a_lengthened_window_did_not_come_too_late(day: Day) -> None:
    outage(T - 10 * MINUTE, T + 20 * MINUTE)
    day.draft("A", T + 40 * MINUTE, "1 2")
    day.tick(T + 50 * MINUTE + SETTLE)
    assert (day.turn.number, day.turn.submissions.count()) == (1, 0)
