"""The pages of teams: who may open and do what, and what is kept of what one typed."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.models import Invitation, Match, Player, Team, User
from games.selectors.people import roster
from games.selectors.roles import role_in
from games.services.people import invitation_send
from tests.conftest import SignIn
from tests.games.factories import NOW, Village, make_match, make_team, make_user

LIST, CREATE = "/teams/", "/teams/new/"
DETAIL, MANAGE = "/teams/castillon/", "/teams/castillon/manage/"


def act(client: Client, name: str, /, **typed: Any) -> HttpResponse:
    return client.post(MANAGE, {"act": name, **typed})  # type: ignore[return-value]


def player_of(village: Village, user: User) -> Player:
    return roster(village.team_a).get(user=user)


def invite(village: Village) -> Invitation:
    return invitation_send(team=village.team_a, username="margot", name="Ysolde", now=NOW)


class TestReading:
    @pytest.mark.parametrize("path", [LIST, DETAIL])
    def test_everybody_may_read(self, village: Village, visitor: Client, path: str) -> None:
        response = visitor.get(path)
        assert response.status_code == 200
        assert "Castillon" in response.content.decode()

    @pytest.mark.parametrize("path", [CREATE, MANAGE])
    def test_a_visitor_is_asked_to_sign_in(
        self, village: Village, visitor: Client, path: str
    ) -> None:
        assert visitor.get(path)["Location"] == f"{reverse('account_login')}?next={path}"

    def test_a_team_that_does_not_exist(self, visitor: Client, db: None) -> None:
        assert visitor.get("/teams/nowhere/").status_code == 404

    def test_a_team_s_page_shows_its_matches(self, match: Match, visitor: Client) -> None:
        assert match.get_absolute_url() in visitor.get(DETAIL).content.decode()

    def test_the_list_costs_the_same_for_many_teams(
        self, village: Village, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(10):
            make_team(f"Village {number}", make_user(f"captain-{number}"), players=2)
        with django_assert_num_queries(2):
            visitor.get(LIST)

    def test_a_team_s_page_costs_the_same_for_many_matches(
        self, match: Match, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(5):
            visitor.get(DETAIL)

    def test_what_waits_for_the_reader_is_said(self, village: Village, sign_in: SignIn) -> None:
        address = reverse("invitation_answer", args=[invite(village).pk])
        for path in (LIST, DETAIL, reverse("preferences")):
            assert address in sign_in(village.member).get(path).content.decode()
            assert address not in sign_in(village.player_a).get(path).content.decode()

    def test_a_captain_challenges_from_the_list(self, village: Village, sign_in: SignIn) -> None:
        own, other = (
            reverse("challenge_send", args=[team.slug]) for team in (village.team_a, village.team_b)
        )
        page = sign_in(village.captain_a).get("/teams/").content.decode()
        assert other in page
        assert own not in page
        for reader in (Client(), sign_in(village.member), sign_in(village.co_captain_a)):
            assert "/challenge/" not in reader.get("/teams/").content.decode()


class TestFounding:
    TYPED = {"name": "  Orval   le Grand ", "character": "Gaspard", "villagers": "on"}  # noqa: RUF012

    def test_a_new_team_is_shown_its_first_match(self, village: Village, sign_in: SignIn) -> None:
        bots = make_team("Rouets", None, bot=True)
        captain, table = sign_in(village.captain_a), f"/teams/{village.team_a.slug}/manage/"
        challenge = reverse("challenge_send", args=[bots.slug])
        assert challenge in captain.get(table).content.decode()
        make_match(village.team_a, bots)
        assert challenge not in captain.get(table).content.decode()

    def test_a_member_founds_a_team(self, village: Village, sign_in: SignIn) -> None:
        response = sign_in(village.member).post(CREATE, self.TYPED)
        team = Team.objects.get(captain=village.member)
        assert response["Location"] == "/teams/orval-le-grand/manage/"
        assert (team.name, roster(team).count()) == ("Orval le Grand", 11)

    def test_what_was_typed_is_kept(self, village: Village, sign_in: SignIn) -> None:
        response = sign_in(village.member).post(CREATE, {**self.TYPED, "name": "castillon"})
        assert response.status_code == 422
        assert 'value="Gaspard"' in response.content.decode()
        assert Team.objects.count() == 2

    def test_a_name_shows_all_its_characters(self, village: Village, sign_in: SignIn) -> None:
        """A zero-width space would make two names look alike."""
        typed = {**self.TYPED, "name": "Castillon\u200b"}
        assert sign_in(village.member).post(CREATE, typed).status_code == 422

    def test_a_visitor_founds_nothing(self, village: Village, visitor: Client) -> None:
        assert visitor.post(CREATE, self.TYPED).status_code == 302
        assert Team.objects.count() == 2


class TestManaging:
    @pytest.mark.parametrize("name", ["co_captain_a", "player_a", "captain_b", "member", "admin"])
    def test_the_captain_alone(self, village: Village, sign_in: SignIn, name: str) -> None:
        client = sign_in(getattr(village, name))
        assert client.get(MANAGE).status_code == 403
        assert act(client, "add", name="Gontran").status_code == 403
        assert roster(village.team_a).count() == 11

    def test_reading_changes_nothing(self, village: Village, sign_in: SignIn) -> None:
        player = player_of(village, village.player_a)
        sign_in(village.captain_a).get(f"{MANAGE}?act=remove&player={player.pk}")
        assert roster(village.team_a).count() == 11

    def test_the_roster_changes(self, village: Village, sign_in: SignIn) -> None:
        client, player = sign_in(village.captain_a), player_of(village, village.player_a)
        assert act(client, "add", name="Gontran")["Location"] == MANAGE
        assert (
            act(client, "rename", player=player.pk, name="Perrin Pied-Léger")["Location"] == MANAGE
        )
        gone = roster(village.team_a).get(name="Castillon 7")
        assert act(client, "remove", player=gone.pk)["Location"] == MANAGE
        names = [each.name for each in roster(village.team_a)]
        assert "Gontran" in names
        assert "Perrin Pied-Léger" in names
        assert "Castillon 7" not in names

    def test_co_captains_are_named_and_dismissed(self, village: Village, sign_in: SignIn) -> None:
        client = sign_in(village.captain_a)
        act(client, "co-captain", player=player_of(village, village.player_a).pk)
        act(client, "no-co-captain", player=player_of(village, village.co_captain_a).pk)
        assert role_in(village.team_a, village.player_a) == "co-captain"
        assert role_in(village.team_a, village.co_captain_a) == "player"

    def test_the_captaincy_is_handed_over(self, village: Village, sign_in: SignIn) -> None:
        client = sign_in(village.captain_a)
        response = act(client, "hand-over", player=player_of(village, village.player_a).pk)
        assert response["Location"] == DETAIL
        assert Team.objects.get(pk=village.team_a.pk).captain == village.player_a
        assert client.get(MANAGE).status_code == 403

    def test_a_member_is_invited_and_uninvited(self, village: Village, sign_in: SignIn) -> None:
        client = sign_in(village.captain_a)
        act(client, "invite", username="margot", name="Ysolde")
        invitation = Invitation.objects.get(user=village.member)
        assert "margot" in client.get(MANAGE).content.decode()
        act(client, "withdraw", invitation=invitation.pk)
        assert not Invitation.objects.exists()

    @pytest.mark.parametrize(
        ("name", "typed", "kept"),
        [
            ("add", {"name": "Castillon 1"}, 'value="Castillon 1"'),
            ("invite", {"username": "nobody", "name": "Ysolde"}, 'value="Ysolde"'),
            ("invite", {"username": "margot", "name": "x" * 31}, f'value="{"x" * 31}"'),
        ],
    )
    def test_what_was_typed_is_kept(
        self, village: Village, sign_in: SignIn, name: str, typed: dict[str, str], kept: str
    ) -> None:
        response = act(sign_in(village.captain_a), name, **typed)
        assert response.status_code == 422
        assert kept in response.content.decode()

    def test_a_new_name_that_is_taken_is_kept_beside_its_character(
        self, village: Village, sign_in: SignIn
    ) -> None:
        player = player_of(village, village.player_a)
        response = act(sign_in(village.captain_a), "rename", player=player.pk, name="CASTILLON 1")
        body = response.content.decode()
        assert response.status_code == 422
        assert 'value="CASTILLON 1"' in body
        assert body.count("<details open>") == 1

    def test_a_refusal_stands_beside_its_character(self, village: Village, sign_in: SignIn) -> None:
        player = player_of(village, village.captain_a)
        response = act(sign_in(village.captain_a), "remove", player=player.pk)
        assert response.status_code == 422
        assert response.content.decode().count('role="alert"') >= 1
        assert player_of(village, village.captain_a).left_at is None

    def test_a_character_of_another_team_is_out_of_reach(
        self, village: Village, sign_in: SignIn
    ) -> None:
        other = roster(village.team_b)[4]
        assert act(sign_in(village.captain_a), "remove", player=other.pk).status_code == 404
        assert roster(village.team_b).count() == 11

    @pytest.mark.parametrize("typed", [{}, {"act": "burn"}])
    def test_an_act_that_does_not_exist(
        self, village: Village, sign_in: SignIn, typed: dict[str, str]
    ) -> None:
        assert sign_in(village.captain_a).post(MANAGE, typed).status_code == 400

    @pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30])
    def test_a_player_who_is_no_number(
        self, village: Village, sign_in: SignIn, number: str
    ) -> None:
        assert act(sign_in(village.captain_a), "remove", player=number).status_code == 422


class TestLeaving:
    def test_a_player_leaves(self, village: Village, sign_in: SignIn) -> None:
        assert sign_in(village.player_a).post(DETAIL)["Location"] == DETAIL
        assert role_in(village.team_a, village.player_a) is None

    def test_the_captain_is_told_why_he_cannot(self, village: Village, sign_in: SignIn) -> None:
        response = sign_in(village.captain_a).post(DETAIL)
        assert response.status_code == 422
        assert 'role="alert"' in response.content.decode()

    def test_a_stranger_has_nothing_to_leave(self, village: Village, sign_in: SignIn) -> None:
        assert sign_in(village.member).post(DETAIL).status_code == 403

    def test_nor_has_a_visitor(self, village: Village, visitor: Client) -> None:
        assert visitor.post(DETAIL).status_code == 403


class TestAnswering:
    def test_a_member_accepts(self, village: Village, sign_in: SignIn) -> None:
        address = reverse("invitation_answer", args=[invite(village).pk])
        client = sign_in(village.member)
        assert client.get(address).status_code == 200
        assert client.post(address, {"answer": "accept"})["Location"] == DETAIL
        assert role_in(village.team_a, village.member) == "player"

    def test_a_member_declines(self, village: Village, sign_in: SignIn) -> None:
        address = reverse("invitation_answer", args=[invite(village).pk])
        assert sign_in(village.member).post(address, {"answer": "decline"})["Location"] == DETAIL
        assert role_in(village.team_a, village.member) is None
        assert not Invitation.objects.exists()

    @pytest.mark.parametrize("name", ["captain_a", "player_a", "captain_b", "admin"])
    def test_nobody_answers_for_him(self, village: Village, sign_in: SignIn, name: str) -> None:
        address = reverse("invitation_answer", args=[invite(village).pk])
        client = sign_in(getattr(village, name))
        assert client.get(address).status_code == 404
        assert client.post(address, {"answer": "accept"}).status_code == 404
        assert Invitation.objects.exists()

    def test_a_place_that_is_taken_is_said(self, village: Village, sign_in: SignIn) -> None:
        invitation = invitation_send(
            team=village.team_a, username="margot", name="Castillon 8", now=NOW
        )
        roster(village.team_a).filter(name="Castillon 8").update(user=village.referee)
        address = reverse("invitation_answer", args=[invitation.pk])
        response = sign_in(village.member).post(address, {"answer": "accept"})
        assert response.status_code == 422
        assert "Castillon 8" in response.content.decode()

    def test_an_address_beyond_all_numbers(self, village: Village, sign_in: SignIn) -> None:
        assert sign_in(village.member).get(f"/invitations/{'9' * 30}/").status_code == 404
