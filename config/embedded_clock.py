"""The clock inside the web server, for a site without Celery (``make play``).

It looks at the rows as Celery's tasks do; only the carrier differs. To be started in one process
of the web server: more would do no harm, only useless work.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import Thread
from time import sleep

from django.db import close_old_connections

from games.notify.mail import notices_send
from games.selectors.clock import now
from games.services.clock import clock_tick

EVERY = 1.0
"""Seconds between two looks."""

logger = logging.getLogger("games.embedded_clock")


def start() -> None:
    """Start two daemon threads: a slow mail server must not hold up the clock."""
    for look in (clock_tick, notices_send):
        Thread(target=_look_for_ever, args=(look,), name=look.__name__, daemon=True).start()


def _look_for_ever(look: Callable[..., None]) -> None:
    while True:
        _survive(look)
        sleep(EVERY)


def _survive(look: Callable[..., None]) -> None:
    close_old_connections()
    try:
        moment: datetime = now()
        look(now=moment)
    except Exception:
        logger.exception("%s failed", look.__name__)
    finally:
        close_old_connections()
