"""Many at once on a real database: of those who race for a turn exactly one wins."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from games.contract import Refused
from games.models import JournalLine, Match, Notice, Post, Strike, Submission, Turn
from games.notify.mail import SENDING, notices_send
from games.notify.outbox import Kind
from games.services.orders import Author, order_submit
from games.services.posts import post_write
from games.services.turns import SETTLE, turn_play_if_due, turns_play_due
from tests.games.day import (
    CLOSED,
    DAY,
    FRONT,
    MIDDLE,
    MINUTE,
    STAY,
    US,
    Day,
    G,
    T,
    check_chain,
)
from tests.games.factories import NOW, Village, make_match, make_village

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

ROUNDS = range(6)


@pytest.fixture(autouse=True)
def real_database(transactional_db: None) -> None:
    assert connection.vendor == "postgresql", "these tests need DATABASE_URL=postgres://..."


@pytest.fixture
def village(transactional_db: None) -> Village:
    return make_village()


@pytest.fixture
def rounds(village: Village) -> Iterator[Day]:
    """A new match for each round, judged by its chain when the round is over."""
    return _rounds(village)


def _rounds(village: Village) -> Iterator[Day]:
    for _ in ROUNDS:
        day = Day(village, make_match(village.team_a, village.team_b))
        yield day
        check_chain(day.match)
        day.match.delete()


def race(*acts: Callable[[], object]) -> list[str]:
    """Run all at the same moment, each in a thread; what each met: "" or its refusal's kind."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], object]) -> str:
        try:
            barrier.wait(10)
            act()
        except Refused as refused:
            return refused.kind
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@pytest.mark.parametrize("clocks", [2, 8])
def test_twenty_turns_that_are_due_are_played_once(village: Village, clocks: int) -> None:
    days = [Day(village, make_match(village.team_a, village.team_b)) for _ in range(20)]
    for day in days:
        day.both_send(NOW)
    Notice.objects.all().delete()
    race(*[lambda: turns_play_due(now=T, chunk=3)] * clocks)
    assert Turn.objects.filter(ending="played").count() == 20
    assert Turn.objects.filter(closed_at=None).count() == 20
    assert Post.objects.filter(turn__isnull=False).count() == 20
    assert JournalLine.objects.filter(kind="played").count() == 20
    assert Notice.objects.filter(kind=Kind.YOUR_TURN).count() == 20 * 3
    for day in days:
        check_chain(day.match)


def test_strikes_are_given_once(village: Village) -> None:
    days = [Day(village, make_match(village.team_a, village.team_b)) for _ in range(8)]
    race(*[lambda: turns_play_due(now=T + CLOSED, chunk=2)] * 4)
    assert Strike.objects.count() == 2 * len(days)


def test_an_order_at_the_closing_is_in_the_turn_or_is_refused(rounds: Iterator[Day]) -> None:
    """Whatever comes first: never an order that was taken and did not count."""
    for day in rounds:
        day.send("A", NOW)

        def clock() -> object:
            return turns_play_due(now=T + CLOSED)

        def captain(day: Day = day) -> object:
            return day.send("B", T + G - US, FRONT, turn=0)

        _, met = race(clock, captain)
        clock()  # a clock that finds the match locked leaves it to the next look
        turn = day.played(0)
        assert (met, turn.orders["B"]["text"], day.strikes()) in [
            ("", FRONT, []),
            ("turn-played", None, [("B", 0)]),
        ]


def test_an_order_that_waits_for_the_lock_while_the_grace_ends_counts(
    rounds: Iterator[Day],
) -> None:
    for day in rounds:
        day.send("A", NOW)
        _, _, met = race(
            lambda: turns_play_due(now=T + G),
            lambda: turns_play_due(now=T + G + SETTLE - US),
            lambda day=day: day.send("B", T + G - US, FRONT, turn=0),  # type: ignore[misc]
        )
        turns_play_due(now=T + CLOSED)
        assert (met, day.classes(0)["B"], day.strikes()) == ("", "late", [])


def test_both_sides_complete_the_turn_together_and_it_is_played_once(rounds: Iterator[Day]) -> None:
    for day in rounds:

        def complete(side: str, day: Day = day) -> None:
            day.send(side, T + MINUTE, FRONT, turn=0)
            turn_play_if_due(day.match, now=T + MINUTE)

        assert race(lambda: complete("A"), lambda: complete("B")) == ["", ""]
        turns_play_due(now=T + MINUTE)
        assert day.turn.number == 1
        assert day.classes(0) == {"A": "late", "B": "late"}
        assert day.match.posts.filter(turn__isnull=False).count() == 1


def test_a_reopening_wins_against_the_clock_or_is_refused(rounds: Iterator[Day]) -> None:
    for day in rounds:
        day.both_send(NOW)
        seen = day.fresh()
        _, met = race(
            lambda: turns_play_due(now=T),
            lambda day=day, seen=seen: day.act(  # type: ignore[misc]
                "order_reopen", T - US, slot="A", match=seen
            ),
        )
        if met:
            assert (met, day.turn.number, day.turn.acts) == ("turn-gone", 1, [])
            assert day.played(0).acts == []
        else:
            assert (day.turn.number, day.sent("A").order, len(day.turn.acts)) == (0, "", 1)


def test_a_move_wins_against_the_clock_or_is_refused(rounds: Iterator[Day]) -> None:
    for day in rounds:
        day.both_send(NOW)
        seen = day.fresh()
        _, met = race(
            lambda: turns_play_due(now=T),
            lambda day=day, seen=seen: day.act(  # type: ignore[misc]
                "game_time_move", T - US, game_time=T + 2 * DAY, match=seen
            ),
        )
        played = day.match.turns.filter(ending="played").count()
        if met:
            assert (met, played, day.journal("moved")) == ("turn-gone", 1, [])
            assert day.turn.game_time == T + DAY
        else:
            assert (played, len(day.journal("moved"))) == (0, 1)
            assert day.fresh().due_at == T + 2 * DAY


def test_a_pause_stops_the_clock_or_comes_after_it(rounds: Iterator[Day]) -> None:
    for day in rounds:
        day.both_send(NOW)
        race(
            lambda: turns_play_due(now=T),
            lambda day=day: day.act("match_pause", T - US),  # type: ignore[misc]
        )
        assert day.fresh().due_at is None
        paused = day.journal("paused")[0]["turn"]
        assert day.turn.number == paused


def test_of_two_captains_with_two_orders_one_wins(rounds: Iterator[Day]) -> None:
    for day in rounds:
        met = race(
            lambda day=day: day.send("A", NOW, FRONT, turn=0),  # type: ignore[misc]
            lambda day=day: day.send(  # type: ignore[misc]
                "A", NOW, MIDDLE, turn=0, role="co-captain"
            ),
        )
        assert sorted(met) == ["", "already-sealed"]
        won = [FRONT, MIDDLE][met.index("")]
        assert day.sent("A").order == won
        assert Submission.objects.filter(turn=day.turn).count() == 1


def test_a_double_click_has_one_receipt(rounds: Iterator[Day]) -> None:
    for day in rounds:
        receipts: list[str] = []

        def click(day: Day = day, receipts: list[str] = receipts) -> None:
            receipts.append(day.send("A", NOW, FRONT, turn=0).receipt)

        assert race(click, click, click) == ["", "", ""]
        assert len(set(receipts)) == 1


def test_two_captains_save_at_once_and_there_is_one_draft(rounds: Iterator[Day]) -> None:
    for day in rounds:
        met = race(
            lambda day=day: day.draft("A", NOW, FRONT),  # type: ignore[misc]
            lambda day=day: day.draft("A", NOW, MIDDLE),  # type: ignore[misc]
        )
        assert met == ["", ""]
        assert day.sent("A").text in (FRONT, MIDDLE)


def test_words_and_reports_have_numbers_of_their_own(rounds: Iterator[Day]) -> None:
    for day in rounds:
        day.both_send(NOW)

        def talk(body: str, day: Day = day) -> object:
            author = day.village.member
            return post_write(match=day.match, author=author, body=body, now=T)

        met = race(
            lambda: turns_play_due(now=T),
            lambda: talk("un"),
            lambda: talk("deux"),
            lambda: talk("trois"),
        )
        turns_play_due(now=T)
        assert met == [""] * 4
        numbers = list(day.match.posts.values_list("number", flat=True))
        assert numbers == [1, 2, 3, 4, 5]
        assert day.fresh().posts_made == 5


def test_captain_referee_and_clock_on_one_match_never_lock_each_other_out(
    village: Village,
) -> None:
    day = Day(village, make_match(village.team_a, village.team_b))
    for number in ROUNDS:
        game_time = day.turn.game_time
        day.send("A", game_time - MINUTE)
        seen = day.fresh()

        def order(number: int = number, now: Any = game_time) -> object:
            author = Author(day.village.captain_b, "captain")
            text = STAY if number else FRONT
            return order_submit(
                match=day.match, turn=number, slot="B", text=text, author=author, now=now
            )

        def reopen(now: Any = game_time, seen: Match = seen) -> None:
            day.act("order_reopen", now, slot="A", match=seen)

        def clock(now: Any = game_time) -> object:
            return turns_play_due(now=now)

        race(order, reopen, clock, clock)
        turns_play_due(now=game_time + CLOSED)
        assert day.turn.number == number + 1
        assert day.texts(number).keys() == {"A", "B"}
        assert day.strikes() == []


def test_of_two_that_would_send_mails_one_does(village: Village, mailoutbox: list[Any]) -> None:
    make_match(village.team_a, village.team_b)
    waiting = Notice.objects.exclude(try_at=None).count()
    assert waiting
    # Another process, in the middle of its mails.
    with closing(connection.copy()) as process, process.cursor() as other:
        other.execute("SELECT pg_advisory_lock(%s)", [SENDING])
        notices_send(now=NOW)
        assert not mailoutbox
        other.execute("SELECT pg_advisory_unlock(%s)", [SENDING])
        notices_send(now=NOW)
        assert len(mailoutbox) == waiting
        other.execute("SELECT pg_try_advisory_lock(%s)", [SENDING])
        assert other.fetchone() == (True,)
