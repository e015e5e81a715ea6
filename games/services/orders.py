"""Orders: drafts saved as one goes, sealed when sent (rules/soule.md, Game time).

A match's row is locked first, and the slot's draft, if it was due by then, is sent before anything
changes: what stands at the game time is what goes, whenever the clock comes round. Other slots'
drafts are left to the clock. One who comes too late is told so, and what he wrote is kept.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games import lateness
from games.contract import Refused, Slot
from games.models import Match, Submission, User
from games.selectors.clock import window_of
from games.services.course import Case, awaited, case_lock, turn_due
from games.services.ledger import Ledger
from games.services.sealing import seal
from games.services.turns import draft_send


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

    Raises Refused when the turn takes no more: ``match-over``, ``not-announced``, ``turn-played``,
    ``too-late``, ``already-sealed``, ``not-awaited``. Nothing is saved then.
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

    The same order sent twice (a double click) gives the same receipt, even if the first has closed
    the turn. Raises Refused as ``draft_save`` does, and with its place and reason when the order
    does not read.
    """
    case, ledger = case_lock(match), Ledger()
    before = _sent_before(case, turn, slot, text)
    if before is not None:
        return before
    sent = _slot(ledger, case, turn, slot, now)
    line = case.game.engine.read(case.state(), slot, text).line
    if sent.order and sent.order != line:
        raise Refused("already-sealed")
    if not sent.order:
        _write(sent, text, line, author, now)
        seal(sent, line, at=now, role=author.role, user=author.user)
        case.submissions[slot] = sent
        ledger.submissions.append(sent)
    turn_due(ledger, case, now=now)
    ledger.write()
    return sent


@transaction.atomic
def order_keep(*, match: Match, slot: Slot, text: str, author: Author, now: datetime) -> None:
    """Keep an order that came too late as a draft of the open turn that does not send itself.

    Does nothing where the open turn has anything of that slot already, or no turn is open. While
    the turn it came too late for is still to be closed, it is kept there, and handed on.
    """
    case, ledger = case_lock(match), Ledger()
    if case.match.is_over or case.match.turn is None or slot not in awaited(case):
        return
    sent = case.submissions.get(slot)
    if sent is not None:
        window = _window(case, now)
        if not _runs(case) or now < window.closes:
            return
        draft_send(ledger, case, slot, window, now)
    sent = sent or Submission(turn=case.turn, slot=slot)
    _write(sent, text, "", author, now)
    sent.sends_itself = False
    ledger.submissions.append(sent)
    ledger.write()


def _slot(ledger: Ledger, case: Case, turn: int, slot: Slot, now: datetime) -> Submission:
    """What the slot has for the open turn, if that still takes orders."""
    match = case.match
    if match.is_over:
        raise Refused("match-over")
    if match.turn is None:
        raise Refused("not-announced")
    if match.turn.number != turn:
        raise Refused("turn-played", facts={"turn": turn})
    awaits = case.awaits()
    if slot not in awaits.slots:
        raise Refused("not-awaited")
    if awaits.mode == "one":
        _is_first(case, turn, slot, now)
    if _runs(case):
        window = _window(case, now)
        draft_send(ledger, case, slot, window, now)
        if now >= window.closes:
            raise Refused("too-late", facts={"turn": turn})
    return case.submissions.get(slot) or Submission(turn=case.turn, slot=slot)


def _is_first(case: Case, turn: int, slot: Slot, now: datetime) -> None:
    """Where one order of several is awaited: the match has begun, and no other has come first."""
    match = case.match
    if match.kind != Match.Kind.FRIENDLY and now < match.first_game_time:
        raise Refused("not-begun")
    if any(sent.order for other, sent in case.submissions.items() if other != slot):
        raise Refused("turn-played", facts={"turn": turn})


def _sent_before(case: Case, turn: int, slot: Slot, text: str) -> Submission | None:
    """The sealed order of that slot for turn number ``turn``, if it is what ``text`` says."""
    sealed = Submission.objects.filter(turn__match=case.match, turn__live=True).exclude(order="")
    sent = sealed.filter(turn__number=turn, slot=slot).select_related("turn").first()
    if sent is None:
        return None
    engine = case.game.engine
    try:
        line = engine.read(engine.load(sent.turn.before), slot, text).line
    except Refused:
        return None
    return sent if sent.order == line else None


def _runs(case: Case) -> bool:
    """Whether the match is neither paused nor held: only then anything falls due."""
    return case.match.paused_at is None and not case.match.held


def _window(case: Case, now: datetime) -> lateness.Window:
    return window_of(case.match, case.awaits(), now)


def _write(sent: Submission, text: str, line: str, author: Author, now: datetime) -> None:
    sent.text, sent.line = text.replace("\0", ""), line  # PostgreSQL stores no NUL
    sent.saved_at, sent.saved_by, sent.saved_as = now, author.user, author.role


def _line(case: Case, slot: Slot, text: str) -> str:
    """The draft's canonical line, or "" while it is no whole and valid order."""
    try:
        return case.game.engine.read(case.state(), slot, text).line
    except Refused:
        return ""
