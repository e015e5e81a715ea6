"""Orders: drafts saved as one goes, sealed when sent (rules/soule.md, Game time).

A match's row is locked first, and drafts that were due by then are sent before anything changes:
what stands at the game time is what goes, whenever the clock comes round. One who comes too late
is told so, and what he wrote is kept.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from games.contract import Refused, Slot
from games.models import Match, Submission, User
from games.selectors.clock import outages
from games.services.course import Case, awaited, case_lock, turn_schedule
from games.services.ledger import Ledger
from games.services.sealing import seal
from games.services.turns import drafts_send


@dataclass(frozen=True)
class Author:
    """Who writes for a slot: the person, and as what (``captain``, ``co-captain``, ``referee``)."""

    user: User
    role: str


@transaction.atomic
def draft_save(
    *,
    match: Match,
    turn: int,
    slot: Slot,
    text: str,
    sends_itself: bool,
    author: Author,
    now: datetime,
) -> Submission:
    """Keep what a captain has written so far for turn number ``turn``, whole or not.

    Raises Refused when the turn takes no more: ``match-over``, ``turn-played``, ``too-late``,
    ``already-sealed``, ``not-awaited``. Nothing is saved then.
    """
    case, ledger = case_lock(match), Ledger()
    sent = _slot(ledger, case, turn, slot, now)
    if sent.order:
        raise Refused("already-sealed")
    _write(sent, text, _line(case, slot, text), author, now)
    sent.sends_itself = sends_itself
    ledger.submissions.append(sent)
    ledger.write()
    return sent


@transaction.atomic
def order_submit(
    *, match: Match, turn: int, slot: Slot, text: str, author: Author, now: datetime
) -> Submission:
    """Seal a captain's order for turn number ``turn``: final, unless the referee reopens it.

    The same order sent twice (a double click) gives the same receipt. Raises Refused as
    ``draft_save`` does, and with its place and reason when the order does not read.
    """
    case, ledger = case_lock(match), Ledger()
    sent = _slot(ledger, case, turn, slot, now)
    line = case.game.engine.read(case.state(), slot, text).line
    if sent.order and sent.order != line:
        raise Refused("already-sealed")
    if not sent.order:
        _write(sent, text, line, author, now)
        seal(sent, line, at=now, role=author.role, user=author.user)
        case.submissions[slot] = sent
        ledger.submissions.append(sent)
        turn_schedule(ledger, case, now=now)
    ledger.write()
    return sent


@transaction.atomic
def order_keep(*, match: Match, slot: Slot, text: str, author: Author, now: datetime) -> None:
    """Keep an order that came too late as a draft of the open turn that does not send itself.

    Does nothing where the open turn has anything of that slot already, or no turn is open.
    """
    case, ledger = case_lock(match), Ledger()
    if case.match.is_over or slot not in awaited(case) or slot in case.submissions:
        return
    sent = Submission(turn=case.turn, slot=slot, sends_itself=False)
    _write(sent, text, _line(case, slot, text), author, now)
    ledger.submissions.append(sent)
    ledger.write()


def _slot(ledger: Ledger, case: Case, turn: int, slot: Slot, now: datetime) -> Submission:
    """What the slot has for the open turn, if that still takes orders."""
    match = case.match
    if match.is_over:
        raise Refused("match-over")
    if match.turn is None or match.turn.number != turn:
        raise Refused("turn-played", facts={"turn": turn})
    if slot not in awaited(case):
        raise Refused("not-awaited")
    if match.paused_at is None and not match.held:
        window = case.window(outages(case.turn.game_time - timedelta(days=1), now))
        drafts_send(ledger, case, window, now)
        if now >= window.closes:
            raise Refused("too-late", facts={"turn": turn})
    return case.submissions.get(slot) or Submission(turn=case.turn, slot=slot)


def _write(sent: Submission, text: str, line: str, author: Author, now: datetime) -> None:
    sent.text, sent.line = text, line
    sent.saved_at, sent.saved_by, sent.saved_as = now, author.user, author.role


def _line(case: Case, slot: Slot, text: str) -> str:
    """The draft's canonical line, or "" while it is no whole and valid order."""
    try:
        return case.game.engine.read(case.state(), slot, text).line
    except Refused:
        return ""
