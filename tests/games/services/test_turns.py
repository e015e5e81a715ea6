"""The table of rules/soule.md, "Game time, late and missing orders", through whole days."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import registry
from games.contract import Refused
from games.forms import pace_of
from games.models import Match, Post, Strike, Team, Turn
from games.services.orders import Author, order_submit
from games.services.turns import SETTLE, turn_play_if_due, turns_play_due
from tests.games.day import (
    CHARGE,
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
    outage,
)
from tests.games.factories import NOW, Village, make_match, make_team

# The turn is played


def test_with_both_in_the_turn_is_played_at_the_game_time_and_not_before(day: Day) -> None:
    day.both_send(NOW)
    assert day.tick(T - US) == 0
    assert day.turn.number == 0
    assert day.tick(T) == 1
    assert day.turn.number == 1
    assert (day.played(0).ending, day.played(0).closed_at) == ("played", T)
    assert day.classes(0) == {"A": "on-time", "B": "on-time"}


def test_a_look_too_many_changes_nothing(day: Day) -> None:
    day.both_send(NOW)
    day.tick(T)
    before = (Turn.objects.count(), Post.objects.count(), day.fresh().head_hash)
    assert day.tick(T) == 0
    turn_play_if_due(day.match, now=T)
    assert (Turn.objects.count(), Post.objects.count(), day.fresh().head_hash) == before


def test_the_report_is_posted_once_and_the_next_turn_has_a_whole_day(day: Day) -> None:
    day.both_send(NOW)
    day.tick(T)
    assert day.match.posts.filter(turn=day.played(0)).count() == 1
    assert day.turn.game_time == T + DAY
    assert day.fresh().due_at == T + DAY


def test_silence_does_not_put_off_the_next_game_time(day: Day) -> None:
    day.tick(T + CLOSED)
    assert day.turn.game_time == T + DAY


@pytest.mark.parametrize(
    ("at", "classed"),
    [(T - US, "on-time"), (T, "late"), (T + G - US, "late")],
    ids=["T-1us", "T", "T+G-1us"],
)
def test_the_class_of_an_order_turns_at_the_game_time(day: Day, at: datetime, classed: str) -> None:
    day.send("A", NOW)
    day.send("B", at)
    day.tick(max(at, T))
    assert day.classes(0) == {"A": "on-time", "B": classed}
    assert day.reprimanded(0) == (["B"] if classed == "late" else [])
    assert day.played(0).orders["B"]["text"] == FRONT
    assert day.strikes() == []


def test_late_and_complete_the_turn_is_played_without_waiting_for_the_grace(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T)
    day.send("B", T + MINUTE)
    turn_play_if_due(day.match, now=T + MINUTE)
    assert day.played(0).closed_at == T + MINUTE


def test_an_order_at_the_end_of_the_grace_is_too_late(day: Day) -> None:
    day.send("A", NOW)
    with pytest.raises(Refused) as refused:
        day.send("B", T + G)
    assert refused.value.kind == "too-late"
    day.tick(T + CLOSED)
    assert day.classes(0) == {"A": "on-time", "B": "missing"}
    assert day.strikes() == [("B", 0)]


@pytest.mark.parametrize("number", [0, 1])
def test_a_missing_order_is_a_strike_and_the_turn_is_played_all_the_same(
    day: Day, number: int
) -> None:
    if number:
        day.play(T)
    game_time = T + number * DAY
    day.send("A", game_time - 60 * MINUTE, CHARGE if number else FRONT)
    day.tick(game_time + CLOSED - US)
    assert day.turn.number == number
    day.tick(game_time + CLOSED)
    assert day.turn.number == number + 1
    assert day.strikes() == [("B", number)]
    assert day.texts(number) == {"A": CHARGE if number else FRONT, "B": None}
    assert day.journal("strike") == [{"side": "B", "turn": number, "why": "missed"}]


def test_a_missing_initial_is_eleven_2_and_a_missing_tactic_eleven_0(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    squares = [man["at"] for man in day.turn.before["players"]["B"]]
    assert squares == [2] * 11
    day.send("B", T + 60 * MINUTE, "- - - - - - - - - - -")
    day.tick(T + DAY + CLOSED)
    assert {man["at"] for man in day.turn.before["players"]["A"]} == {-1}
    assert {man["at"] for man in day.turn.before["players"]["B"]} == {3}


def test_the_turn_closes_at_the_end_of_the_grace_and_the_clock_acts_when_it_has_settled(
    day: Day,
) -> None:
    day.send("A", NOW)
    for moment in (T, T + SETTLE, T + G, T + CLOSED - US):
        day.tick(moment)
        assert day.turn.is_open
        assert day.fresh().due_at is not None
    assert day.fresh().due_at == T + CLOSED
    day.tick(T + CLOSED)
    assert day.turn.number == 1


def test_an_order_that_waited_for_the_lock_while_the_turn_closed_came_in_time(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + G)  # the clock comes round while the order waits
    day.send("B", T + G - US)
    day.tick(T + CLOSED)
    assert day.classes(0) == {"A": "on-time", "B": "late"}
    assert day.strikes() == []


# Forfeit


def test_the_second_strike_loses_the_match_and_its_turn_is_not_played(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    day.send("A", T + 60 * MINUTE, CHARGE)
    day.tick(T + DAY + CLOSED)
    match = day.fresh()
    assert (match.status, match.winner, match.reason) == ("over", "A", "forfeit")
    assert match.ended_at == T + DAY + CLOSED
    assert (match.due_at, match.remind_at) == (None, None)
    turn = day.turn
    assert (turn.number, turn.ending, turn.after, turn.events) == (1, "forfeit", None, [])
    assert day.strikes() == [("B", 0), ("B", 1)]
    assert day.match.posts.filter(turn=turn).count() == 1


def test_what_was_sealed_for_the_turn_of_the_forfeit_is_published(day: Day) -> None:
    day.tick(T + CLOSED)
    sent = day.send("A", T + 60 * MINUTE, CHARGE)
    day.tick(T + DAY + CLOSED)
    (data,) = day.journal("forfeit")
    assert data["orders"]["A"]["text"] == CHARGE
    assert data["orders"]["A"]["receipt"] == sent.receipt
    assert (data["winner"], data["reason"], data["turn"]) == ("A", "forfeit", 1)


def test_strikes_need_not_be_of_turns_that_follow_each_other(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    day.play(T + DAY)
    day.send("A", T + DAY + MINUTE)
    day.tick(T + 2 * DAY + CLOSED)
    assert (day.fresh().reason, day.fresh().winner) == ("forfeit", "A")


def test_both_sides_at_their_second_strike_and_nobody_wins(day: Day) -> None:
    day.tick(T + CLOSED)
    assert day.strikes() == [("A", 0), ("B", 0)]
    day.tick(T + DAY + CLOSED)
    match = day.fresh()
    assert (match.winner, match.reason, match.is_over) == ("", "forfeit", True)
    assert day.journal("forfeit")[0]["winner"] is None


def test_one_strike_each_is_no_forfeit(day: Day) -> None:
    day.tick(T + CLOSED)
    day.both_send(T + 60 * MINUTE)
    day.tick(T + DAY)
    assert not day.fresh().is_over


def test_in_a_friendly_strikes_are_recorded_and_lose_nothing(friendly: Day) -> None:
    for number in range(4):
        friendly.send("A", T + number * DAY - 60 * MINUTE)
        friendly.tick(T + number * DAY + CLOSED)
    assert friendly.strikes() == [("B", number) for number in range(4)]
    assert not friendly.fresh().is_over


def test_the_limit_of_turns_is_a_draw_and_nothing_falls_due_any_more(day: Day) -> None:
    for number in range(8):
        assert not day.fresh().is_over
        day.play(T + number * DAY)
    match = day.fresh()
    assert (match.winner, match.reason) == ("", "turns")
    assert match.turn is not None
    assert (match.turn.number, match.due_at, match.remind_at) == (7, None, None)
    assert day.tick(T + 9 * DAY) == 0
    assert match.posts.filter(turn__isnull=False).count() == 8


def test_a_goal_ends_the_match_at_once(day: Day) -> None:
    day.play(T, FRONT, MIDDLE)
    number = 0
    while not day.fresh().is_over:
        number += 1
        day.play(T + number * DAY, "+ + + + + + + + + + +", STAY)
    assert (day.fresh().winner, day.fresh().reason) == ("A", "goal")
    assert day.journal("over") == [{"winner": "A", "reason": "goal"}]
    assert day.match.turns.filter(closed_at=None).count() == 0


# As soon as all are in


def test_a_quick_match_is_played_when_the_second_order_comes(quick: Day) -> None:
    quick.send("A", NOW)
    assert quick.tick(NOW) == 0
    quick.send("B", NOW + MINUTE)
    quick.tick(NOW + MINUTE)
    assert (quick.turn.number, quick.played(0).closed_at) == (1, NOW + MINUTE)


def test_the_next_game_time_of_a_quick_match_is_the_first_after_the_play(quick: Day) -> None:
    quick.both_send(NOW)
    quick.tick(NOW)
    assert quick.turn.game_time == T
    quick.both_send(NOW)
    quick.tick(NOW)
    assert (quick.turn.number, quick.turn.game_time) == (2, T)
    quick.both_send(T + MINUTE)
    quick.tick(T + MINUTE)
    assert quick.turn.game_time == T + DAY


def test_a_quick_match_waits_for_the_missing_one_until_the_end_of_the_grace(quick: Day) -> None:
    quick.send("A", NOW)
    quick.tick(T + CLOSED - US)
    assert quick.turn.number == 0
    quick.tick(T + CLOSED)
    assert quick.strikes() == [("B", 0)]


def test_a_draft_of_a_quick_match_goes_at_the_game_time_and_no_sooner(quick: Day) -> None:
    quick.send("A", NOW)
    quick.draft("B", NOW)
    quick.tick(NOW)
    assert quick.turn.number == 0
    quick.tick(T + SETTLE)
    assert quick.classes(0) == {"A": "on-time", "B": "on-time"}


def test_against_a_bot_one_order_is_enough(village: Village) -> None:
    bots = make_team("Rouets", None, bot=True)
    match = make_match(village.team_a, bots, pace=pace_of(at_once=True))
    day = Day(village, match)
    for number in range(8):
        day.send("A", NOW + number * MINUTE)
        turn_play_if_due(match, now=NOW + number * MINUTE)
        if day.fresh().is_over:
            break
        assert day.turn.number == number + 1
    assert day.fresh().is_over
    assert day.strikes() == []
    assert {order["by"] for turn in match.turns.all() for order in turn.orders.values()} == {
        "captain:A",
        "bot:B",
    }


def test_two_bots_that_do_not_wait_play_one_turn_at_each_look(db: None) -> None:
    teams = make_team("Rouets", None, bot=True), make_team("Sabots", None, bot=True)
    match = make_match(*teams, pace=pace_of(at_once=True), ruleset={"max_turns": None})
    assert turns_play_due(now=NOW) == 1
    assert match.turns.count() == 2


# Outages


@pytest.mark.parametrize(
    ("start", "end", "excused"),
    [
        (T - 36 * MINUTE, T - G, False),
        (T - 36 * MINUTE, T - G + US, True),
        (T + G - US, T + G + 6 * MINUTE, True),
        (T + G, T + G + 6 * MINUTE, False),
        (T - 5 * MINUTE, T, False),
        (T - 5 * MINUTE, T + US, True),
    ],
)
def test_an_outage_excuses_the_turn_that_it_touches(
    day: Day, start: datetime, end: datetime, excused: bool
) -> None:
    outage(start, end)
    day.tick(max(T + G, end + G) + SETTLE)
    assert day.played(0).excused is excused
    assert day.strikes() == ([] if excused else [("A", 0), ("B", 0)])
    assert ("excused" in day.journal("played")[0]) is excused


def test_with_all_in_the_turn_is_played_when_the_service_is_back(day: Day) -> None:
    day.both_send(NOW)
    back = T + 3 * 60 * MINUTE
    day.tick_with_pulse(T - 10 * MINUTE)
    day.tick_with_pulse(back)
    assert (day.played(0).closed_at, day.played(0).excused) == (back, True)


def test_after_an_outage_the_turn_closes_half_an_hour_after_the_return(day: Day) -> None:
    back = T + 3 * 60 * MINUTE
    day.tick_with_pulse(T - 10 * MINUTE)
    day.tick_with_pulse(back)
    day.send("A", back + G - US)
    for minutes in range(1, 30):
        day.tick_with_pulse(back + minutes * MINUTE)
    assert day.turn.is_open
    assert day.turn.number == 0
    day.tick_with_pulse(back + G + SETTLE)
    assert day.turn.number == 1
    assert day.classes(0) == {"A": "on-time", "B": "missing"}
    assert day.strikes() == []


def test_an_order_is_taken_while_the_clock_alone_stands_still(day: Day) -> None:
    day.tick_with_pulse(T - 10 * MINUTE)
    day.send("A", T + 60 * MINUTE)
    day.send("B", T + 61 * MINUTE)
    turn_play_if_due(day.match, now=T + 61 * MINUTE)
    assert day.classes(0) == {"A": "on-time", "B": "on-time"}


def test_after_days_of_outage_turns_follow_one_by_one(day: Day) -> None:
    day.tick_with_pulse(T - 10 * MINUTE)
    back = T + 3 * DAY - 60 * MINUTE
    day.tick_with_pulse(back)
    assert day.turn.number == 0
    closed = back + G + SETTLE
    for moment in (back + 4 * MINUTE * n for n in range(1, 8)):
        day.tick_with_pulse(moment)
    day.tick_with_pulse(closed)
    assert (day.turn.number, day.turn.game_time) == (1, T + 3 * DAY)
    for minute in range(0, 60, 4):
        day.tick_with_pulse(closed + minute * MINUTE)
    assert day.turn.number == 1
    day.tick_with_pulse(T + 3 * DAY + CLOSED)
    assert day.strikes() == [("A", 1), ("B", 1)]


# The changes of the clocks


def first_game_times(village: Village, now: datetime, at: str, turns: int) -> list[datetime]:
    """The game times of a match's first turns, everybody silent."""
    pace = pace_of() | {"time": at}
    day = Day(village, make_match(village.team_a, village.team_b, pace=pace, now=now))
    for _ in range(turns - 1):
        day.tick(day.turn.game_time + CLOSED)
    return [turn.game_time.astimezone(UTC) for turn in day.match.turns.all()]


@pytest.mark.parametrize(
    ("now", "at", "expected"),
    [
        ((2027, 3, 26, 21), "21:00", ["27T20:00", "28T19:00", "29T19:00"]),
        ((2026, 10, 23, 21), "21:00", ["24T19:00", "25T20:00", "26T20:00"]),
        ((2027, 3, 26, 21), "02:30", ["27T01:30", "28T01:00", "29T00:30"]),
        ((2026, 10, 23, 21), "02:30", ["24T00:30", "25T00:30", "26T01:30"]),
    ],
    ids=["23 hours", "25 hours", "a local time that is not", "a local time that is twice"],
)
def test_the_local_game_time_holds_when_the_clocks_change(
    village: Village, now: tuple[int, int, int, int], at: str, expected: list[str]
) -> None:
    times = first_game_times(village, datetime(*now, tzinfo=UTC), at, 3)
    assert [each.strftime("%dT%H:%M") for each in times] == expected


def test_the_grace_is_real_time_in_the_hour_that_comes_twice(village: Village) -> None:
    now = datetime(2026, 10, 24, 12, tzinfo=UTC)
    pace = pace_of() | {"time": "02:45"}
    day = Day(village, make_match(village.team_a, village.team_b, pace=pace, now=now))
    game_time = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)
    day.send("A", game_time + G - US)
    day.tick(game_time + CLOSED)
    assert day.classes(0) == {"A": "late", "B": "missing"}


# One that breaks


def due(village: Village, count: int) -> list[Match]:
    """Matches with both initials in."""
    matches = [make_match(village.team_a, village.team_b) for _ in range(count)]
    for match in matches:
        for slot, user in (("A", village.captain_a), ("B", village.captain_b)):
            author = Author(user, "captain")
            order_submit(match=match, turn=0, slot=slot, text=FRONT, author=author, now=NOW)
    return matches


def test_a_state_that_cannot_be_loaded_holds_its_match_alone(
    village: Village, caplog: pytest.LogCaptureFixture
) -> None:
    sick = due(village, 20)[7]
    sound = Turn.objects.get(match=sick).before
    Turn.objects.filter(match=sick).update(before={"broken": True})
    assert turns_play_due(now=T) == 20
    sick.refresh_from_db()
    assert (sick.held, sick.due_at, sick.remind_at) == ("error", None, None)
    assert Turn.objects.filter(number=1).count() == 19
    assert not Strike.objects.exists()
    assert caplog.text.count("could not be played") == 1
    assert turns_play_due(now=T + 10 * DAY) == 19  # the sick one is not tried again and again
    assert not Strike.objects.filter(match=sick).exists()
    Turn.objects.filter(match=sick).update(before=sound)
    day = Day(village, sick)
    day.act("match_resume", T + 10 * DAY + MINUTE)
    assert day.fresh().due_at == T + 11 * DAY
    day.tick(T + 11 * DAY)
    assert (day.turn.number, day.classes(0)) == (1, {"A": "on-time", "B": "on-time"})
    check_chain(sick)


def test_what_cannot_be_written_holds_its_match_alone(
    village: Village, caplog: pytest.LogCaptureFixture
) -> None:
    sick = due(village, 5)[2]
    Match.objects.filter(pk=sick.pk).update(head_n=0)  # its next line's number is taken
    turns_play_due(now=T)
    sick.refresh_from_db()
    assert (sick.held, sick.due_at) == ("error", None)
    assert Turn.objects.filter(number=1).count() == 4
    assert not Strike.objects.exists()


def test_a_match_of_a_game_that_is_gone_is_held(day: Day) -> None:
    Match.objects.update(game="bowls")
    day.tick(T + CLOSED)
    assert (day.fresh().held, day.strikes()) == ("error", [])


def test_a_small_chunk_takes_all_in_turn(village: Village) -> None:
    due(village, 8)
    assert turns_play_due(now=T, chunk=3) == 8
    assert Turn.objects.filter(number=1).count() == 8


def test_after_its_working_time_the_clock_leaves_the_rest_for_its_next_look(
    village: Village,
) -> None:
    due(village, 5)
    assert turns_play_due(now=T, chunk=2, working_time=timedelta()) == 2
    assert Turn.objects.filter(number=1).count() == 2
    assert Match.objects.filter(held="", due_at=T).count() == 3
    assert turns_play_due(now=T, chunk=2) == 3


def test_a_machine_at_its_end_is_no_fault_of_the_match(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    due(village, 2)
    engine = registry.get("soule").engine
    with monkeypatch.context() as patch:
        patch.setattr(engine, "play", _out_of_memory)
        with pytest.raises(MemoryError):
            turns_play_due(now=T)
    assert Match.objects.filter(held="", due_at=T).count() == 2
    assert turns_play_due(now=T) == 2


def _out_of_memory(*_: object) -> None:
    raise MemoryError


def test_a_turn_is_pinned_to_the_engine_that_played_it(day: Day) -> None:
    Turn.objects.update(engine=0)  # opened before the engine's new version
    day.play(T)
    assert day.played(0).engine == 1
    assert day.journal("played")[0]["engine"] == 1


# Line-ups that are missing


def test_a_roster_too_short_makes_the_match_wait_and_costs_nobody(village: Village) -> None:
    village.team_b.players.filter(name="Beaulieu 11").delete()
    day = Day(village, make_match(village.team_a, village.team_b, pace=pace_of()))
    day.send("A", NOW)
    day.tick(T + CLOSED)
    match = day.fresh()
    assert (match.held, match.due_at, day.strikes()) == ("line-up", None, [])
    assert day.turn.number == 0
    assert day.turn.is_open


# How much is asked of the database


def queries_of_a_tick(now: datetime) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        turns_play_due(now=now)
    return len(queries)


def many_due(village: Village, count: int) -> None:
    """Matches between teams of their own; B has a draft that goes by itself."""
    for n in range(count):
        west, east = (
            make_team(f"Ouest {n}", village.captain_a),
            make_team(f"Est {n}", village.captain_b),
        )
        day = Day(village, make_match(west, east))
        day.send("A", NOW)
        day.draft("B", NOW)


def test_fifty_matches_cost_as_many_queries_as_one(village: Village) -> None:
    many_due(village, 1)
    one = queries_of_a_tick(T + SETTLE)
    Match.objects.all().delete()
    Team.objects.filter(seats=None, name__endswith=" 0").delete()
    many_due(village, 50)
    assert queries_of_a_tick(T + SETTLE) <= one + 12  # SQLite writes big sets in batches
    assert Turn.objects.filter(number=1).count() == 50
