"""Members' words in a match's thread."""

import pytest

from games.contract import Refused
from games.models import Match
from games.services.posts import POST_LENGTH, post_write
from tests.games.day import MINUTE, Day, T
from tests.games.factories import NOW, Village


def test_posts_are_numbered_among_reports_and_notices(friendly: Day) -> None:
    village, match = friendly.village, friendly.match
    one = post_write(match=match, author=village.member, body="Bonjour !", now=NOW)
    friendly.play(T)
    two = post_write(match=match, author=village.captain_a, body="  Merci.\n", now=T + MINUTE)
    assert [post.number for post in match.posts.all()] == [1, 2, 3, 4]
    assert (one.number, two.number, two.body, two.at) == (2, 4, "Merci.", T + MINUTE)
    assert friendly.fresh().posts_made == 4


@pytest.mark.parametrize("body", ["", " \n\t", "\0"])
def test_without_words_there_is_no_post(village: Village, match: Match, body: str) -> None:
    with pytest.raises(Refused) as refused:
        post_write(match=match, author=village.member, body=body, now=NOW)
    assert refused.value.kind == "post-empty"


def test_a_post_has_its_measure(village: Village, match: Match) -> None:
    post_write(match=match, author=village.member, body="x" * POST_LENGTH, now=NOW)
    with pytest.raises(Refused) as refused:
        post_write(match=match, author=village.member, body="x" * (POST_LENGTH + 1), now=NOW)
    assert refused.value.facts == {"limit": POST_LENGTH, "length": POST_LENGTH + 1}


def test_the_same_words_twice_running_are_one_post(village: Village, match: Match) -> None:
    posts = [
        post_write(match=match, author=author, body=body, now=NOW)
        for author, body in (
            (village.member, "Oui"),
            (village.member, "Oui"),
            (village.captain_a, "Oui"),
            (village.member, "Oui"),
        )
    ]
    assert [post.number for post in posts] == [2, 2, 3, 4]


def test_a_character_that_no_database_takes_is_left_out(village: Village, match: Match) -> None:
    assert post_write(match=match, author=village.member, body="a\0b", now=NOW).body == "ab"


def test_words_after_the_end_are_welcome(friendly: Day) -> None:
    friendly.act("match_stop", NOW)
    author = friendly.village.captain_b
    post = post_write(match=friendly.match, author=author, body="Belle partie", now=NOW)
    assert post.number == friendly.fresh().posts_made


def test_words_change_nothing_else_of_the_match(friendly: Day) -> None:
    friendly.send("A", NOW)
    before = friendly.fresh()
    post_write(match=friendly.match, author=friendly.village.member, body="Hé", now=NOW)
    after = friendly.fresh()
    assert (after.due_at, after.remind_at, after.turn, after.head_hash) == (
        before.due_at,
        before.remind_at,
        before.turn,
        before.head_hash,
    )
