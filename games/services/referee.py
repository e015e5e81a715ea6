"""The referee's acts: each asks for a reason and writes a public line of the journal.

What concerns an unplayed order (reopen, enter) becomes public when the turn closes, and answers
alike whether an order was in or not (rules/fairness.md, 2). Who belongs to one of the two teams
is refused. Each act runs in a transaction of its own, on the locked match; ``match`` is as the
referee saw it, and an act on its open turn is refused (``turn-gone``) when another is open now.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from games import clock, fairness, lateness
from games.contract import SIDES, Outcome, Refused, Side, Slot, side_of
from games.models import Match, Strike, Submission, Turn, User
from games.replay import merge_patch
from games.selectors.clock import window_of
from games.selectors.roles import may_referee
from games.services.course import (
    Case,
    awaited,
    bots_send,
    case_lock,
    match_end,
    published,
    turn_close,
    turn_due,
    turn_open,
    turn_schedule,
)
from games.services.ledger import Ledger
from games.services.matches import ANNOUNCED_AHEAD, MOMENT, game_time_check
from games.services.sealing import seal, unseal
from games.services.turns import draft_send


@dataclass
class _Act:
    """One act at the desk: the locked match, who acts, when and why."""

    case: Case
    referee: User
    why: str
    now: datetime
    ledger: Ledger = field(default_factory=Ledger)

    @property
    def match(self) -> Match:
        return self.case.match

    @property
    def number(self) -> int | None:
        """The current turn's number; None before the announcement."""
        return self.match.turn.number if self.match.turn else None

    def tell(self, kind: str, **data: Any) -> None:
        """A public line of the journal, and the notice of it in the thread."""
        line = self.ledger.line(
            self.match,
            kind,
            {"turn": self.number, **data, "why": self.why},
            now=self.now,
            by="referee",
            actor=self.referee,
        )
        self.ledger.post(self.match, now=self.now, line=line)

    def once(self, kind: str, **data: Any) -> None:
        """Refused if he did the very same a moment ago: a double click is one act."""
        lines = self.match.journal.filter(kind=kind, actor=self.referee, at__gt=self.now - MOMENT)
        told = {"turn": self.number, **data, "why": self.why}
        if any(line.data == told for line in lines):
            raise Refused("act-repeated")

    def window(self) -> lateness.Window:
        return window_of(self.match, self.case.awaits(), self.now)

    def runs(self) -> bool:
        """Whether the match has an open turn, and is neither paused nor held."""
        match = self.match
        return match.turn is not None and match.paused_at is None and not match.held

    def schedule(self) -> None:
        turn_schedule(self.ledger, self.case, now=self.now)
        self.ledger.write()

    def schedule_order(self) -> None:
        """The same after an act on an order: no reminder is put off."""
        turn_due(self.ledger, self.case, now=self.now)
        self.ledger.write()


@transaction.atomic
def match_pause(*, match: Match, referee: User, why: str, now: datetime) -> None:
    """Pause a match: orders may be sent, nothing falls due.

    Refused unless it is in play, and once its turn is closing.
    """
    act = _playing(match, referee, why, now)
    if act.match.paused_at is not None:
        raise Refused("already-paused")
    _send_what_is_due(act, awaited(act.case))
    act.match.paused_at = now
    act.tell("paused", **{"from": fairness.utc(act.case.turn.game_time), "to": None})
    act.schedule()


@transaction.atomic
def match_resume(
    *, match: Match, referee: User, why: str, now: datetime, hand: Side | None = None
) -> None:
    """Resume a paused or held match, with a new game time if the old one fell into the pause.

    One that the rules left to the referee goes on from where it stood, or with the ``hand`` given
    to a side.
    """
    act = _playing(match, referee, why, now)
    was, held = act.case.turn.game_time, act.match.held
    if act.match.paused_at is None and not held:
        raise Refused("not-paused")
    if held == Match.Held.GAME:
        _go_on(act, hand)
    turn = act.case.turn
    turn.game_time = _resumed_game_time(act)
    act.match.paused_at, act.match.held = None, Match.Held.NO
    act.tell("resumed", **{"from": fairness.utc(was), "to": fairness.utc(turn.game_time)})
    act.schedule()


@transaction.atomic
def game_time_move(
    *, match: Match, game_time: datetime, referee: User, why: str, now: datetime
) -> None:
    """Move the open turn's game time; on time or late is judged by the one that holds at the end.

    Refused for a moment that is past or over a year ahead, once the turn is closing, and for an
    official match's first game time less than three days after its announcement.
    """
    act = _playing_that_turn(match, referee, why, now)
    turn = act.case.turn
    game_time_check(game_time, now)
    _send_what_is_due(act, awaited(act.case))
    official = act.match.kind != Match.Kind.FRIENDLY and turn.number == 0
    announced_at = act.match.announced_at
    if official and announced_at and game_time - announced_at < ANNOUNCED_AHEAD:
        raise Refused("announced-late", facts={"days": ANNOUNCED_AHEAD.days})
    was, turn.game_time = turn.game_time, game_time
    act.tell("moved", **{"from": fairness.utc(was), "to": fairness.utc(game_time)})
    act.schedule()


@transaction.atomic
def order_reopen(*, match: Match, slot: Slot, referee: User, why: str, now: datetime) -> None:
    """Make a slot's sealed order a draft again; answers alike where nothing is sealed."""
    act = _playing_that_turn(match, referee, why, now)
    _send_what_is_due(act, (slot,))
    _note(act, "reopen", slot)
    sent = act.case.submissions.get(slot)
    if sent is not None and sent.order:
        act.ledger.submissions.append(unseal(sent, now=now))
    act.schedule_order()


@transaction.atomic
def order_enter(
    *, match: Match, slot: Slot, text: str, referee: User, why: str, now: datetime
) -> None:
    """Enter an order for a side: it replaces what was there, and arrives now.

    Refused with its place and reason when the order does not read.
    """
    act = _playing_that_turn(match, referee, why, now)
    line = act.case.game.engine.read(act.case.state(), slot, text).line
    _send_what_is_due(act, (slot,))
    _note(act, "enter", slot)
    sent = act.case.submissions.get(slot) or Submission(turn=act.case.turn, slot=slot)
    act.case.submissions[slot] = seal(sent, line, at=now, role="referee", user=referee)
    act.ledger.submissions.append(sent)
    act.schedule_order()


@transaction.atomic
def turn_excuse(*, match: Match, referee: User, why: str, now: datetime) -> None:
    """Excuse the open turn: nobody is late for it, nobody gets a strike (rules/soule.md)."""
    act = _playing_that_turn(match, referee, why, now)
    if act.case.turn.excused:
        raise Refused("already-excused")
    _send_what_is_due(act, awaited(act.case))
    act.case.turn.excused = True
    act.tell("excused")
    act.schedule_order()


@transaction.atomic
def strike_give(*, match: Match, side: Side, referee: User, why: str, now: datetime) -> None:
    """Give a side a strike; the one that fills the measure ends the match by forfeit."""
    act = _playing_that_turn(match, referee, why, now)
    act.once("strike", side=side)
    act.ledger.strikes.append(
        Strike(match=act.match, turn=act.case.turn, side=side, kind=Strike.Kind.GIVEN, at=now)
    )
    act.tell("strike", side=side)
    limit = act.match.pace["strikes_to_forfeit"]
    outcome = lateness.forfeit(act.case.strikes, (side,), limit)
    if outcome is not None:
        _end(act, "forfeit", outcome, Turn.Ending.FORFEIT)
    act.schedule()


@transaction.atomic
def strike_waive(*, strike: Strike, referee: User, why: str, now: datetime) -> None:
    """Waive a strike. One that had cost the match reopens its turn, with a new game time."""
    act = _act(strike.match, referee, why, now)
    strike = Strike.objects.select_for_update().select_related("turn").get(pk=strike.pk)
    if strike.waived_at is not None:
        raise Refused("already-waived")
    limit = act.match.pace["strikes_to_forfeit"]
    before = lateness.forfeit(act.case.strikes, (), limit)
    strike.waived_at = now
    strike.save(update_fields=("waived_at",))
    act.case.strikes[side_of(strike.side)] -= 1
    act.tell("waived", side=strike.side, turn=strike.turn.number)
    after = lateness.forfeit(act.case.strikes, (), limit)
    if act.match.is_over and act.match.reason == "forfeit" and before != after:
        _lift(act, after)
    act.schedule()


@transaction.atomic
def sanction_give(*, match: Match, side: Side, referee: User, why: str, now: datetime) -> None:
    """Put a sanction on record, in the referee's own words."""
    act = _act(match, referee, why, now)
    act.once("sanction", side=side)
    act.tell("sanction", side=side)
    act.ledger.write()


@transaction.atomic
def forfeit_declare(
    *, match: Match, losers: tuple[Side, ...], referee: User, why: str, now: datetime
) -> None:
    """Declare that a side, or both, has lost by forfeit; the open turn is not played."""
    act = _not_over(match, referee, why, now)
    if not losers:
        raise Refused("no-loser")
    winner = next((side for side in SIDES if side not in losers), None)
    _end(act, "forfeit", Outcome(winner, "forfeit"), Turn.Ending.FORFEIT)
    act.ledger.write()


@transaction.atomic
def match_stop(*, match: Match, referee: User, why: str, now: datetime) -> None:
    """Stop a match: nobody wins, the open turn is not played."""
    act = _not_over(match, referee, why, now)
    _end(act, "stopped", Outcome(None, "stopped"), Turn.Ending.STOPPED)
    act.ledger.write()


def _act(match: Match, referee: User, why: str, now: datetime) -> _Act:
    """The act of a referee who may act, with a reason."""
    if not may_referee(match, referee):
        raise Refused("not-its-referee")
    if not why.strip():
        raise Refused("no-reason")
    return _Act(case_lock(match), referee, why.strip(), now)


def _not_over(match: Match, referee: User, why: str, now: datetime) -> _Act:
    act = _act(match, referee, why, now)
    if act.match.is_over:
        raise Refused("match-over")
    return act


def _playing(match: Match, referee: User, why: str, now: datetime) -> _Act:
    act = _not_over(match, referee, why, now)
    if act.match.turn is None:
        raise Refused("not-announced")
    if _is_broken(act.case):
        raise Refused("state-broken")
    return act


def _playing_that_turn(match: Match, referee: User, why: str, now: datetime) -> _Act:
    act = _playing(match, referee, why, now)
    if act.match.turn_id != match.turn_id:
        raise Refused("turn-gone")
    return act


def _send_what_is_due(act: _Act, slots: Iterable[Slot]) -> None:
    """What stood at the game time has gone by itself, even if the clock has not come round yet."""
    if not act.runs():
        return
    window = act.window()
    for slot in slots:
        draft_send(act.ledger, act.case, slot, window, act.now)
    if act.now >= window.closes:
        raise Refused("turn-closing")


def _note(act: _Act, kind: str, slot: Slot) -> None:
    """An act on an unplayed order: kept with the turn, public when it closes."""
    if slot not in awaited(act.case):
        raise Refused("not-awaited")
    at = fairness.utc(act.now)
    note = {"kind": kind, "slot": slot, "at": at, "by": "referee", "why": act.why}
    act.case.turn.acts = [*act.case.turn.acts, note]


def _end(act: _Act, kind: str, outcome: Outcome, ending: Turn.Ending) -> None:
    """End the match by the referee's word; what was sealed for the open turn is published."""
    data: dict[str, Any] = {"why": act.why}
    if act.match.turn is not None:
        turn_close(act.ledger, act.case, ending, _classes_at_the_end(act), now=act.now)
        data |= published(act.case)
    line = match_end(
        act.ledger,
        act.case,
        kind,
        outcome,
        now=act.now,
        by="referee",
        actor=act.referee,
        data=data,
    )
    act.ledger.post(act.match, now=act.now, line=line)


def _classes_at_the_end(act: _Act) -> dict[Slot, lateness.Class]:
    """How the orders of a turn that is not played are classed, once those that are due are sent."""
    if _is_broken(act.case):
        window = lateness.Window(act.case.turn.game_time, act.match.grace)
        return lateness.classify(window, act.case.arrivals(act.case.submissions))
    window, slots = act.window(), awaited(act.case)
    for slot in slots if act.runs() else ():
        draft_send(act.ledger, act.case, slot, window, act.now)
    return lateness.classify(window, act.case.arrivals(slots))


def _is_broken(case: Case) -> bool:
    """Whether the state of a match that the clock has held cannot even be read."""
    if case.match.held != Match.Held.ERROR:
        return False
    try:
        case.awaits()
    except Exception:
        return True
    return False


def _lift(act: _Act, outcome: Outcome | None) -> None:
    """Undo a forfeit that its strikes no longer carry (rules/soule.md, A waiver).

    Refused where draws are still to come: the seed is out, and tells them.
    """
    match, turn = act.match, act.case.turn
    if outcome is not None:
        match.winner = outcome.winner or ""
        act.tell("forfeit", winner=outcome.winner, reason=outcome.reason)
        return
    if act.case.game.engine.DRAWS_LATER:
        raise Refused("draws-to-come")
    turn.live = False
    act.ledger.changed(match, turn)
    match.status, match.ended_at = Match.Status.PLAYING, None
    match.winner = match.reason = ""
    game_time = clock.next_game_time(match.schedule, act.now)
    state = act.case.state()
    was, number = turn.game_time, turn.number
    again = turn_open(
        act.ledger, act.case, number=number, state=state, game_time=game_time, now=act.now
    )
    if number == 0:  # the first draws stand
        again.events, again.draws = turn.events, turn.draws
    act.tell("moved", **{"from": fairness.utc(was), "to": fairness.utc(game_time)})


def _resumed_game_time(act: _Act) -> datetime:
    """The open turn's game time after a pause or a hold that ends now."""
    match, was = act.match, act.case.turn.game_time
    fell_in = bool(match.held) and was <= act.now
    if match.paused_at is not None:
        grace = act.window().closes - was
        args = (match.schedule, was, grace, match.paused_at, act.now)
        fell_in = fell_in or clock.resumed_game_time(*args) != was
    if match.held == Match.Held.GAME or (fell_in and act.case.awaits().mode == "one"):
        return act.now + match.limit
    return clock.next_game_time(match.schedule, act.now) if fell_in else was


def _go_on(act: _Act, hand: Side | None) -> None:
    """Let a match go on that the rules left to the referee; what changes is public."""
    engine, turn = act.case.game.engine, act.case.turn
    before = act.case.state()
    state = engine.resume(before, hand)
    turn.before = engine.dump(state)
    closed = act.match.turns.filter(number=turn.number - 1, live=True).first()
    if closed is not None:
        patch = closed.amend = merge_patch(engine.show(before, None), engine.show(state, None))
        act.ledger.changed(act.match, closed)
        data = {"turn": closed.number, "patch": patch, "why": act.why}
        act.ledger.line(act.match, "amended", data, now=act.now, by="referee", actor=act.referee)
    bots_send(act.ledger, act.case, state, act.now)
