"""Teams, rosters, who commands; what members prefer."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.contract import Refused
from games.models import Invitation, Match, Notice, Player, Team, User
from games.notify.outbox import Kind
from games.selectors.people import roster
from games.selectors.reports import named_line_up
from games.selectors.roles import role_in
from games.services.line_ups import line_up_change
from games.services.people import (
    captaincy_hand_over,
    co_captain_dismiss,
    co_captain_name,
    invitation_accept,
    invitation_close,
    invitation_send,
    player_add,
    player_leave,
    player_remove,
    player_rename,
    preferences_save,
    team_create,
)
from tests.games.factories import NOW, Village, make_match, make_team, make_user, seat_member

LATER = NOW + timedelta(hours=1)


def found(captain: User, name: str = "Orval", character: str = "Gaspard", **how: bool) -> Team:
    villagers = how.get("villagers", True)
    return team_create(
        name=name, captain=captain, character=character, villagers=villagers, now=NOW
    )


def kind_of(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.kind


def player_of(team: Team, user: User) -> Player:
    return roster(team).get(user=user)


class TestTeamCreate:
    def test_its_founder_is_captain_and_plays_the_first_of_eleven(self, village: Village) -> None:
        team = found(village.member)
        players = list(roster(team))
        assert role_in(team, village.member) == "captain"
        assert len(players) == 11
        assert (players[0].name, players[0].user) == ("Gaspard", village.member)
        assert {player.user for player in players[1:]} == {None}

    def test_without_villagers_it_is_the_captain_alone(self, village: Village) -> None:
        assert roster(found(village.member, villagers=False)).count() == 1

    def test_a_captain_called_like_a_villager_still_has_ten_others(self, village: Village) -> None:
        names = [player.name for player in roster(found(village.member, character="GUILLEMETTE"))]
        assert len(names) == 11
        assert "Guillemette" not in names

    @pytest.mark.parametrize("name", ["Castillon", "CASTILLON"])
    def test_a_name_is_one_team_s(self, village: Village, name: str) -> None:
        with pytest.raises(Refused) as refused:
            found(village.member, name)
        assert kind_of(refused) == "team-name-taken"

    def test_the_database_itself_keeps_a_name_to_one_team(self, village: Village) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            Team.objects.create(name="CASTILLON", slug="other", created_at=NOW)

    def test_each_has_an_address_of_its_own(self, village: Village) -> None:
        names = ("Orval", "Órval", "New", "村", "村 村")
        slugs = [found(village.member, name).slug for name in names]
        assert slugs == ["orval", "orval-2", "new-2", "team", "team-2"]


class TestRoster:
    def test_a_character_is_added_last(self, village: Village) -> None:
        player_add(team=village.team_a, name="Gontran", now=LATER)
        assert list(roster(village.team_a))[-1].name == "Gontran"

    def test_two_of_a_roster_never_have_one_name(self, village: Village) -> None:
        player = roster(village.team_a)[3]
        with pytest.raises(Refused) as added:
            player_add(team=village.team_a, name="castillon 1", now=LATER)
        with pytest.raises(Refused) as renamed:
            player_rename(player=player, name="Castillon 1")
        assert (kind_of(added), kind_of(renamed)) == ("name-taken", "name-taken")

    def test_a_name_may_change_its_capitals(self, village: Village) -> None:
        player = roster(village.team_a)[3]
        player_rename(player=player, name=player.name.upper())
        player.refresh_from_db()
        assert player.name == "CASTILLON 4"

    def test_the_name_of_one_who_left_is_free(self, village: Village) -> None:
        player_remove(player=roster(village.team_a)[5], now=LATER)
        player_add(team=village.team_a, name="Castillon 6", now=LATER)
        assert roster(village.team_a).count() == 11

    def test_who_is_removed_stays_in_history_and_commands_no_more(self, village: Village) -> None:
        player = player_of(village.team_a, village.co_captain_a)
        player_remove(player=player, now=LATER)
        player.refresh_from_db()
        assert (player.left_at, player.co_captain) == (LATER, False)
        assert role_in(village.team_a, village.co_captain_a) is None

    def test_who_is_removed_stays_in_the_line_ups_that_name_him(
        self, match: Match, village: Village
    ) -> None:
        players = [player.pk for player in roster(village.team_a)]
        line_up_change(
            match=match, side="A", players=players, bench=[], now=LATER, actor=village.captain_a
        )
        player_remove(player=roster(village.team_a)[4], now=LATER)
        named = named_line_up(match.seats.get(side="A"))
        assert [each["name"] for each in named["players"]][4] == "Castillon 5"

    def test_the_captain_cannot_go_before_handing_over(self, village: Village) -> None:
        with pytest.raises(Refused) as removed:
            player_remove(player=player_of(village.team_a, village.captain_a), now=LATER)
        with pytest.raises(Refused) as left:
            player_leave(team=village.team_a, user=village.captain_a, now=LATER)
        assert (kind_of(removed), kind_of(left)) == ("captain-stays", "captain-stays")

    def test_a_member_may_leave(self, village: Village) -> None:
        player_leave(team=village.team_a, user=village.player_a, now=LATER)
        assert role_in(village.team_a, village.player_a) is None

    def test_a_stranger_cannot_leave(self, village: Village) -> None:
        with pytest.raises(Refused) as refused:
            player_leave(team=village.team_a, user=village.member, now=LATER)
        assert kind_of(refused) == "not-a-member"


class TestInvitation:
    def invite(
        self, village: Village, username: str = "Margot", name: str = "Ysolde"
    ) -> Invitation:
        return invitation_send(team=village.team_a, username=username, name=name, now=NOW)

    def test_the_member_is_told(self, village: Village) -> None:
        self.invite(village)
        notice = Notice.objects.get(kind=Kind.INVITATION)
        assert (notice.user, notice.facts) == (village.member, {"team": "Castillon"})

    def test_who_accepts_is_in_the_roster(self, village: Village) -> None:
        player = invitation_accept(invitation=self.invite(village), now=LATER)
        assert (player.name, player.user, player.joined_at) == ("Ysolde", village.member, LATER)
        assert role_in(village.team_a, village.member) == "player"
        assert not Invitation.objects.exists()

    def test_a_character_whom_nobody_plays_is_handed_over(self, village: Village) -> None:
        free = roster(village.team_a)[7]
        player = invitation_accept(invitation=self.invite(village, name=free.name), now=LATER)
        assert player == free
        assert roster(village.team_a).count() == 11

    def test_a_place_that_somebody_else_took_is_not_taken_twice(self, village: Village) -> None:
        invitation = self.invite(village, name="Castillon 8")
        other = make_user("hugues")
        seat = roster(village.team_a).get(name="Castillon 8")
        seat.user = other
        seat.save()
        with pytest.raises(Refused) as refused:
            invitation_accept(invitation=invitation, now=LATER)
        assert kind_of(refused) == "name-taken"
        assert Invitation.objects.filter(pk=invitation.pk).exists()

    def test_one_taken_back_cannot_be_accepted(self, village: Village) -> None:
        invitation = self.invite(village)
        invitation_close(invitation=Invitation.objects.get(pk=invitation.pk))
        with pytest.raises(Refused) as refused:
            invitation_accept(invitation=invitation, now=LATER)
        assert kind_of(refused) == "invitation-gone"
        assert role_in(village.team_a, village.member) is None

    @pytest.mark.parametrize(
        ("username", "name", "kind"),
        [
            ("nobody", "Ysolde", "unknown-member"),
            ("perrin", "Ysolde", "already-member"),
            ("margot", "Castillon 1", "name-taken"),
        ],
    )
    def test_what_cannot_be_offered(
        self, village: Village, username: str, name: str, kind: str
    ) -> None:
        with pytest.raises(Refused) as refused:
            self.invite(village, username, name)
        assert kind_of(refused) == kind

    def test_a_member_is_invited_once(self, village: Village) -> None:
        self.invite(village)
        with pytest.raises(Refused) as refused:
            self.invite(village, name="Ysolde II")
        assert kind_of(refused) == "already-invited"


class TestCommand:
    def test_a_co_captain_commands_until_he_is_dismissed(self, village: Village) -> None:
        player = player_of(village.team_a, village.player_a)
        co_captain_name(player=player, actor=village.captain_a)
        assert role_in(village.team_a, village.player_a) == "co-captain"
        co_captain_dismiss(player=player, actor=village.captain_a)
        assert role_in(village.team_a, village.player_a) == "player"

    def test_a_captaincy_changes_hands_and_the_old_captain_stays(self, village: Village) -> None:
        heir = player_of(village.team_a, village.co_captain_a)
        captaincy_hand_over(player=heir, actor=village.captain_a)
        team = Team.objects.get(pk=village.team_a.pk)
        assert role_in(team, village.co_captain_a) == "captain"
        assert role_in(team, village.captain_a) == "player"
        assert not player_of(team, village.co_captain_a).co_captain

    def test_a_page_that_is_old_gives_no_command(self, village: Village) -> None:
        """A player is read again, and so is who the captain is, under the team's lock."""
        player, heir = (
            player_of(village.team_a, user) for user in (village.player_a, village.co_captain_a)
        )
        player_leave(team=village.team_a, user=village.player_a, now=NOW)
        for act in (co_captain_name, captaincy_hand_over):
            with pytest.raises(Refused) as refused:
                act(player=player, actor=village.captain_a)
            assert kind_of(refused) == "nobody-plays"
        captaincy_hand_over(player=heir, actor=village.captain_a)
        for act in (co_captain_name, co_captain_dismiss, captaincy_hand_over):
            with pytest.raises(Refused) as refused:
                act(player=heir, actor=village.captain_a)
            assert kind_of(refused) == "not-captain"

    def test_nobody_s_character_commands_nothing(self, village: Village) -> None:
        player = roster(village.team_a).filter(user=None)[0]
        for act in (co_captain_name, captaincy_hand_over):
            with pytest.raises(Refused) as refused:
                act(player=player, actor=village.captain_a)
            assert kind_of(refused) == "nobody-plays"

    @pytest.mark.parametrize("role", ["captain_b", "co_captain_b"])
    def test_nobody_comes_to_command_both_sides_of_a_match(
        self, match: Match, village: Village, role: str
    ) -> None:
        """rules/fairness.md, 2: nobody outside his own side learns what a side sends."""
        user = village.captain_b if role == "captain_b" else make_user("hugues")
        if role == "co_captain_b":
            seat_member(village.team_b, user, co_captain=True)
        player = seat_member(village.team_a, user)
        for act in (co_captain_name, captaincy_hand_over):
            with pytest.raises(Refused) as refused:
                act(player=player, actor=village.captain_a)
            assert kind_of(refused) == "shared-captain"
            assert refused.value.facts == {"name": user.username}

    def test_once_the_match_is_over_he_may(self, match: Match, village: Village) -> None:
        Match.objects.update(status=Match.Status.OVER)
        player = seat_member(village.team_a, village.captain_b)
        co_captain_name(player=player, actor=village.captain_a)
        assert role_in(village.team_a, village.captain_b) == "co-captain"

    def test_a_match_of_others_does_not_hinder_him(self, match: Match, village: Village) -> None:
        user = make_user("hugues")
        make_team("Orval", user)
        player = seat_member(village.team_a, user)
        co_captain_name(player=player, actor=village.captain_a)
        assert role_in(village.team_a, user) == "co-captain"


def test_teams_that_share_a_commander_cannot_meet(village: Village) -> None:
    seat_member(village.team_b, village.co_captain_a, co_captain=True)
    with pytest.raises(Refused) as refused:
        make_match(village.team_a, village.team_b)
    assert kind_of(refused) == "shared-captain"
    assert not Match.objects.exists()


def test_a_commander_of_one_team_may_play_in_the_other(village: Village) -> None:
    seat_member(village.team_b, village.captain_a)
    assert make_match(village.team_a, village.team_b).turn is not None


def test_the_mails_that_are_not_wanted_are_kept_as_muted(village: Village) -> None:
    wanted = [Kind.YOUR_TURN, Kind.REMINDER]
    preferences_save(user=village.member, language="en", zone="America/Lima", mails=wanted)
    member = User.objects.get(pk=village.member.pk)
    assert (member.language, member.zone) == ("en", "America/Lima")
    assert set(member.muted) == set(Kind.values) - {"your-turn", "reminder"}
