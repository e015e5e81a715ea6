"""The journal: every line recomputed, nothing told too soon (rules/fairness.md, 2 and 3)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import serializers

from games import fairness
from games.contract import tell
from games.models import JournalLine, Match, Notice, Post, Turn
from games.services.line_ups import line_up_change
from games.services.matches import match_announce, word_say
from games.services.posts import post_write
from soule import engine
from tests.games.day import (
    CHARGE,
    CLOSED,
    DAY,
    FRONT,
    MIDDLE,
    MINUTE,
    Day,
    T,
    check_chain,
)
from tests.games.factories import NOW, Village, make_match

DATA = {
    "created": {"game", "ruleset", "commitment"},
    "word": {"side", "text"},
    "announced": {"draws"},
    "line-up": {"side", "line_up"},
    "played": {"turn", "orders", "acts", "draws", "events_hash", "state_hash", "engine"},
    "strike": {"side", "turn", "why"},
    "waived": {"side", "turn", "why"},
    "sanction": {"side", "turn", "why"},
    "moved": {"turn", "from", "to", "why"},
    "paused": {"turn", "from", "to", "why"},
    "resumed": {"turn", "from", "to", "why"},
    "forfeit": {"winner", "reason", "turn", "orders", "acts"},
    "revealed": {"seed", "draws"},
}
"""The kinds of rules/fairness.md, 3, with their data."""


def eventful(village: Village) -> Day:
    """A match in which nearly everything happens, to its forfeit."""
    match = make_match(village.team_a, village.team_b, kind="official", announced=False)
    word_say(match=match, side="A", text="courage", now=NOW, actor=village.captain_a)
    day = Day(village, match)
    match_announce(match=match, now=NOW + DAY)
    game_time = day.turn.game_time
    names = [player.pk for player in village.team_a.players.all()]
    line_up_change(
        match=match, side="A", players=names, bench=[], now=NOW + DAY, actor=village.captain_a
    )
    day.act("match_pause", NOW + DAY)
    day.act("match_resume", NOW + DAY)
    day.act("game_time_move", NOW + DAY, game_time=game_time + MINUTE)
    day.act("sanction_give", NOW + DAY, side="A")
    post_write(match=match, author=village.captain_a, body="Bonjour !", now=NOW + DAY)
    day.send("A", NOW + DAY)
    day.tick(game_time + MINUTE + CLOSED)
    day.waive(match.strikes.get(), game_time + 60 * MINUTE)
    for _ in range(2):
        day.send("A", day.turn.game_time - MINUTE, CHARGE)
        day.tick(day.turn.game_time + CLOSED)
    assert day.fresh().reason == "forfeit"
    return day


def test_every_line_is_chained_to_the_one_before(village: Village) -> None:
    check_chain(eventful(village).match)


def test_the_lines_have_the_kinds_and_the_data_of_the_rules(village: Village) -> None:
    lines = eventful(village).match.journal.all()
    assert {line.kind for line in lines} == DATA.keys()
    for line in lines:
        assert set(line.data) == DATA[line.kind], line.kind


def test_by_says_who_did_it(village: Village) -> None:
    by = {line.kind: line.by for line in eventful(village).match.journal.order_by("-n")}
    assert by["word"] == by["line-up"] == "captain:A"
    assert by["paused"] == by["sanction"] == by["waived"] == "referee"
    assert by["created"] == by["played"] == by["forfeit"] == by["revealed"] == "system"


def test_a_line_that_was_changed_breaks_the_chain(day: Day) -> None:
    day.play(T)
    line = day.match.journal.get(kind="played")
    line.data["orders"]["A"]["text"] = MIDDLE
    line.save()
    with pytest.raises(AssertionError):
        check_chain(day.match)


def test_a_played_line_tells_hashes_that_anyone_can_recompute(day: Day) -> None:
    day.play(T)
    (data,) = day.journal("played")
    turn = day.played(0)
    events = tell(map(tuple, turn.events), engine)
    assert data["events_hash"] == fairness.digest(events)
    state = engine.load(turn.after)
    assert data["state_hash"] == fairness.digest(engine.show(state, None))
    assert data["orders"] == turn.orders
    assert data["draws"] == [1]


def test_the_first_draw_comes_from_the_sealed_seed_and_the_words(village: Village) -> None:
    day = eventful(village)
    (revealed,) = day.journal("revealed")
    seed = bytes.fromhex(revealed["seed"])
    assert fairness.commitment(seed) == day.journal("created")[0]["commitment"]
    stream = fairness.Stream(fairness.stream_key(seed, {"A": "courage"}), day.match.public_id)
    stream("first-strike", 2)
    assert [list(draw) for draw in stream.drawn] == day.journal("announced")[0]["draws"]


def test_the_seed_is_told_at_the_end_and_not_before(day: Day) -> None:
    seed = bytes(day.match.seed).hex()
    day.send("A", NOW)
    day.tick(T + CLOSED)
    assert seed not in str(list(day.match.journal.values_list("data", flat=True)))
    day.send("A", T + DAY)
    day.tick(T + DAY + CLOSED)
    (line,) = day.match.journal.filter(kind="revealed")
    assert (line.data, line.n) == ({"seed": seed, "draws": []}, day.fresh().head_n)


def public(match: Match) -> Any:
    """All that others can read of a match: its journal, thread, turns, mails, and its own row."""
    rows = [
        *JournalLine.objects.filter(match=match),
        *Post.objects.filter(match=match),
        *Notice.objects.filter(match=match),
    ]
    turns = Turn.objects.filter(match=match).values(
        "number", "game_time", "closed_at", "ending", "orders", "events", "after", "excused"
    )
    row = Match.objects.values("status", "head_hash", "posts_made", "held", "paused_at")
    return serializers.serialize("json", rows), list(turns), row.get(pk=match.pk)


UNSEEN: dict[str, Callable[[Day], object]] = {
    "save": lambda day: day.draft("B", T + MINUTE),
    "send": lambda day: day.send("B", T + MINUTE),
    "send again": lambda day: day.send("A", T + MINUTE),
    "reopen": lambda day: day.act("order_reopen", T + MINUTE, slot="A"),
    "reopen nothing": lambda day: day.act("order_reopen", T + MINUTE, slot="B"),
    "enter": lambda day: day.act("order_enter", T + MINUTE, slot="B", text=MIDDLE),
    "the clock": lambda day: day.tick(T + MINUTE),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_nothing_of_an_order_is_public_before_the_turn_closes(day: Day, name: str) -> None:
    day.send("A", NOW)
    before = public(day.match)
    UNSEEN[name](day)
    assert public(day.match) == before


def test_with_the_closing_all_is_public_at_once(day: Day) -> None:
    sent = day.send("A", NOW)
    day.act("order_reopen", NOW, slot="A")
    sent = day.send("A", NOW + MINUTE)
    day.act("order_enter", T + MINUTE, slot="B", text=MIDDLE)
    day.tick(T + MINUTE)
    (data,) = day.journal("played")
    assert data["orders"]["A"]["nonce"] == sent.nonce
    assert data["orders"]["B"]["by"] == "referee"
    assert [act["kind"] for act in data["acts"]] == ["reopen", "enter"]


def test_a_mail_says_nothing_of_the_other_side(day: Day) -> None:
    Notice.objects.all().delete()
    day.send("A", NOW, FRONT)
    day.draft("B", NOW, FRONT)
    assert not Notice.objects.exists()
