"""The pages of challenges: who may see, send and answer them."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.forms import pace_of
from games.models import Challenge, Match
from games.services.challenges import challenge_send
from tests.conftest import SignIn
from tests.games.factories import NOW, Village, make_team

SEND = "/teams/beaulieu/challenge/"
DAYS = ["0", "1", "2", "3", "4"]
TYPED: dict[str, Any] = {
    "team": "castillon",
    "time": "20:30",
    "zone": "America/Montreal",
    "days": DAYS,
    "ruleset-pp": "3",
    "ruleset-max_turns": "goal",
}


@pytest.fixture
def challenge(village: Village) -> Challenge:
    """Castillon challenges Beaulieu."""
    challenge = challenge_send(
        challenger=village.team_a,
        challenged=village.team_b,
        game="soule",
        ruleset={},
        pace=pace_of(),
        actor=village.captain_a,
        now=NOW,
    )
    assert isinstance(challenge, Challenge)
    return challenge


@pytest.fixture
def address(challenge: Challenge) -> str:
    """Where it is answered."""
    return reverse("challenge_answer", args=[challenge.pk])


class TestSending:
    def test_a_captain_challenges(self, village: Village, sign_in: SignIn) -> None:
        response = sign_in(village.captain_a).post(SEND, TYPED)
        challenge = Challenge.objects.get()
        assert response["Location"] == reverse("challenge_answer", args=[challenge.pk])
        assert (challenge.challenger, challenge.challenged) == (village.team_a, village.team_b)
        assert (challenge.ruleset["pp"], challenge.ruleset["max_turns"]) == (3, None)
        assert challenge.pace == {
            "zone": "America/Montreal",
            "time": "20:30",
            "days": [0, 1, 2, 3, 4],
            "grace_minutes": 30,
            "strikes_to_forfeit": None,
            "limit_hours": 24,
            "at_once": False,
        }

    def test_the_form_begins_with_his_zone_and_every_day_at_nine(
        self, village: Village, sign_in: SignIn
    ) -> None:
        village.captain_a.zone = "Asia/Tokyo"
        village.captain_a.save()
        body = sign_in(village.captain_a).get(SEND).content.decode()
        assert '<option value="Asia/Tokyo" selected>' in body
        assert 'value="21:00"' in body
        assert body.count("checked") == 7

    def test_against_a_bot_one_need_not_wait(self, village: Village, sign_in: SignIn) -> None:
        captain, bots = sign_in(village.captain_a), make_team("Rouets", None, bot=True)
        for team, at_once in ((bots, True), (village.team_b, False)):
            form = captain.get(reverse("challenge_send", args=[team.slug])).context["form"]
            assert form["at_once"].value() is at_once

    def test_a_bot_s_match_is_there_at_once(self, village: Village, sign_in: SignIn) -> None:
        make_team("Automates", None, bot=True)
        response = sign_in(village.captain_a).post("/teams/automates/challenge/", TYPED)
        assert response["Location"] == Match.objects.get().get_absolute_url()

    @pytest.mark.parametrize(
        "wrong",
        [
            {"zone": "Europe/Valcombe"},
            {"time": "25:00"},
            {"days": []},
            {"days": ["7"]},
            {"ruleset-pp": "5"},
            {"team": "beaulieu"},
        ],
    )
    def test_what_cannot_be_is_refused_and_kept(
        self, village: Village, sign_in: SignIn, wrong: dict[str, Any]
    ) -> None:
        response = sign_in(village.captain_a).post(SEND, {**TYPED, "time": "19:15", **wrong})
        assert response.status_code == 422
        assert f'value="{wrong.get("time", "19:15")}"' in response.content.decode()
        assert not Challenge.objects.exists()

    def test_no_such_game(self, village: Village, sign_in: SignIn) -> None:
        assert sign_in(village.captain_a).post(f"{SEND}?game=chess", TYPED).status_code == 404

    def test_a_second_one_is_refused(
        self, village: Village, challenge: Challenge, sign_in: SignIn
    ) -> None:
        response = sign_in(village.captain_a).post(SEND, TYPED)
        assert response.status_code == 422
        assert Challenge.objects.count() == 1

    @pytest.mark.parametrize("name", ["co_captain_a", "player_a", "captain_b", "member", "admin"])
    def test_who_captains_no_other_team_cannot(
        self, village: Village, sign_in: SignIn, name: str
    ) -> None:
        client = sign_in(getattr(village, name))
        assert client.get(SEND).status_code == 403
        assert client.post(SEND, TYPED).status_code == 403
        assert not Challenge.objects.exists()

    def test_a_visitor_is_asked_to_sign_in(self, village: Village, visitor: Client) -> None:
        assert visitor.post(SEND, TYPED)["Location"].startswith(reverse("account_login"))


class TestAnswering:
    def test_the_challenged_captain_accepts(
        self, village: Village, address: str, sign_in: SignIn
    ) -> None:
        client = sign_in(village.captain_b)
        assert client.get(address).status_code == 200
        response = client.post(address, {"answer": "accept"})
        match = Match.objects.get()
        assert response["Location"] == match.get_absolute_url()
        assert match.status == Match.Status.PLAYING

    def test_he_declines(self, village: Village, address: str, sign_in: SignIn) -> None:
        sign_in(village.captain_b).post(address, {"answer": "decline"})
        assert not Challenge.objects.exists()
        assert not Match.objects.exists()

    def test_the_challenger_takes_it_back(
        self, village: Village, address: str, sign_in: SignIn
    ) -> None:
        sign_in(village.captain_a).post(address, {"answer": "withdraw"})
        assert not Challenge.objects.exists()

    @pytest.mark.parametrize(
        ("name", "answer"),
        [
            ("captain_a", "accept"),
            ("captain_a", "decline"),
            ("captain_b", "withdraw"),
            ("co_captain_a", "withdraw"),
            ("co_captain_a", "accept"),
        ],
    )
    def test_each_captain_does_his_own_part_alone(
        self, village: Village, address: str, sign_in: SignIn, name: str, answer: str
    ) -> None:
        client = sign_in(getattr(village, name))
        assert client.post(address, {"answer": answer}).status_code == 403
        assert Challenge.objects.exists()

    def test_a_co_captain_reads_it(self, village: Village, address: str, sign_in: SignIn) -> None:
        response = sign_in(village.co_captain_a).get(address)
        assert response.status_code == 200
        assert 'name="answer"' not in response.content.decode()

    @pytest.mark.parametrize("name", ["player_a", "member", "referee", "admin"])
    def test_others_do_not_see_it(
        self, village: Village, address: str, sign_in: SignIn, name: str
    ) -> None:
        client = sign_in(getattr(village, name))
        assert client.get(address).status_code == 404
        assert client.post(address, {"answer": "accept"}).status_code == 404

    def test_a_visitor_is_asked_to_sign_in(self, address: str, visitor: Client) -> None:
        assert visitor.get(address)["Location"].startswith(reverse("account_login"))

    def test_an_answer_that_is_none(self, village: Village, address: str, sign_in: SignIn) -> None:
        assert sign_in(village.captain_b).post(address, {"answer": "maybe"}).status_code == 400

    def test_why_it_cannot_be_accepted_is_said(
        self, village: Village, address: str, sign_in: SignIn
    ) -> None:
        village.team_b.players.filter(user=None).update(left_at=NOW)
        response = sign_in(village.captain_b).post(address, {"answer": "accept"})
        assert response.status_code == 422
        assert 'role="alert"' in response.content.decode()
        assert Challenge.objects.exists()


def test_each_game_has_its_own_questions(village: Village, sign_in: SignIn) -> None:
    captain = sign_in(village.captain_a)
    for game in settings.GAMES:
        page = captain.get(f"{SEND}?game={game}")
        asked = set(page.context["form"].fields)
        assert ("limit_hours" in asked) is (game != "soule")
        assert page.context["ruleset"].fields


def test_a_challenge_at_boules_says_how_many_bowl(village: Village, sign_in: SignIn) -> None:
    typed = {
        "team": "castillon",
        "time": "20:30",
        "zone": "Europe/Paris",
        "limit_hours": "48",
        "ruleset-bowlers": "2",
        "ruleset-on_timeout": "pass",
    }
    answer = sign_in(village.captain_a).post(f"{SEND}?game=boules", typed)
    challenge = Challenge.objects.get()
    assert (challenge.ruleset["bowlers"], challenge.pace["limit_hours"]) == (2, 48)
    page = sign_in(village.captain_b).get(answer["Location"]).content.decode()
    assert "2 contre 2" in page
    assert "48" in page
    sign_in(village.captain_b).post(answer["Location"], {"answer": "accept"})
    assert Match.objects.get().ruleset["bowlers"] == 2


def test_the_rules_of_every_game_are_a_click_away(client: Client, db: None) -> None:
    page = client.get(reverse("rules_list")).content.decode()
    for game in settings.GAMES:
        assert f'href="{reverse("rules", args=[game])}"' in page
