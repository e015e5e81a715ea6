"""Mail servers with whims, as Django e-mail back ends; what they take goes to ``mail.outbox``."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends import locmem


class DiesAfterTaking(locmem.EmailBackend):
    """Takes the mail; then the sender's process ends before it can note that."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        super().send_messages(messages)
        raise SystemExit("killed")


class RefusesAlix(locmem.EmailBackend):
    """Will not take what is addressed to alix."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        if any("alix@example.org" in message.to for message in messages):
            raise ConnectionRefusedError("not to alix, whose order is 1 1 1")
        taken: int = super().send_messages(messages)
        return taken


class Closed(locmem.EmailBackend):
    """Cannot even be reached."""

    def open(self) -> bool:
        raise TimeoutError
