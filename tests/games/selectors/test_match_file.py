"""A finished match in the open format: complete, public, and the same when it is played again."""

import json
from typing import Any

import pytest

from games import fairness
from games.replay import Played, Result, replay
from games.selectors.match_file import match_file_of
from games.services.line_ups import line_up_change
from soule import engine
from tests.games.day import CHARGE, CLOSED, DAY, FRONT, MIDDLE, MINUTE, STAY, Day, T
from tests.games.factories import NOW, make_player

RUSH = "+ + + + + + + + + + +"


def file_of(day: Day) -> Any:
    """The file as one gets it: through JSON."""
    return json.loads(json.dumps(match_file_of(day.fresh())))


@pytest.fixture
def won(day: Day) -> Day:
    """Won by A, whose captain announced a line-up; B missed a turn."""
    players = list(day.village.team_a.players.values_list("pk", flat=True))[::-1]
    line_up_change(
        match=day.match,
        side="A",
        players=players,
        bench=[],
        now=NOW,
        actor=day.village.captain_a,
    )
    day.play(T, FRONT, MIDDLE)
    day.send("A", T + MINUTE, CHARGE)
    day.tick(T + DAY + CLOSED)
    while not day.fresh().is_over:
        day.play(day.turn.game_time, RUSH, STAY)
    return day


def test_played_again_it_is_the_same_match(won: Day) -> None:
    file = file_of(won)
    *turns, result = replay(file, engine)
    assert isinstance(result, Result)
    assert result.result["winner"] == "A"
    for played, turn in zip(turns, won.match.turns.order_by("number"), strict=True):
        assert isinstance(played, Played)
        assert engine.dump(played.state) == turn.after
        assert [list(event) for event in played.events] == turn.events
        assert file["turns"][played.turn]["state"] == engine.show(played.state, None)


def test_it_tells_everything_that_verifies_the_match(won: Day) -> None:
    file = file_of(won)
    assert fairness.commitment(bytes.fromhex(file["seed"])) == file["commitment"]
    assert file["result"] == {"winner": "A", "reason": "goal", "turn": won.turn.number}
    assert file["strikes"] == [{"side": "B", "turn": 1, "kind": "missed", "waived": False}]
    for turn in file["turns"]:
        for slot, meta in turn["orders_meta"].items():
            nonce, line = bytes.fromhex(meta["nonce"]), turn["orders"][slot]
            assert fairness.receipt(nonce, line) == meta["receipt"]
    prev = fairness.GENESIS
    for line in file["journal"]:
        assert line["prev"] == prev
        prev = fairness.line_hash(line)
    assert file["head"] == {"n": len(file["journal"]), "hash": prev}


def test_it_names_the_line_ups_as_they_took_the_field(won: Day) -> None:
    make_player(won.village.team_a, "Nouveau")
    line_ups = file_of(won)["line_ups"]
    names = [player["name"] for player in line_ups["A"]["players"]]
    assert names == [f"Castillon {number}" for number in range(11, 0, -1)]
    assert line_ups["B"]["name"] == "Beaulieu"
    assert len(line_ups["B"]["players"]) == 11


def test_a_silent_side_is_null_and_has_no_receipt(won: Day) -> None:
    turn = file_of(won)["turns"][1]
    assert turn["orders"] == {"A": CHARGE, "B": None}
    assert turn["orders_meta"].keys() == {"A"}


def test_draws_are_those_of_the_match_in_order(won: Day) -> None:
    (draw,) = file_of(won)["draws"]
    assert (draw["n"], draw["purpose"], draw["bound"]) == (1, "first-strike", 2)
    assert file_of(won)["turns"][0]["draw_from"] == 1
    assert file_of(won)["turns"][1]["draw_from"] is None


def test_a_forfeit_that_was_lifted_is_in_it_and_is_not_played(day: Day) -> None:
    day.play(T)
    for why in ("a jeer", "a kick"):
        day.act("strike_give", T + MINUTE, side="B", why=why)
    strike = day.match.strikes.last()
    assert strike is not None
    day.waive(strike, T + 2 * MINUTE)
    day.play(T + DAY)
    day.act("match_stop", T + DAY + MINUTE)
    file = file_of(day)
    told = [(turn["number"], turn.get("unplayed", False)) for turn in file["turns"]]
    assert told == [(0, False), (1, True), (1, False), (2, True)]
    played = [each.turn for each in replay(file, engine) if isinstance(each, Played)]
    assert played == [0, 2]
    assert [strike["waived"] for strike in file["strikes"]] == [False, True]


def test_one_that_never_began_is_a_file_too(day: Day) -> None:
    day.act("match_stop", NOW)
    file = file_of(day)
    assert file["line_ups"] == {"A": {"name": "Castillon"}, "B": {"name": "Beaulieu"}}
    assert file["turns"][0]["unplayed"] is True
    assert file["result"] == {"winner": None, "reason": "stopped", "turn": 0}
