"""The match page and its neighbours through HTTP."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games import registry
from games.models import Match, Outage, Post
from games.replay import Played, Result, replay
from games.selectors.clock import now
from games.selectors.match_file import match_file_of
from games.services.line_ups import line_up_change
from games.services.orders import Author, order_submit
from games.services.posts import post_write
from games.services.referee import match_stop
from games.services.turns import turns_play_due
from tests.conftest import SignIn
from tests.games.factories import Village, make_match

INITIAL = "1 1 1 1 1 2 2 2 3 1 1"


@pytest.fixture
def match(village: Village) -> Match:
    return make_match(village.team_a, village.team_b, now=now())


def play_initial(match: Match, village: Village) -> Match:
    """Both initials in, played at the game time."""
    assert match.turn is not None
    for slot, captain in (("A", village.captain_a), ("B", village.captain_b)):
        author = Author(captain, "captain")
        early = match.turn.game_time - timedelta(hours=1)
        order_submit(match=match, turn=0, slot=slot, text=INITIAL, author=author, now=early)
    turns_play_due(now=match.turn.game_time)
    return Match.objects.select_related("turn").get(pk=match.pk)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", ["match_detail", "journal"])
def test_everybody_reads(match: Match, village: Village, language: str, name: str) -> None:
    play_initial(match, village)
    client = Client()
    client.cookies["django_language"] = language
    page = client.get(reverse(name, args=[match.public_id]))
    assert page.status_code == 200
    assert "Castillon" in page.content.decode()


@pytest.mark.parametrize("path", ["/", "/matches/", "/matches/?over=1", "/matches/?page=99"])
def test_the_front_pages_stand_empty_or_not(
    match: Match, village: Village, visitor: Client, path: str
) -> None:
    assert visitor.get(path).status_code == 200
    play_initial(match, village)
    assert visitor.get(path).status_code == 200
    Match.objects.all().delete()
    assert visitor.get(path).status_code == 200


def test_a_report_is_a_post_with_its_own_address(
    match: Match, village: Village, visitor: Client
) -> None:
    match = play_initial(match, village)
    post = Post.objects.get(match=match, turn__number=0)
    found = visitor.get(post.get_absolute_url())
    assert found.headers["Location"].endswith(f"#p{post.number}")
    assert f'id="p{post.number}"' in visitor.get(match.get_absolute_url()).content.decode()


@pytest.mark.parametrize("kind", ["txt", "bbcode"])
def test_a_report_can_be_copied(match: Match, village: Village, visitor: Client, kind: str) -> None:
    play_initial(match, village)
    text = visitor.get(reverse("report", args=[match.public_id, 0, kind]))
    assert text.headers["Content-Type"].startswith("text/plain")
    assert INITIAL in text.content.decode()
    assert visitor.get(reverse("report", args=[match.public_id, 1, kind])).status_code == 404
    assert visitor.get(reverse("report", args=[match.public_id, 0, "exe"])).status_code == 404


def test_new_posts_come_to_an_open_page(match: Match, village: Village, visitor: Client) -> None:
    news = reverse("match_news", args=[match.public_id])
    assert visitor.get(f"{news}?after={match.posts_made}").status_code == 204
    before = match.posts_made
    play_initial(match, village)
    fresh = visitor.get(f"{news}?after={before}")
    assert fresh.status_code == 200
    assert "<html" not in fresh.content.decode()
    assert f"?after={before + 1}" in fresh.content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "9" * 40, "٣"])
def test_a_strange_page_number_is_no_error(match: Match, visitor: Client, page: str) -> None:
    assert visitor.get(f"{match.get_absolute_url()}?page={page}").status_code == 200


def test_a_long_thread_has_pages_and_a_fixed_number_of_queries(
    match: Match, village: Village, visitor: Client, django_assert_max_num_queries: object
) -> None:
    for n in range(45):
        post_write(match=match, author=village.member, body=f"parole {n}", now=now())
    first = visitor.get(f"{match.get_absolute_url()}?page=1").content.decode()
    last = visitor.get(match.get_absolute_url()).content.decode()
    assert "parole 0" in first
    assert "parole 44" not in first
    assert "parole 44" in last
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        visitor.get(match.get_absolute_url())


def test_a_member_speaks_and_markdown_is_made_safe(
    match: Match, village: Village, sign_in: SignIn
) -> None:
    body = "**Hardi !** <script>alert(1)</script> [x](javascript:alert(1))"
    sign_in(village.member).post(reverse("post_create", args=[match.public_id]), {"body": body})
    page = Client().get(match.get_absolute_url()).content.decode()
    assert "<strong>Hardi !</strong>" in page
    assert "<script>alert" not in page
    assert "javascript:alert" not in page.replace("[x](javascript:alert(1))", "")


def test_an_empty_or_endless_post_is_refused_and_kept(
    match: Match, village: Village, sign_in: SignIn
) -> None:
    say = reverse("post_create", args=[match.public_id])
    assert sign_in(village.member).post(say, {"body": "  "}).status_code == 422
    long = sign_in(village.member).post(say, {"body": "x" * 10_001})
    assert long.status_code == 422
    assert "x" * 10_001 in long.content.decode()
    assert not match.posts.filter(author=village.member).exists()


def test_a_captain_announces_a_line_up(match: Match, village: Village, sign_in: SignIn) -> None:
    roster = [player.pk for player in village.team_a.players.all()][::-1]
    data = {f"n{n}": str(pk) for n, pk in enumerate(roster, 1)}
    page = reverse("line_up", args=[match.public_id])
    assert sign_in(village.player_a).post(page, data).status_code == 403
    twice = sign_in(village.captain_a).post(page, {**data, "n1": data["n2"]})
    assert twice.status_code == 422
    assert sign_in(village.captain_a).post(page, data).status_code == 302
    seat = match.seats.get(side="A")
    assert seat.line_up is not None
    assert [each["player"] for each in seat.line_up["players"]] == roster
    assert match.journal.filter(kind="line-up").count() == 1


def test_a_player_of_another_team_cannot_be_lined_up(
    match: Match, village: Village, sign_in: SignIn
) -> None:
    strangers = [player.pk for player in village.team_b.players.all()]
    data = {f"n{n}": str(pk) for n, pk in enumerate(strangers, 1)}
    page = sign_in(village.captain_a).post(reverse("line_up", args=[match.public_id]), data)
    assert page.status_code == 422


def test_words_typed_in_an_expired_session_are_kept_over_the_log_in(
    match: Match, village: Village, visitor: Client
) -> None:
    say, body = reverse("post_create", args=[match.public_id]), "Holà ! Qui vive ?"
    answer = visitor.post(say, {"body": body})
    assert answer.headers["Location"] == f"{reverse('account_login')}?next={say}"
    assert visitor.session.get_expiry_age() <= 24 * 3600
    visitor.force_login(village.member)
    page = visitor.get(say)
    assert body in page.content.decode()
    assert body not in visitor.get(say).content.decode()
    assert not Post.objects.filter(body=body).exists()
    visitor.post(say, {"body": body})
    assert Post.objects.get(body=body).author == village.member


def test_a_finished_match_is_exported_and_replays_to_the_same(
    match: Match, village: Village, visitor: Client
) -> None:
    file_url = reverse("match_file", args=[match.public_id])
    roster = [player.pk for player in village.team_a.players.all()]
    line_up_change(
        match=match, side="A", players=roster, bench=[], now=now(), actor=village.captain_a
    )
    match = play_initial(match, village)
    assert visitor.get(file_url).status_code == 404
    match_stop(match=match, referee=village.referee, why="La nuit tombe.", now=now())
    exported = json.loads(visitor.get(file_url).content)
    match.refresh_from_db()
    assert exported == json.loads(json.dumps(match_file_of(match)))
    engine = registry.get("soule").engine
    *turns, result = replay(exported, engine)
    assert isinstance(result, Result)
    assert result.result == {"winner": None, "reason": "stopped", "turn": 1}
    (initial,) = turns
    assert isinstance(initial, Played)
    assert engine.show(initial.state, None) == exported["turns"][0]["state"]
    assert exported["turns"][1]["unplayed"]


def test_a_word_is_said_once_before_the_announcement(village: Village, sign_in: SignIn) -> None:
    match = make_match(village.team_a, village.team_b, kind="official", announced=False, now=now())
    word = reverse("word", args=[match.public_id])
    assert sign_in(village.member).post(word, {"word": "x"}).status_code == 403
    sign_in(village.captain_a).post(word, {"word": "Sous le gui"})
    sign_in(village.captain_a).post(word, {"word": "Non, autre chose"})
    assert match.seats.get(side="A").word == "Sous le gui"
    assert "Sous le gui" in Client().get(match.get_absolute_url()).content.decode()


def test_the_front_page_reads_four_reports_in_few_queries(
    village: Village, visitor: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(4):
        play_initial(make_match(village.team_a, village.team_b, now=now()), village)
    with django_assert_max_num_queries(12):
        page = visitor.get("/")
    news = page.context["news"]
    assert len(news) == 4
    assert all(each.title and each.gist for each in news)


def test_pages_and_mails_tell_the_end_of_a_window_that_an_outage_has_lengthened(
    match: Match, village: Village, sign_in: SignIn
) -> None:
    at = now().replace(microsecond=0)
    assert match.turn is not None
    match.turn.game_time = at - timedelta(minutes=20)
    match.turn.save()
    Outage.objects.create(start=at - timedelta(minutes=15), end=at - timedelta(minutes=5))
    closes = at + timedelta(minutes=25)
    for path in (match.get_absolute_url(), reverse("order", args=[match.public_id])):
        assert sign_in(village.captain_a).get(path).context["closes"] == closes
    office = reverse("admin:games_match_change", args=[match.pk])
    assert sign_in(village.referee).get(office).context["closes"] == closes
