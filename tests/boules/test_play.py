"""A match of boules on the site: the hand, who may throw, the limit, the referee, the end."""

import re
from datetime import datetime, timedelta
from typing import Any

import orjson
import pytest
from django.test import Client
from django.urls import reverse

from boules import engine
from boules.notation import written
from boules.rings import possible
from boules.rules import SQUARES, squared
from games.contract import JSON, Refused, Slot, other, side_of
from games.forms import pace_of
from games.models import Match, Notice, Turn, User
from games.notify.letters import compose
from games.notify.outbox import Kind
from games.replay import Played, replay
from games.selectors.match_file import match_file_of
from games.selectors.roles import playing
from games.services import referee as desk
from games.services.orders import Author, order_submit
from games.services.turns import turns_play_due
from tests.games.factories import NOW, Village, make_match

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
LIMIT = timedelta(hours=24)
SETTLED = timedelta(seconds=3)


def begun(village: Village, now: datetime = NOW, **ruleset: Any) -> Match:
    """A friendly of boules whose first throw is awaited."""
    pace = pace_of(limit_hours=24)
    match = make_match(
        village.team_a, village.team_b, game="boules", ruleset=ruleset, pace=pace, now=now
    )
    return Match.objects.get(pk=match.pk)


def fresh(match: Match) -> Match:
    return Match.objects.select_related("turn").get(pk=match.pk)


def open_turn(match: Match) -> Turn:
    turn = fresh(match).turn
    assert turn is not None
    return turn


def state(match: Match) -> Any:
    turn = open_turn(match)
    return engine.load(turn.before if turn.after is None else turn.after)


def hand(match: Match) -> str:
    side = state(match).hand
    assert side is not None
    return str(side)


def captain(village: Village, side: str) -> User:
    return village.captain_a if side == "A" else village.captain_b


def throw(village: Village, match: Match, text: str, now: datetime, slot: Slot = "") -> None:
    """The captain of the side in hand throws for one of its bowlers, and the throw is played."""
    slot = slot or f"{hand(match)}1"
    author = Author(captain(village, side_of(slot)), "captain")
    order_submit(
        match=match, turn=open_turn(match).number, slot=slot, text=text, author=author, now=now
    )
    turns_play_due(now=now)


def free(match: Match) -> str:
    """The square next to the jack on which nothing lies: the first boule there keeps the lead."""
    now = state(match)
    taken = {boule.at for boule in now.ground} | {now.jack}
    return written(min(set(SQUARES) - taken, key=lambda at: (squared(at, now.jack), at)))


def played_out(village: Village, match: Match, now: datetime = NOW) -> Match:
    """The match after its last boule: the bowler with boules left throws on and on."""
    while not fresh(match).is_over:
        now += timedelta(minutes=1)
        slot = engine.awaits(state(match)).slots[0]
        throw(village, match, free(match), now, slot)
    return fresh(match)


def test_a_throw_is_played_at_once_and_the_limit_begins_anew(village: Village) -> None:
    match = begun(village)
    throw(village, match, free(match), NOW + HOUR)
    turn = open_turn(match)
    assert (turn.number, turn.game_time) == (1, NOW + HOUR + LIMIT)
    assert match.turns.get(number=0).events[1][0] == "point"
    assert match.strikes.count() == 0


def test_the_other_side_cannot_throw(village: Village) -> None:
    match = begun(village)
    foe = other(side_of(hand(match)))
    author = Author(captain(village, foe), "captain")
    with pytest.raises(Refused) as refused:
        order_submit(match=match, turn=0, slot=f"{foe}1", text="[8,5]", author=author, now=NOW)
    assert refused.value.kind == "not-awaited"


def test_a_second_throw_for_the_same_turn_is_too_late(village: Village) -> None:
    match = begun(village, bowlers=2)
    side = hand(match)
    throw(village, match, free(match), NOW, f"{side}1")
    author = Author(captain(village, side), "captain")
    with pytest.raises(Refused) as refused:
        order_submit(match=match, turn=0, slot=f"{side}2", text="[8,5]", author=author, now=NOW)
    assert refused.value.kind == "turn-played"


class TestTimeLimit:
    def test_one_microsecond_before_it_a_throw_counts(self, village: Village) -> None:
        match = begun(village)
        ends = open_turn(match).game_time
        throw(village, match, free(match), ends - timedelta(microseconds=1))
        assert match.turns.get(number=0).events[1][0] == "point"

    @pytest.mark.parametrize("effect", ["pass", "lose_boule"])
    def test_when_it_runs_out_the_rules_decide(self, village: Village, effect: str) -> None:
        match = begun(village, on_timeout=effect)
        side = hand(match)
        ends = open_turn(match).game_time
        turns_play_due(now=ends + SETTLED)
        turn = match.turns.get(number=0)
        assert turn.events[1] == ["time-out", side, effect, 1 if effect == "lose_boule" else None]
        assert hand(match) == (side if effect == "lose_boule" else other(side_of(side)))
        assert match.strikes.count() == 0

    def test_the_referee_decides(self, village: Village) -> None:
        match = begun(village, on_timeout="referee")
        side = hand(match)
        turns_play_due(now=open_turn(match).game_time + SETTLED)
        assert fresh(match).held == Match.Held.GAME
        later = open_turn(match).opened_at + 10 * LIMIT
        turns_play_due(now=later)
        assert open_turn(match).number == 1, "nothing runs out while the match waits for him"
        foe = other(side_of(side))
        desk.match_resume(
            match=fresh(match), hand=foe, referee=village.referee, why="Il pleut.", now=later
        )
        assert (hand(match), fresh(match).held) == (foe, Match.Held.NO)
        assert open_turn(match).game_time == later + LIMIT
        throw(village, match, free(match), later + HOUR)
        assert open_turn(match).number == 2

    def test_four_in_a_row_suspend(self, village: Village) -> None:
        match = begun(village)
        for _time in range(4):
            assert not fresh(match).held
            turns_play_due(now=open_turn(match).game_time + SETTLED)
        assert fresh(match).held == Match.Held.GAME


class TestWhoThrows:
    def test_a_bowler_throws_his_own_boules_and_no_others(self, village: Village) -> None:
        """Castillon 3 is Perrin's character, and number 3 of a side of three."""
        match = begun(village, bowlers=3)
        while hand(match) != "A":
            throw(village, match, free(match), NOW)
        seat = match.seats.get(side="A")
        assert playing(seat, ["A3"]) == {village.player_a}
        number = open_turn(match).number
        assert 'name="slot" value="A3"' in page_of(village.player_a, match)
        assert press(village.player_a, match, "seal", free(match), slot="A1").status_code == 422
        assert open_turn(match).number == number
        press(village.player_a, match, "seal", free(match), slot="A3")
        assert list(match.turns.get(number=number).orders) == ["A3"]

    def test_one_without_a_number_cannot(self, village: Village) -> None:
        match = begun(village, bowlers=1)
        while hand(match) != "A":
            throw(village, match, free(match), NOW)
        client = Client()
        client.force_login(village.player_a)
        answer = client.get(reverse("order", args=[match.public_id]))
        assert answer.status_code in (302, 403)

    def test_the_captain_throws_for_an_absent_one(self, village: Village) -> None:
        match = begun(village, bowlers=2)
        side = hand(match)
        throw(village, match, free(match), NOW, f"{side}2")
        assert match.turns.get(number=0).orders[f"{side}2"]["by"] == f"captain:{side}"


@pytest.mark.parametrize("slot", ["A9", "B9", "", "\x00"])
def test_a_slot_that_is_not_awaited_throws_nobody_s_boule(village: Village, slot: str) -> None:
    match = begun(village, bowlers=2)
    captain_in_hand, before = captain(village, hand(match)), state(match).left
    assert press(captain_in_hand, match, "seal", free(match), slot=slot).status_code == 422
    assert state(match).left == before
    assert open_turn(match).number == 0


class TestMails:
    def test_only_who_may_throw_is_told(self, village: Village) -> None:
        match = begun(village, bowlers=3)
        before = hand(match)
        throw(village, match, free(match), NOW)
        assert hand(match) != before, "the first boule on the ground is the closest"
        own = {village.captain_a, village.co_captain_a, village.player_a}
        told = own if hand(match) == "A" else {village.captain_b}
        assert set(notices(match, Kind.YOUR_TURN)) == told

    def test_a_throw_is_no_mail_but_the_last(self, village: Village) -> None:
        match = played_out(village, begun(village))
        played = Notice.objects.filter(match=match, kind=Kind.PLAYED)
        last = match.turns.latest("number")
        assert {notice.facts["turn"] for notice in played} == {last.number}

    def test_the_letter_tells_until_when(self, village: Village) -> None:
        match = begun(village)
        throw(village, match, free(match), NOW)
        notice = Notice.objects.filter(match=match, kind=Kind.YOUR_TURN).first()
        assert notice is not None
        letter = compose(notice, NOW)
        assert letter is not None
        assert "Jusqu" in letter.text

    def test_who_has_thrown_is_not_told_that_he_may_throw_on(self, village: Village) -> None:
        match = begun(village)
        throw(village, match, free(match), NOW)
        side = hand(match)
        throw(village, match, free(match), NOW)
        assert hand(match) == side, "his boule is no closer"
        again = Notice.objects.filter(match=match, kind=Kind.YOUR_TURN, facts__turn=2)
        assert captain(village, side) not in {notice.user for notice in again}


def test_at_the_end_the_jack_is_shown_and_the_file_replays(village: Village) -> None:
    match = played_out(village, begun(village))
    assert match.reason == "points"
    file = orjson.loads(orjson.dumps(match_file_of(match)))
    assert file["draws"][1]["purpose"] == "jack"
    steps = [step for step in replay(file, engine) if isinstance(step, Played)]
    assert engine.show(steps[-1].state, None) == file["turns"][-1]["state"]
    revealed = match.journal.get(kind="revealed").data
    assert revealed["draws"][0][1] == "jack"


def test_before_the_end_no_page_says_where_the_jack_is(village: Village) -> None:
    """Two matches that differ by the hidden jack alone are told with the same words."""
    match = begun(village)
    throw(village, match, free(match), NOW)
    turn = open_turn(match)
    told = [pages_of(village, match)]
    view = engine.show(engine.load(turn.before), None)
    squares = sorted(possible(view))
    for square in squares[:: max(1, len(squares) // 6)]:
        dumped = {**turn.before, "jacks": [{"at": list(square), "throw": 0}]}
        moved = engine.load(dumped)
        if engine.show(moved, None) != view:
            continue
        Turn.objects.filter(pk=turn.pk).update(before=dumped)
        told.append(pages_of(village, match))
    assert len(told) > 2
    assert all(each == told[0] for each in told)


def pages_of(village: Village, match: Match) -> list[str]:
    found = []
    for user in (None, village.captain_a, village.captain_b, village.referee, village.admin):
        client = Client()
        if user is not None:
            client.force_login(user)
        for name in ("match_detail", "journal", "match_news"):
            body = client.get(reverse(name, args=[match.public_id])).content.decode()
            for pattern in (r'value="[^"]{64}"', r'Token": "[^"]*"', r"<time data-clock.*?</time>"):
                body = re.sub(pattern, "", body, flags=re.DOTALL)
            found.append(re.sub(r'data-left="\d+">[^<]*<', "<", body))
    return found


def notices(match: Match, kind: Kind) -> list[User]:
    found = Notice.objects.filter(match=match, kind=kind).select_related("user")
    return [notice.user for notice in found]


def page_of(user: User, match: Match) -> str:
    client = Client()
    client.force_login(user)
    return client.get(reverse("order", args=[match.public_id])).content.decode()


def press(user: User, match: Match, action: str, line: str, slot: str) -> Any:
    client = Client()
    client.force_login(user)
    typed: JSON = {
        "turn": open_turn(match).number,
        "action": action,
        "line": line,
        "slot": slot,
    }
    return client.post(reverse("order", args=[match.public_id]), typed)


def test_at_the_desk_the_referee_gives_the_hand(village: Village) -> None:
    match = begun(village, on_timeout="referee")
    side = hand(match)
    turns_play_due(now=open_turn(match).game_time + SETTLED)
    client = Client()
    client.force_login(village.referee)
    desk_page = client.get(reverse("admin:games_match_changelist")).content.decode()
    assert "Laissé à l’arbitre" in desk_page
    foe = other(side_of(side))
    act = reverse("admin:games_match_act", args=[match.pk, "resume"])
    assert (
        'name="hand"'
        in client.get(reverse("admin:games_match_change", args=[match.pk])).content.decode()
    )
    client.post(act, {"why": "Il pleut.", "hand": foe})
    assert (hand(match), fresh(match).held) == (foe, Match.Held.NO)
