"""Turns: played when they are due, exactly once (rules/soule.md, Game time).

The rows are the queue: what is due is found by an indexed column, claimed by the database's row
lock, and played in the transaction that claimed it. Whatever dies in between, nothing is lost.

An order arrives when its request read the clock, and may then wait for the match's lock. So what
is missing counts as missing, and a draft goes by itself, only when ``SETTLE`` has passed since the
moment that decides; that moment stays the one by which everything is judged. What is sealed is
final, and a turn with all orders in is not kept waiting.
"""

import logging
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet

from games import lateness
from games.contract import SIDES, Outcome, Side, Slot
from games.models import Match, Strike, Submission, Turn
from games.notify import outbox
from games.selectors.clock import outages
from games.services.course import (
    Case,
    cases_of,
    match_end,
    published,
    strikes_write,
    turn_close,
    turn_play,
)
from games.services.ledger import Ledger
from games.services.line_ups import RosterTooShort, field
from games.services.sealing import is_untouched, reseal, seal

CHUNK = 200

SETTLE = timedelta(seconds=2)
"""How long the clock waits for what came in time and is still on its way to the database."""

WORKING_TIME = timedelta(seconds=45)
"""For how long one look goes on: far within the time after which a worker is ended."""

NOT_ITS_FAULT = (OperationalError, InterfaceError, MemoryError)
"""The database is away, or the machine at its end: the match is sound, and stays due."""

logger = logging.getLogger(__name__)


def turns_play_due(
    *, now: datetime, chunk: int = CHUNK, working_time: timedelta = WORKING_TIME
) -> int:
    """Do what the clock must do with the matches that are due at ``now``; returns with how many.

    After ``working_time`` no other chunk is begun: the rest stay due, for the next look. A match
    whose turn breaks is held for the referee, costs nobody a strike, and does not keep the others
    of its chunk from being played.
    """
    ends = monotonic() + working_time.total_seconds()
    done = handled = _play_chunk(now, chunk)
    while handled == chunk and monotonic() < ends:
        handled = _play_chunk(now, chunk)
        done += handled
    return done


def turn_play_if_due(match: Match, *, now: datetime) -> None:
    """The same for one match, at once: what a captain's order completed is not kept waiting."""
    with transaction.atomic():
        claimed = _due(now).filter(pk=match.pk)
        _advance_all(list(claimed), now)


def draft_send(
    ledger: Ledger, case: Case, slot: Slot, window: lateness.Window, now: datetime
) -> None:
    """Send the slot's draft if it goes by itself by ``now`` (rules/soule.md, Game time)."""
    sent = case.submissions.get(slot)
    if sent is None or sent.order or sent.saved_at is None or case.awaits().mode == "one":
        return
    draft = lateness.Draft(sent.saved_at, sent.reopened_at, not sent.sends_itself)
    when = lateness.sends_at(window, draft) if sent.line else None
    if when is not None and when <= now and not is_untouched(sent):
        seal(sent, sent.line, at=sent.saved_at, role=sent.saved_as, user=sent.saved_by)
    elif (when is not None and when <= now) or _goes_as_it_was(sent, window, now):
        reseal(sent)
    else:
        return
    ledger.submissions.append(sent)


def _goes_as_it_was(sent: Submission, window: lateness.Window, now: datetime) -> bool:
    """Whether an order reopened during the grace, and not sent again, is sent as it was."""
    during_grace = sent.reopened_at is not None and sent.reopened_at >= window.game_time
    return bool(sent.earlier and during_grace and now >= window.closes)


def _due(now: datetime) -> QuerySet[Match]:
    due = Match.objects.select_for_update(skip_locked=True).prefetch_related("turn")
    return due.filter(due_at__lte=now).order_by("due_at", "id")


def _play_chunk(now: datetime, chunk: int) -> int:
    matches: list[Match] = []
    try:
        with transaction.atomic():
            matches = list(_due(now)[:chunk])
            _advance_all(matches, now)
    except NOT_ITS_FAULT:
        raise
    except Exception:
        logger.exception("%s matches could not be written together", len(matches))
        for match in matches:
            _play_alone(match, now)
    return len(matches)


def _play_alone(match: Match, now: datetime) -> None:
    """One match of a chunk that could not be written: played, or else held for the referee."""
    try:
        turn_play_if_due(match, now=now)
    except NOT_ITS_FAULT:
        raise
    except Exception:
        logger.exception("match %s: the turn could not be written", match.public_id)
        with transaction.atomic():
            for claimed in _due(now).filter(pk=match.pk):
                _hold(claimed, Match.Held.ERROR).write()


def _advance_all(matches: list[Match], now: datetime) -> None:
    if not matches:
        return
    ledger = Ledger()
    earliest = min((match.turn.game_time for match in matches if match.turn), default=now)
    stood_still = outages(earliest - timedelta(days=1), now)
    for case in cases_of(matches):
        own = Ledger()
        try:
            _advance(own, case, stood_still, now)
        except RosterTooShort:
            own = _hold(case.match, Match.Held.LINE_UP)
        except NOT_ITS_FAULT:
            raise
        except Exception:
            logger.exception("match %s: the turn could not be played", case.match.public_id)
            own = _hold(case.match, Match.Held.ERROR)
        ledger.add(own)
    ledger.write()


def _advance(
    ledger: Ledger, case: Case, stood_still: tuple[lateness.Outage, ...], now: datetime
) -> None:
    """What the clock does with one match: wait, play, or end it by forfeit."""
    window, awaits = case.window(stood_still), case.awaits()
    for slot in awaits.slots:
        draft_send(ledger, case, slot, window, now - SETTLE)
    arrivals = case.arrivals(awaits.slots)
    if awaits.mode == "one":
        arrivals = lateness.first_come(arrivals)
    settle = SETTLE if None in arrivals.values() else timedelta()
    verdict = lateness.decide(window, arrivals, now - settle)
    if isinstance(verdict, lateness.Wait):
        case.match.due_at = verdict.until + settle
        ledger.changed(case.match)
        return
    case.turn.excused = window.excused
    if awaits.mode == "one":
        _play_one(ledger, case, verdict.classes, window, now)
        return
    missed = lateness.struck(window, verdict.classes) if awaits.strikes else ()
    outcome = lateness.forfeit(case.strikes, missed, case.match.pace["strikes_to_forfeit"])
    ledger.strikes += [_strike(case, side, now) for side in SIDES if side in missed]
    if outcome is not None:
        _forfeit(ledger, case, outcome, verdict.classes, now)
        return
    state = _on_the_field(ledger, case, now)
    turn_play(ledger, case, verdict.classes, state, window=window, now=now)


def _play_one(
    ledger: Ledger,
    case: Case,
    classes: dict[Slot, lateness.Class],
    window: lateness.Window,
    now: datetime,
) -> None:
    """Play the one order that came, or the time limit that ran out: no strike, no reprimand."""
    came = {slot: each for slot, each in classes.items() if each != "missing"}
    turn_play(ledger, case, came, _on_the_field(ledger, case, now), window=window, now=now)


def _strike(case: Case, side: Side, now: datetime) -> Strike:
    kind = Strike.Kind.MISSED
    return Strike(match=case.match, turn=case.turn, side=side, kind=kind, at=now)


def _forfeit(
    ledger: Ledger, case: Case, outcome: Outcome, classes: dict[str, lateness.Class], now: datetime
) -> None:
    match, turn = case.match, case.turn
    turn_close(ledger, case, Turn.Ending.FORFEIT, classes, now=now)
    strikes_write(ledger, case, now=now)
    match_end(ledger, case, "forfeit", outcome, now=now, data=published(case))
    ledger.post(match, now=now, turn=turn)
    outbox.turn_played(ledger.notices, match, turn, case.seats.values(), now)


def _on_the_field(ledger: Ledger, case: Case, now: datetime) -> Any:
    """The state with both line-ups on the field, which they take when the initial is played."""
    state = case.state()
    if case.turn.number == 0:
        for side in SIDES:
            line_up = field(ledger, case.match, case.seats[side], now=now)
            state = case.game.engine.seat(state, side, line_up)
    return state


def _hold(match: Match, why: Match.Held) -> Ledger:
    """Leave the match, as it is stored, to the referee: nothing falls due until he resumes it."""
    match = Match.objects.select_related("turn").get(pk=match.pk)
    match.held, match.due_at, match.remind_at = why, None, None
    ledger = Ledger()
    ledger.changed(match)
    return ledger
