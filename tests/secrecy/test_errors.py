"""When something goes wrong on the order page, what was typed goes back to its writer alone."""

import logging

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.models import Turn
from tests.games.factories import PASSWORD
from tests.secrecy.crawl import browser_of
from tests.secrecy.scene import ENTERED, ORDER, TURN, WHY, Scene, make_scene

TYPED = {"turn": TURN, "action": "seal", "line": ORDER, "edited": "line"}


@pytest.fixture
def scene(db: None) -> Scene:
    return make_scene("before")


@pytest.fixture
def logs(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    return caplog


@pytest.fixture
def broken(scene: Scene, settings: Settings) -> None:
    """A turn that the game cannot read any more, and admins who are told of mistakes."""
    settings.ADMINS = [("", "aude@example.org")]
    Turn.objects.filter(match=scene.match).update(before={})


@pytest.mark.usefixtures("broken")
def test_a_mistake_of_ours_does_not_tell_an_order(
    scene: Scene, logs: pytest.LogCaptureFixture
) -> None:
    answer = browser_of(scene.village.captain_a).post(scene.order, TYPED)
    assert answer.status_code == 500
    assert_told_to_nobody(ORDER, answer.content, logs)


@pytest.mark.usefixtures("broken")
def test_nor_an_order_that_the_referee_enters(scene: Scene, logs: pytest.LogCaptureFixture) -> None:
    act = reverse("admin:games_match_act", args=[scene.match.pk, "enter"])
    typed = {"slot": "A", "text": ENTERED, "shown": f"A {ENTERED}", "why": WHY}
    answer = browser_of(scene.village.referee).post(act, typed)
    assert answer.status_code == 500
    assert_told_to_nobody(ENTERED, answer.content, logs)


def test_an_address_that_does_not_exist(scene: Scene, logs: pytest.LogCaptureFixture) -> None:
    answer = browser_of(scene.village.captain_a).post("/m/nowhere/order/", TYPED)
    assert answer.status_code == 404
    assert ORDER not in answer.content.decode()
    assert ORDER not in logs.text


def test_an_old_form_is_given_back_to_its_writer_and_to_nobody_else(
    scene: Scene, logs: pytest.LogCaptureFixture
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.village.captain_a)
    answer = client.post(scene.order, TYPED)
    assert answer.status_code == 403
    assert ORDER in answer.content.decode()
    assert ORDER not in logs.text
    assert scene.sent("A") is None


def test_what_was_typed_in_an_expired_session_waits_for_its_own_side(scene: Scene) -> None:
    """On a browser that both captains use, one signs in where the other was signed out."""
    shared = Client()
    shared.force_login(scene.village.captain_a)
    page = shared.get(scene.order).content.decode()
    assert 'name="slot" value="A"' in page
    shared.session.delete()
    shared.post(scene.order, {**TYPED, "slot": "A"})
    assert ORDER not in sign_in(shared, scene, "brune")
    assert scene.sent("A") is None


def test_what_was_typed_in_an_expired_session_is_there_again(scene: Scene) -> None:
    client = Client()
    client.post(scene.order, {**TYPED, "slot": "A"})
    assert ORDER in sign_in(client, scene, "alix")


def sign_in(client: Client, scene: Scene, username: str) -> str:
    """Sign in on the page that asked for it; what the order page then says."""
    address = f"{reverse('account_login')}?next={scene.order}"
    answer = client.post(address, {"login": username, "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == scene.order
    return answer.content.decode()


def assert_told_to_nobody(word: str, page: bytes, logs: pytest.LogCaptureFixture) -> None:
    assert word not in page.decode()
    assert word not in logs.text
    assert len(mail.outbox) == 1, "the admins are told of the mistake"
    assert word not in str(mail.outbox[0].body)
