"""A match of pied-balle on the site: line-ups, the placing, whose turn it is, silence, the end."""

from datetime import datetime, timedelta
from typing import Any

import orjson
import pytest
from django.test import Client
from django.urls import reverse

from games.contract import Refused, side_of
from games.forms import pace_of
from games.models import Match, Notice, Player, Turn, User
from games.notify.outbox import Kind
from games.replay import Played, replay
from games.selectors.clock import now
from games.selectors.match_file import match_file_of
from games.selectors.reports import casts_of
from games.services.line_ups import line_up_change
from games.services.orders import Author, order_submit
from games.services.turns import turns_play_due
from piedballe import bot, engine
from tests.games.factories import NOW, Village, make_match, make_team

pytestmark = pytest.mark.django_db

LIMIT = timedelta(hours=24)
CLOSED = timedelta(minutes=30, seconds=3)
SETTLED = timedelta(seconds=3)
RULES = {"preset": "lively", "figures": 3, "max_rounds": 2}


@pytest.fixture
def match(village: Village) -> Match:
    """A friendly whose placings are awaited, played as soon as both are in."""
    return begun(village)


def begun(village: Village, now: datetime = NOW, **ruleset: Any) -> Match:
    return make_match(
        village.team_a,
        village.team_b,
        game="piedballe",
        ruleset=RULES | ruleset,
        pace=pace_of(at_once=True),
        now=now,
    )


def fresh(match: Match) -> Match:
    return Match.objects.select_related("turn").get(pk=match.pk)


def open_turn(match: Match) -> Turn:
    turn = fresh(match).turn
    assert turn is not None
    return turn


def state(match: Match) -> Any:
    turn = open_turn(match)
    return engine.load(turn.before if turn.after is None else turn.after)


def send(village: Village, match: Match, slot: str, text: str, now: datetime) -> None:
    captain = village.captain_a if side_of(slot) == "A" else village.captain_b
    author = Author(captain, "captain")
    order_submit(
        match=match, turn=open_turn(match).number, slot=slot, text=text, author=author, now=now
    )
    turns_play_due(now=now)


def place(village: Village, match: Match) -> None:
    send(village, match, "A", "8,3 4,8 13,8", NOW)
    assert open_turn(match).number == 0, "a placing alone is not played"
    send(village, match, "B", "9,28 13,23 4,23", NOW)


def played_out(village: Village, match: Match) -> Match:
    at = NOW
    place(village, match)
    while not fresh(match).is_over:
        at += timedelta(minutes=1)
        slot = engine.awaits(state(match)).slots[0]
        text = bot.order(engine.show(state(match), None), slot, lambda _purpose, _bound: 0)
        send(village, match, slot, text, at)
    return fresh(match)


class TestPlacing:
    def test_both_are_shown_together(self, village: Village, match: Match) -> None:
        place(village, match)
        turn = match.turns.get(number=0)
        assert [event[0] for event in turn.events][:4] == [
            "initiative",
            "coin",
            "round",
            "kickoff",
        ]
        assert state(match).figures["B1"].at == (9, 28)
        assert open_turn(match).game_time == NOW + LIMIT

    def test_it_costs_no_strike_to_send_none(self, village: Village, match: Match) -> None:
        turns_play_due(now=open_turn(match).game_time + CLOSED)
        assert open_turn(match).number == 1
        assert state(match).figures["A1"].home == (8, 3)
        assert match.strikes.count() == 0

    def test_it_is_sealed(self, village: Village, match: Match) -> None:
        send(village, match, "A", "9,4 4,8 13,8", NOW)
        for user in (village.captain_b, village.referee, village.member):
            client = Client()
            client.force_login(user)
            page = client.get(match.get_absolute_url()).content.decode()
            assert "9,4" not in page

    @pytest.mark.parametrize("text", ["8,3 4,8", "8,16 4,8 13,8", "8,1 4,8 13,8", "8,3 8,3 4,8"])
    def test_what_is_no_placing_is_refused(self, village: Village, match: Match, text: str) -> None:
        with pytest.raises(Refused):
            send(village, match, "A", text, NOW)


class TestTurns:
    def test_the_time_limit_lets_a_figure_stand(self, village: Village, match: Match) -> None:
        place(village, match)
        turns_play_due(now=open_turn(match).game_time + SETTLED)
        events = match.turns.get(number=1).events
        assert [event[0] for event in events][:2] == ["timeout", "turn"]
        assert match.strikes.count() == 0

    def test_his_player_is_told_and_may_order(self, village: Village, match: Match) -> None:
        place(village, match)
        told = Notice.objects.filter(match=match, kind=Kind.YOUR_TURN, facts__turn=1)
        slot = engine.awaits(state(match)).slots[0]
        captains = {"A": village.captain_a, "B": village.captain_b}
        assert captains[side_of(slot)] in {notice.user for notice in told}
        assert captains["B" if slot[0] == "A" else "A"] not in {notice.user for notice in told}

    def test_a_match_ends_and_its_file_replays(self, village: Village, match: Match) -> None:
        over = played_out(village, match)
        assert over.reason == "rounds"
        file = orjson.loads(orjson.dumps(match_file_of(over)))
        steps = [step for step in replay(file, engine) if isinstance(step, Played)]
        assert engine.show(steps[-1].state, None) == file["turns"][-1]["state"]

    def test_a_bot_places_and_plays(self, village: Village) -> None:
        bots = make_team("Paillebourg", None, bot=True)
        match = make_match(
            village.team_a,
            bots,
            game="piedballe",
            ruleset=RULES,
            pace=pace_of(at_once=True),
            now=NOW,
        )
        send(village, match, "A", "8,3 4,8 13,8", NOW)
        for _turn in range(200):
            turns_play_due(now=NOW)
            if fresh(match).is_over:
                break
            slot = engine.awaits(state(match)).slots[0]
            if slot[0] == "A":
                text = bot.order(engine.show(state(match), None), slot, lambda _p, _b: 0)
                send(village, match, slot, text, NOW)
        assert fresh(match).is_over


class TestLineUp:
    def named(self, village: Village) -> list[Player]:
        return list(village.team_a.players.all())

    def test_attributes_and_a_keeper(self, village: Village, match: Match) -> None:
        players = self.named(village)
        traits = {"agility": 4, "strength": 2, "robustness": 3}
        line_up_change(
            match=match,
            side="A",
            players=[player.pk for player in players[:3]],
            bench=[],
            keeper=players[5].pk,
            traits={players[0].pk: traits, players[5].pk: traits},
            now=NOW,
            actor=village.captain_a,
        )
        place(village, match)
        figures = state(match).figures
        assert (figures["A1"].agility, figures["A1"].strength) == (4, 2)
        assert (figures["AG"].system, figures["BG"].system) == (False, True)
        casts = casts_of(fresh(match), match.seats.select_related("team"))
        assert casts["A"].keeper == players[5].name

    def test_on_the_page(self, village: Village) -> None:
        match = begun(village, now=now())
        players = self.named(village)
        typed = {f"n{n}": str(players[n - 1].pk) for n in (1, 2, 3)} | {"keeper": ""}
        typed |= {"n1-agility": "4", "n1-strength": "3", "n1-robustness": "2"}
        assert post(village.captain_a, match, typed).status_code == 302
        assert first_announced(match)["agility"] == 4
        typed["n1-strength"] = "4"
        answer = post(village.captain_a, match, typed)
        assert answer.status_code == 422
        assert "9" in str(answer.context["form"].non_field_errors())
        assert first_announced(match)["strength"] == 3


def first_announced(match: Match) -> dict[str, int]:
    """Number 1 of A's line-up as it is stored."""
    line_up = match.seats.get(side="A").line_up
    assert line_up is not None
    first: dict[str, int] = line_up["players"][0]
    return first


def post(user: User, match: Match, typed: dict[str, str]) -> Any:
    client = Client()
    client.force_login(user)
    return client.post(reverse("line_up", args=[match.public_id]), typed)
