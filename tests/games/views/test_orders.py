"""The captain's page through HTTP: what is typed is kept, what is sealed is final."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from games.forms import pace_of
from games.models import Match, Submission
from games.selectors.clock import now
from games.services.turns import turns_play_due
from tests.conftest import SignIn
from tests.games.factories import PASSWORD, Village, make_match, make_team

INITIAL = "1 1 1 1 1 2 2 2 3 1 1"
OTHER = "3 3 3 3 3 2 2 2 1 1 1"


@pytest.fixture
def match(village: Village) -> Match:
    """A friendly whose initial is due within the day, by the real clock."""
    return make_match(village.team_a, village.team_b, now=now())


@pytest.fixture
def captain(village: Village, sign_in: SignIn) -> Client:
    return sign_in(village.captain_a)


def order_url(match: Match) -> str:
    return reverse("order", args=[match.public_id])


def form(line: str, action: str = "save", turn: int = 0, **more: str) -> dict[str, str]:
    sent = {"line": line, "line_was": "", "action": action, "turn": str(turn), "slot": "A"}
    return {**sent, **more}


def submission(match: Match, slot: str = "A") -> Submission:
    return Submission.objects.get(turn__match=match, slot=slot)


def test_a_draft_is_kept_whole_or_not(match: Match, captain: Client) -> None:
    saved = captain.post(order_url(match), form("1 2 3", sends_itself="on"))
    assert captain.get(saved.headers["Location"]).status_code == 200
    assert (submission(match).text, submission(match).line) == ("1 2 3", "")
    captain.post(order_url(match), form(INITIAL))
    assert submission(match).line == INITIAL
    assert not submission(match).sends_itself
    assert INITIAL in captain.get(order_url(match)).content.decode()


def test_an_order_is_read_back_and_then_sealed(match: Match, captain: Client) -> None:
    page = captain.post(order_url(match), form(INITIAL, "check"), follow=True)
    assert 'value="seal"' in page.content.decode()
    assert not submission(match).order
    sealed = captain.post(order_url(match), form(INITIAL, "seal"))
    assert sealed.status_code == 302
    assert submission(match).order == INITIAL
    assert submission(match).receipt in captain.get(order_url(match)).content.decode()


def test_a_double_click_seals_once(match: Match, captain: Client) -> None:
    captain.post(order_url(match), form(INITIAL, "seal"))
    first = submission(match).receipt
    again = captain.post(order_url(match), form(INITIAL, "seal"))
    assert again.status_code == 302
    assert submission(match).receipt == first


def test_another_order_after_the_seal_is_refused(match: Match, captain: Client) -> None:
    captain.post(order_url(match), form(INITIAL, "seal"))
    captain.post(order_url(match), form(OTHER, "seal"))
    assert submission(match).order == INITIAL


def test_a_wrong_sign_is_named_with_its_place_and_all_is_kept(
    match: Match, captain: Client
) -> None:
    page = captain.post(order_url(match), form("1 1 1 1 1 1 7 1 1 1 1", "seal"))
    assert page.status_code == 422
    assert "7" in page.context["error"]
    assert "1 1 1 1 1 1 7 1 1 1 1" in page.content.decode()
    assert not Submission.objects.filter(order__gt="").exists()


def test_the_rows_alone_make_an_order(match: Match, captain: Client) -> None:
    rows = {f"p{n}": sign for n, sign in enumerate(INITIAL.split(), 1)}
    captain.post(order_url(match), {**form("", "seal"), **rows})
    assert submission(match).order == INITIAL


def test_a_co_captain_may_and_the_record_says_so(
    match: Match, village: Village, sign_in: SignIn
) -> None:
    sign_in(village.co_captain_a).post(order_url(match), form(INITIAL, "seal"))
    sent = submission(match)
    assert (sent.sealed_by, sent.sealed_as) == (village.co_captain_a, "co-captain")


@pytest.mark.parametrize("who", ["player_a", "member", "referee", "admin"])
def test_nobody_else_may(match: Match, village: Village, sign_in: SignIn, who: str) -> None:
    client = sign_in(getattr(village, who))
    assert client.get(order_url(match)).status_code == 403
    assert client.post(order_url(match), form(INITIAL, "seal")).status_code == 403
    assert client.get(reverse("receipt", args=[match.public_id])).status_code == 403
    assert not Submission.objects.exists()


def test_an_expired_session_loses_nothing(match: Match, village: Village, visitor: Client) -> None:
    asked = visitor.post(order_url(match), form(INITIAL, "seal"))
    assert asked.status_code == 302
    assert not Submission.objects.exists()
    login = {"login": village.captain_a.username, "password": PASSWORD}
    back = visitor.post(asked.headers["Location"], login)
    assert visitor.session.get_expiry_age() > 7 * 24 * 3600
    page = visitor.get(back.headers["Location"])
    assert INITIAL in page.content.decode()
    assert INITIAL not in visitor.get(order_url(match)).content.decode()  # kept once


def test_what_a_visitor_typed_is_not_for_the_next_one_who_signs_in(
    match: Match, village: Village, visitor: Client
) -> None:
    visitor.post(order_url(match), form(INITIAL, "seal"))
    login = {"login": village.captain_b.username, "password": PASSWORD}
    visitor.post(reverse("account_login"), login)
    page = visitor.get(order_url(match))
    assert page.status_code == 200
    assert not Submission.objects.exists()


def test_an_order_for_a_turn_already_played_is_kept_as_a_draft_that_stays(
    match: Match, village: Village, captain: Client
) -> None:
    assert match.turn is not None
    late = match.turn.game_time + match.grace + timedelta(seconds=5)
    turns_play_due(now=late)
    match.refresh_from_db()
    captain.post(order_url(match), form("0 0 0 0 0 0 0 0 0 0 0", "seal", turn=0))
    kept = Submission.objects.get(turn=match.turn, slot="A")
    assert (kept.text, kept.order, kept.sends_itself) == ("0 0 0 0 0 0 0 0 0 0 0", "", False)


def test_a_bot_has_sent_already_and_the_turn_is_played_at_once(
    village: Village, captain: Client
) -> None:
    bots = make_team("Les Moulins", None, bot=True)
    match = make_match(village.team_a, bots, pace=pace_of(at_once=True), now=now())
    sealed = captain.post(order_url(match), form(INITIAL, "seal"))
    page = captain.get(sealed.headers["Location"], follow=True)
    assert "Castillon" in page.content.decode()
    match.refresh_from_db()
    assert match.turn is not None
    assert match.turn.number == 1


@pytest.mark.parametrize("turn", ["", "x", "99999999999999999999", "-1", "٣", "1e3"])
def test_a_mangled_turn_number_is_no_error(match: Match, captain: Client, turn: str) -> None:
    data = {**form(INITIAL, "seal"), "turn": turn}
    assert captain.post(order_url(match), data).status_code in (302, 422)
    assert not Submission.objects.filter(order__gt="").exists()


def test_the_autosave_answers_with_a_status_only(match: Match, captain: Client) -> None:
    answer = captain.post(order_url(match), form(INITIAL), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    assert INITIAL in answer.content.decode()
    assert submission(match).line == INITIAL


def test_the_autosave_of_an_expired_session_says_so(match: Match, visitor: Client) -> None:
    answer = visitor.post(order_url(match), form(INITIAL), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert reverse("account_login") in answer.content.decode()


def test_a_visitor_leaves_no_more_than_an_order_in_the_session_and_for_a_day(
    match: Match, visitor: Client
) -> None:
    rows = {f"p{n}": "+" for n in range(1, 23)}
    junk = {f"x{n}": "x" * 5000 for n in range(100)} | {"y" * 500: "y"}
    visitor.post(order_url(match), form(INITIAL + " " * 5000, "seal") | rows | junk)
    kept = Session.objects.get()
    data = visitor.session["kept-order"]["data"]
    assert sum(map(len, [*data, *data.values()])) < 5000
    assert data["line"].strip() == INITIAL
    assert rows.items() <= data.items()
    assert kept.expire_date - now() < timedelta(days=1, minutes=1)


def test_the_log_does_not_tell_who_sends_and_when(
    match: Match, captain: Client, caplog: pytest.LogCaptureFixture, village: Village
) -> None:
    assert captain.post(order_url(match), form("1 1", "seal")).status_code == 422
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(village.captain_a)
    assert strict.post(order_url(match), form(INITIAL, "seal")).status_code == 403
    assert match.public_id not in caplog.text
