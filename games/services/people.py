"""People: teams, their rosters and who commands them, and what a member prefers.

A team's row is locked before its roster changes. Whoever leaves a roster stays in its history
(``left_at``), and in the line-ups that already name him.
"""

from collections.abc import Iterable
from datetime import datetime
from itertools import count

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games import registry
from games.contract import Refused
from games.models import Invitation, Player, Team, User
from games.notify import outbox
from games.selectors.people import commanded_opponent, roster
from games.services.ledger import Ledger

VILLAGERS = (
    "Aubin le Charron",
    "Bertrade",
    "Eudes Courtejambe",
    "Guillemette",
    "Hamelin le Meunier",
    "Isabeau",
    "Jehan Sans-Souliers",
    "Mahaut",
    "Odon le Forgeron",
    "Pernelle",
    "Renaud Tête-Dure",
)
"""Characters for whoever starts a team alone: one more than are needed, for one may be taken."""

NOT_A_TEAM = frozenset({"new"})
"""Slugs that are another page's address."""


@transaction.atomic
def team_create(
    *, name: str, captain: User, character: str, villagers: bool, now: datetime
) -> Team:
    """Create a team with its captain's character and, if wanted, as many more as a match needs,
    that nobody plays.

    Raises Refused (``team-name-taken``) when another team has the name, whatever its capitals.
    """
    if Team.objects.filter(name__iexact=name).exists():
        raise Refused("team-name-taken", facts={"name": name})
    try:
        with transaction.atomic():
            team = Team.objects.create(
                name=name, slug=_free_slug(name), captain=captain, created_at=now
            )
    except IntegrityError:
        raise Refused("team-name-taken", facts={"name": name}) from None
    Player.objects.create(team=team, user=captain, name=character, joined_at=now)
    if villagers:
        others = [each for each in VILLAGERS if not _same(each, character)]
        Player.objects.bulk_create(
            Player(team=team, name=each, joined_at=now) for each in others[: _filled() - 1]
        )
    return team


@transaction.atomic
def player_add(*, team: Team, name: str, now: datetime) -> Player:
    """Add a character that nobody plays; Refused (``name-taken``) if the roster has the name."""
    _lock(team)
    _name_is_free(team, name)
    return Player.objects.create(team=team, name=name, joined_at=now)


@transaction.atomic
def player_rename(*, player: Player, name: str) -> None:
    """Rename a character; Refused (``name-taken``) if another of the roster has the name."""
    _lock(player.team)
    _name_is_free(player.team, name, but=player)
    player.name = name
    player.save(update_fields=("name",))


@transaction.atomic
def player_remove(*, player: Player, now: datetime) -> None:
    """Take a character off the roster; Refused (``captain-stays``) for the captain's."""
    team = _lock(player.team)
    if player.user_id is not None and player.user_id == team.captain_id:
        raise Refused("captain-stays")
    player.left_at, player.co_captain = now, False
    player.save(update_fields=("left_at", "co_captain"))


@transaction.atomic
def player_leave(*, team: Team, user: User, now: datetime) -> None:
    """A member leaves a team, and his character with him.

    Raises Refused for the captain (``captain-stays``: he hands over first), and for one who does
    not belong to it (``not-a-member``).
    """
    player = roster(team).filter(user=user).first()
    if player is None:
        raise Refused("not-a-member", facts={"name": user.username})
    player_remove(player=player, now=now)


@transaction.atomic
def invitation_send(*, team: Team, username: str, name: str, now: datetime) -> Invitation:
    """Offer a member a place: a new character, or one of the roster whom nobody plays.

    Raises Refused: ``unknown-member``, ``already-member``, ``already-invited``, ``name-taken``.
    """
    _lock(team)
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise Refused("unknown-member", facts={"name": username})
    _may_join(team, user, name)
    if team.invitations.filter(user=user).exists():
        raise Refused("already-invited", facts={"name": user.username})
    invitation = Invitation.objects.create(team=team, user=user, name=name, created_at=now)
    ledger = Ledger()
    outbox.invitation(ledger.notices, team, user, now)
    ledger.write()
    return invitation


@transaction.atomic
def invitation_accept(*, invitation: Invitation, now: datetime) -> Player:
    """Take the offered place; Refused when it is gone (``invitation-gone``, ``name-taken``)."""
    team, user, name = _lock(invitation.team), invitation.user, invitation.name
    deleted, _rows = Invitation.objects.filter(pk=invitation.pk).delete()
    if not deleted:
        raise Refused("invitation-gone")
    _may_join(team, user, name)
    player = roster(team).filter(user=None, name__iexact=name).first()
    player = player or Player(team=team, name=name, joined_at=now)
    player.user = user
    player.save()
    return player


@transaction.atomic
def invitation_close(*, invitation: Invitation) -> None:
    """The member declines an invitation, or the captain takes it back."""
    Invitation.objects.filter(pk=invitation.pk).delete()


@transaction.atomic
def co_captain_name(*, player: Player, actor: User) -> None:
    """Name a co-captain: from now on he may announce line-ups and order for the team.

    Raises Refused: ``not-captain`` (the actor is it no longer), ``nobody-plays`` (a character
    without a member), ``captain-stays``, ``shared-captain`` (he commands the other team of a
    match that is not over).
    """
    team, player = _commanded(player, actor)
    user = _member(player)
    if team.captain_id == user.pk:
        raise Refused("captain-stays")
    _may_command(team, user)
    player.co_captain = True
    player.save(update_fields=("co_captain",))


@transaction.atomic
def co_captain_dismiss(*, player: Player, actor: User) -> None:
    """Make a co-captain a player like any other; Refused (``not-captain``) for anybody else."""
    _team, player = _commanded(player, actor)
    player.co_captain = False
    player.save(update_fields=("co_captain",))


@transaction.atomic
def captaincy_hand_over(*, player: Player, actor: User) -> None:
    """Hand the captaincy to a member of the roster; the old captain stays, as a player.

    Raises Refused: ``not-captain``, ``nobody-plays``, ``shared-captain``.
    """
    team, player = _commanded(player, actor)
    user = _member(player)
    _may_command(team, user)
    team.captain = user
    team.save(update_fields=("captain",))
    player.co_captain = False
    player.save(update_fields=("co_captain",))


def preferences_save(*, user: User, language: str, zone: str, mails: Iterable[str]) -> None:
    """Keep a member's language, time zone, and the kinds of mail that he wants."""
    user.language, user.zone = language, zone
    user.muted = sorted(set(outbox.Kind.values) - set(mails))
    user.save(update_fields=("language", "zone", "muted"))


def language_save(*, user: User, language: str) -> None:
    """Keep the language in which a member reads pages and mails."""
    user.language = language
    user.save(update_fields=("language",))


def _lock(team: Team) -> Team:
    return Team.objects.select_for_update().get(pk=team.pk)


def _commanded(player: Player, actor: User) -> tuple[Team, Player]:
    """The locked team and the player, both as they are now, not as the actor's page showed them."""
    team = _lock(player.team)
    if team.captain_id != actor.pk:
        raise Refused("not-captain")
    return team, Player.objects.select_related("user").get(pk=player.pk)


def _filled() -> int:
    """How many a filled roster has: enough to play any game of this site at once."""
    return max(game.engine.squad({}).players for game in registry.games())


def _name_is_free(team: Team, name: str, but: Player | None = None) -> None:
    others = roster(team).filter(name__iexact=name)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise Refused("name-taken", facts={"name": name})


def _may_join(team: Team, user: User, name: str) -> None:
    players = roster(team)
    if players.filter(user=user).exists():
        raise Refused("already-member", facts={"name": user.username})
    if players.filter(name__iexact=name).exclude(user=None).exists():
        raise Refused("name-taken", facts={"name": name})


def _member(player: Player) -> User:
    if player.user is None or player.left_at is not None:
        raise Refused("nobody-plays", facts={"name": player.name})
    return player.user


def _may_command(team: Team, user: User) -> None:
    # The member is locked too: else he could be named in both teams of a match at once.
    User.objects.select_for_update().get(pk=user.pk)
    if commanded_opponent(user, team) is not None:
        raise Refused("shared-captain", facts={"name": user.username})


def _free_slug(name: str) -> str:
    base = slugify(name)[:40] or "team"
    candidates = (base if n == 1 else f"{base}-{n}" for n in count(1))
    taken = NOT_A_TEAM | set(
        Team.objects.filter(slug__startswith=base).values_list("slug", flat=True)
    )
    return next(each for each in candidates if each not in taken)


def _same(name: str, other: str) -> bool:
    return name.casefold() == other.casefold()
