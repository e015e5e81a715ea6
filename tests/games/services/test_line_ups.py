"""Line-ups: announced before the first game time, or the roster's first eleven."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest

from games.contract import Refused, Side
from games.models import Match, Player, Seat, Team
from games.selectors.reports import named_line_up
from games.services.line_ups import line_up_change
from tests.games.day import CLOSED, MINUTE, US, Day, T
from tests.games.factories import NOW, Village, make_match, make_player


def refusal(act: Callable[[], object]) -> str:
    """The kind of refusal that the act meets."""
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.kind


def ids(team: Team) -> list[int]:
    return list(team.players.filter(left_at=None).values_list("pk", flat=True))


def announce(
    day: Day,
    players: list[int],
    *,
    bench: list[int] | None = None,
    now: datetime = NOW,
    side: Side = "A",
) -> None:
    line_up_change(
        match=day.match,
        side=side,
        players=players,
        bench=bench or [],
        now=now,
        actor=day.village.captain_a,
    )


def seat(match: Match, side: Side = "A") -> Seat:
    return match.seats.select_related("team").get(side=side)


def test_the_announced_eleven_take_the_field_in_their_order(friendly: Day) -> None:
    players = ids(friendly.village.team_a)[::-1]
    announce(friendly, players)
    named = named_line_up(seat(friendly.match))
    assert [each["name"] for each in named["players"]][:2] == ["Castillon 11", "Castillon 10"]
    (line,) = friendly.match.journal.filter(kind="line-up")
    stored = {"players": [{"player": pk} for pk in players], "bench": []}
    assert line.data == {"side": "A", "line_up": stored}
    assert (line.by, line.actor) == ("captain:A", friendly.village.captain_a)
    assert friendly.match.posts.filter(line=line).count() == 1
    friendly.play(T)
    assert seat(friendly.match).line_up == stored
    assert friendly.match.journal.filter(kind="line-up", data__side="A").count() == 1


def test_not_announced_it_is_the_rosters_first_eleven(friendly: Day) -> None:
    for number in (12, 13):
        make_player(friendly.village.team_a, f"Castillon {number}")
    left = friendly.village.team_a.players.get(name="Castillon 1")
    Player.objects.filter(pk=left.pk).update(left_at=NOW)
    friendly.play(T)
    names = [each["name"] for each in named_line_up(seat(friendly.match))["players"]]
    assert names == [f"Castillon {number}" for number in range(2, 13)]
    lines = friendly.match.journal.filter(kind="line-up")
    assert [(line.data["side"], line.by) for line in lines] == [("A", "system"), ("B", "system")]


def test_it_may_be_changed_until_the_first_game_time(friendly: Day) -> None:
    players = ids(friendly.village.team_a)
    announce(friendly, players)
    announce(friendly, players[::-1], now=T - US)
    assert friendly.match.journal.filter(kind="line-up").count() == 2
    assert refusal(lambda: announce(friendly, players, now=T)) == "line-up-closed"
    friendly.tick(T + CLOSED)
    assert refusal(lambda: announce(friendly, players, now=T + CLOSED)) == "line-up-closed"


def test_it_may_be_announced_before_the_draw(village: Village) -> None:
    match = make_match(village.team_a, village.team_b, kind="official", announced=False)
    announce(Day(village, match), ids(village.team_a))
    assert seat(match).line_up is not None


def test_while_the_match_stands_before_its_initial_it_may_be_changed(friendly: Day) -> None:
    players = ids(friendly.village.team_a)
    friendly.act("match_pause", T - MINUTE)
    announce(friendly, players, now=T + MINUTE)
    friendly.act("match_resume", T + 2 * MINUTE)
    announce(friendly, players[::-1], now=T + 3 * MINUTE)  # the first game time is to come again
    assert seat(friendly.match).line_up is not None


def test_after_the_end_it_is_closed(friendly: Day) -> None:
    friendly.act("match_stop", NOW)
    players = ids(friendly.village.team_a)
    assert refusal(lambda: announce(friendly, players)) == "line-up-closed"


def test_only_players_of_the_roster_each_once_and_as_many_as_take_the_field(
    friendly: Day,
) -> None:
    own, others = ids(friendly.village.team_a), ids(friendly.village.team_b)
    gone = make_player(friendly.village.team_a, "Parti")
    Player.objects.filter(pk=gone.pk).update(left_at=NOW)
    for wrong in ([*own[:10], others[0]], [*own[:10], own[0]], [*own[:10], gone.pk], [0] * 11):
        assert refusal(partial(announce, friendly, wrong)) == "line-up-player"
    extra = make_player(friendly.village.team_a, "Castillon 12").pk
    for wrong in (own[:10], [*own, extra]):
        assert refusal(partial(announce, friendly, wrong)) == "line-up-count"
    assert refusal(lambda: announce(friendly, own, bench=[extra])) == "line-up-count"
    assert seat(friendly.match).line_up is None


def test_a_bench_where_the_rules_have_one(village: Village) -> None:
    match = make_match(village.team_a, village.team_b, ruleset={"substitutions": True})
    day = Day(village, match)
    extra = [make_player(village.team_a, f"Castillon {n}").pk for n in range(12, 24)]
    players = ids(village.team_a)[:11]
    assert refusal(lambda: announce(day, players, bench=extra)) == "line-up-size"
    announce(day, players, bench=extra[:11])
    day.play(T)
    assert [man["n"] for man in day.turn.before["bench"]["A"]] == list(range(12, 23))


def test_a_name_that_changed_is_resolved_when_it_is_read(friendly: Day) -> None:
    announce(friendly, ids(friendly.village.team_a))
    Player.objects.filter(name="Castillon 1").update(name="Alaric")
    assert named_line_up(seat(friendly.match))["players"][0] == {"name": "Alaric"}


def test_nobody_announced_has_no_names(friendly: Day) -> None:
    assert named_line_up(seat(friendly.match)) == {
        "name": "Castillon",
        "players": [],
        "bench": [],
    }
