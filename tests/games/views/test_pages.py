"""What holds of the pages together: one id an element, and what an open page is told meanwhile."""

from collections import Counter
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, User
from games.selectors.clock import now
from games.services.orders import Author, order_submit
from games.services.posts import post_write
from games.services.referee import match_pause
from games.services.turns import turns_play_due
from tests.conftest import SignIn
from tests.games.factories import Village, make_match, make_team

INITIAL = "1 1 1 1 1 2 2 2 3 1 1"
TACTIC = "+ 0 0 0 0 0 0 0 0 0 0"


class Ids(HTMLParser):
    """How often each id stands in a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.count: Counter[str] = Counter()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count.update(value or "" for name, value in attrs if name == "id")


@pytest.fixture
def match(village: Village) -> Match:
    """An official match in play by the real clock; its initial and a turn are played."""
    days_ago = now() - timedelta(days=6)
    match = make_match(village.team_a, village.team_b, kind="official", now=days_ago)
    for line in (INITIAL, TACTIC):
        match = played(match, village, line)
    return match


def played(match: Match, village: Village, line: str) -> Match:
    """The open turn with both orders in, played at its game time."""
    assert match.turn is not None
    at, number = match.turn.game_time, match.turn.number
    for slot, captain in (("A", village.captain_a), ("B", village.captain_b)):
        send(match, captain, slot, line)
    turns_play_due(now=at)
    match = Match.objects.select_related("turn").get(pk=match.pk)
    assert match.turn is not None
    assert match.turn.number == number + 1
    return match


def send(match: Match, captain: User, slot: str, line: str) -> None:
    assert match.turn is not None
    order_submit(
        match=match,
        turn=match.turn.number,
        slot=slot,
        text=line,
        author=Author(captain, "captain"),
        now=match.turn.game_time - timedelta(hours=1),
    )


def text(client: Client, path: str, language: str = "en") -> str:
    client.cookies["django_language"] = language
    page = client.get(path)
    assert page.status_code == 200
    return page.content.decode()


def pages_of(match: Match, village: Village) -> list[tuple[User, str]]:
    """Every kind of page that carries ids of its own, each with one who reads all of it."""
    captain, referee = village.captain_a, village.referee
    paths = [
        "/",
        "/matches/",
        "/teams/",
        f"/teams/{village.team_a.slug}/",
        f"/teams/{village.team_a.slug}/manage/",
        "/preferences/",
        match.get_absolute_url(),
        reverse("order", args=[match.public_id]),
        reverse("journal", args=[match.public_id]),
        reverse("rules", args=["soule"]),
    ]
    desk = [
        reverse("admin:games_match_changelist"),
        reverse("admin:games_match_add"),
        reverse("admin:games_match_change", args=[match.pk]),
    ]
    return [(captain, path) for path in paths] + [(referee, path) for path in desk]


def test_no_id_stands_twice_in_a_page(match: Match, village: Village, sign_in: SignIn) -> None:
    post_write(match=match, author=village.member, body="Hardi !", now=now())
    waiting = make_match(
        village.team_a, make_team("Rouets", None), kind="official", announced=False, now=now()
    )
    pages = [*pages_of(match, village), (village.captain_a, waiting.get_absolute_url())]
    for reader, path in pages:
        assert twice(text(sign_in(reader), path)) == [], path
    send(match, village.captain_a, "A", TACTIC)
    receipt = text(sign_in(village.captain_a), reverse("order", args=[match.public_id]))
    assert 'id="receipt"' in receipt
    assert twice(receipt) == []


def twice(page: str) -> list[str]:
    return [each for each, count in Ids(page).count.items() if count > 1]


def test_an_open_page_is_brought_up_to_date_as_a_whole(
    match: Match, village: Village, visitor: Client
) -> None:
    before = match.posts_made
    played(match, village, TACTIC)
    path = f"{reverse('match_news', args=[match.public_id])}?after={before}"
    fresh = text(visitor, path)
    whole = Ids(text(visitor, match.get_absolute_url())).count
    for part in ("head", "board", "next-turn", "contents", "players-now"):
        assert f'id="{part}" hx-swap-oob="true"' in fresh
        assert part in whole
    assert ">Turn 2</a>" in fresh


def test_the_announcement_brings_the_field_to_an_open_page(
    village: Village, visitor: Client
) -> None:
    at = now() - timedelta(days=2)
    waiting = make_match(village.team_a, village.team_b, kind="official", announced=False, now=at)
    path = reverse("match_news", args=[waiting.public_id])
    page = text(visitor, waiting.get_absolute_url())
    assert {"green", "players"} <= Ids(page).count.keys()
    assert 'id="replay"' not in page
    announced = make_match(village.team_b, village.team_a, kind="official", now=at)
    fresh = text(visitor, path.replace(waiting.public_id, announced.public_id) + "?after=1")
    assert 'id="green" hx-swap-oob="true"' in fresh
    assert {"board", "replay", "players", "players-now"} <= Ids(fresh).count.keys()
    assert twice(fresh) == []


def test_an_open_order_page_is_told_that_the_time_is_up(
    match: Match, village: Village, sign_in: SignIn
) -> None:
    captain = sign_in(village.captain_a)
    clock = reverse("order_clock", args=[match.public_id, 2])
    assert f'hx-get="{clock}"' in text(captain, reverse("order", args=[match.public_id]))
    assert f'hx-get="{clock}"' in text(captain, clock)
    played(match, village, TACTIC)
    closed = text(captain, clock)
    assert "Time is up" in closed
    assert "hx-get" not in closed


def test_nothing_is_called_saved_beside_a_refusal(
    match: Match, village: Village, sign_in: SignIn
) -> None:
    captain, path = sign_in(village.captain_a), reverse("order", args=[match.public_id])
    captain.cookies["django_language"] = "en"
    data = {"line": TACTIC, "line_was": "", "action": "save", "turn": "2", "slot": "A"}

    def status(**changes: str) -> str:
        answer = captain.post(path, data | changes, headers={"HX-Request": "true"})
        return answer.content.decode()

    assert "Saved at" in status()
    assert "Saved at" in status(line="+ +")
    refused = status(turn="1")
    assert "has been played" in refused
    assert "Saved at" not in refused


def test_a_paused_match_does_not_say_when_an_order_is_missed(
    match: Match, village: Village, visitor: Client
) -> None:
    path = match.get_absolute_url()
    assert "it is missed" in text(visitor, path)
    match_pause(match=match, referee=village.referee, why="fog", now=now())
    page = text(visitor, path)
    assert "Paused" in page
    assert "it is missed" not in page


def test_a_name_and_a_rank_stand_together(match: Match, village: Village, visitor: Client) -> None:
    post_write(match=match, author=village.captain_a, body="Hardi !", now=now())
    assert "captain, Castillon" in text(visitor, match.get_absolute_url())


def test_the_journal_speaks_in_words(match: Match, village: Village, visitor: Client) -> None:
    match_pause(match=match, referee=village.referee, why="brume", now=now())
    page = text(visitor, reverse("journal", args=[match.public_id]), "fr")
    assert "· le site" in page
    assert "· arbitre (robin)" in page
    assert "Tour 1\u00a0: c’est joué." in page
    assert "<dt>Castillon</dt>" in page
    assert "<dt>A</dt>" not in page
    order = match.turns.get(number=1).orders["A"]
    assert f'<time datetime="{order["at"]}">' in page
    assert f">{order['at']}<" not in page
    assert order["receipt"] in page


def test_why_a_match_is_played_stands_in_its_thread(village: Village, visitor: Client) -> None:
    match = make_match(village.team_a, village.team_b, kind="official", announced=False, now=now())
    assert match.posts.get().line == match.journal.get(kind="created")
    assert "The match is created" in text(visitor, match.get_absolute_url())
    friendly = make_match(village.team_b, village.team_a, now=now())
    assert friendly.posts.get().line == friendly.journal.get(kind="announced")


def test_home_counts_what_the_list_shows(match: Match, village: Village, visitor: Client) -> None:
    make_match(village.team_b, village.team_a, kind="official", announced=False, now=now())
    played(match, village, TACTIC)
    listed = visitor.get("/matches/").context["page"].paginator.count
    assert visitor.get("/").context["count"] == listed == 2


def test_a_first_of_the_month_is_the_1er_in_french(village: Village, visitor: Client) -> None:
    match = make_match(village.team_a, village.team_b, now=now())
    Match.objects.filter(pk=match.pk).update(ended_at="2026-12-01T20:00:00Z", status="over")
    assert "mardi 1er décembre" in text(visitor, match.get_absolute_url(), "fr")
    assert "Tuesday 1 December" in text(visitor, match.get_absolute_url())


def test_the_icon_is_found_at_its_old_address_too(visitor: Client) -> None:
    found = visitor.get("/favicon.ico")
    assert found.status_code == 302
    assert found.headers["Location"].endswith("icon.svg")
