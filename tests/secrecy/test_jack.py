"""Where the jack of boules lies is in no answer of the site before the end (boules.md, Secrecy).

The jack is put on other squares that agree with all that was announced; whoever asks, captains
and staff too, whatever address: the answers may not differ by a byte, nor by a query.
"""

from dataclasses import replace

import pytest
from pytest_django import Settings

from boules import engine
from boules.bot import order as bot_order
from boules.rings import possible
from games.contract import side_of
from games.models import Match, Turn
from games.selectors.clock import now
from games.services.orders import Author, order_submit
from games.services.turns import turns_play_due
from tests.games.factories import make_match
from tests.secrecy.addresses import addresses
from tests.secrecy.crawl import Answers, browser_of, crawl, differing
from tests.secrecy.scene import Scene, make_scene
from tests.secrecy.test_planted_leaks import plant

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(400)]

THROWS = 5


@pytest.fixture
def scene(db: None) -> Scene:
    """The scene with a match of boules in it, a few boules on the ground."""
    scene = make_scene("before")
    village = scene.village
    match = make_match(
        village.team_a, village.team_b, game="boules", ruleset={"bowlers": 2}, now=now()
    )
    for _throw in range(THROWS):
        match = thrown(scene, match)
    return replace(scene, match=match)


def thrown(scene: Scene, match: Match) -> Match:
    """The match after a throw of the bot's for whoever has the hand."""
    turn = current_turn(match)
    state = engine.load(turn.before)
    slot = engine.awaits(state).slots[0]
    captains = {"A": scene.village.captain_a, "B": scene.village.captain_b}
    order_submit(
        match=match,
        turn=turn.number,
        slot=slot,
        text=bot_order(engine.show(state, None), slot, lambda _purpose, _bound: 0),
        author=Author(captains[side_of(slot)], "captain"),
        now=now(),
    )
    turns_play_due(now=now())
    return Match.objects.select_related("turn").get(pk=match.pk)


def current_turn(match: Match) -> Turn:
    turn = Match.objects.select_related("turn").get(pk=match.pk).turn
    assert turn is not None
    return turn


def asked(scene: Scene) -> Answers:
    """What everybody is answered everywhere."""
    people = {**scene.watchers, **scene.commanders}
    browsers = {role: browser_of(user) for role, user in people.items()}
    about = [each for each in addresses(scene) if "/history/" not in each]
    crawl(browsers, [each for each in about if each.startswith(("/account/email/", "/office/"))])
    return crawl(browsers, about)


def moved(scene: Scene) -> int:
    """Put the jack on another square that agrees with all that was announced; how many do."""
    turn = current_turn(scene.match)
    view, before = engine.show(engine.load(turn.before), None), dict(turn.before)
    squares = [at for at in sorted(possible(view)) if list(at) != before["jacks"][-1]["at"]]
    before["jacks"] = [*before["jacks"][:-1], {**before["jacks"][-1], "at": list(squares[0])}]
    assert engine.show(engine.load(before), None) == view
    Turn.objects.filter(pk=turn.pk).update(before=before)
    return len(squares)


def test_nobody_is_told_where_the_jack_is(scene: Scene) -> None:
    before = asked(scene)
    assert moved(scene)
    assert differing(before, asked(scene)) == []


def test_a_leak_of_the_jack_would_be_seen(scene: Scene, settings: Settings) -> None:
    plant(settings, "games/_head.html", "{{ match.turn.before.jacks }}")
    before = asked(scene)
    moved(scene)
    pages = {address for _role, address in differing(before, asked(scene))}
    assert scene.match.get_absolute_url() in pages
