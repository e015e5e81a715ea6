"""What the office must not tell: that, when or what a side has written, sent or had reopened."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Submission, Turn
from games.selectors.clock import now
from games.services.orders import Author, draft_save, order_submit
from games.services.referee import order_enter, order_reopen
from tests.conftest import SignIn
from tests.games.factories import Village, make_match

ENTRANCES = ("", "games/", "games/match/", "games/match/?status=over", "games/match/?q=castillon")
DRAFT, ORDER, ENTERED = "1 2 3 1 2 3", "1 1 1 1 1 2 2 2 3 3 3", "3 3 3 3 3 2 2 2 1 1 1"
WHY = "Panne du forum."

CHANGING = (
    rb'name="csrfmiddlewaretoken" value="[^"]*"',
    rb'"X-CSRFToken": "[^"]*"',
    rb'data-left="\d+"',
    rb"<time data-clock.*?</time>",
)
"""What differs between two renderings of a page at rest: tokens, and the clock itself."""

Pages = dict[str, bytes]


def crawl(client: Client) -> Pages:
    """Every page that links lead to from the office's doors, its tokens and clocks masked."""
    pages: Pages = {}
    ahead = [f"/office/{entrance}" for entrance in ENTRANCES]
    while ahead:
        address = ahead.pop()
        if address in pages:
            continue
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        pages[address] = masked(answer.content)
        links = re.findall(r'href="([^"#]+)', answer.content.decode())
        ahead += [link for link in links if link.startswith("/office/") and "/r/" not in link]
    return pages


def masked(page: bytes) -> bytes:
    for pattern in CHANGING:
        page = re.sub(pattern, b"", page, flags=re.DOTALL)
    return page


@pytest.fixture
def match(village: Village) -> Match:
    return make_match(village.team_a, village.team_b, now=now())


@pytest.fixture(params=["referee", "admin"])
def office(request: pytest.FixtureRequest, village: Village, sign_in: SignIn) -> Client:
    return sign_in(getattr(village, request.param))


def let_the_game_time_pass(match: Match) -> None:
    Turn.objects.filter(match=match).update(game_time=now() - timedelta(minutes=5))
    match.refresh_from_db()


def deeds(village: Village, match: Match) -> list[Callable[[], object]]:
    """All that may happen to side A's order, in an order in which it can."""
    author, referee = Author(village.captain_a, "captain"), village.referee
    order: dict[str, Any] = {"match": match, "turn": 0, "slot": "A", "author": author}
    desk: dict[str, Any] = {"match": match, "slot": "A", "referee": referee, "why": WHY}
    return [
        lambda: draft_save(**order, text=DRAFT, sends_itself=True, now=now()),
        lambda: draft_save(**order, text=ORDER, sends_itself=False, now=now()),
        lambda: order_submit(**order, text=ORDER, now=now()),
        lambda: order_reopen(**desk, now=now()),
        lambda: order_reopen(**desk, now=now()),
        lambda: order_enter(**desk, text=ENTERED, now=now()),
    ]


@pytest.mark.parametrize("in_grace", [False, True])
def test_no_page_differs_by_what_a_side_has_done(
    village: Village, match: Match, office: Client, in_grace: bool
) -> None:
    if in_grace:
        let_the_game_time_pass(match)
    before = crawl(office)
    assert reverse("admin:games_match_change", args=[match.pk]) in before
    for deed in deeds(village, match):
        deed()
        assert crawl(office) == before
    assert Submission.objects.get().order == ENTERED


def test_no_page_holds_an_order_or_the_seed(village: Village, match: Match, office: Client) -> None:
    let_the_game_time_pass(match)
    for deed in deeds(village, match):
        deed()
    sent = Submission.objects.get()
    secrets = [sent.order, sent.text, sent.nonce, sent.receipt, bytes(match.seed).hex()]
    for address, page in crawl(office).items():
        for secret in secrets:
            assert secret.encode() not in page, address


def test_the_admin_finds_people_and_teams_and_the_referee_does_not(
    village: Village, match: Match, sign_in: SignIn
) -> None:
    user = reverse("admin:games_user_change", args=[village.captain_a.pk])
    assert user in crawl(sign_in(village.admin))
    assert user not in crawl(sign_in(village.referee))


def test_the_grace_says_that_somebody_is_missing_and_names_no_side(
    village: Village, match: Match, sign_in: SignIn
) -> None:
    client = sign_in(village.referee)
    client.cookies["django_language"] = "en"
    said = "at least one order is missing"
    page = reverse("admin:games_match_changelist")
    assert said not in client.get(page).content.decode()
    let_the_game_time_pass(match)
    assert said in client.get(page).content.decode()


def test_an_entered_order_is_not_told_again(
    village: Village, match: Match, sign_in: SignIn
) -> None:
    client = sign_in(village.referee)
    act = reverse("admin:games_match_act", args=[match.pk, "enter"])
    data = {"slot": "A", "text": ENTERED, "shown": f"A {ENTERED}", "why": WHY}
    answer = client.post(act, data, follow=True)
    assert Submission.objects.get().order == ENTERED
    assert ENTERED not in answer.content.decode()
    assert WHY not in answer.content.decode()
