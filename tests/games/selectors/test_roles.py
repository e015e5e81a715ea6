"""Who is who in a match."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Match, Player, User
from games.selectors import roles
from tests.games.factories import NOW, Village, make_match, make_team, make_user, seat_member

WHO = {
    "captain_a": ("A", "captain", False),
    "co_captain_a": ("A", "co-captain", False),
    "player_a": ("A", "player", False),
    "captain_b": ("B", None, False),
    "referee": (None, None, True),
    "admin": (None, None, True),
    "member": (None, None, False),
}


def side_of(match: Match, user: User | AnonymousUser) -> str | None:
    """The side of the seat that is the reader's."""
    seat = roles.seat_of(match, user)
    return seat.side if seat else None


@pytest.mark.parametrize("name", WHO)
def test_each_has_his_side_his_role_and_his_right(
    village: Village, match: Match, name: str
) -> None:
    user: User = getattr(village, name)
    side, role_in_a, may_referee = WHO[name]
    assert side_of(match, user) == side
    assert roles.role_in(village.team_a, user) == role_in_a
    assert roles.commands(village.team_a, user) == (role_in_a in ("captain", "co-captain"))
    assert roles.belongs_to(match, user) == (side is not None)
    assert roles.may_referee(match, user) is may_referee


def test_a_visitor_is_nobody(village: Village, match: Match) -> None:
    visitor = AnonymousUser()
    assert roles.seat_of(match, visitor) is None
    assert roles.role_in(village.team_a, visitor) is None
    assert roles.may_referee(match, visitor) is False


def test_who_has_left_belongs_no_more(village: Village, match: Match) -> None:
    Player.objects.filter(user=village.co_captain_a).update(left_at=NOW)
    assert side_of(match, village.co_captain_a) is None
    assert not roles.commands(village.team_a, village.co_captain_a)


@pytest.mark.parametrize("name", ["referee", "admin"])
def test_a_referee_who_plays_is_none(village: Village, match: Match, name: str) -> None:
    seat_member(village.team_b, getattr(village, name))
    assert not roles.may_referee(match, getattr(village, name))


def test_a_referee_whose_account_is_closed_is_none(village: Village, match: Match) -> None:
    village.referee.is_active = False
    assert not roles.may_referee(match, village.referee)


def test_a_captain_who_plays_for_the_other_side_too_sits_where_he_commands(
    village: Village, match: Match
) -> None:
    seat_member(village.team_a, village.captain_b)
    assert side_of(match, village.captain_b) == "B"


def test_the_captain_of_a_third_team_has_no_seat(village: Village, match: Match) -> None:
    other = make_user("doux")
    team = make_team("Valcombe", other)
    make_match(team, village.team_a)
    assert side_of(match, other) is None
