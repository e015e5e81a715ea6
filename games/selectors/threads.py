"""A match's thread: its posts a page at a time, each turn's report ready to be told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet

from games import lateness, registry
from games.contract import SIDES, Awaits, Cast, Side, side_of
from games.models import Match, Player, Post, Seat, Strike, Turn
from games.selectors import roles
from games.selectors.reports import awaits_of, casts_of, sheet_of, view_of

UNREAD = ("before", "after", "events", "draws", "orders", "acts", "amend")
"""What a list of turns does not read of each."""

PAGE = 20
"""Posts a page."""


@dataclass(frozen=True)
class Lateness:
    """What a slot's order was for its turn: the team, the class, when it came."""

    team: str
    side: Side
    classed: lateness.Class
    at: datetime | None


@dataclass(frozen=True)
class Report:
    """A closed turn as the forum tells it; ``body`` is the game's own context.

    It is told from what its closing left, whatever was waived or moved since: a system post is
    never edited (rules/fairness.md, 3).
    """

    turn: Turn
    name: str
    body: dict[str, Any]
    arrivals: tuple[Lateness, ...]
    struck: tuple[str, ...]
    next_name: str
    winner: str


@dataclass(frozen=True)
class Member:
    """A member of one of the two teams: his side, his character, what he is."""

    side: Side
    team: str
    name: str
    role: roles.Role


@dataclass(frozen=True)
class Thread:
    """A match with all that its page shows of it, whoever reads."""

    match: Match
    seats: dict[Side, Seat]
    casts: dict[Side, Cast]
    game: registry.Game
    view: Any | None
    turns: tuple[Turn, ...]
    given: tuple[Strike, ...]
    members: dict[int, Member]

    @cached_property
    def awaits(self) -> Awaits:
        """Whose orders the open turn waits for."""
        return awaits_of(self.match)

    @property
    def strikes(self) -> list[Strike]:
        """The strikes that stand."""
        return [each for each in self.given if each.waived_at is None]

    @property
    def missed(self) -> list[Strike]:
        """What missed orders have cost, waived since or not: no report is rewritten."""
        return [each for each in self.given if each.kind == Strike.Kind.MISSED]

    @cached_property
    def counts_strikes(self) -> bool:
        """Whether strikes are a matter of this match: its turns cost some, or somebody has one."""
        turn = self.match.turn
        engine = self.game.engine
        return bool(self.strikes or (turn and engine.awaits(engine.load(turn.before)).strikes))

    @property
    def in_hand(self) -> str:
        """Where one order of several is awaited: the team whose it is; else ""."""
        awaits = self.awaits
        if awaits.mode == "all" or not awaits.slots:
            return ""
        return self.casts[side_of(awaits.slots[0])].team

    @property
    def name(self) -> str:
        """The name under which the match's game is shown, by its ruleset."""
        return self.game.pages.name(self.match.ruleset)

    @cached_property
    def sides(self) -> list[dict[str, Any]]:
        """Both sides, A first, with their teams, what is said of them, their standing strikes."""
        beside = self.game.pages.beside(self.view, self.casts)
        return [
            {
                "side": side,
                "team": self.seats[side].team,
                "beside": beside[side],
                "cast": self.casts[side],
                "strikes": sum(1 for each in self.strikes if each.side == side),
                "word": self.seats[side].word,
                "line_up": self.seats[side].line_up,
            }
            for side in SIDES
        ]

    @cached_property
    def situation(self) -> dict[str, Any] | None:
        """The context of the game's board; None before the announcement."""
        return self.game.pages.situation(self.view, self.casts) if self.view else None

    @cached_property
    def status(self) -> list[tuple[str, str]]:
        return self.game.pages.status(self.view, self.casts) if self.view else []

    @property
    def turn_name(self) -> str:
        """What the current turn is called."""
        return self.game.pages.turn_name(self.match.turn.number) if self.match.turn else ""

    @property
    def winner(self) -> str:
        """The winning team's name; "" when nobody won, or nobody has yet."""
        return next((self.casts[side].team for side in SIDES if self.match.winner == side), "")

    def report(self, turn: Turn) -> Report:
        """A closed turn, ready to be told."""
        pages, sheet = self.game.pages, sheet_of(self.match, turn, self.casts)
        return Report(
            turn=turn,
            name=pages.turn_name(turn.number),
            body=pages.report(sheet) if turn.ending == Turn.Ending.PLAYED else {},
            arrivals=self._arrivals(turn) if self._has_game_time(turn) else (),
            struck=tuple(
                self.casts[side].team
                for side in SIDES
                if any(each.turn_id == turn.pk and each.side == side for each in self.missed)
            ),
            next_name=pages.turn_name(turn.number + 1),
            winner=next((self.casts[side].team for side in SIDES if turn.winner == side), ""),
        )

    def _has_game_time(self, turn: Turn) -> bool:
        """Whether all orders of the turn were awaited together, so that one could be late."""
        engine = self.game.engine
        return engine.awaits(engine.load(turn.before)).mode == "all"

    def _arrivals(self, turn: Turn) -> tuple[Lateness, ...]:
        return tuple(
            Lateness(
                self.casts[side_of(slot)].team,
                side_of(slot),
                order["class"],
                datetime.fromisoformat(order["at"]) if order.get("at") else None,
            )
            for slot, order in turn.orders.items()
        )


def thread_of(match: Match) -> Thread:
    """The match with its seats, line-ups, turns and strikes: a fixed number of queries."""
    seats: dict[Side, Seat] = {}
    for seat in match.seats.select_related("team"):
        seats[side_of(seat.side)] = seat
    return Thread(
        match=match,
        seats=seats,
        casts=casts_of(match, seats.values()),
        game=registry.get(match.game),
        view=view_of(match),
        turns=_turns(match),
        given=tuple(match.strikes.all()),
        members=_members(seats),
    )


def _members(seats: dict[Side, Seat]) -> dict[int, Member]:
    """Who plays for either side, by the id of his account; captains without a character too."""
    by_team = {seat.team_id: side for side, seat in seats.items()}
    members = {
        seat.team.captain_id: Member(side, seat.team.name, "", "captain")
        for side, seat in seats.items()
        if seat.team.captain_id
    }
    players = Player.objects.filter(team__in=by_team, left_at=None, user__isnull=False)
    for player in players:
        side = by_team[player.team_id]
        is_captain = seats[side].team.captain_id == player.user_id
        role: roles.Role = "captain" if is_captain else "player"
        if player.co_captain and not is_captain:
            role = "co-captain"
        assert player.user_id is not None
        members[player.user_id] = Member(side, seats[side].team.name, player.name, role)
    return members


def _turns(match: Match) -> tuple[Turn, ...]:
    """The turns in order, each with its report's post, whose match is this very one.

    Only their names and places are shown: what a turn left is read with its report.
    """
    turns = tuple(match.turns.filter(live=True).select_related("post").defer(*UNREAD))
    for turn in turns:
        if hasattr(turn, "post"):
            turn.post.match = match
    return turns


def posts_of(match: Match) -> QuerySet[Post]:
    """The match's posts in order, with what is needed to show them.

    Those that the match knew when it was read: a turn that is played meanwhile is told whole by
    the next look, its report with what it led to.
    """
    told = match.posts.filter(number__lte=match.posts_made)
    return told.select_related("author", "line__actor", "turn")


def pages_of(match: Match) -> int:
    """How many pages the thread has, at least one."""
    return max(1, -(-match.posts_made // PAGE))


def page_of(number: int) -> int:
    """The page on which post ``number`` stands."""
    return (number - 1) // PAGE + 1


def page_posts(match: Match, page: int) -> QuerySet[Post]:
    """The posts of a page, counted from 1."""
    return posts_of(match).filter(number__gt=(page - 1) * PAGE, number__lte=page * PAGE)


def unfinished() -> QuerySet[Match]:
    """The matches that are not over: in play, or still to be announced."""
    return Match.objects.exclude(status=Match.Status.OVER)


def newest_matches(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with what cards and lists show of them."""
    seats = Prefetch("seats", queryset=Seat.objects.select_related("team"))
    return matches.select_related("turn").prefetch_related(seats)


@dataclass(frozen=True)
class Card:
    """A match on a card or in a list."""

    match: Match
    name: str
    turn_name: str
    casts: dict[Side, Cast]
    summary: str
    situation: dict[str, Any] | None


def cards_of(matches: Sequence[Match]) -> list[Card]:
    """The cards of matches read by ``newest_matches``: no query more, no player's name."""
    return [_card(match) for match in matches]


def _card(match: Match) -> Card:
    pages = registry.get(match.game).pages
    casts: dict[Side, Cast] = {}
    for seat in match.seats.all():
        casts[side_of(seat.side)] = Cast(seat.team.name, ())
    view = view_of(match)
    return Card(
        match=match,
        name=pages.name(match.ruleset),
        turn_name=pages.turn_name(match.turn.number) if match.turn else "",
        casts=casts,
        summary=pages.summary(view, casts) if view else "",
        situation=pages.situation(view, casts) if view else None,
    )


@dataclass(frozen=True)
class News:
    """A report among the latest: where it stands, its headline and its gist."""

    post: Post
    match: Match
    casts: dict[Side, Cast]
    name: str
    title: str
    gist: str


def latest_news(count: int) -> list[News]:
    """The last reports: one query, one for their teams, and one each for its players' names."""
    seats = Prefetch("match__seats", queryset=Seat.objects.select_related("team"))
    reports = Post.objects.filter(turn__isnull=False).select_related("turn", "match")
    return [_news(post) for post in reports.prefetch_related(seats).order_by("-at", "-id")[:count]]


def _news(post: Post) -> News:
    match, turn = post.match, post.turn
    assert turn is not None
    pages, casts = registry.get(match.game).pages, casts_of(match, match.seats.all())
    told: dict[str, Any] = {}
    if turn.ending == Turn.Ending.PLAYED:
        told = pages.report(sheet_of(match, turn, casts))
    name = pages.turn_name(turn.number)
    return News(post, match, casts, name, told.get("title", name), told.get("gist", ""))
