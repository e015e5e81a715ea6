"""The course of a match: a turn opens, closes, and the next one opens or the match ends.

Everything here works in memory on a ``Case`` whose match the caller has locked; the ledger writes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings

from games import clock, fairness, lateness, registry
from games.contract import Awaits, Event, Outcome, Side, Slot, Step, side_of, tell
from games.models import JournalLine, Match, Seat, Submission, Turn, User
from games.notify import outbox
from games.selectors.clock import window_in
from games.selectors.strikes import standing
from games.services.ledger import Ledger
from games.services.sealing import seal


@dataclass
class Case:
    """A locked match with all that its clock needs to know."""

    match: Match
    seats: dict[Side, Seat]
    submissions: dict[Slot, Submission]
    strikes: dict[lateness.Bearer, int]
    _read: tuple[Any, Any] | None = field(default=None, init=False, repr=False)

    @property
    def game(self) -> registry.Game:
        return registry.get(self.match.game)

    @property
    def turn(self) -> Turn:
        """The current turn of a match that has been announced."""
        assert self.match.turn is not None
        return self.match.turn

    def state(self) -> Any:
        """The engine's state in which the current turn's orders are read; read once for each."""
        before = self.turn.before
        if self._read is None or self._read[0] is not before:
            self._read = before, self.game.engine.load(before)
        return self._read[1]

    def stream(self) -> fairness.Stream:
        """The match's stream, at its next draw."""
        return fairness.Stream(self._key(), self.match.public_id, self.match.draws_made + 1)

    def bot_stream(self, slot: Slot) -> fairness.Stream:
        """The chance of the bot that orders for a slot of the open turn."""
        secret, turn = settings.SECRET_KEY, self.turn
        return fairness.bot_stream(secret, self.match.public_id, turn.number, turn.opened_at, slot)

    def window(self, outages: tuple[lateness.Outage, ...]) -> lateness.Window:
        """When the open turn may be played, and until when it takes orders."""
        return window_in(self.match, self.awaits(), outages)

    def awaits(self) -> Awaits:
        """Whose orders the open turn waits for."""
        return self.game.engine.awaits(self.state())

    def arrivals(self, slots: Iterable[Slot]) -> dict[Slot, datetime | None]:
        """When each slot's order arrived, None where nothing is sealed."""
        found = self.submissions.get
        return {slot: sent.sealed_at if (sent := found(slot)) else None for slot in slots}

    def _key(self) -> bytes:
        words: dict[Side, str] = {side: seat.word for side, seat in self.seats.items()}
        return fairness.stream_key(bytes(self.match.seed), words)


def cases_of(matches: list[Match]) -> list[Case]:
    """The cases of locked matches, read with a fixed number of queries."""
    seats = Seat.objects.filter(match__in=matches).select_related("team__captain")
    seats = seats.prefetch_related("team__players__user")
    turns = [match.turn_id for match in matches if match.turn_id]
    submissions = Submission.objects.filter(turn__in=turns).select_related("saved_by")
    cases = {match.pk: Case(match, {}, {}, {}) for match in matches}
    by_turn = {match.turn_id: cases[match.pk] for match in matches}
    for seat in seats:
        cases[seat.match_id].seats[side_of(seat.side)] = seat
    for submission in submissions:
        by_turn[submission.turn_id].submissions[submission.slot] = submission
    for (match_id, side), count in standing(matches).items():
        cases[match_id].strikes[side] = count
    return list(cases.values())


def case_lock(match: Match) -> Case:
    """The match, locked, with all that its services need; to be called in a transaction."""
    locked = Match.objects.select_for_update().prefetch_related("turn").get(pk=match.pk)
    return cases_of([locked])[0]


def turn_open(
    ledger: Ledger,
    case: Case,
    *,
    number: int,
    state: Any,
    game_time: datetime,
    now: datetime,
    but: int | None = None,
) -> Turn:
    """Open a turn: orders may come, bots send theirs, those concerned are told.

    ``but`` is the id of a member who need not be told.
    """
    engine = case.game.engine
    turn = Turn(
        match=case.match,
        number=number,
        opened_at=now,
        game_time=game_time,
        engine=engine.VERSION,
        before=engine.dump(state),
    )
    ledger.opened.append(turn)
    case.match.turn = turn
    case.submissions = {}
    bots_send(ledger, case, state, now)
    turn_schedule(ledger, case, now=now)
    slots = engine.awaits(state).slots
    outbox.your_turn(ledger.notices, case.match, case.seats.values(), slots, now, but=but)
    return turn


def turn_schedule(ledger: Ledger, case: Case, *, now: datetime) -> None:
    """Have the clock look at the open turn, and remind of it, when it must.

    To be called after the turn's time has changed, or whether it runs at all.
    """
    match, turn = case.match, case.turn
    waits = match.paused_at is not None or match.held or not turn.is_open
    match.due_at = match.remind_at = None
    if not waits:
        turn_due(ledger, case, now=now)
        match.remind_at = lateness.next_reminder(turn.game_time, now)
    ledger.changed(match, turn)


def turn_due(ledger: Ledger, case: Case, *, now: datetime) -> None:
    """Have the clock look when it must at a turn for which something was sent or taken back.

    A reminder that is due stays due: one side's order does not cost the other its reminder.
    """
    match = case.match
    if match.paused_at is None and not match.held:
        match.due_at = now if _is_ready(case) else case.turn.game_time
    ledger.changed(match, case.turn)


def awaited(case: Case) -> tuple[Slot, ...]:
    """The slots whose orders the open turn waits for."""
    return case.awaits().slots


def bots_send(ledger: Ledger, case: Case, state: Any, now: datetime) -> None:
    """Seal the orders of those slots of the open turn that bots play; of one awaited, one."""
    engine = case.game.engine
    awaits = engine.awaits(state)
    own = [slot for slot in awaits.slots if case.seats[side_of(slot)].team.bot]
    for slot in own if awaits.mode == "all" else own[:1]:
        view = engine.show(state, side_of(slot))
        line = case.game.bot(view, slot, case.bot_stream(slot))
        sent = Submission(turn=case.turn, slot=slot)
        seal(sent, engine.read(state, slot, line).line, at=now, role="bot")
        case.submissions[slot] = sent
        ledger.submissions.append(sent)


def turn_play(
    ledger: Ledger,
    case: Case,
    classes: Mapping[Slot, lateness.Class],
    state: Any,
    *,
    window: lateness.Window,
    now: datetime,
) -> None:
    """Play the open turn, post its report, and open the next one or end the match.

    ``window`` is the one that decided: what was written after it ends came too late.
    """
    match, turn, engine = case.match, case.turn, case.game.engine
    orders = {slot: case.submissions[slot].order for slot in classes if classes[slot] != "missing"}
    stream = case.stream()
    step: Step[Any] = engine.play(state, orders, stream)
    _record(case, step.events, stream.drawn)
    turn.engine, turn.after = engine.VERSION, engine.dump(step.state)
    turn_close(ledger, case, Turn.Ending.PLAYED, classes, now=now)
    ledger.line(match, "played", _played(case), now=now)
    strikes_write(ledger, case, now=now)
    outcome = engine.outcome(step.state)
    if outcome is not None:
        match_end(ledger, case, "over", outcome, now=now)
    else:
        _open_next(ledger, case, step.state, window.closes, now)
    ledger.post(match, now=now, turn=turn)
    if match.is_over or engine.awaits(state).mode == "all":  # else whose turn it is was told
        outbox.turn_played(ledger.notices, match, turn, case.seats.values(), now)


def turn_close(
    ledger: Ledger,
    case: Case,
    ending: Turn.Ending,
    classes: Mapping[Slot, lateness.Class],
    *,
    now: datetime,
) -> None:
    """Close the open turn: what was sealed for it becomes public."""
    turn = case.turn
    turn.closed_at, turn.ending = now, ending
    turn.orders = {
        slot: _published(case.submissions.get(slot), classes.get(slot, "missing"))
        for slot in sorted({*classes, *case.submissions})
    }
    ledger.changed(case.match, turn)


def match_end(
    ledger: Ledger,
    case: Case,
    kind: str,
    outcome: Outcome,
    *,
    now: datetime,
    by: str = "system",
    actor: User | None = None,
    data: Mapping[str, Any] | None = None,
) -> JournalLine:
    """End the match: the result and the seed become public."""
    match = case.match
    match.status, match.ended_at = Match.Status.OVER, now
    match.winner, match.reason = outcome.winner or "", outcome.reason
    if match.turn is not None:
        match.turn.winner = match.winner
    match.due_at = match.remind_at = match.paused_at = None
    match.held = Match.Held.NO
    facts = {"winner": outcome.winner, "reason": outcome.reason, **(data or {})}
    line = ledger.line(match, kind, facts, now=now, by=by, actor=actor)
    ledger.line(
        match, "revealed", {"seed": bytes(match.seed).hex(), "draws": _secret_draws(case)}, now=now
    )
    return line


def published(case: Case) -> dict[str, Any]:
    """What the line that closes a turn tells: its orders, and the referee's acts on them."""
    return {"turn": case.turn.number, "orders": case.turn.orders, "acts": case.turn.acts}


def strikes_write(ledger: Ledger, case: Case, *, now: datetime) -> None:
    """The journal lines of the strikes that this turn cost."""
    for strike in ledger.strikes:
        if strike.turn is case.turn:
            data = {"side": strike.side, "turn": case.turn.number, "why": strike.kind}
            ledger.line(case.match, "strike", data, now=now)


def _open_next(ledger: Ledger, case: Case, state: Any, ended: datetime, now: datetime) -> None:
    """Open the turn that follows; its game time is rules/soule.md, Next game time.

    Of a match that is played as soon as all are in, it may be the same again.
    """
    match, closed, left = case.match, case.turn, case.submissions
    but = _only_author(case) if case.awaits().mode == "one" else None
    awaits = case.game.engine.awaits(state)
    if not awaits.slots:
        match.held = Match.Held.GAME
    game_time = closed.next_at = _next_game_time(match, closed, awaits, now)
    turn_open(
        ledger,
        case,
        number=closed.number + 1,
        state=state,
        game_time=game_time,
        now=now,
        but=but,
    )
    for slot in awaited(case):
        sent = left.get(slot)
        if sent and slot not in case.submissions and _came_too_late(sent, ended):
            ledger.submissions.append(_kept(sent, case.turn))


def _only_author(case: Case) -> int | None:
    """The id of who sent the one order that was played: he sees what it led to."""
    return next((sent.sealed_by_id for sent in case.submissions.values() if sent.order), None)


def _next_game_time(match: Match, closed: Turn, awaits: Awaits, now: datetime) -> datetime:
    if awaits.mode == "one":
        return now + match.limit
    old = now if match.pace["at_once"] else closed.game_time
    return clock.following_game_time(match.schedule, old, now)


def _came_too_late(sent: Submission, ended: datetime) -> bool:
    """Whether the slot's text was written after the turn's end, and never sealed."""
    return sent.saved_at is not None and ended <= sent.saved_at != sent.sealed_at


def _kept(sent: Submission, turn: Turn) -> Submission:
    """The same text, as a draft of ``turn`` that does not send itself."""
    return Submission(
        turn=turn,
        slot=sent.slot,
        text=sent.text,
        saved_at=sent.saved_at,
        saved_by=sent.saved_by,
        saved_as=sent.saved_as,
        sends_itself=False,
    )


def _record(case: Case, events: tuple[Event, ...], drawn: list[fairness.Drawn]) -> None:
    case.turn.events = [*case.turn.events, *map(list, events)]
    case.turn.draws = [*case.turn.draws, *map(list, drawn)]
    case.match.draws_made += len(drawn)


def _played(case: Case) -> dict[str, Any]:
    """The data of a ``played`` line (rules/fairness.md, 3), and whether an outage excused it."""
    turn, engine = case.turn, case.game.engine
    events = tell(map(tuple, turn.events), engine)
    public = [n for n, purpose, *_ in turn.draws if purpose not in engine.SECRET_DRAWS]
    return {
        **published(case),
        "draws": public,
        "events_hash": fairness.digest(events),
        "state_hash": fairness.digest(engine.show(engine.load(turn.after), None)),
        "engine": turn.engine,
        **({"excused": True} if turn.excused else {}),
    }


def _published(sent: Submission | None, classed: lateness.Class) -> dict[str, Any]:
    if sent is None or not sent.order:
        return {"text": None, "class": classed}
    assert sent.sealed_at is not None
    return {
        "text": sent.order,
        "nonce": sent.nonce,
        "receipt": sent.receipt,
        "at": fairness.utc(sent.sealed_at),
        "by": _author(sent),
        "class": classed,
    }


def _author(sent: Submission) -> str:
    """Who sealed an order: his role and seat (rules/fairness.md, 3); the referee has no seat."""
    role, slot = sent.sealed_as, sent.slot
    if role == "referee":
        return role
    return f"{role}:{slot if role == 'player' else side_of(slot)}"


def _is_ready(case: Case) -> bool:
    """Whether the open turn is to be played before its time, since what it awaits is in."""
    awaits = case.awaits()
    arrivals = case.arrivals(awaits.slots).values()
    if awaits.mode == "one":
        return any(arrivals)
    return case.match.pace["at_once"] and None not in arrivals


def _secret_draws(case: Case) -> list[list[Any]]:
    """Every draw that was secret until now, in the order of its number."""
    secret = case.game.engine.SECRET_DRAWS
    if not secret:
        return []
    stored = Turn.objects.filter(match=case.match).values_list("draws", flat=True)
    own = case.turn.draws if case.match.turn else []
    draws = {draw[0]: draw for draws in (*stored, own) for draw in draws if draw[1] in secret}
    return [draws[n] for n in sorted(draws)]
