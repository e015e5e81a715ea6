"""Sealing an order: the receipt that proves later what was sent (rules/fairness.md, 2)."""

import secrets
from datetime import datetime

from games import fairness
from games.models import Submission, User


def seal(
    sent: Submission, line: str, *, at: datetime, role: str, user: User | None = None
) -> Submission:
    """Make ``line`` the slot's order, arrived at ``at``; in memory only."""
    nonce = secrets.token_bytes(fairness.NONCE_BYTES)
    sent.order, sent.sealed_at, sent.sealed_as, sent.sealed_by = line, at, role, user
    sent.nonce, sent.receipt = nonce.hex(), fairness.receipt(nonce, line)
    return sent


def unseal(sent: Submission, *, now: datetime) -> Submission:
    """Break the seal: the order becomes the slot's draft again, and is kept as ``earlier``."""
    assert sent.sealed_at is not None
    sent.earlier = {
        "order": sent.order,
        "at": fairness.utc(sent.sealed_at),
        "as": sent.sealed_as,
        "nonce": sent.nonce,
        "receipt": sent.receipt,
    }
    sent.text = sent.line = sent.order
    sent.saved_at, sent.saved_as, sent.saved_by = sent.sealed_at, sent.sealed_as, sent.sealed_by
    sent.reopened_at, sent.sends_itself = now, True
    sent.order, sent.sealed_at, sent.sealed_as, sent.sealed_by = "", None, "", None
    sent.nonce = sent.receipt = ""
    return sent


def is_untouched(sent: Submission) -> bool:
    """Whether the draft is the order whose seal was broken, and nobody has changed it since."""
    if sent.earlier is None or sent.saved_at is None:
        return False
    same = sent.line, fairness.utc(sent.saved_at)
    return same == (sent.earlier["order"], sent.earlier["at"])


def reseal(sent: Submission) -> Submission:
    """Seal again, with its receipt, the order whose seal was broken and that nobody sent again."""
    assert sent.earlier is not None
    sent.sealed_by = sent.saved_by if is_untouched(sent) else None
    sent.order, sent.sealed_as = sent.earlier["order"], sent.earlier["as"]
    sent.sealed_at = datetime.fromisoformat(sent.earlier["at"])
    sent.nonce, sent.receipt = sent.earlier["nonce"], sent.earlier["receipt"]
    return sent
