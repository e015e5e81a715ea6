"""The desk: what awaits a hand, in its group; filters; a fixed number of queries."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.forms import pace_of
from games.models import Match, Outage, Strike, Turn
from games.selectors.clock import now
from games.selectors.desk import Desk, Matter, desk_of, matches_found
from games.services.line_ups import line_up_change
from games.services.matches import ANNOUNCED_AHEAD
from games.services.referee import match_pause, match_stop
from games.services.turns import turns_play_due
from tests.conftest import SignIn
from tests.games.factories import NOW, Village, make_match, make_team, make_user, seat_member

DESK = "/office/games/match/"
HOUR = timedelta(hours=1)
GAME_TIME = datetime.fromisoformat("2026-12-01T20:00:00Z")
GROUPS = ("decide", "grace", "watch", "course")


def desk(village: Village, at: datetime, **filters: str) -> Desk:
    return desk_of(
        list(matches_found(**filters)),
        reader=village.referee,
        now=at,
        announced_ahead=ANNOUNCED_AHEAD,
    )


def only_matter(village: Village, at: datetime) -> tuple[str, Matter]:
    """The one match on the desk, and its group."""
    sorted_out = desk(village, at)
    ((group, matter),) = [(name, each) for name in GROUPS for each in getattr(sorted_out, name)]
    return group, matter


def announce_line_ups(village: Village, match: Match) -> None:
    for side, team in (("A", village.team_a), ("B", village.team_b)):
        line_up_change(
            match=match,
            side="A" if side == "A" else "B",
            players=[player.pk for player in team.players.all()],
            bench=[],
            now=NOW,
            actor=village.captain_a,
        )


def open_turn(match: Match) -> Turn:
    turn = Match.objects.get(pk=match.pk).turn
    assert turn is not None
    return turn


def test_a_first_game_time_within_a_day_wants_both_line_ups(village: Village, match: Match) -> None:
    group, matter = only_matter(village, NOW)
    assert (group, matter.cause, matter.at) == ("watch", "no-line-up", GAME_TIME)
    assert matter.concerned == ("Castillon", "Beaulieu")


def test_with_both_line_ups_the_match_takes_its_course(village: Village, match: Match) -> None:
    announce_line_ups(village, match)
    group, matter = only_matter(village, NOW)
    assert (group, matter.cause, matter.at) == ("course", "", GAME_TIME)


def test_bots_announce_no_line_up_and_are_not_asked_for_one(village: Village) -> None:
    make_match(make_team("Rouets", None, bot=True), make_team("Sabots", None, bot=True))
    assert only_matter(village, NOW)[0] == "course"


def test_from_the_game_time_on_somebody_is_missing_and_nobody_is_named(
    village: Village, match: Match
) -> None:
    assert only_matter(village, GAME_TIME - timedelta(microseconds=1))[0] == "watch"
    group, matter = only_matter(village, GAME_TIME)
    assert (group, matter.cause, matter.concerned) == ("grace", "grace", ())
    assert matter.at == GAME_TIME + HOUR / 2


def test_an_outage_puts_off_the_end_of_the_grace(village: Village, match: Match) -> None:
    Outage.objects.create(start=GAME_TIME, end=GAME_TIME + HOUR)
    assert only_matter(village, GAME_TIME + HOUR)[1].at == GAME_TIME + 1.5 * HOUR


def test_a_paused_match_is_watched_even_after_its_game_time(village: Village, match: Match) -> None:
    match_pause(match=match, referee=village.referee, why="Neige.", now=NOW)
    group, matter = only_matter(village, GAME_TIME)
    assert (group, matter.cause, matter.at) == ("watch", "paused", NOW)


def test_a_roster_too_short_is_for_the_referee_to_decide(village: Village, match: Match) -> None:
    village.team_b.players.filter(user=None).update(left_at=NOW)
    turns_play_due(now=GAME_TIME + HOUR)
    group, matter = only_matter(village, GAME_TIME + HOUR)
    assert (group, matter.cause) == ("decide", "line-up")


def test_a_turn_that_broke_is_for_the_referee_to_decide(village: Village, match: Match) -> None:
    Match.objects.update(held=Match.Held.ERROR)
    assert only_matter(village, NOW)[1].cause == "error"


def test_a_match_nobody_announced_is_told_a_day_before_it_is_too_late(village: Village) -> None:
    match = make_match(village.team_a, village.team_b, kind="official", announced=False)
    limit = match.first_game_time - ANNOUNCED_AHEAD
    assert only_matter(village, limit - 25 * HOUR)[0] == "course"
    group, matter = only_matter(village, limit - 24 * HOUR)
    assert (group, matter.cause, matter.at) == ("decide", "unannounced", limit)
    assert only_matter(village, limit)[1].cause == "lapsed"


def test_a_friendly_may_be_announced_until_its_first_game_time(village: Village) -> None:
    make_match(village.team_a, village.team_b, announced=False)
    assert only_matter(village, GAME_TIME - HOUR)[1].cause == "unannounced"
    assert only_matter(village, GAME_TIME)[1].cause == "lapsed"


@pytest.mark.parametrize(("limit", "group"), [(2, "watch"), (3, "course"), (None, "course")])
def test_a_side_that_loses_by_its_next_strike_is_named(
    village: Village, limit: int | None, group: str
) -> None:
    match = make_match(
        village.team_a, village.team_b, pace=pace_of(strikes_to_forfeit=limit), now=NOW
    )
    announce_line_ups(village, match)
    turn = open_turn(match)
    Strike.objects.create(match=match, turn=turn, side="B", kind="given", at=NOW)
    found, matter = only_matter(village, NOW)
    assert found == group
    assert matter.concerned == (("Beaulieu",) if group == "watch" else ())


def test_a_waived_strike_does_not_count(village: Village) -> None:
    match = make_match(village.team_a, village.team_b, pace=pace_of(strikes_to_forfeit=2), now=NOW)
    announce_line_ups(village, match)
    turn = open_turn(match)
    Strike.objects.create(
        match=match, turn=turn, side="B", kind="given", at=NOW, waived_at=NOW + HOUR
    )
    assert only_matter(village, NOW)[0] == "course"


def test_a_match_of_ones_own_team_is_marked(village: Village, match: Match) -> None:
    assert not only_matter(village, NOW)[1].own
    seat_member(village.team_b, village.referee)
    assert only_matter(village, NOW)[1].own


def test_the_filters_find_by_status_game_and_teams_name(village: Village, match: Match) -> None:
    orval, essarts = make_team("Orval", None), make_team("Les Essarts", None)
    stopped = make_match(orval, essarts)
    match_stop(match=stopped, referee=village.referee, why="Orage.", now=NOW)
    created = make_match(orval, village.team_a, announced=False)
    assert set(matches_found()) == {match, created}
    assert set(matches_found(status="over")) == {stopped}
    assert set(matches_found(status="created")) == {created}
    assert set(matches_found(words="castil")) == {match, created}
    assert set(matches_found(words="ORVAL")) == {created}
    assert not matches_found(game="boules")


def test_the_page_shows_each_group_with_its_matches(village: Village, sign_in: SignIn) -> None:
    moment = now()
    paused = make_match(village.team_a, make_team("Orval", None), now=moment)
    match_pause(match=paused, referee=village.referee, why="Neige.", now=moment)
    make_match(village.team_b, make_team("Brézé", None), now=moment)
    html = sign_in(village.referee).get(DESK).content.decode()
    assert "Castillon" in html
    assert "Brézé" in html
    found = sign_in(village.referee).get(DESK, {"q": "Brézé"}).content.decode()
    assert "Castillon" not in found
    assert "Brézé" in found


def queries_of_the_desk(village: Village, sign_in: SignIn) -> int:
    client = sign_in(village.referee)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(DESK).status_code == 200
    return len(queries)


def test_fifty_matches_ask_no_more_queries_than_five(village: Village, sign_in: SignIn) -> None:
    moment = now()
    teams = [make_team(f"Team {n}", make_user(f"member{n}")) for n in range(6)]
    for n in range(5):
        make_match(teams[n], teams[n + 1], now=moment)
    few = queries_of_the_desk(village, sign_in)
    for n in range(45):
        make_match(teams[n % 5], teams[n % 5 + 1], now=moment)
    assert queries_of_the_desk(village, sign_in) == few <= 10


def test_over_matches_come_newest_first_a_page_at_a_time(
    village: Village, sign_in: SignIn, match: Match
) -> None:
    match_stop(match=match, referee=village.referee, why="Orage.", now=NOW)
    later = make_match(make_team("Orval", None), make_team("Brézé", None))
    match_stop(match=later, referee=village.referee, why="Orage.", now=NOW + HOUR)
    html = sign_in(village.referee).get(DESK, {"status": "over"}).content.decode()
    assert html.index("Orval") < html.index("Castillon")
