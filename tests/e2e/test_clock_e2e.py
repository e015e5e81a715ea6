"""The clock in earnest: PostgreSQL, Redis, workers and beats as docker-compose.yml runs them."""

import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from celery import Celery
from django.db import connection

from games.models import JournalLine, Match, Notice, Post, Pulse, Strike, Turn
from games.selectors.clock import now
from games.services.orders import Author, order_submit
from games.services.referee import game_time_move
from tests.e2e.site import Site
from tests.games.factories import Village, make_match, make_village

pytestmark = [pytest.mark.services, pytest.mark.timeout(300)]

MANY = 20
SILENT = 5
INITIAL = "1 1 1 1 1 1 1 1 1 1 1"


def sent_match(village: Village, *, silent: str = "") -> Match:
    """A match whose initials are sent; who is silent misses it at the game time (no grace)."""
    match = make_match(village.team_a, village.team_b, now=now())
    pace = match.pace | {"grace_minutes": 0, "strikes_to_forfeit": 2}
    Match.objects.filter(pk=match.pk).update(pace=pace)
    for slot, captain in (("A", village.captain_a), ("B", village.captain_b)):
        if slot != silent:
            author = Author(captain, "captain")
            order_submit(match=match, turn=0, slot=slot, text=INITIAL, author=author, now=now())
    return match


def fall_due(village: Village, matches: list[Match], seconds: float) -> None:
    """All at the same moment, so soon."""
    game_time = now() + timedelta(seconds=seconds)
    for match in matches:
        game_time_move(
            match=match,
            game_time=game_time,
            referee=village.referee,
            why="for the test",
            now=now(),
        )


def start_clock(site: Site, workers: int, beats: int) -> None:
    for number in range(workers):
        site.start("worker", f"worker{number}", "--hostname", f"celery@worker{number}")
    site.start("mailer", "mailer", "--hostname", "celery@mailer")
    for number in range(beats):
        site.start("beat", f"beat{number}")


def closed() -> int:
    return Turn.objects.exclude(closed_at=None).count()


def test_a_turn_falls_due_and_its_report_appears_with_nobody_touching_it(site: Site) -> None:
    village = make_village()
    match = sent_match(village)
    fall_due(village, [match], 8)
    start_clock(site, workers=1, beats=1)
    site.wait("the report", lambda: Post.objects.filter(match=match, turn__number=0).exists())
    turn = match.turns.get(number=0)
    assert turn.ending == Turn.Ending.PLAYED
    assert turn.closed_at
    assert timedelta(0) <= turn.closed_at - turn.game_time < timedelta(seconds=15)
    site.wait("the mails", lambda: not Notice.objects.exclude(try_at=None).exists())
    assert site.mails()


def test_many_due_at_once_are_played_once_though_a_worker_is_killed_in_the_middle(
    site: Site,
) -> None:
    village = make_village()
    matches = [sent_match(village, silent="B" if n < SILENT else "") for n in range(MANY)]
    fall_due(village, matches, 8)
    Notice.objects.all().delete()
    with nothing_can_be_posted():
        start_clock(site, workers=2, beats=2)
        ring(site, 2 * MANY)
        site.wait("a worker in the middle of the turns", in_the_middle)
        site.kill(in_the_middle()[0])
        assert closed() == 0
    ring(site, 2 * MANY)
    site.wait("all turns", lambda: closed() == MANY)
    ring(site, 2 * MANY)
    time.sleep(6)  # one more round of both beats
    site.wait("the mails", lambda: not Notice.objects.exclude(try_at=None).exists())
    check_each_was_played_once(matches)
    assert set(Counter(site.mails()).values()) == {1}


def test_a_mail_server_that_never_answers_does_not_stop_the_clock(site: Site) -> None:
    village = make_village()
    match = sent_match(village)
    fall_due(village, [match], 20)
    assert Notice.objects.exclude(try_at=None).count() > 1
    with socket.create_server(("127.0.0.1", 0)) as black_hole:
        site.email_url = f"smtp://127.0.0.1:{black_hole.getsockname()[1]}"
        black_hole.settimeout(30)
        start_clock(site, workers=1, beats=1)
        taken, _address = black_hole.accept()
        with taken:
            late = now() + timedelta(seconds=12)  # by then both of the worker's places would hang
            site.wait("the clock", lambda: Pulse.objects.filter(beat_at__gt=late).exists(), 25)
            site.wait("the report", lambda: closed() == 1, 25)
    assert not Notice.objects.exclude(sent_at=None).exists()


def check_each_was_played_once(matches: list[Match]) -> None:
    assert closed() == MANY
    assert Turn.objects.filter(closed_at=None, number=1).count() == MANY
    assert Post.objects.exclude(turn=None).count() == MANY
    assert JournalLine.objects.filter(kind="played").count() == MANY
    struck = {(strike.match_id, strike.side) for strike in Strike.objects.all()}
    assert struck == {(match.pk, "B") for match in matches[:SILENT]}
    assert Strike.objects.count() == SILENT


def ring(site: Site, times: int) -> None:
    """Hand the same tasks to the workers by hand: whatever is delivered again does nothing."""
    broker = Celery(broker=site.redis_url)
    with broker.connection_for_write() as channel:
        for _ in range(times):
            broker.send_task("games.tasks.tick", queue="clock", connection=channel)


@contextmanager
def nothing_can_be_posted() -> Iterator[None]:
    """Whoever writes a report waits meanwhile, his transaction half done."""
    db = connection.settings_dict
    with psycopg.connect(
        host=db["HOST"],
        port=db["PORT"] or 5432,
        user=db["USER"],
        password=db["PASSWORD"],
        dbname=db["NAME"],
    ) as held:
        held.execute("LOCK TABLE games_post IN SHARE ROW EXCLUSIVE MODE")
        yield
        held.rollback()


def in_the_middle() -> list[str]:
    """The workers that have played turns, and wait to write what came of it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) "
            "WHERE relation = 'games_post'::regclass AND NOT granted"
        )
        return [name for (name,) in cursor.fetchall()]
