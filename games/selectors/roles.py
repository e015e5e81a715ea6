"""Who is who in a match: the one place that says what a person may see and do."""

from collections.abc import Iterable
from typing import Literal

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Q

from games.contract import Slot, side_of
from games.models import Match, Player, Seat, Team, User

Reader = User | AnonymousUser
Role = Literal["captain", "co-captain", "player"]


def role_in(team: Team, reader: Reader) -> Role | None:
    """What the reader is in a team, or None."""
    if not isinstance(reader, User):
        return None
    if team.captain_id == reader.pk:
        return "captain"
    player = Player.objects.filter(team=team, user=reader, left_at=None).first()
    return None if player is None else "co-captain" if player.co_captain else "player"


def commanding(user: User | OuterRef) -> Q:
    """Of teams, those that the user commands: their captain, or one of their co-captains.

    The one place that says who commands a team; ``distinct`` is the caller's, and so is a team of
    which the caller has read the players (``games.notify.outbox.captains``).
    """
    return Q(captain=user) | Q(players__user=user, players__co_captain=True, players__left_at=None)


def belonging(user: User) -> Q:
    """Of teams, those to which the user belongs: as captain, or as one of the roster."""
    return Q(captain=user) | Q(players__user=user, players__left_at=None)


def commands(team: Team, reader: Reader) -> bool:
    """Whether the reader is the team's captain or one of its co-captains."""
    return role_in(team, reader) in ("captain", "co-captain")


def seat_of(match: Match, reader: Reader) -> Seat | None:
    """The seat whose team the reader belongs to (the one he commands first), or None."""
    if not isinstance(reader, User):
        return None
    own = Team.objects.filter(belonging(reader))
    seats = list(match.seats.filter(team__in=own).select_related("team"))
    seats.sort(key=lambda seat: not commands(seat.team, reader))
    return seats[0] if seats else None


def belongs_to(match: Match, reader: Reader) -> bool:
    """Whether the reader belongs to one of the two teams: then he cannot be its referee."""
    return seat_of(match, reader) is not None


def slots_of(seat: Seat, reader: Reader, awaited: Iterable[Slot]) -> list[Slot]:
    """The awaited slots for which the reader may order: those of his side for who commands it,
    else the one of the number that his character has in the line-up."""
    own = [slot for slot in awaited if side_of(slot) == seat.side]
    if commands(seat.team, reader):
        return own
    places = {
        place
        for place, player in _fielded(seat).items()
        if player.user_id is not None and player.user_id == reader.pk
    }
    return [slot for slot in own if slot[1:] in places]


def playing(seat: Seat, awaited: Iterable[Slot]) -> set[User]:
    """The members whose own characters have the awaited slots of their side; the seat comes with
    its team's players and their members."""
    places = {slot[1:] for slot in awaited if side_of(slot) == seat.side}
    fielded = _fielded(seat).items()
    return {player.user for place, player in fielded if place in places and player.user}


def _fielded(seat: Seat) -> dict[str, Player]:
    """Who has which number, or keeps goal (``G``): the announced line-up, or the roster while
    there is none."""
    roster = list(seat.team.players.all())
    if seat.line_up is None:
        there = [player for player in roster if player.left_at is None]
        return {str(number): player for number, player in enumerate(there, 1)}
    by_id = {player.pk: player for player in roster}
    numbered = {str(n): entry for n, entry in enumerate(seat.line_up["players"], 1)}
    keeper = {"G": entry} if (entry := seat.line_up.get("keeper")) else {}
    return {place: by_id[entry["player"]] for place, entry in (numbered | keeper).items()}


def may_referee(match: Match, reader: Reader) -> bool:
    """Whether the reader may act as the match's referee."""
    return bool(reader.is_active and reader.is_staff and not belongs_to(match, reader))
