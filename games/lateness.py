"""Late and missing orders: what the clock must do, and what it costs (rules/soule.md, Game time).

Pure: ``now`` is handed in. Every datetime is aware (ValueError otherwise). An order's arrival is
the moment when its text last changed hands: when it was sent or entered, or, for a draft that
went by itself, when the draft was saved. A moment belongs to what follows it: the game time
itself is no longer before it, the end of the window no longer in it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from games.contract import SIDES, Outcome, Side, Slot, side_of

GRACE = timedelta(minutes=30)
"""How long an order may be late (G), where the match does not say otherwise."""

OUTAGE = timedelta(minutes=5)
"""A service that stood still for longer than this excuses the turn it touched."""

LEAD = timedelta(minutes=30)
"""How long before the game time an outage already touches the turn."""

RECOVERY = timedelta(minutes=30)
"""What everybody has at least, once the service is back, to send the order."""

REMINDERS = (timedelta(hours=15, minutes=36), timedelta(hours=7, minutes=12), timedelta(hours=3))
"""How long before the game time one is reminded: at 35, 70 and 87.5 % of a day."""

Class = Literal["on-time", "late", "missing"]

Bearer = str
"""Who bears strikes: a side (``A``), or in a 22 v 22 a team (its slot, ``A2``)."""


class Outage(NamedTuple):
    """The clock of the service stood still from ``start`` to its return at ``end``."""

    start: datetime
    end: datetime


@dataclass(frozen=True)
class Window:
    """A turn's time: from when it may be played, until when orders are taken.

    ``game_time`` is the one that holds now (it may have been moved); ``at_once``: the match is
    played as soon as all are in; ``outages``: those known so far, in any order, also short ones
    and ones far away. An outage is to be recorded before anything is decided after it.
    ``pardoned``: the referee has excused the turn, which costs nobody anything and takes no longer.
    """

    game_time: datetime
    grace: timedelta = GRACE
    at_once: bool = False
    outages: tuple[Outage, ...] = ()
    pardoned: bool = False

    def __post_init__(self) -> None:
        _check_aware(self.game_time, *(moment for outage in self.outages for moment in outage))
        if self.grace < timedelta(0):
            raise ValueError("the grace is no negative time")

    @property
    def opens(self) -> datetime:
        """From when the turn is played with all orders in: T, or a later return of the service."""
        return max([self.game_time, *(outage.end for outage in self._touching())])

    @property
    def closes(self) -> datetime:
        """When the turn is played whatever is missing: T+G, or 30 minutes after a later return."""
        ends = (outage.end + RECOVERY for outage in self._touching())
        return max([self.game_time + self.grace, *ends])

    @property
    def excused(self) -> bool:
        """Whether an outage touched the turn, or the referee has excused it: nobody gets a strike
        or a reprimand for it."""
        return self.pardoned or bool(self._touching())

    def _touching(self) -> list[Outage]:
        """The outages within T-30 min and the end; each may put off the end, and meet the next."""
        begins, ends = self.game_time - LEAD, self.game_time + self.grace
        touching = []
        for outage in sorted(self.outages):
            long = outage.end - outage.start > OUTAGE
            if long and outage.end > begins and outage.start < ends:
                touching.append(outage)
                ends = max(ends, outage.end + RECOVERY)
        return touching


class Wait(NamedTuple):
    """Nothing is to be played before ``until``, unless another order comes."""

    until: datetime


class Play(NamedTuple):
    """The turn closes now, with each awaited slot's order as it is classed."""

    classes: dict[Slot, Class]


def decide(window: Window, arrivals: Mapping[Slot, datetime | None], now: datetime) -> Wait | Play:
    """What the clock must do with an open turn of a match that is not paused.

    ``arrivals`` has every awaited slot, with None where nothing came; drafts that are due
    (``sends_at``) have been sent first. ValueError when no slot is awaited: then nothing is due.
    """
    _check_aware(now)
    classes = classify(window, arrivals)
    if not classes:
        raise ValueError("no slot is awaited")
    all_in = "missing" not in classes.values()
    if now >= window.closes or (all_in and (window.at_once or now >= window.opens)):
        return Play(classes)
    return Wait(window.closes if now >= window.opens else window.opens)


def classify(window: Window, arrivals: Mapping[Slot, datetime | None]) -> dict[Slot, Class]:
    """On time, late or missing, for every awaited slot.

    In an excused window nothing is late; what came too late for the turn is missing all the same.
    """
    return {slot: _class(window, arrival) for slot, arrival in arrivals.items()}


def first_come(arrivals: Mapping[Slot, datetime | None]) -> dict[Slot, datetime | None]:
    """Of several slots of which one is awaited: the one that came, or else all of them."""
    return {slot: at for slot, at in arrivals.items() if at is not None} or dict(arrivals)


class Draft(NamedTuple):
    """A complete and valid order that its captain has not sent.

    ``saved_at``: when its text last changed, so for one that the referee reopened and nobody
    touched since, when it had been sent; ``reopened_at``: when the referee reopened it, if he
    did; ``held``: its owner wants it sent by nobody but himself.
    """

    saved_at: datetime
    reopened_at: datetime | None = None
    held: bool = False


def sends_at(window: Window, draft: Draft) -> datetime | None:
    """When the draft is sent by itself, with ``saved_at`` as its arrival; None: never.

    As it stood at T it goes at T; saved or reopened from then on, at the end. Whoever changes an
    order first sends what is due by then, so that a draft goes as it stood and not as it was
    changed before the clock came round.
    """
    reopened_at = draft.reopened_at or draft.saved_at
    _check_aware(draft.saved_at, reopened_at)
    last_touched = max(draft.saved_at, reopened_at)
    if draft.held or last_touched >= window.closes:
        return None
    return window.game_time if last_touched < window.game_time else window.closes


def struck(
    window: Window, classes: Mapping[Slot, Class], bearers: Collection[Bearer] = SIDES
) -> tuple[Bearer, ...]:
    """Who gets a strike for this turn, one each: the bearers of whom nobody sent anything.

    A side of which no slot is awaited (all KO) misses nothing, and an outage excuses everybody.
    """
    if window.excused:
        return ()
    own = {bearer: _of(bearer, classes) for bearer in bearers}
    return tuple(bearer for bearer in bearers if own[bearer] == {"missing"})


def forfeit(
    strikes: Mapping[Bearer, int],
    newly_struck: Collection[Bearer],
    limit: int | None,
    bearers: Collection[Bearer] = SIDES,
) -> Outcome | None:
    """How the match ends by this turn's strikes, or None: it goes on.

    ``strikes`` counts those before this turn that stand (waived ones left out), ``limit`` is the
    match's ``strikes_to_forfeit`` (None: never). A side forfeits when each of its bearers has
    that many: the side itself, or both of its teams. When both sides do, nobody wins.
    """
    if limit is None:
        return None
    full = {each for each in bearers if strikes.get(each, 0) + (each in newly_struck) >= limit}
    losers = [side for side in SIDES if full >= {each for each in bearers if side_of(each) == side}]
    if not losers:
        return None
    return Outcome(_winner(losers), "forfeit")


def reminders(game_time: datetime, opened_at: datetime) -> tuple[datetime, ...]:
    """When one who has sent nothing is reminded, of the moments later than ``opened_at``."""
    _check_aware(game_time, opened_at)
    moments = (game_time - before for before in REMINDERS)
    return tuple(moment for moment in moments if moment > opened_at)


def next_reminder(game_time: datetime, after: datetime) -> datetime | None:
    """The first reminder later than ``after``, or None when the last is past."""
    return next(iter(reminders(game_time, after)), None)


def _class(window: Window, arrival: datetime | None) -> Class:
    if arrival is None:
        return "missing"
    _check_aware(arrival)
    if arrival >= window.closes:
        return "missing"
    return "on-time" if window.excused or arrival < window.game_time else "late"


def _of(bearer: Bearer, classes: Mapping[Slot, Class]) -> set[Class]:
    """The classes of a bearer's slots: a side's are all of its own, a team's is the team itself."""
    return {each for slot, each in classes.items() if bearer in (slot, side_of(slot))}


def _winner(losers: list[Side]) -> Side | None:
    remaining = [side for side in SIDES if side not in losers]
    return remaining[0] if remaining else None


def _check_aware(*moments: datetime) -> None:
    if any(moment.utcoffset() is None for moment in moments):
        raise ValueError("a moment needs a time zone")
