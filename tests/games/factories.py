"""Makers of rows for the tests: members, teams, matches. Plain functions, no hidden time."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from games import clock
from games.contract import JSON
from games.forms import pace_of
from games.models import Match, Player, Team, User
from games.services.matches import match_announce, match_create

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
"""Tuesday noon: the next game time of a usual pace is 21:00 in Paris, eight hours later.

For services alone: a page reads the real clock, so its match is made with ``now=now()``.
"""

PASSWORD = "le-pre-est-a-tous"


class Village(NamedTuple):
    """A cast of characters: who commands, who plays, who judges, who only looks on."""

    team_a: Team
    team_b: Team
    captain_a: User
    co_captain_a: User
    player_a: User
    captain_b: User
    referee: User
    admin: User
    member: User


def make_user(username: str, *, staff: bool = False, superuser: bool = False) -> User:
    """A member with a mail address and the password ``PASSWORD``."""
    return User.objects.create_user(
        username,
        f"{username}@example.org",
        PASSWORD,
        is_staff=staff,
        is_superuser=superuser,
    )


def make_team(
    name: str, captain: User | None, *, players: int = 11, bot: bool = False, now: datetime = NOW
) -> Team:
    """A team with ``players`` characters, ``<name> 1`` on; the captain, if any, plays the first."""
    slug = name.lower().replace(" ", "-")
    team = Team.objects.create(name=name, slug=slug, captain=captain, bot=bot, created_at=now)
    Player.objects.bulk_create(
        Player(
            team=team,
            name=f"{name} {number}",
            user=captain if number == 1 else None,
            joined_at=now,
        )
        for number in range(1, players + 1)
    )
    return team


def make_player(
    team: Team,
    name: str,
    *,
    user: User | None = None,
    co_captain: bool = False,
    now: datetime = NOW,
) -> Player:
    """A character of a team's roster."""
    return Player.objects.create(
        team=team, name=name, user=user, co_captain=co_captain, joined_at=now
    )


def seat_member(team: Team, user: User, *, co_captain: bool = False) -> Player:
    """Hand the first character whom nobody plays to a member."""
    player = team.players.filter(user=None, left_at=None)[0]
    player.user, player.co_captain = user, co_captain
    player.save()
    return player


def make_village() -> Village:
    """Two teams of eleven with their people, a referee, an admin, and a member of no team."""
    captain_a, captain_b = make_user("alix"), make_user("brune")
    team_a, team_b = make_team("Castillon", captain_a), make_team("Beaulieu", captain_b)
    co_captain_a, player_a = make_user("colin"), make_user("perrin")
    seat_member(team_a, co_captain_a, co_captain=True)
    seat_member(team_a, player_a)
    return Village(
        team_a=team_a,
        team_b=team_b,
        captain_a=captain_a,
        co_captain_a=co_captain_a,
        player_a=player_a,
        captain_b=captain_b,
        referee=make_user("robin", staff=True),
        admin=make_user("aude", staff=True, superuser=True),
        member=make_user("margot"),
    )


def make_match(
    team_a: Team,
    team_b: Team,
    *,
    game: str = "soule",
    kind: str = "friendly",
    ruleset: JSON = None,
    pace: JSON = None,
    announced: bool = True,
    referee: User | None = None,
    now: datetime = NOW,
) -> Match:
    """A match that is created at ``now`` and announced: its initial is awaited.

    A friendly is announced at once, for the next game time of its pace. Any other is announced a
    day later (its captains have that day for a word), for a game time three days after that.
    """
    friendly = kind == Match.Kind.FRIENDLY
    pace = pace or pace_of(strikes_to_forfeit=None if friendly else 2)
    announced_at = now if friendly else now + timedelta(days=1)
    schedule = Match(pace=pace).schedule
    earliest = announced_at if friendly else announced_at + timedelta(days=3)
    match = match_create(
        game=game,
        kind=kind,
        teams={"A": team_a, "B": team_b},
        ruleset=ruleset or {},
        pace=pace,
        first_game_time=clock.next_game_time(schedule, earliest),
        now=now,
        referee=referee,
    )
    return match_announce(match=match, now=announced_at) if announced else match
