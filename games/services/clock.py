"""The clock: one look at the rows, and its own pulse (when it ran, and when it stood still)."""

import logging
from datetime import datetime

from django.db import transaction

from games import lateness
from games.models import Outage, Pulse
from games.services.reminders import reminders_send
from games.services.turns import turns_play_due

logger = logging.getLogger(__name__)


def clock_tick(*, now: datetime) -> None:
    """Do all that is due at ``now``; harmless at any moment, however often and from anywhere.

    Each part finds by itself what is due, whatever the others have done; one that fails is logged
    and keeps none of the others from its work.
    """
    for part in (pulse_beat, turns_play_due, reminders_send):
        try:
            part(now=now)
        except Exception:
            logger.exception("the clock: %s failed", part.__name__)


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
