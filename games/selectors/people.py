"""People and teams, as pages and services need them."""

from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.models import Challenge, Invitation, Match, Player, Team, User
from games.selectors.roles import commanding


class Meeting(NamedTuple):
    """A match as one of its teams sees it: ``won`` is None while nobody has won."""

    match: Match
    opponent: Team
    won: bool | None


def teams() -> QuerySet[Team]:
    """Every team with its captain and the ``size`` of its roster."""
    size = Count("players", filter=Q(players__left_at=None))
    return Team.objects.select_related("captain").annotate(size=size).order_by("name")


def roster(team: Team) -> QuerySet[Player]:
    """The characters of a team, in the order in which they came, each with his member."""
    return team.players.filter(left_at=None).select_related("user")


def meetings(team: Team, count: int) -> list[Meeting]:
    """The team's last matches, newest first."""
    seats = team.seats.select_related("match").prefetch_related("match__seats__team")
    return [
        Meeting(
            seat.match, other.team, seat.side == winner if (winner := seat.match.winner) else None
        )
        for seat in seats.order_by("-match__created_at", "-match_id")[:count]
        for other in seat.match.seats.all()
        if other.team_id != team.pk
    ]


def invitations_to(user: User) -> QuerySet[Invitation]:
    """The places in a roster that a member is offered."""
    return user.invitations.select_related("team__captain").order_by("created_at")


def challenges_to(user: User) -> QuerySet[Challenge]:
    """The challenges that wait for a captain's answer."""
    waiting = Challenge.objects.filter(challenged__captain=user)
    return waiting.select_related("challenger", "challenged").order_by("created_at")


def commanders(team: Team) -> QuerySet[User]:
    """Who may order for a team: its captain and co-captains."""
    own = Team.objects.filter(commanding(OuterRef("pk")), pk=team.pk)
    return User.objects.filter(Exists(own))


def shared_commander(team: Team, other: Team) -> User | None:
    """Somebody who may order for both teams, if there is one."""
    return commanders(team).filter(pk__in=commanders(other)).first()


def commanded_opponent(user: User, team: Team) -> Team | None:
    """A team that a member commands and that has an unfinished match against ``team``."""
    unfinished = Match.objects.exclude(status=Match.Status.OVER).filter(seats__team=team)
    opponents = Team.objects.filter(commanding(user), seats__match__in=unfinished)
    return opponents.exclude(pk=team.pk).first()
