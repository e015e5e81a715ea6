"""One look of the clock: its pulse, the turns that are due, the reminders."""

from datetime import timedelta

import pytest
from django.db import connection

from games.models import Match, Notice, Outage, Post, Strike, Turn
from games.notify.outbox import Kind
from games.services.clock import clock_tick, pulse_beat
from games.services.orders import Author, order_submit
from tests.games.factories import NOW, Village

GAME_TIME = NOW + timedelta(hours=8)
MINUTE = timedelta(minutes=1)
GRACE = 30 * MINUTE
INITIAL = "1 1 1 1 1 1 1 1 1 1 1"


def both_send(village: Village, match: Match) -> None:
    for slot, captain in (("A", village.captain_a), ("B", village.captain_b)):
        author = Author(captain, "captain")
        order_submit(match=match, turn=0, slot=slot, text=INITIAL, author=author, now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize(("silence", "outages"), [(5 * MINUTE, 0), (5.01 * MINUTE, 1)])
def test_more_than_five_minutes_of_silence_are_an_outage(silence: timedelta, outages: int) -> None:
    pulse_beat(now=NOW)
    pulse_beat(now=NOW + silence)
    assert [(each.start, each.end) for each in Outage.objects.all()] == [
        (NOW, NOW + silence)
    ] * outages


@pytest.mark.django_db
def test_a_clock_that_comes_late_does_not_turn_the_pulse_back() -> None:
    pulse_beat(now=NOW + 4 * MINUTE)
    pulse_beat(now=NOW)
    pulse_beat(now=NOW + 8 * MINUTE)
    assert not Outage.objects.exists()


def test_what_is_due_is_played_with_nobody_touching_it(village: Village, match: Match) -> None:
    both_send(village, match)
    clock_tick(now=GAME_TIME - MINUTE)
    assert not Post.objects.filter(turn__isnull=False).exists()
    clock_tick(now=GAME_TIME)
    clock_tick(now=GAME_TIME)
    assert Post.objects.get(turn__isnull=False).turn == match.turns.get(number=0)
    assert Turn.objects.get(match=match, number=1).is_open


def test_a_turn_that_the_outage_touched_costs_nobody_a_strike(match: Match) -> None:
    clock_tick(now=GAME_TIME - 10 * MINUTE)
    back = GAME_TIME + 2 * GRACE
    clock_tick(now=back)
    assert match.turns.get(number=0).is_open
    for minute in range(32):
        clock_tick(now=back + minute * MINUTE)
    assert match.turns.get(number=0).excused
    assert not Strike.objects.exists()


def test_nobody_is_reminded_of_a_turn_that_closes_in_the_same_look(match: Match) -> None:
    clock_tick(now=GAME_TIME + GRACE + MINUTE)
    asked = Notice.objects.filter(kind=Kind.REMINDER)
    assert not asked.filter(facts__turn=0).exists()


def test_a_part_that_fails_keeps_no_other_from_its_work(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_pulse RENAME TO games_pulse_lost")
    clock_tick(now=GAME_TIME - timedelta(hours=3))
    assert Notice.objects.filter(kind=Kind.REMINDER).exists()
    assert "pulse_beat failed" in caplog.text
