"""The mails: what waits in the outbox is sent, after commit and at least once.

A notice is claimed by pushing its next try ahead, sent with no lock held, then marked. Should the
sender die in between it is sent again, with the same Message-ID: mail readers show it once.
"""

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection as database
from django.db import transaction
from django.urls import reverse

from games.models import Notice
from games.notify.letters import Letter, address, compose

BATCH = 20
LEASE = timedelta(minutes=2)
"""For how long a claimed notice is left to who claimed it."""

WORKING_TIME = timedelta(minutes=1)
"""For how long one call goes on: well within the lease, though the last mail hangs."""

PATIENCE = timedelta(seconds=10)
"""How long the mail server may take to answer."""

SENDING = 0x5EA1
"""The number of the lock that whoever sends holds; any, but always the same."""

ATTEMPTS = 10
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=5), timedelta(hours=6)

logger = logging.getLogger(__name__)


def notices_send(*, now: datetime) -> None:
    """Send the notices that are to be tried at ``now``; what is out of date is dropped.

    One that cannot be sent is tried again after 5 minutes, then ever later, ten times in all, and
    holds up no other. While another process sends, nothing is done.
    """
    with _alone() as alone:
        if alone:
            _send_all(now)


def message_id(notice: Notice) -> str:
    """The same for the same notice, however often it is sent; tells nothing of its cause."""
    host = urlsplit(settings.SITE_URL).hostname
    return f"<{hashlib.sha256(notice.key.encode()).hexdigest()[:32]}@{host}>"


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else is sending, and keep it so; a site on SQLite is one process anyway."""
    if database.vendor != "postgresql":
        yield True
        return
    with database.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [SENDING])
        [alone] = cursor.fetchone()
    try:
        yield alone
    finally:
        if alone:
            with database.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [SENDING])


def _send_all(now: datetime) -> None:
    ends = monotonic() + WORKING_TIME.total_seconds()
    connection = get_connection(timeout=PATIENCE.total_seconds())
    while monotonic() < ends and (claimed := _claim(now)):
        for notice in claimed:
            if monotonic() < ends:
                _handle(notice, connection, now)
    connection.close()


@transaction.atomic
def _claim(now: datetime) -> list[Notice]:
    waiting = Notice.objects.select_for_update(skip_locked=True).prefetch_related("user")
    claimed = list(waiting.filter(try_at__lte=now).order_by("try_at", "id")[:BATCH])
    Notice.objects.filter(pk__in=[notice.pk for notice in claimed]).update(try_at=now + LEASE)
    return claimed


def _handle(notice: Notice, connection: BaseEmailBackend, now: datetime) -> None:
    """Send one notice, or drop it, and note what came of it."""
    try:
        letter = compose(notice, now)
        if letter is not None:
            connection.open()
            _message(notice, letter, connection).send()
    except Exception as error:
        _put_off(notice, error, now)
        connection.close()
    else:
        notice.try_at, notice.sent_at = None, now if letter else None
        notice.save(update_fields=("try_at", "sent_at"))


def _message(notice: Notice, letter: Letter, connection: BaseEmailBackend) -> EmailMessage:
    headers = {
        "Message-ID": message_id(notice),
        "List-Unsubscribe": f"<{address(reverse('preferences'))}>",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(
        letter.subject, letter.text, to=[notice.user.email], headers=headers, connection=connection
    )


def _put_off(notice: Notice, error: Exception, now: datetime) -> None:
    """Try again later, or give up; the log names the notice and tells nothing of its words."""
    notice.attempts += 1
    gives_up = notice.attempts >= ATTEMPTS
    pause = min(FIRST_PAUSE * 2 ** (notice.attempts - 1), LONGEST_PAUSE)
    notice.try_at = None if gives_up else now + pause
    notice.save(update_fields=("try_at", "attempts"))
    logger.warning(
        "notice %s (%s) not sent, attempt %s%s: %s",
        notice.pk,
        notice.kind,
        notice.attempts,
        ", given up" if gives_up else "",
        type(error).__name__,
    )
