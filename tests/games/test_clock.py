"""rules/soule.md, Length and Next game time: the same local time, whatever the clocks do."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import (
    WEEK,
    Schedule,
    following_game_time,
    game_times,
    known_zone,
    local_instant,
    next_game_time,
    resumed_game_time,
)

PARIS = Schedule("Europe/Paris", time(20))
MONDAY, FRIDAY, SATURDAY, SUNDAY = 0, 4, 5, 6
GRACE = timedelta(minutes=30)
MICROSECOND = timedelta(microseconds=1)


def utc(text: str) -> datetime:
    """``2027-03-28 18:00`` as an instant."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# A local time on a day, made by hand from the laws of each place, in UTC (day of month, time).
LOCAL_TIMES = ("00:30", "01:59", "02:15", "02:30", "02:45", "03:00", "20:00")
CLOCK_CHANGES = {
    # Paris goes from 02:00 to 03:00 at 01:00 UTC, and back from 03:00 to 02:00 at 01:00 UTC.
    ("Europe/Paris", "2027-03-28"): "27 23:30, 28 00:59, 28 01:00, 28 01:00, 28 01:00, 28 01:00, "
    "28 18:00",
    ("Europe/Paris", "2027-10-31"): "30 22:30, 30 23:59, 31 00:15, 31 00:30, 31 00:45, 31 02:00, "
    "31 19:00",
    # Montreal changed two weeks before Paris in spring, and changes a week after it in autumn.
    ("America/Montreal", "2027-03-28"): "28 04:30, 28 05:59, 28 06:15, 28 06:30, 28 06:45, "
    "28 07:00, 29 00:00",
    ("America/Montreal", "2027-10-31"): "31 04:30, 31 05:59, 31 06:15, 31 06:30, 31 06:45, "
    "31 07:00, 01 00:00",
    ("America/Montreal", "2027-03-14"): "14 05:30, 14 06:59, 14 07:00, 14 07:00, 14 07:00, "
    "14 07:00, 15 00:00",
    ("America/Montreal", "2027-11-07"): "07 04:30, 07 05:59, 07 07:15, 07 07:30, 07 07:45, "
    "07 08:00, 08 01:00",
    # Noumea has no summer time; in the last it had (1996-97) it changed at 02:00 standard time.
    ("Pacific/Noumea", "2027-03-28"): "27 13:30, 27 14:59, 27 15:15, 27 15:30, 27 15:45, 27 16:00, "
    "28 09:00",
    ("Pacific/Noumea", "2027-10-31"): "30 13:30, 30 14:59, 30 15:15, 30 15:30, 30 15:45, 30 16:00, "
    "31 09:00",
    ("Pacific/Noumea", "1996-12-01"): "30 13:30, 30 14:59, 30 15:00, 30 15:00, 30 15:00, 30 15:00, "
    "01 08:00",
    ("Pacific/Noumea", "1997-03-02"): "01 12:30, 01 13:59, 01 14:15, 01 14:30, 01 14:45, 01 16:00, "
    "02 09:00",
    # Reunion has never changed.
    ("Indian/Reunion", "2027-03-28"): "27 20:30, 27 21:59, 27 22:15, 27 22:30, 27 22:45, 27 23:00, "
    "28 16:00",
    ("Indian/Reunion", "2027-10-31"): "30 20:30, 30 21:59, 30 22:15, 30 22:30, 30 22:45, 30 23:00, "
    "31 16:00",
    # Lord Howe changes by half an hour: from 02:00 to 02:30, and back from 02:00 to 01:30.
    ("Australia/Lord_Howe", "2027-03-28"): "27 13:30, 27 14:59, 27 15:15, 27 15:30, 27 15:45, "
    "27 16:00, 28 09:00",
    ("Australia/Lord_Howe", "2027-10-31"): "30 13:30, 30 14:59, 30 15:15, 30 15:30, 30 15:45, "
    "30 16:00, 31 09:00",
    ("Australia/Lord_Howe", "2027-04-04"): "03 13:30, 03 14:59, 03 15:45, 03 16:00, 03 16:15, "
    "03 16:30, 04 09:30",
    ("Australia/Lord_Howe", "2027-10-03"): "02 14:00, 02 15:29, 02 15:30, 02 15:30, 02 15:45, "
    "02 16:00, 03 09:00",
}


@pytest.mark.parametrize(
    ("zone", "day", "at", "instant"),
    [
        (zone, day, at, instant)
        for (zone, day), row in CLOCK_CHANGES.items()
        for at, instant in zip(LOCAL_TIMES, row.split(", "), strict=True)
    ],
)
def test_a_local_time_on_the_days_when_clocks_change(
    zone: str, day: str, at: str, instant: str
) -> None:
    found = local_instant(date.fromisoformat(day), time.fromisoformat(at), zone)
    assert found.strftime("%d %H:%M:%S.%f") == f"{instant}:00.000000"
    assert found.tzinfo is UTC
    schedule = Schedule(zone, time.fromisoformat(at))
    assert next_game_time(schedule, found - timedelta(hours=2)) == found


@pytest.mark.parametrize(
    ("zone", "day", "at", "instant"),
    [
        # The gap's ends, to the microsecond.
        ("Europe/Paris", "2027-03-28", "01:59:59.999999", "2027-03-28 00:59:59.999999"),
        ("Europe/Paris", "2027-03-28", "02:00", "2027-03-28 01:00"),
        ("Europe/Paris", "2027-03-28", "02:59:59.999999", "2027-03-28 01:00"),
        ("Europe/Paris", "2027-03-28", "03:00:00.000001", "2027-03-28 01:00:00.000001"),
        # The repeated hour's ends.
        ("Europe/Paris", "2027-10-31", "02:00", "2027-10-31 00:00"),
        ("Europe/Paris", "2027-10-31", "02:59:59.999999", "2027-10-31 00:59:59.999999"),
        # Midnight itself is skipped in Beirut.
        ("Asia/Beirut", "2027-03-28", "00:00", "2027-03-27 22:00"),
        ("Asia/Beirut", "2027-03-28", "00:45", "2027-03-27 22:00"),
        # Nuuk skips the last hour of a Saturday: its 23:30 becomes Sunday 00:00.
        ("America/Nuuk", "2027-03-27", "22:59", "2027-03-28 00:59"),
        ("America/Nuuk", "2027-03-27", "23:30", "2027-03-28 01:00"),
        ("America/Nuuk", "2027-03-28", "00:00", "2027-03-28 01:00"),
        # Apia skipped a whole day.
        ("Pacific/Apia", "2011-12-29", "20:00", "2011-12-30 06:00"),
        ("Pacific/Apia", "2011-12-30", "00:00", "2011-12-30 10:00"),
        ("Pacific/Apia", "2011-12-30", "20:00", "2011-12-30 10:00"),
        ("Pacific/Apia", "2011-12-31", "20:00", "2011-12-31 06:00"),
    ],
)
def test_gaps_to_their_very_ends(zone: str, day: str, at: str, instant: str) -> None:
    found = local_instant(date.fromisoformat(day), time.fromisoformat(at), zone)
    assert found == utc(instant)


def test_a_repeated_time_is_the_first_whatever_fold_it_came_with() -> None:
    found = local_instant(date(2027, 10, 31), time(2, 30, fold=1), "Europe/Paris")
    assert found == utc("2027-10-31 00:30")


def test_one_game_time_a_day_when_the_clocks_change() -> None:
    spring = game_times(PARIS, utc("2027-03-27 12:00"), 3)
    assert spring == (
        utc("2027-03-27 19:00"),
        utc("2027-03-28 18:00"),
        utc("2027-03-29 18:00"),
    )
    assert spring[1] - spring[0] == timedelta(hours=23)
    autumn = game_times(PARIS, utc("2027-10-30 12:00"), 3)
    assert autumn == (
        utc("2027-10-30 18:00"),
        utc("2027-10-31 19:00"),
        utc("2027-11-01 19:00"),
    )
    assert autumn[1] - autumn[0] == timedelta(hours=25)


def test_a_repeated_local_time_is_played_once() -> None:
    night = Schedule("Europe/Paris", time(2, 30))
    first = next_game_time(night, utc("2027-10-30 12:00"))
    assert first == utc("2027-10-31 00:30")
    assert next_game_time(night, first) == utc("2027-11-01 01:30")


def test_a_day_that_the_zone_skips_has_no_game_time() -> None:
    apia = ZoneInfo("Pacific/Apia")
    for at in (time(0), time(20)):
        times = game_times(Schedule("Pacific/Apia", at), utc("2011-12-29 09:00"), 3)
        days = [instant.astimezone(apia).strftime("%d %H:%M") for instant in times]
        assert days == [f"{day} {at:%H:%M}" for day in ("29", "31", "01")]
    # The skipped day is a Friday; its game time does not slip into a Saturday without play.
    quiet = Schedule("Pacific/Apia", time(20), frozenset({SATURDAY}))
    assert next_game_time(quiet, utc("2011-12-30 07:00")) == utc("2012-01-01 06:00")


@pytest.mark.parametrize(
    ("after", "game_time"),
    [
        ("2027-06-01 17:59:59.999999", "2027-06-01 18:00"),
        ("2027-06-01 18:00", "2027-06-02 18:00"),
        ("2027-06-01 18:00:00.000001", "2027-06-02 18:00"),
        ("2027-06-01 22:30", "2027-06-02 18:00"),
    ],
)
def test_the_next_game_time_is_strictly_later(after: str, game_time: str) -> None:
    assert next_game_time(PARIS, utc(after)) == utc(game_time)


def test_the_zone_in_which_a_moment_is_told_does_not_matter() -> None:
    moment = datetime(2027, 6, 2, 3, 0, tzinfo=ZoneInfo("Pacific/Noumea"))
    found = next_game_time(PARIS, moment)
    assert found == utc("2027-06-01 18:00")
    assert found.tzinfo is UTC


def test_today_is_the_day_of_the_matchs_own_zone() -> None:
    # Half past eight in the evening in Montreal is already tomorrow in UTC.
    montreal = Schedule("America/Montreal", time(21))
    assert next_game_time(montreal, utc("2027-06-02 00:30")) == utc("2027-06-02 01:00")


@pytest.mark.parametrize(
    ("days_off", "days"),
    [
        (set(), [4, 5, 6, 7]),
        ({SATURDAY, SUNDAY}, [4, 7, 8, 9]),
        ({FRIDAY}, [5, 6, 7, 8]),
        (WEEK - {MONDAY}, [7, 14, 21, 28]),
    ],
)
def test_days_without_play_are_local_days(days_off: set[int], days: list[int]) -> None:
    # 4 June 2027 is a Friday. At 01:00 in Noumea it is still the day before in UTC.
    schedule = Schedule("Pacific/Noumea", time(1), frozenset(days_off))
    zone = ZoneInfo("Pacific/Noumea")
    after = datetime(2027, 6, 4, 0, 30, tzinfo=zone)
    times = game_times(schedule, after, 4)
    assert [instant.astimezone(zone).day for instant in times] == days


def test_a_preview_of_no_days_is_empty() -> None:
    assert game_times(PARIS, utc("2027-06-01 18:00"), 0) == ()


def test_a_schedule_that_cannot_be_kept_is_an_error() -> None:
    with pytest.raises(ValueError, match="never all"):
        Schedule("Europe/Paris", time(20), WEEK)
    with pytest.raises(ValueError, match="0 to 6"):
        Schedule("Europe/Paris", time(20), frozenset({7}))
    with pytest.raises(ValueError, match="Atlantis"):
        Schedule("Europe/Atlantis", time(20))
    with pytest.raises(ValueError, match="without a zone"):
        Schedule("Europe/Paris", time(20, tzinfo=UTC))


@pytest.mark.parametrize("name", ["Europe/Paris", "America/Montreal", "Indian/Reunion", "UTC"])
def test_zones_are_known_by_their_iana_name(name: str) -> None:
    assert known_zone(name)


@pytest.mark.parametrize("name", ["", "Europe", "Europe/", "../UTC", "/etc/localtime", "localtime"])
def test_other_names_are_no_zones(name: str) -> None:
    assert not known_zone(name)


# The next turn


@pytest.mark.parametrize(
    ("played_at", "game_time"),
    [
        # At the game time, during the grace, after an outage of hours and of days.
        ("2027-06-01 18:00", "2027-06-02 18:00"),
        ("2027-06-01 18:12", "2027-06-02 18:00"),
        ("2027-06-02 17:59", "2027-06-02 18:00"),
        ("2027-06-02 18:00", "2027-06-03 18:00"),
        ("2027-06-11 09:00", "2027-06-11 18:00"),
        # Played at once, before its game time: not twice on one day.
        ("2027-06-01 08:00", "2027-06-02 18:00"),
    ],
)
def test_the_next_turn_is_later_than_the_old_game_time_and_the_play(
    played_at: str, game_time: str
) -> None:
    found = following_game_time(PARIS, utc("2027-06-01 18:00"), utc(played_at))
    assert found == utc(game_time)


def test_after_days_of_outage_turns_follow_one_by_one() -> None:
    # 150 days late: the first turn closes half an hour after the return, the others keep their day.
    game_time, played_at = utc("2027-01-04 19:00"), utc("2027-06-03 09:30")
    days = []
    for _ in range(3):
        game_time = following_game_time(PARIS, game_time, played_at)
        played_at = game_time
        days.append(game_time)
    assert days == [utc("2027-06-03 18:00"), utc("2027-06-04 18:00"), utc("2027-06-05 18:00")]


def test_a_new_game_time_does_not_play_the_day_again() -> None:
    # Played at 20:00; the referee sets 20:30 at 20:40: the next turn is tomorrow's.
    later = Schedule("Europe/Paris", time(20, 30))
    found = following_game_time(later, utc("2027-06-01 18:00"), utc("2027-06-01 18:40"))
    assert found == utc("2027-06-02 18:30")


# A pause


@pytest.mark.parametrize(
    ("paused_at", "resumed_at", "game_time"),
    [
        # Before T, and after the turn's end: T stays.
        ("2027-06-01 08:00", "2027-06-01 17:59:59.999999", "2027-06-01 18:00"),
        ("2027-06-01 18:30:00.000001", "2027-06-02 08:00", "2027-06-01 18:00"),
        # Over T, within the grace, over all of it, for days, and by an end only.
        ("2027-06-01 08:00", "2027-06-01 18:10", "2027-06-02 18:00"),
        ("2027-06-01 18:10", "2027-06-01 18:20", "2027-06-02 18:00"),
        ("2027-06-01 18:29:59.999999", "2027-06-02 12:00", "2027-06-02 18:00"),
        ("2027-05-20 08:00", "2027-06-05 08:00", "2027-06-05 18:00"),
        ("2027-05-20 08:00", "2027-06-05 18:00", "2027-06-06 18:00"),
        ("2027-06-01 08:00", "2027-06-01 18:00", "2027-06-02 18:00"),
        ("2027-06-01 18:30", "2027-06-01 21:00", "2027-06-02 18:00"),
    ],
)
def test_a_pause_over_the_turns_end_moves_it(
    paused_at: str, resumed_at: str, game_time: str
) -> None:
    found = resumed_game_time(
        PARIS, utc("2027-06-01 18:00"), GRACE, utc(paused_at), utc(resumed_at)
    )
    assert found == utc(game_time)


def test_a_pause_does_not_resume_on_a_day_without_play() -> None:
    quiet = Schedule("Europe/Paris", time(20), frozenset({SATURDAY, SUNDAY}))
    found = resumed_game_time(
        quiet, utc("2027-06-04 18:00"), GRACE, utc("2027-06-04 12:00"), utc("2027-06-05 12:00")
    )
    assert found == utc("2027-06-07 18:00")


def test_a_moment_without_a_zone_is_an_error() -> None:
    naive, aware = datetime(2027, 6, 1, 18), utc("2027-06-01 18:00")  # noqa: DTZ001
    for ask in (
        lambda: next_game_time(PARIS, naive),
        lambda: game_times(PARIS, naive, 1),
        lambda: following_game_time(PARIS, naive, aware),
        lambda: following_game_time(PARIS, aware, naive),
        lambda: resumed_game_time(PARIS, naive, GRACE, aware, aware),
        lambda: resumed_game_time(PARIS, aware, GRACE, naive, aware),
        lambda: resumed_game_time(PARIS, aware, GRACE, aware, naive),
    ):
        with pytest.raises(ValueError, match="time zone"):
            ask()


# Laws

ZONES = ("Europe/Paris", "America/Montreal", "Pacific/Noumea", "Indian/Reunion", "UTC")
SCHEDULES = st.builds(
    Schedule,
    st.sampled_from([*ZONES, "Australia/Lord_Howe", "Asia/Beirut", "Africa/Casablanca"]),
    st.times().map(lambda at: at.replace(fold=0)),
    st.frozensets(st.integers(0, 6), max_size=6),
)
# Half of the moments lie near a clock change of Paris, Lord Howe or Montreal.
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2031, 1, 1)).map(  # noqa: DTZ001
    lambda moment: moment.replace(tzinfo=UTC)
) | st.builds(
    lambda change, hours: utc(change) + timedelta(hours=hours),
    st.sampled_from(
        ["2027-03-28 01:00", "2027-10-31 01:00", "2027-10-02 15:30", "2027-11-07 06:00"]
    ),
    st.floats(-30, 30),
)


def _exists(day: date, at: time, zone: str) -> bool:
    local = datetime.combine(day, at, ZoneInfo(zone))
    back = local.astimezone(UTC).astimezone(ZoneInfo(zone))
    return back.replace(tzinfo=None) == local.replace(tzinfo=None)


@given(SCHEDULES, MOMENTS)
def test_game_times_only_ever_go_forward(schedule: Schedule, after: datetime) -> None:
    times = (after, *game_times(schedule, after, 9))
    assert all(earlier < later for earlier, later in pairwise(times))
    assert times[2] == next_game_time(schedule, times[1])
    assert times[2] == next_game_time(schedule, times[2] - MICROSECOND)


@given(SCHEDULES, MOMENTS)
def test_the_local_time_holds_except_in_a_gap(schedule: Schedule, after: datetime) -> None:
    local = next_game_time(schedule, after).astimezone(ZoneInfo(schedule.zone))
    if local.time() == schedule.at:
        assert local.fold == 0
    else:
        assert not _exists(local.date(), schedule.at, schedule.zone)
        assert local.time() > schedule.at
        # The first instant after the gap: just before it the offset was another.
        before = (local.astimezone(UTC) - MICROSECOND).astimezone(local.tzinfo)
        assert before.utcoffset() != local.utcoffset()


@given(SCHEDULES, MOMENTS)
def test_no_allowed_day_is_passed_over(schedule: Schedule, after: datetime) -> None:
    zone = ZoneInfo(schedule.zone)
    times = game_times(schedule, after, 8)
    played = [instant.astimezone(zone).date() for instant in times]
    span = (played[-1] - played[0]).days
    days = (played[0] + timedelta(days=n) for n in range(span + 1))
    assert played == [day for day in days if day.weekday() not in schedule.days_off]


@given(SCHEDULES, MOMENTS, st.timedeltas(timedelta(0), timedelta(days=40)))
def test_a_resumed_turn_always_has_time_left_or_its_old_time(
    schedule: Schedule, paused_at: datetime, length: timedelta
) -> None:
    game_time = next_game_time(schedule, paused_at)
    resumed_at = paused_at + length
    found = resumed_game_time(schedule, game_time, GRACE, paused_at, resumed_at)
    assert found > resumed_at
    assert found >= game_time
