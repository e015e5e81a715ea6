"""Nobody learns that, when or what a side has written, sent or had reopened (fairness.md, 2).

Every address of the site is asked by everybody who is not to know, before and after each thing
that can happen to an order; what they are answered may not differ by a byte. Whether such a
difference would be seen is tested in ``test_planted_leaks.py``.
"""

import base64
import logging
import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.models import JournalLine, Match, Notice, Post, Submission, User
from games.selectors.clock import now
from games.services.reminders import reminders_send
from games.services.turns import turns_play_due
from tests.secrecy.addresses import addresses
from tests.secrecy.crawl import Answer, Answers, ask, browser_of, crawl, differing, holding
from tests.secrecy.scene import (
    DRAFT,
    ENTERED,
    OF_B,
    ORDER,
    STATES,
    TURN,
    WHY,
    Scene,
    deeds,
    make_scene,
    order,
)

pytestmark = pytest.mark.django_db

pytestmark = pytest.mark.timeout(400)

LOOKED_AT = ("draft begun", "sealed", "reopened again", "entered")
"""After which of the deeds the whole site is asked; each adds to those before it."""

SAVED_AT = "Enregistré à [^<]*".encode()
"""What captain B is told of his own draft: the time of day, which may go on between two presses."""

Browsers = dict[str, Client]


@pytest.fixture(params=STATES)
def scene(request: pytest.FixtureRequest, db: None) -> Scene:
    return make_scene(request.param)


@pytest.fixture
def actors(scene: Scene) -> tuple[Client, Client]:
    """The browsers in which side A's captain and the referee act."""
    return browser_of(scene.village.captain_a), browser_of(scene.village.referee)


def browsers_of(people: dict[str, User | None]) -> Browsers:
    return {role: browser_of(user) for role, user in people.items()}


def settled(browsers: Browsers, asked: list[str]) -> Answers:
    """The answers of a site that is warm: what Django and allauth read once and keep is read."""
    crawl(browsers, [each for each in asked if each.startswith(("/account/email/", "/office/"))])
    return crawl(browsers, asked)


def test_no_answer_differs_by_what_a_side_does(
    scene: Scene, actors: tuple[Client, Client], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    asked, browsers = addresses(scene), browsers_of(scene.watchers)
    if scene.match.paused_at:
        asked = about_the_match(asked)  # the rest of the site knows of no pause
    before, kept = settled(browsers, asked), on_record(scene, browsers, actors)
    for name, deed in deeds(scene, *actors):
        deed()
        turns_play_due(now=now())
        assert on_record(scene, browsers, actors) == kept, name
        if name in LOOKED_AT:
            assert differing(before, crawl(browsers, asked)) == [], name
    assert holding(before, secrets(scene) + seed_of(scene)) == []
    assert not any(secret in caplog.text.encode() for secret in secrets(scene))
    sent = scene.sent("A")
    assert sent is not None
    assert sent.order == ENTERED, "all that was to be done was done"


def test_those_who_order_see_what_they_do(scene: Scene, actors: tuple[Client, Client]) -> None:
    """The crawl looks where an order is to be seen: its own side's pages change with it."""
    asked = [scene.order, reverse("receipt", args=[scene.match.public_id])]
    asked.append(scene.match.get_absolute_url())
    browsers = browsers_of(scene.commanders)
    last = settled(browsers, asked)
    for name, deed in deeds(scene, *actors):
        deed()
        answers = crawl(browsers, asked)
        alike = name in ("read back", "reopened again")
        roles = {role for role, _address in differing(last, answers)}
        assert roles == (set() if alike else set(browsers)), name
        last = answers


def test_not_even_those_who_order_are_shown_the_seed(
    scene: Scene, actors: tuple[Client, Client]
) -> None:
    for _name, deed in deeds(scene, *actors):
        deed()
    answers = crawl(browsers_of(scene.commanders), about_the_match(addresses(scene)))
    assert holding(answers, seed_of(scene)) == []


def test_what_others_may_do_is_answered_alike(scene: Scene, actors: tuple[Client, Client]) -> None:
    before = {(press, scene.order): pressed(scene, press) for press in presses(scene)}
    assert any(answer.status == 302 for answer in before.values())
    for name, deed in deeds(scene, *actors):
        deed()
        if name in LOOKED_AT:
            after = {(press, at): pressed(scene, press) for press, at in before}
            assert differing(before, after) == [], name


@pytest.mark.parametrize("scene", ["grace"], indirect=True)
def test_the_grace_does_not_tell_who_is_missing(scene: Scene) -> None:
    """After the game time somebody is missing: A, B or both, the page is the same."""
    village = scene.village
    strangers = ("visitor", "member", "referee", "admin")
    asked = about_the_match(addresses(scene))
    browsers = browsers_of({role: scene.watchers[role] for role in strangers})
    before = settled(browsers, asked)
    for captain, line in ((village.captain_a, ORDER), (village.captain_b, OF_B)):
        with transaction.atomic():
            order(scene, browser_of(captain), "seal", line)
            turns_play_due(now=now())
            assert Submission.objects.exclude(order="").filter(turn__number=TURN).count() == 1
            assert differing(before, crawl(browsers, asked)) == []
            transaction.set_rollback(True)


@pytest.mark.parametrize("scene", ["grace"], indirect=True)
def test_what_a_late_side_writes_is_not_seen_by_one_that_has_sent(
    scene: Scene, actors: tuple[Client, Client]
) -> None:
    order(scene, browser_of(scene.village.captain_b), "seal", OF_B)
    asked, browsers = about_the_match(addresses(scene)), browsers_of(scene.watchers)
    before = settled(browsers, asked)
    for name, deed in deeds(scene, *actors):
        if name == "sealed":
            break
        deed()
        turns_play_due(now=now())
    assert differing(before, crawl(browsers, asked)) == []


@pytest.mark.parametrize("scene", ["before"], indirect=True)
def test_the_second_order_costs_the_server_what_the_first_did(scene: Scene) -> None:
    first = sealing_of_b(scene)
    order(scene, browser_of(scene.village.captain_a), "seal", ORDER)
    assert sealing_of_b(scene) == first


@pytest.mark.parametrize("scene", ["before"], indirect=True)
def test_mails_to_others_do_not_tell(scene: Scene, actors: tuple[Client, Client]) -> None:
    """A side that has sent nothing is reminded; whether the other has is not told by that."""
    before = reminded(scene)
    assert "brune" in before
    assert "alix" not in before
    for name, deed in deeds(scene, *actors):
        deed()
        assert reminded(scene) == before, name


@pytest.mark.parametrize("scene", ["before"], indirect=True)
def test_answers_to_members_are_kept_by_no_shared_cache(scene: Scene) -> None:
    browsers = {"captain A": browser_of(scene.village.captain_a)}
    for place, answer in crawl(browsers, addresses(scene)).items():
        headers = dict(answer.headers)
        html = headers.get("Content-Type", "").startswith("text/html")
        if html and answer.status == 200:
            private = "private" in headers.get("Cache-Control", "")
            assert private or "Cookie" in headers.get("Vary", ""), place


def on_record(scene: Scene, browsers: Browsers, actors: tuple[Client, Client]) -> dict[str, Any]:
    """What is kept outside the order's own row: posts, journal, notices, mails, sessions."""
    own = [user.pk for user in scene.commanders.values() if user]
    acting = [actor.session.session_key for actor in actors]
    match = Match.objects.get(pk=scene.match.pk)
    return {
        "posts": list(Post.objects.values()),
        "journal": list(JournalLine.objects.values()),
        "notices": list(Notice.objects.exclude(user__in=own).values()),
        "mails": len(mail.outbox),
        "office's log": LogEntry.objects.count(),
        "match": (match.posts_made, match.head_n, match.head_hash, match.draws_made, match.held),
        "sessions": list(Session.objects.exclude(pk__in=acting).order_by("pk").values()),
        "cookies": {role: sorted(each.cookies) for role, each in browsers.items()},
    }


def about_the_match(asked: list[str]) -> list[str]:
    """The addresses where the match is told of, for what need not be asked of the whole site."""
    return [each for each in asked if each == "/" or "/m/" in each or "match" in each]


def secrets(scene: Scene) -> list[bytes]:
    """What only side A may read, in each form in which it might get out."""
    sent = scene.sent("A")
    assert sent is not None
    words = [DRAFT, ORDER, ENTERED, WHY, sent.nonce, sent.receipt]
    words += [sent.earlier[key] for key in ("nonce", "receipt", "at")] if sent.earlier else []
    plain = [word.encode() for word in words if word]
    without = [word.replace(" ", "").encode() for word in (DRAFT, ORDER, ENTERED)]
    listed = [word.replace(" ", ",").encode() for word in (DRAFT, ORDER, ENTERED)]
    return [*plain, *without, *listed, *(base64.b64encode(word) for word in plain)]


def seed_of(scene: Scene) -> list[bytes]:
    """The seed, in each form in which it might get out."""
    seed = bytes(scene.match.seed)
    return [seed, seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed)]


def presses(scene: Scene) -> dict[str, tuple[User | None, str, dict[str, Any]]]:
    """What those who are not to know can press: who, where, and what he sends along."""
    cast, match = scene.village, scene.match
    in_grace = match.turn is not None and match.turn.game_time <= now()
    typed = {"turn": TURN, "line": OF_B, "edited": "line"}
    found: dict[str, tuple[User | None, str, dict[str, Any]]] = {}
    for action in ("save", "check") if in_grace else ("save", "check", "seal"):
        found[f"B: {action}"] = (cast.captain_b, scene.order, {**typed, "action": action})
    for role in ("visitor", "player A", "admin"):
        found[f"{role}: seal"] = (scene.watchers[role], scene.order, {**typed, "action": "seal"})
    for side, name in (("A", "enter"), ("A", "reopen"), ("B", "reopen"), ("A", "strike")):
        sent = {"slot": side, "side": side, "why": WHY, "text": OF_B, "shown": f"{side} {OF_B}"}
        found[f"referee: {name} {side}"] = (cast.referee, _act(match, name), sent)
    found["referee: enter, unexplained"] = (cast.referee, _act(match, "enter"), {})
    say = reverse("post_create", args=[match.public_id])
    found["member: say"] = (cast.member, say, {"body": "Bien joué !"})
    return found


def _act(match: Match, name: str) -> str:
    return reverse("admin:games_match_act", args=[match.pk, name])


def pressed(scene: Scene, name: str) -> Answer:
    """What a press is answered, undone again."""
    user, address, sent = presses(scene)[name]
    with transaction.atomic():
        answer = ask(partial(browser_of(user).post, address, sent))
        transaction.set_rollback(True)
    return answer._replace(queries=0, body=re.sub(SAVED_AT, b"", answer.body))


def sealing_of_b(scene: Scene) -> Answer:
    """The answer to captain B's seal, and how many queries it took; undone again."""
    typed = {"turn": TURN, "action": "seal", "line": OF_B, "edited": "line"}
    with transaction.atomic():
        answer = ask(partial(browser_of(scene.village.captain_b).post, scene.order, typed))
        assert scene.sent("B") is not None
        transaction.set_rollback(True)
    return answer


def reminded(scene: Scene) -> dict[str, list[Any]]:
    """Who but A's commanders is told something before the game time, and what; undone again."""
    match = Match.objects.get(pk=scene.match.pk)
    assert match.turn is not None
    at = match.turn.game_time - timedelta(hours=3)
    own = [user.pk for user in scene.commanders.values() if user]
    with transaction.atomic():
        Match.objects.filter(pk=match.pk).update(remind_at=at)
        reminders_send(now=at)
        told = Notice.objects.exclude(user__in=own).order_by("key")
        found: dict[str, list[Any]] = {}
        for notice in told.select_related("user"):
            found.setdefault(notice.user.username, []).append(
                (notice.kind, notice.key, notice.facts)
            )
        transaction.set_rollback(True)
    return found
