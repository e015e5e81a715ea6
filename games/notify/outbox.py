"""Who is told what: notices gathered into the ledger, one for each person and cause.

A notice's key names its cause, so that a cause seen twice is told once. Of all that one ledger
tells a person of a match only the first is mailed, so what asks something of him is told first:
who hears that it is his turn does not hear again that the last one was played.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import fairness
from games.contract import Slot, side_of
from games.models import Match, Notice, Seat, Team, Turn, User
from games.selectors.roles import playing


class Kind(models.TextChoices):
    """The kinds of mail; each can be switched off (``User.muted``)."""

    CREATED = "created", _("a match of my team is created")
    ANNOUNCED = "announced", _("a match is announced")
    LINE_UP = "line-up", _("a line-up is due")
    YOUR_TURN = "your-turn", _("it is my turn to order")
    REMINDER = "reminder", _("my side has sent nothing yet")
    PLAYED = "played", _("a turn was played")
    CHALLENGE = "challenge", _("a team challenges mine")
    INVITATION = "invitation", _("a team invites me")


def captains(team: Team) -> set[User]:
    """Who may order for a team: its captain and co-captains."""
    co_captains = {player.user for player in members(team) if player.co_captain and player.user}
    return co_captains | ({team.captain} if team.captain else set())


def members(team: Team) -> Iterator[Any]:
    """The players of a team's roster as it stands."""
    return (player for player in team.players.all() if player.left_at is None)


def created(notices: list[Notice], match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """A match is created: the captains are told, who may add a word until it is announced."""
    for seat in seats:
        _tell(notices, Kind.CREATED, captains(seat.team), match, str(match.public_id), now)


def announced(notices: list[Notice], match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """A match is announced: captains are told that their line-up is due, all others that it is."""
    for seat in seats:
        everybody = captains(seat.team) | {each.user for each in members(seat.team) if each.user}
        if seat.line_up is None:
            _tell(notices, Kind.LINE_UP, captains(seat.team), match, str(match.public_id), now)
        _tell(notices, Kind.ANNOUNCED, everybody, match, str(match.public_id), now)


def your_turn(
    notices: list[Notice],
    match: Match,
    seats: Iterable[Seat],
    awaited: Iterable[Slot],
    now: datetime,
    *,
    but: int | None = None,
) -> None:
    """A turn is open: who may order for an awaited slot is told.

    ``but`` is the id of a member who knows it.
    """
    turn = _turn(match)
    for seat in seats:
        own = [slot for slot in awaited if side_of(slot) == seat.side]
        told = captains(seat.team) | playing(seat, own) if own else set()
        cause = f"{match.public_id}:{turn.number}:{turn.opened_at.timestamp()}"
        told = {user for user in told if user.pk != but}
        _tell(notices, Kind.YOUR_TURN, told, match, cause, now, turn=turn.number)


def turn_played(
    notices: list[Notice], match: Match, turn: Turn, seats: Iterable[Seat], now: datetime
) -> None:
    """A turn was played: both teams are told."""
    for seat in seats:
        everybody = captains(seat.team) | {each.user for each in members(seat.team) if each.user}
        cause = f"{match.public_id}:{turn.number}:{turn.opened_at.timestamp()}"
        _tell(notices, Kind.PLAYED, everybody, match, cause, now, turn=turn.number)


def reminder(
    notices: list[Notice], match: Match, seat: Seat, awaited: Iterable[Slot], now: datetime
) -> None:
    """One's own side has nothing sealed; once for each game time and lead."""
    turn = _turn(match)
    at = fairness.utc(turn.game_time)
    cause = f"{match.public_id}:{turn.number}:{at}:{fairness.utc(match.remind_at or now)}"
    _tell(
        notices,
        Kind.REMINDER,
        captains(seat.team) | playing(seat, awaited),
        match,
        cause,
        now,
        turn=turn.number,
        game_time=at,
    )


def challenge(notices: list[Notice], challenger: Team, challenged: Team, now: datetime) -> None:
    """A team is challenged: its captain is told, who alone can answer."""
    cause = f"{challenger.pk}:{challenged.pk}:{now.timestamp()}"
    facts = {"team": challenger.name}
    answers = {challenged.captain} if challenged.captain else set()
    _tell(notices, Kind.CHALLENGE, answers, None, cause, now, **facts)


def invitation(notices: list[Notice], team: Team, user: User, now: datetime) -> None:
    """A member is offered a place in a roster: he is told."""
    cause = f"{team.pk}:{now.timestamp()}"
    _tell(notices, Kind.INVITATION, {user}, None, cause, now, team=team.name)


def _tell(
    notices: list[Notice],
    kind: Kind,
    users: Iterable[User],
    match: Match | None,
    cause: str,
    now: datetime,
    **facts: Any,
) -> None:
    told = {notice.user_id for notice in notices if match and notice.match_id == match.pk}
    for user in sorted(users, key=lambda user: user.pk):
        if kind not in user.muted and user.pk not in told:
            notices.append(
                Notice(
                    key=f"{kind}:{cause}:{user.pk}",
                    user=user,
                    kind=kind,
                    match=match,
                    facts=facts,
                    created_at=now,
                    try_at=now,
                )
            )


def _turn(match: Match) -> Turn:
    assert match.turn is not None
    return match.turn
