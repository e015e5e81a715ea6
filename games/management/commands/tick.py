"""``manage.py tick``: one look of the clock by hand, and the mails that wait."""

from typing import Any

from django.core.management.base import BaseCommand

from games.notify.mail import notices_send
from games.selectors.clock import now
from games.services.clock import clock_tick


class Command(BaseCommand):
    """Do once what the clock does all the time; harmless beside it."""

    help = "Play what is due, remind who has sent nothing, and send the mails that wait."

    def handle(self, *args: Any, **options: Any) -> None:
        """Look once, now."""
        clock_tick(now=now())
        notices_send(now=now())
