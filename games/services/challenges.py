"""Challenges: a team offers another a friendly, which is played once it is accepted."""

from datetime import datetime, timedelta

from django.db import transaction

from games import clock, registry
from games.contract import JSON, Refused, Side
from games.models import Challenge, Match, Team, User
from games.notify import outbox
from games.selectors.people import roster
from games.services.ledger import Ledger
from games.services.matches import match_announce, match_create, teams_meet

NOTICE = timedelta(hours=12)
"""Both captains have more than this before a friendly's first game time (rules/soule.md)."""


@transaction.atomic
def challenge_send(
    *,
    challenger: Team,
    challenged: Team,
    game: str,
    ruleset: JSON,
    pace: JSON,
    actor: User,
    now: datetime,
) -> Challenge | Match:
    """Challenge a team to a friendly; a bot's team accepts at once, and the match is returned.

    Raises Refused: ``challenge-waiting`` (they have one for each other already), ``roster-short``,
    for a ruleset that the game cannot take, and whatever a match of the two would be refused for.
    """
    teams_meet(challenger, challenged)
    pair = (challenger, challenged)
    if Challenge.objects.filter(challenger__in=pair, challenged__in=pair, game=game).exists():
        raise Refused("challenge-waiting", facts={"team": challenged.name})
    challenge = Challenge(
        challenger=challenger,
        challenged=challenged,
        game=game,
        ruleset=registry.get(game).engine.pin(ruleset),
        pace=pace,
        created_at=now,
    )
    _has_enough(challenger, challenge)
    if challenged.bot:
        return _play(challenge, by="A", actor=actor, now=now)
    challenge.save()
    ledger = Ledger()
    outbox.challenge(ledger.notices, challenger, challenged, now)
    ledger.write()
    return challenge


@transaction.atomic
def challenge_accept(*, challenge: Challenge, actor: User, now: datetime) -> Match:
    """Accept a challenge: the match is created and announced at once.

    Raises Refused: ``challenge-gone`` (withdrawn, or answered already), ``roster-short``,
    ``shared-captain``.
    """
    deleted, _rows = Challenge.objects.filter(pk=challenge.pk).delete()
    if not deleted:
        raise Refused("challenge-gone")
    return _play(challenge, by="B", actor=actor, now=now)


@transaction.atomic
def challenge_close(*, challenge: Challenge) -> None:
    """The challenged captain declines, or the challenger takes it back."""
    Challenge.objects.filter(pk=challenge.pk).delete()


def first_game_time(pace: JSON, accepted_at: datetime) -> datetime:
    """When a friendly accepted at ``accepted_at`` begins: the first game time after the notice."""
    return clock.next_game_time(Match(pace=pace).schedule, accepted_at + NOTICE)


def _has_enough(team: Team, challenge: Challenge) -> None:
    """A friendly has no referee for whom it could wait."""
    needed = registry.get(challenge.game).engine.squad(challenge.ruleset).players
    count = roster(team).count()
    if count < needed:
        raise Refused("roster-short", facts={"team": team.name, "needed": needed, "count": count})


def _play(challenge: Challenge, *, by: Side, actor: User, now: datetime) -> Match:
    teams: dict[Side, Team] = {"A": challenge.challenger, "B": challenge.challenged}
    teams_meet(teams["A"], teams["B"])
    for team in teams.values():
        _has_enough(team, challenge)
    match = match_create(
        game=challenge.game,
        kind=Match.Kind.FRIENDLY,
        teams=teams,
        ruleset=challenge.ruleset,
        pace=challenge.pace,
        first_game_time=first_game_time(challenge.pace, now),
        now=now,
        by=f"captain:{by}",
        actor=actor,
    )
    return match_announce(match=match, now=now, by=f"captain:{by}", actor=actor)
