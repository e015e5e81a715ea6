"""The one clock that decides: the database's, read once at the edge."""

from datetime import UTC, datetime, timedelta

from django.db import connection

from games import lateness
from games.contract import Awaits
from games.models import Match, Outage, Pulse


def now() -> datetime:
    """This moment by the database's clock (SQLite has none: by this machine's)."""
    if connection.vendor != "postgresql":
        return datetime.now(UTC)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment.astimezone(UTC)


def outages(since: datetime, now: datetime) -> tuple[lateness.Outage, ...]:
    """The times since ``since`` in which the clock stood still, the one that lasts included."""
    past = Outage.objects.filter(end__gte=since).values_list("start", "end")
    known = [lateness.Outage(start, end) for start, end in past]
    pulse = Pulse.objects.first()
    if pulse is not None and now - pulse.beat_at > lateness.OUTAGE:
        known.append(lateness.Outage(pulse.beat_at, now))
    return tuple(known)


def window_of(match: Match, awaits: Awaits, now: datetime) -> lateness.Window:
    """The open turn's window as it stands at ``now``, lengthened by what stood still."""
    assert match.turn is not None
    return window_in(match, awaits, outages(match.turn.game_time - timedelta(days=1), now))


def window_in(
    match: Match, awaits: Awaits, stood_still: tuple[lateness.Outage, ...]
) -> lateness.Window:
    """The same for outages that are known already."""
    turn, one = match.turn, awaits.mode == "one"
    assert turn is not None
    return lateness.Window(
        turn.game_time,
        grace=timedelta() if one else match.grace,
        at_once=one or match.pace["at_once"],
        outages=stood_still,
        pardoned=turn.excused,
    )
