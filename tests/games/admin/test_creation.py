"""A new match through the office."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import clock, registry
from games.models import JournalLine, Match
from games.selectors.clock import now
from tests.conftest import SignIn
from tests.games.factories import Village, seat_member

ADD = "/office/games/match/add/"


@pytest.fixture
def referee(village: Village, sign_in: SignIn) -> Client:
    return sign_in(village.referee)


def create(client: Client, village: Village, **changes: Any) -> Any:
    """Post the form of a new match, of Castillon and Beaulieu in six days."""
    data = {
        "team_a": village.team_a.pk,
        "team_b": village.team_b.pk,
        "kind": "official",
        "why": "Coupe d’hiver, premier tour.",
        "day": (now() + timedelta(days=6)).date().isoformat(),
        "time": "21:00",
        "zone": "Europe/Paris",
        "days": ["0", "1", "2", "3", "4", "5", "6"],
        "grace_minutes": "30",
        "strikes": "kind",
        "ruleset-pp": "4",
        "ruleset-max_turns": "7",
    }
    return client.post(ADD, data | changes)


def test_an_official_match_is_created_and_waits_for_its_announcement(
    village: Village, referee: Client
) -> None:
    answer = create(referee, village)
    match = Match.objects.get()
    assert answer.status_code == 302
    assert referee.get(reverse("admin:games_match_change", args=[match.pk])).status_code == 200
    assert (match.status, match.kind) == ("created", "official")
    assert match.ruleset == registry.get("soule").engine.pin({})
    assert match.pace["strikes_to_forfeit"] == 2
    assert match.referee == village.referee
    day = (now() + timedelta(days=6)).date()
    assert match.first_game_time == clock.local_instant(day, match.schedule.at, "Europe/Paris")
    assert [seat.team for seat in match.seats.all()] == [village.team_a, village.team_b]
    line = JournalLine.objects.get()
    assert (line.kind, line.by, line.actor) == ("created", "referee", village.referee)
    assert line.data["why"] == "Coupe d’hiver, premier tour."


@pytest.mark.parametrize(
    ("kind", "strikes", "stored"),
    [
        ("friendly", "kind", None),
        ("elimination", "kind", 2),
        ("official", "never", None),
        ("friendly", "3", 3),
    ],
)
def test_the_kind_says_how_many_strikes_lose_unless_the_referee_does(
    village: Village, referee: Client, kind: str, strikes: str, stored: int | None
) -> None:
    create(referee, village, kind=kind, strikes=strikes)
    assert Match.objects.get().pace["strikes_to_forfeit"] == stored


@pytest.mark.parametrize(
    ("changes", "stored"),
    [
        ({"ruleset-pp": "3"}, {"pp": 3}),
        ({"ruleset-max_turns": "goal"}, {"max_turns": None}),
        ({"kind": "elimination"}, {"max_turns": None}),
        ({"ruleset-substitutions": "on"}, {"substitutions": True}),
    ],
)
def test_the_games_own_form_makes_the_ruleset(
    village: Village, referee: Client, changes: dict[str, str], stored: dict[str, Any]
) -> None:
    create(referee, village, **changes)
    assert Match.objects.get().ruleset == registry.get("soule").engine.pin(stored)


@pytest.mark.parametrize(
    "changes",
    [
        {"why": " "},
        {"kind": "scrimmage"},
        {"day": "2020-01-01"},
        {"day": "9999-12-31"},
        {"day": "2020-01-01", "kind": "friendly"},
        {"day": "the day after"},
        {"zone": "Europe/Lutetia"},
        {"days": []},
        {"grace_minutes": "-1"},
        {"grace_minutes": "100000"},
        {"strikes": "0"},
        {"team_b": ""},
        {"ruleset-pp": "5"},
        {"ruleset-max_turns": "8"},
    ],
)
def test_what_cannot_be_is_refused_on_the_form(
    village: Village, referee: Client, changes: dict[str, Any]
) -> None:
    answer = create(referee, village, **changes)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode() or "errorlist" in str(answer.content)
    assert not Match.objects.exists()


def test_a_double_click_creates_one_match(village: Village, referee: Client) -> None:
    assert create(referee, village).status_code == 302
    assert create(referee, village).status_code == 422
    assert Match.objects.count() == 1
    assert create(referee, village, kind="friendly", time="20:00").status_code == 302


def test_a_team_does_not_play_itself(village: Village, referee: Client) -> None:
    assert create(referee, village, team_b=village.team_a.pk).status_code == 422
    assert not Match.objects.exists()


def test_an_official_match_leaves_time_for_words_and_announcement(
    village: Village, referee: Client
) -> None:
    tomorrow = (now() + timedelta(days=1)).date().isoformat()
    assert create(referee, village, day=tomorrow).status_code == 422
    assert create(referee, village, day=tomorrow, kind="friendly").status_code == 302


def test_the_first_day_is_a_day_of_play(village: Village, referee: Client) -> None:
    day = (now() + timedelta(days=6)).date()
    others = [str(n) for n in range(7) if n != day.weekday()]
    assert create(referee, village, days=others).status_code == 422


def test_a_referee_of_one_of_the_teams_leaves_it_to_another(
    village: Village, referee: Client
) -> None:
    seat_member(village.team_a, village.referee)
    assert "Castillon" in create(referee, village).content.decode()
    assert not Match.objects.exists()


def test_only_referees_create_matches_here(
    village: Village, visitor: Client, sign_in: SignIn
) -> None:
    for client in (visitor, sign_in(village.member), sign_in(village.captain_a)):
        assert create(client, village).status_code == 302
    assert not Match.objects.exists()


def test_a_game_that_is_not_played_here_is_not_found(referee: Client) -> None:
    assert referee.get(ADD, {"game": "chess"}).status_code == 404
    assert referee.get(ADD, {"game": "soule"}).status_code == 200


def test_a_match_of_another_game_asks_what_that_game_knows(
    village: Village, referee: Client
) -> None:
    address = f"{ADD}?game=boules"
    form = referee.get(address).context["form"]
    assert "limit_hours" in form.fields
    assert not form.fields.keys() & {"at_once", "days", "grace_minutes", "strikes"}
    data = {
        "team_a": village.team_a.pk,
        "team_b": village.team_b.pk,
        "kind": "elimination",
        "why": "Le jambon du maire.",
        "day": (now() + timedelta(days=6)).date().isoformat(),
        "time": "21:00",
        "zone": "Europe/Paris",
        "limit_hours": "12",
        "ruleset-bowlers": "3",
        "ruleset-on_timeout": "lose_boule",
    }
    assert referee.post(address, data | {"limit_hours": "0"}).status_code == 422
    assert referee.post(address, data).status_code == 302
    match = Match.objects.get()
    assert (match.game, match.pace["limit_hours"]) == ("boules", 12)
    rules = {"bowlers": 3, "on_timeout": "lose_boule", "needs_winner": True}
    assert (match.ruleset, match.pace["strikes_to_forfeit"]) == (rules, None)
    assert referee.get(f"{ADD}?game=chess").status_code == 404
