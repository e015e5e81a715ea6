"""A match's thread, a page at a time, each turn ready to be told."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Match, Post, Strike, Turn
from games.selectors import reports, threads
from games.services.line_ups import line_up_change
from games.services.posts import post_write
from tests.games.day import CHARGE, CLOSED, DAY, FRONT, MIDDLE, MINUTE, Day, G, T
from tests.games.factories import NOW, Village, make_match, make_user


def thread(day: Day) -> threads.Thread:
    return threads.thread_of(day.fresh())


def report(day: Day, number: int) -> threads.Report:
    return thread(day).report(day.played(number))


def test_a_report_says_who_was_late_and_who_was_struck(day: Day) -> None:
    day.send("A", T + MINUTE)
    day.tick(T + CLOSED)
    told = report(day, 0)
    assert [(each.team, each.classed, each.at) for each in told.arrivals] == [
        ("Castillon", "late", T + MINUTE),
        ("Beaulieu", "missing", None),
    ]
    assert told.struck == ("Beaulieu",)
    assert (told.turn.next_at, told.winner) == (T + DAY, "")
    assert told.body["title"]


def test_a_report_is_not_rewritten_when_its_strike_is_waived_and_the_next_turn_moved(
    day: Day,
) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    day.act("strike_give", T + G + MINUTE, side="B")
    for strike in day.match.strikes.all():
        day.waive(strike, T + G + MINUTE)
    day.act("game_time_move", T + G + MINUTE, game_time=T + 3 * DAY)
    told = report(day, 0)
    assert (told.struck, told.turn.next_at) == (("Beaulieu",), T + DAY)
    assert [side["strikes"] for side in thread(day).sides] == [0, 0]


def test_the_report_of_a_forfeit_has_no_play_and_a_winner(day: Day) -> None:
    day.send("A", NOW)
    day.tick(T + CLOSED)
    day.send("A", T + DAY - MINUTE, CHARGE)
    day.tick(T + DAY + CLOSED)
    told = report(day, 1)
    assert (told.body, told.winner, told.turn.next_at) == ({}, "Castillon", None)
    assert thread(day).winner == "Castillon"
    day.waive(Strike.objects.get(turn__number=1), T + 2 * DAY)
    lifted = thread(day).report(day.match.turns.get(live=False))
    assert (lifted.winner, lifted.struck, thread(day).winner) == ("Castillon", ("Beaulieu",), "")


def test_the_view_of_an_open_turn_is_the_state_before_it(day: Day) -> None:
    day.play(T, FRONT, MIDDLE)
    day.send("A", T + MINUTE, CHARGE)
    view = reports.view_of(day.fresh())
    assert view is not None
    assert {man["at"] for man in view["players"]["A"]} == {-1}
    day.send("B", T + MINUTE)
    day.tick(T + DAY)
    view = reports.view_of(day.fresh())
    assert view is not None
    assert view["players"]["A"][0]["at"] == 0


def test_a_state_that_cannot_be_read_closes_no_page_of_many(day: Day, visitor: Client) -> None:
    Turn.objects.update(before={"broken": True})
    for path in ("/", "/matches/"):
        assert visitor.get(path).status_code == 200


def test_before_the_announcement_there_is_nothing_to_see(village: Village) -> None:
    match = make_match(village.team_a, village.team_b, kind="official", announced=False)
    told = threads.thread_of(match)
    assert (told.view, told.situation, told.status, told.turn_name) == (None, None, [], "")


def test_a_cast_has_the_names_of_the_line_up_bench_last(village: Village) -> None:
    match = make_match(village.team_a, village.team_b, ruleset={"substitutions": True})
    village.team_a.players.create(name="Castillon 12", joined_at=NOW)
    *eleven, twelfth = village.team_a.players.values_list("pk", flat=True)
    line_up_change(
        match=match, side="A", players=eleven, bench=[twelfth], now=NOW, actor=village.captain_a
    )
    casts = threads.thread_of(match).casts
    assert casts["A"].players[0] == "Castillon 1"
    assert casts["A"].players[-1] == "Castillon 12"
    assert casts["B"].players == tuple(f"Beaulieu {number}" for number in range(1, 12))


@pytest.mark.parametrize(("posts", "pages"), [(0, 1), (1, 1), (20, 1), (21, 2), (40, 2), (41, 3)])
def test_twenty_posts_are_a_page(posts: int, pages: int) -> None:
    assert threads.pages_of(Match(posts_made=posts)) == pages
    assert threads.page_of(max(posts, 1)) == pages


def test_a_page_has_its_posts_in_order(village: Village, match: Match) -> None:
    for number in range(2, 24):
        post_write(match=match, author=village.member, body=f"n° {number}", now=NOW)
    match.refresh_from_db()
    assert [post.number for post in threads.page_posts(match, 1)] == list(range(1, 21))
    assert [post.number for post in threads.page_posts(match, 2)] == [21, 22, 23]


def test_cards_are_read_with_the_same_queries_however_many(village: Village) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            threads.cards_of(list(threads.newest_matches(Match.objects.all())))
        return len(captured)

    make_match(village.team_a, village.team_b)
    one = queries()
    for _ in range(5):
        make_match(village.team_a, village.team_b)
    assert queries() == one <= 3


def test_the_match_page_asks_no_more_for_fifty_posts_than_for_five(
    day: Day, visitor: Client
) -> None:
    def queries(page: int = 1) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert visitor.get(day.match.get_absolute_url(), {"page": page}).status_code == 200
        return len(captured)

    def talk(count: int) -> None:
        for number in range(count):
            author = make_user(f"bavard{Post.objects.count()}")
            post_write(match=day.match, author=author, body=f"Hé {number} !", now=T)

    day.play(T)
    day.act("sanction_give", T, side="A")
    talk(2)
    queries()  # what is kept after the first look does not count
    five = queries()
    for number in range(1, 4):
        day.play(T + number * DAY)
        day.act("sanction_give", T + number * DAY, side="A")
        talk(12)
    assert day.fresh().posts_made > 45
    assert queries() == five
    assert queries(page=2) == five


def test_a_turn_that_is_played_while_the_page_is_read_is_told_whole_by_the_next_look(
    day: Day,
) -> None:
    read = day.fresh()
    day.play(T)
    told = [post.number for post in threads.posts_of(read)]
    assert told == list(range(1, read.posts_made + 1))
    assert [post.number for post in threads.posts_of(day.fresh())] == [*told, told[-1] + 1]
