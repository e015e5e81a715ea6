"""The one clock that decides: the database's, read once at the edge."""

from datetime import UTC, datetime

from django.db import connection

from games import lateness
from games.models import Outage, Pulse


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
