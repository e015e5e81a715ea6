"""Game times: the same local time every day, whatever the clocks do (rules/soule.md, Length).

A game time is a local time in a zone; each day's is turned into an instant by itself, and all
that is reckoned from there is UTC. Pure: the moment of reference is always handed in. Every
datetime is aware (ValueError otherwise), those returned are UTC.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import count, islice
from zoneinfo import ZoneInfo, available_timezones

WEEK = frozenset(range(7))
"""The days of the week as ``date.weekday`` counts them, Monday is 0."""


@dataclass(frozen=True)
class Schedule:
    """When a match is played: local time ``at`` in ``zone`` (IANA), but not on ``days_off``.

    ValueError for an unknown zone, for a time with a zone of its own, for a day that is none,
    and when no day is left.
    """

    zone: str
    at: time
    days_off: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not known_zone(self.zone):
            raise ValueError(f"unknown time zone {self.zone!r}")
        if self.at.tzinfo is not None:
            raise ValueError("the game time is a local time, without a zone of its own")
        if not self.days_off < WEEK:
            raise ValueError("days without play are some of 0 to 6, never all of them")


def known_zone(name: str) -> bool:
    """Whether ``name`` is a zone of the IANA data base, such as ``Europe/Paris``."""
    return name in _zones()


def next_game_time(schedule: Schedule, after: datetime) -> datetime:
    """The first allowed local time strictly later than ``after``, as a UTC instant."""
    return next(_game_times(schedule, after))


def game_times(schedule: Schedule, after: datetime, count: int) -> tuple[datetime, ...]:
    """The ``count`` game times that follow ``after``, for a preview of the days to come."""
    return tuple(islice(_game_times(schedule, after), count))


def following_game_time(schedule: Schedule, game_time: datetime, played_at: datetime) -> datetime:
    """The next turn's game time: later than both the old one and the moment of play.

    So a turn that closed after days of outage is followed by a turn with its whole window
    (rules/soule.md, Next game time).
    """
    return next_game_time(schedule, max(_aware(game_time), _aware(played_at)))


def resumed_game_time(
    schedule: Schedule,
    game_time: datetime,
    grace: timedelta,
    paused_at: datetime,
    resumed_at: datetime,
) -> datetime:
    """The open turn's game time after a pause ``paused_at .. resumed_at``.

    A pause that overlaps ``game_time .. game_time + grace``, be it by an end, moves it to the
    first allowed local time after the pause; any other leaves it (rules/soule.md, Next game
    time). Where an outage has lengthened the window, pass its real length as ``grace``.
    """
    if _aware(paused_at) <= _aware(game_time) + grace and _aware(resumed_at) >= game_time:
        return next_game_time(schedule, resumed_at)
    return game_time.astimezone(UTC)


def local_instant(day: date, at: time, zone: str) -> datetime:
    """The instant at which the clocks of ``zone`` show ``at`` on ``day``, in UTC.

    A local time that the clocks skip becomes the first instant after the gap (02:30 becomes
    03:00, not 03:30), even if that is already the next day; one that they show twice is the
    first. Of a day that is skipped as a whole (Apia, 30 December 2011) every local time becomes
    the first instant of the next: such a day has no game time of its own.
    """
    local = datetime.combine(day, at.replace(fold=0), ZoneInfo(zone))
    instant = local.astimezone(UTC)
    if instant.astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None):
        return instant
    # In a gap fold=0 reckons with the offset before the change, fold=1 with the one after it:
    # the change lies after the second instant and not after the first.
    return _change(ZoneInfo(zone), local.replace(fold=1).astimezone(UTC), instant)


def _game_times(schedule: Schedule, after: datetime) -> Iterator[datetime]:
    today = _aware(after).astimezone(ZoneInfo(schedule.zone)).date()
    days = (today + timedelta(days=n) for n in count())
    allowed = (day for day in days if _is_played(schedule, day))
    instants = (local_instant(day, schedule.at, schedule.zone) for day in allowed)
    return (instant for instant in instants if instant > after)


def _is_played(schedule: Schedule, day: date) -> bool:
    """Whether the day is none of those without play, and exists in the zone at all."""
    tomorrow = day + timedelta(days=1)
    midnight, next_midnight = (
        local_instant(each, time.min, schedule.zone) for each in (day, tomorrow)
    )
    return day.weekday() not in schedule.days_off and midnight < next_midnight


def _change(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """The first instant with the offset of ``after``: the end of the gap, to the microsecond."""
    offset = after.astimezone(zone).utcoffset()
    while after - before > timedelta.resolution:
        middle = before + (after - before) // 2
        if middle.astimezone(zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after


@cache
def _zones() -> frozenset[str]:
    # "localtime" is the machine's own zone, and differs from one machine to the next.
    return frozenset(available_timezones() - {"localtime"})


def _aware(instant: datetime) -> datetime:
    if instant.utcoffset() is None:
        raise ValueError("a moment needs a time zone")
    return instant
