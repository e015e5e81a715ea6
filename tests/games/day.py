"""A match's days in a few words: who sends what, and when the clock comes round."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from games import fairness
from games.contract import JSON, Side, Slot
from games.models import Match, Outage, Strike, Submission, Turn
from games.services import referee as desk
from games.services.clock import pulse_beat
from games.services.orders import Author, draft_save, order_keep, order_submit
from games.services.turns import SETTLE, turns_play_due
from tests.games.factories import Village

T = datetime(2026, 12, 1, 20, tzinfo=UTC)
"""The first game time of a friendly announced at ``factories.NOW``: 21:00 in Paris."""

US = timedelta(microseconds=1)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
G = 30 * MINUTE
CLOSED = G + SETTLE
"""How long after its game time a turn with something missing is closed by the clock."""

FRONT = "1 1 1 1 1 1 1 1 1 1 1"
MIDDLE = "2 2 2 2 2 2 2 2 2 2 2"
STAY = "0 0 0 0 0 0 0 0 0 0 0"
CHARGE = "+ 0 0 0 0 0 0 0 0 0 0"
WHY = "a storm"


@dataclass(frozen=True)
class Day:
    """A match and its village; every word takes the moment at which it is said."""

    village: Village
    match: Match

    def fresh(self) -> Match:
        """The match as it is stored now."""
        return Match.objects.select_related("turn").get(pk=self.match.pk)

    @property
    def turn(self) -> Turn:
        """The current turn as it is stored now."""
        turn = self.fresh().turn
        assert turn is not None
        return turn

    def played(self, number: int) -> Turn:
        return self.match.turns.get(number=number, live=True)

    def author(self, side: Slot, role: str = "captain") -> Author:
        captains = {"A": self.village.captain_a, "B": self.village.captain_b}
        user = self.village.co_captain_a if role == "co-captain" else captains[side[0]]
        return Author(user, role)

    def send(
        self, side: Slot, now: datetime, text: str = "", *, turn: int = -1, role: str = "captain"
    ) -> Submission:
        """Seal an order for the open turn, or turn number ``turn``; men stand still by default."""
        number = self.turn.number if turn < 0 else turn
        return order_submit(
            match=self.match,
            turn=number,
            slot=side,
            text=text or (STAY if number else FRONT),
            author=self.author(side, role),
            now=now,
        )

    def draft(
        self, side: Slot, now: datetime, text: str = FRONT, *, sends_itself: bool = True
    ) -> Submission:
        return draft_save(
            match=self.match,
            turn=self.turn.number,
            slot=side,
            text=text,
            sends_itself=sends_itself,
            author=self.author(side),
            now=now,
        )

    def keep(self, side: Slot, now: datetime, text: str = FRONT) -> None:
        order_keep(match=self.match, slot=side, text=text, author=self.author(side), now=now)

    def both_send(self, now: datetime, a: str = "", b: str = "") -> None:
        self.send("A", now, a)
        self.send("B", now, b)

    def play(self, now: datetime, a: str = "", b: str = "") -> None:
        """Both send an hour before the open turn's game time, ``now``, and it is played."""
        self.both_send(now - 60 * MINUTE, a, b)
        self.tick(now)

    def tick(self, now: datetime) -> int:
        """The clock looks at the rows, once."""
        return turns_play_due(now=now)

    def tick_with_pulse(self, now: datetime) -> None:
        """The clock looks, and notes that it runs."""
        pulse_beat(now=now)
        turns_play_due(now=now)

    def act(self, name: str, now: datetime, **facts: Any) -> None:
        """One of the referee's acts, on the match as it is stored now."""
        match = facts.pop("match", None) or self.fresh()
        facts = {"referee": self.village.referee, "why": WHY} | facts
        getattr(desk, name)(match=match, now=now, **facts)

    def waive(self, strike: Strike, now: datetime) -> None:
        desk.strike_waive(strike=strike, referee=self.village.referee, why=WHY, now=now)

    def strikes(self) -> list[tuple[str, int]]:
        """The strikes that stand: side and turn."""
        standing = self.match.strikes.filter(waived_at=None)
        return list(standing.values_list("side", "turn__number"))

    def sent(self, side: Slot) -> Submission:
        """What the slot has for the open turn."""
        return self.turn.submissions.get(slot=side)

    def journal(self, kind: str) -> list[JSON]:
        """The data of the journal's lines of a kind."""
        return list(self.match.journal.filter(kind=kind).values_list("data", flat=True))

    def classes(self, number: int) -> dict[Slot, str]:
        """How each slot's order for a closed turn was classed."""
        return {slot: order["class"] for slot, order in self.played(number).orders.items()}

    def texts(self, number: int) -> dict[Slot, str | None]:
        """What was published of each slot for a closed turn."""
        return {slot: order["text"] for slot, order in self.played(number).orders.items()}

    def reprimanded(self, number: int) -> list[Side]:
        orders = self.played(number).orders
        return [side for side in ("A", "B") if orders[side]["class"] == "late"]


def outage(start: datetime, end: datetime) -> None:
    """The clock of the service stood still."""
    Outage.objects.create(start=start, end=end)


def check_chain(match: Match) -> None:
    """Recompute the journal line by line, from what is stored (rules/fairness.md, 3)."""
    prev, n = fairness.GENESIS, 0
    for n, line in enumerate(match.journal.order_by("n"), start=1):
        assert (line.n, line.prev) == (n, prev)
        record = fairness.journal_line(n, line.at, line.kind, line.by, line.data, prev)
        prev = fairness.line_hash(record)
        assert line.hash == prev
    match.refresh_from_db()
    assert (match.head_n, match.head_hash) == (n, prev)
