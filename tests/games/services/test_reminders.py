"""Reminders: who has sent nothing is told, and nobody else (rules/fairness.md, 2)."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Match, Notice, User
from games.notify.outbox import Kind
from games.services.orders import Author, draft_save, order_submit
from games.services.referee import game_time_move, match_pause, match_resume, match_stop
from games.services.reminders import reminders_send
from tests.games.factories import Village, make_match

ANNOUNCED = datetime(2026, 11, 30, 21, tzinfo=UTC)
GAME_TIME = datetime(2026, 12, 1, 20, tzinfo=UTC)
LEADS = (timedelta(hours=15, minutes=36), timedelta(hours=7, minutes=12), timedelta(hours=3))
SECOND = timedelta(seconds=1)
INITIAL = "1 1 1 1 1 1 1 1 1 1 1"


@pytest.fixture
def match(village: Village) -> Match:
    """Announced 23 hours before its first game time: all three leads are still to come."""
    return make_match(village.team_a, village.team_b, now=ANNOUNCED)


def reminded() -> list[str]:
    """Who is reminded, once for each notice."""
    return sorted(
        Notice.objects.filter(kind=Kind.REMINDER).values_list("user__username", flat=True)
    )


def clock_runs_to_the_game_time() -> None:
    """The clock comes round every ten minutes, and twice at each lead."""
    moments = [GAME_TIME - timedelta(minutes=10 * n) for n in range(23 * 6)]
    for now in sorted([*moments, *(GAME_TIME - lead for lead in LEADS for _ in range(2))]):
        reminders_send(now=now)


def test_captains_and_co_captains_are_reminded_once_at_each_lead(match: Match) -> None:
    for times, lead in enumerate(LEADS):
        reminders_send(now=GAME_TIME - lead - SECOND)
        assert reminded() == sorted(["alix", "brune", "colin"] * times)
        reminders_send(now=GAME_TIME - lead)
        reminders_send(now=GAME_TIME - lead)
        assert reminded() == sorted(["alix", "brune", "colin"] * (times + 1))


def test_a_whole_day_of_the_clock_brings_three_reminders_and_no_more(match: Match) -> None:
    clock_runs_to_the_game_time()
    assert reminded() == ["alix"] * 3 + ["brune"] * 3 + ["colin"] * 3


def test_a_side_that_has_sent_is_not_reminded(village: Village, match: Match) -> None:
    author = Author(village.captain_a, "captain")
    order_submit(match=match, turn=0, slot="A", text=INITIAL, author=author, now=ANNOUNCED)
    clock_runs_to_the_game_time()
    assert reminded() == ["brune"] * 3


def test_a_draft_is_not_sent_even_if_it_goes_by_itself(village: Village, match: Match) -> None:
    draft_save(
        match=match,
        turn=0,
        slot="A",
        text=INITIAL,
        sends_itself=True,
        author=Author(village.captain_a, "captain"),
        now=ANNOUNCED,
    )
    reminders_send(now=GAME_TIME - LEADS[0])
    assert reminded() == ["alix", "brune", "colin"]


def test_who_switched_reminders_off_gets_none(village: Village, match: Match) -> None:
    User.objects.filter(pk=village.captain_a.pk).update(muted=[Kind.REMINDER])
    reminders_send(now=GAME_TIME - LEADS[0])
    assert reminded() == ["brune", "colin"]


def test_leads_that_passed_while_the_clock_stood_still_are_one_reminder(match: Match) -> None:
    reminders_send(now=GAME_TIME - timedelta(hours=4))
    assert reminded() == ["alix", "brune", "colin"]
    reminders_send(now=GAME_TIME - LEADS[2])
    assert reminded() == sorted(["alix", "brune", "colin"] * 2)


def test_from_the_game_time_on_nobody_is_reminded(match: Match) -> None:
    reminders_send(now=GAME_TIME)
    assert reminded() == []
    assert Match.objects.get().remind_at is None


def test_a_paused_match_reminds_nobody_until_it_is_resumed(village: Village, match: Match) -> None:
    referee, why = village.referee, "a storm"
    match_pause(match=match, referee=referee, why=why, now=ANNOUNCED)
    reminders_send(now=GAME_TIME - LEADS[1])
    assert reminded() == []
    match_resume(match=match, referee=referee, why=why, now=GAME_TIME - LEADS[1])
    reminders_send(now=GAME_TIME - LEADS[2])
    assert reminded() == ["alix", "brune", "colin"]


def test_a_match_that_is_over_reminds_nobody(village: Village, match: Match) -> None:
    match_stop(match=match, referee=village.referee, why="a plague", now=ANNOUNCED)
    reminders_send(now=GAME_TIME - LEADS[0])
    assert reminded() == []


def test_a_moved_game_time_moves_the_reminders(village: Village, match: Match) -> None:
    later = GAME_TIME + timedelta(days=1)
    reminders_send(now=GAME_TIME - LEADS[0])
    game_time_move(
        match=match,
        game_time=later,
        referee=village.referee,
        why="market day",
        now=GAME_TIME - LEADS[0],
    )
    reminders_send(now=GAME_TIME - LEADS[1])
    assert reminded() == ["alix", "brune", "colin"]
    reminders_send(now=later - LEADS[0])
    assert reminded() == sorted(["alix", "brune", "colin"] * 2)


def test_a_match_of_a_game_that_is_no_longer_here_keeps_nobody_else_waiting(
    village: Village, match: Match
) -> None:
    broken = make_match(village.team_b, village.team_a, now=ANNOUNCED)
    Match.objects.filter(pk=broken.pk).update(game="quintaine")
    reminders_send(now=GAME_TIME - LEADS[0])
    told = Notice.objects.filter(kind=Kind.REMINDER)
    assert {notice.match_id for notice in told} == {match.pk}
