"""The referee's desk: the matches, sorted by what awaits a hand.

Nothing here is read of what a side has written or sent, so nothing here can tell it: a turn that
is open after its game time misses somebody's order, and that is all that anyone may know of it
(rules/fairness.md, 2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Prefetch, QuerySet

from games import lateness, registry
from games.contract import SIDES, Side
from games.models import Match, Seat, Team, User
from games.selectors.clock import outages
from games.selectors.roles import belonging
from games.selectors.strikes import standing

SOON = timedelta(hours=24)
"""From how long before it a first game time without a line-up, or without a draw, is told."""

UNREAD = ("before", "after", "events", "draws", "orders", "acts")
"""What the desk does not read of a turn: it needs none of it, and some of it is secret."""

Cause = Literal[
    "line-up",
    "error",
    "game",
    "lapsed",
    "unannounced",
    "paused",
    "grace",
    "no-line-up",
    "last-strike",
    "",
]
"""Why a match is where it is on the desk; "" when it asks for nothing."""

GROUPS: Mapping[Cause, str] = {
    "line-up": "decide",
    "error": "decide",
    "game": "decide",
    "lapsed": "decide",
    "unannounced": "decide",
    "grace": "grace",
    "paused": "watch",
    "no-line-up": "watch",
    "last-strike": "watch",
    "": "course",
}


HELD: Mapping[Match.Held, Cause] = {
    Match.Held.LINE_UP: "line-up",
    Match.Held.ERROR: "error",
    Match.Held.GAME: "game",
}
"""The cause of each way of being held."""


@dataclass(frozen=True)
class Matter:
    """A match on the desk: why it is there, by when or since when, and whom it concerns."""

    match: Match
    cause: Cause
    at: datetime
    teams: tuple[str, str]
    concerned: tuple[str, ...]
    own: bool
    """Whether the reader belongs to one of the teams: then he is not its referee."""

    @property
    def name(self) -> str:
        """The name under which the match's game is shown, by its ruleset."""
        return registry.get(self.match.game).pages.name(self.match.ruleset)

    @property
    def turn_name(self) -> str:
        turn = self.match.turn
        return registry.get(self.match.game).pages.turn_name(turn.number) if turn else ""


@dataclass(frozen=True)
class Desk:
    """The matters in their groups, each by its moment."""

    decide: list[Matter] = field(default_factory=list)
    grace: list[Matter] = field(default_factory=list)
    watch: list[Matter] = field(default_factory=list)
    course: list[Matter] = field(default_factory=list)


def matches_found(*, game: str = "", status: str = "", words: str = "") -> QuerySet[Match]:
    """The matches that the desk's filters find; without a status, those that are not over.

    ``words`` is looked for in the names of the teams.
    """
    seats = Prefetch("seats", queryset=Seat.objects.select_related("team"))
    unread = [f"turn__{name}" for name in UNREAD]
    found = Match.objects.select_related("turn").prefetch_related(seats).defer("seed", *unread)
    found = found.filter(status=status) if status else found.exclude(status=Match.Status.OVER)
    if game:
        found = found.filter(game=game)
    if words:
        found = found.filter(seats__team__name__icontains=words).distinct()
    return found


def desk_of(
    matches: Sequence[Match], *, reader: User, now: datetime, announced_ahead: timedelta
) -> Desk:
    """Sort matches read by ``matches_found``: a fixed number of queries, however many.

    ``announced_ahead`` is how long before its first game time one that is no friendly must be
    announced.
    """
    own = set(own_teams(reader).values_list("pk", flat=True))
    look = _Look(now, announced_ahead, standing(matches), _outages(matches, now))
    desk = Desk()
    for match in matches:
        cause, at, sides = look.at(match)
        seats = {seat.side: seat.team for seat in match.seats.all()}
        matter = Matter(
            match=match,
            cause=cause,
            at=at,
            teams=(seats["A"].name, seats["B"].name),
            concerned=tuple(seats[side].name for side in sides),
            own=any(team.pk in own for team in seats.values()),
        )
        getattr(desk, GROUPS[cause]).append(matter)
    for group in (desk.decide, desk.grace, desk.watch, desk.course):
        group.sort(key=lambda matter: (matter.at, matter.match.pk))
    return desk


def own_teams(reader: User) -> QuerySet[Team]:
    """The teams to which the reader belongs, and whose matches he cannot referee."""
    return Team.objects.filter(belonging(reader)).distinct()


Finding = tuple[Cause, datetime, tuple[Side, ...]]


@dataclass(frozen=True)
class _Look:
    """What one must know to tell what a match needs at ``now``."""

    now: datetime
    announced_ahead: timedelta
    strikes: Mapping[tuple[int, Side], int]
    outages: tuple[lateness.Outage, ...]

    def at(self, match: Match) -> Finding:
        """Why the match is on the desk, its moment, and the sides that it concerns."""
        if match.turn is None:
            return self._unannounced(match)
        game_time = match.turn.game_time
        if match.is_over:
            return "", match.ended_at or game_time, ()
        if match.held:
            return HELD[Match.Held(match.held)], game_time, ()
        if match.paused_at is not None:
            return "paused", match.paused_at, ()
        if game_time <= self.now:
            window = lateness.Window(game_time, match.grace, outages=self.outages)
            return "grace", window.closes, ()
        if sides := self._without_line_up(match, game_time):
            return "no-line-up", game_time, sides
        sides = self._on_last_strike(match)
        return ("last-strike" if sides else ""), game_time, sides

    def _unannounced(self, match: Match) -> Finding:
        if match.is_over:
            return "", match.ended_at or match.first_game_time, ()
        friendly = match.kind == Match.Kind.FRIENDLY
        limit = match.first_game_time - (timedelta() if friendly else self.announced_ahead)
        if limit <= self.now:
            return "lapsed", limit, ()
        return ("unannounced" if limit - self.now <= SOON else ""), limit, ()

    def _without_line_up(self, match: Match, game_time: datetime) -> tuple[Side, ...]:
        """The sides of people whose first eleven is still to be named; bots name none."""
        if match.turn is None or match.turn.number > 0 or game_time - self.now > SOON:
            return ()
        silent = {seat.side for seat in match.seats.all() if not seat.team.bot and not seat.line_up}
        return tuple(side for side in SIDES if side in silent)

    def _on_last_strike(self, match: Match) -> tuple[Side, ...]:
        """The sides that have a strike, and lose the match by the next one."""
        limit = match.pace["strikes_to_forfeit"]
        count = {side: self.strikes.get((match.pk, side), 0) for side in SIDES}
        return tuple(side for side in SIDES if limit and count[side] and count[side] + 1 >= limit)


def _outages(matches: Sequence[Match], now: datetime) -> tuple[lateness.Outage, ...]:
    """The times in which the clock stood still that may touch an open turn."""
    past = [match.turn.game_time for match in matches if match.turn and not match.is_over]
    return outages(min(past, default=now) - timedelta(days=1), now)
