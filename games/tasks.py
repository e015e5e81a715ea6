"""Celery's door: thin. Each task only looks at the rows; delivered twice it does nothing twice."""

from celery import shared_task
from django.core.management import call_command

from games.notify.mail import notices_send
from games.selectors.clock import now
from games.services.clock import clock_tick


@shared_task  # type: ignore[untyped-decorator]  # celery has no types
def tick() -> None:
    """Play what is due, remind who has sent nothing."""
    clock_tick(now=now())


@shared_task  # type: ignore[untyped-decorator]
def post() -> None:
    """Send the mails that wait in the outbox."""
    notices_send(now=now())


@shared_task  # type: ignore[untyped-decorator]
def tidy() -> None:
    """Forget the sessions that have expired."""
    call_command("clearsessions")
