"""Reminders: those whose side has sent nothing are told, a few times before the game time.

Nobody but the own side is told, and nothing is written that others can see: a reminder says that
nothing was sent (rules/fairness.md, 2).
"""

import logging
from datetime import datetime

from django.db import transaction

from games import lateness
from games.contract import Side, side_of
from games.models import Match
from games.notify import outbox
from games.services.course import Case, awaited, cases_of
from games.services.ledger import Ledger

CHUNK = 200
logger = logging.getLogger(__name__)


def reminders_send(*, now: datetime) -> None:
    """Write the reminders that are due at ``now``, and note when each match's next one is.

    Of leads that passed while the clock stood still only one is written; after the game time
    none. A paused or held match, and one that is over, has no reminder due.
    """
    while _remind_chunk(now):
        pass


@transaction.atomic
def _remind_chunk(now: datetime) -> int:
    # Prefetched, not joined: after a lock was waited for, a join would show the old turn.
    due = Match.objects.select_for_update(skip_locked=True).prefetch_related("turn")
    matches = list(due.filter(remind_at__lte=now).order_by("remind_at", "id")[:CHUNK])
    ledger = Ledger()
    for case in cases_of(matches):
        try:
            _remind(ledger, case, now)
        except Exception:
            logger.exception("match %s: nobody could be reminded", case.match.public_id)
        case.match.remind_at = lateness.next_reminder(case.turn.game_time, now)
        ledger.changed(case.match)
    ledger.write()
    return len(matches)


def _remind(ledger: Ledger, case: Case, now: datetime) -> None:
    if now >= case.turn.game_time:
        return
    for side in _silent(case):
        outbox.reminder(ledger.notices, case.match, case.seats[side], awaited(case), now)


def _silent(case: Case) -> list[Side]:
    """The sides that must send something and have sent nothing; a draft is not sent."""
    arrivals = case.arrivals(awaited(case))
    asked = {side_of(slot) for slot in arrivals}
    sent = {side_of(slot) for slot, arrival in arrivals.items() if arrival is not None}
    return sorted(asked - sent)
