"""The clock's own pulse: that it ran, and the outages in which it did not."""

from datetime import datetime

from django.db import transaction

from games import lateness
from games.models import Outage, Pulse


@transaction.atomic
def pulse_beat(*, now: datetime) -> None:
    """Note that the clock runs at ``now``; a silence of over five minutes was an outage."""
    pulse, created = Pulse.objects.select_for_update().get_or_create(
        id=1, defaults={"beat_at": now}
    )
    if created or now <= pulse.beat_at:
        return
    if now - pulse.beat_at > lateness.OUTAGE:
        Outage.objects.create(start=pulse.beat_at, end=now)
    pulse.beat_at = now
    pulse.save()
