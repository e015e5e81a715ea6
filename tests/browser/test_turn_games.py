"""Games that are played turn by turn, between two people on their phones."""

import re

import pytest
from playwright.sync_api import expect

from boules import engine as boules
from games.contract import side_of
from games.forms import pace_of
from games.models import Match
from games.selectors.clock import now
from piedballe import engine as piedballe
from tests.browser.conftest import Opens
from tests.browser.reader import Reader
from tests.games.factories import Village, make_match

pytestmark = pytest.mark.browser

PHONE = 390
TURNS = 40
"""No match of these tests takes more."""


def state_of(match: Match) -> tuple[bool, str, str]:
    """Whether it is over, the slot whose turn it is, what the next turn's number is."""
    found = Match.objects.select_related("turn").get(pk=match.pk)
    assert found.turn is not None
    engine = boules if found.game == "boules" else piedballe
    slots = engine.awaits(engine.load(found.turn.before)).slots
    return found.is_over, slots[0] if slots else "", str(found.turn.number)


def order_from_the_match_page(reader: Reader) -> None:
    """The link comes by itself when it is his side's turn."""
    link = reader.find("#next-turn a.btn.main")
    expect(link).to_contain_text(reader.say("Write the order"))
    link.click()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_boules_to_the_end_without_a_reload_by_hand(
    opened: Opens, village: Village, language: str
) -> None:
    match = make_match(village.team_a, village.team_b, game="boules", now=now())
    readers = {
        "A": opened(village.captain_a, language=language, width=PHONE),
        "B": opened(village.captain_b, language=language, width=PHONE),
    }
    for reader in readers.values():
        reader.go(match.get_absolute_url())
    for turn in range(TURNS):
        over, slot, number = state_of(match)
        if over:
            break
        reader = readers[side_of(slot)]
        order_from_the_match_page(reader)
        aim(reader, turn)
        expect(reader.find("#left")).to_contain_text("[")
        reader.find("#seal").click()
        expect(reader.find("#read-back")).to_be_visible()
        if turn == 2:
            reader.picture("boules-read-back")
        reader.button("Play it").click()
        expect(reader.find(f"[data-turn='{number}']")).to_be_visible()
        if turn == 2:
            reader.picture("boules-thrown")
    assert state_of(match)[0]
    for side, reader in readers.items():
        expect(reader.find("#next-turn")).to_contain_text(reader.say("The match is over"))
        reader.picture(f"boules-over-{side}")


def aim(reader: Reader, turn: int) -> None:
    """By a tap, by the arrow buttons, by keys, or by writing, in turn: always a square apart."""
    ground = reader.find("#ground svg")
    row = 1 + turn
    if turn % 3 == 0:
        box = ground.bounding_box()
        assert box is not None
        unit = box["width"] / 432
        ground.click(position={"x": (26 + 20 * 9.5) * unit, "y": (6 + 20 * (row - 0.5)) * unit})
        expect(reader.find("#line")).to_have_value(f"[10,{row}]")
    elif turn % 3 == 1:
        reader.find("#line").fill(f"(10 ; {row})")
    else:
        reader.find("#line").fill(f"9,{row}")
        reader.find("#ground").press("ArrowRight")
        expect(reader.find("#line")).to_have_value(f"[10,{row}]")


def test_a_shot_says_that_both_boules_are_lost(opened: Opens, village: Village) -> None:
    match = make_match(village.team_a, village.team_b, game="boules", now=now())
    for _throw in range(2):
        slot = state_of(match)[1]
        user = village.captain_a if slot[0] == "A" else village.captain_b
        reader = opened(user, width=PHONE)
        reader.go(f"{match.get_absolute_url()}order/")
        reader.find("#line").fill("[10,10]" if _throw == 0 else "10 10")
        reader.find("#seal").click()
        if _throw == 0:
            reader.button("Play it").click()
            expect(reader.find("[data-turn='0']")).to_be_visible()
        else:
            expect(reader.find("#read-back")).to_contain_text("both boules are lost")
            reader.picture("boules-shot")


def test_the_rings_are_switched_on_without_scripts(opened: Opens, village: Village) -> None:
    match = make_match(village.team_a, village.team_b, game="boules", now=now())
    slot = state_of(match)[1]
    reader = opened(village.captain_a if slot[0] == "A" else village.captain_b, js=False)
    reader.go(f"{match.get_absolute_url()}order/")
    reader.find("#line").fill("10 10")
    reader.find("#seal").click()
    reader.button("Play it").click()
    reader.go(match.get_absolute_url())
    rings = reader.find(".green .rings")
    expect(rings).to_be_hidden()
    reader.find(".green [name=rings]").check()
    expect(rings).to_be_visible()
    reader.picture("boules-rings")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_pied_balle_from_the_placing_to_the_end(
    opened: Opens, village: Village, language: str
) -> None:
    match = make_match(
        village.team_a,
        village.team_b,
        game="piedballe",
        ruleset={"preset": "lively", "figures": 3, "max_rounds": 1},
        pace=pace_of(at_once=True),
        now=now(),
    )
    readers = {
        "A": opened(village.captain_a, language=language, width=PHONE),
        "B": opened(village.captain_b, language=language, width=PHONE),
    }
    for side, squares in (("A", "8,3 4,8 13,8"), ("B", "9,28 13,23 4,23")):
        readers[side].go(f"{match.get_absolute_url()}order/")
        readers[side].find("#line").fill(squares)
        readers[side].find("#seal").click()
        expect(readers[side].find("#read-back")).to_contain_text(squares)
        readers[side].picture(f"pied-balle-placing-{side}")
        readers[side].button("Seal the order").click()
        readers[side].go(match.get_absolute_url())
    for turn in range(TURNS):
        over, slot, number = state_of(match)
        if over:
            break
        reader = readers[side_of(slot)]
        order_from_the_match_page(reader)
        play_a_step(reader, turn, slot)
        reader.find("#seal").click()
        expect(reader.find("#read-back")).to_be_visible()
        reader.button("Play it").click()
        expect(reader.find(f"[data-turn='{number}']")).to_be_visible()
    assert state_of(match)[0]
    for side, reader in readers.items():
        expect(reader.find("#next-turn")).to_contain_text(reader.say("The match is over"))
        reader.picture(f"pied-balle-over-{side}")


def play_a_step(reader: Reader, turn: int, slot: str) -> None:
    """A run by the pad, or the first action offered."""
    buttons = reader.find("button[name=add]")
    expect(buttons.first).to_be_visible()
    passes = reader.find("button[name=add][value^='passe']")
    if passes.count():
        passes.first.click()
        expect(reader.find("#line")).to_have_value(re.compile("passe"))
        return
    if turn % 2:
        reader.find("button[name=add][value='rien']").first.click()
        expect(reader.find("#line")).to_have_value("rien")
        return
    reader.find("button[name=add][value^='c: ']").first.click()
    expect(reader.find("#line")).to_have_value(re.compile("c: "))


def test_pied_balle_without_scripts(opened: Opens, village: Village) -> None:
    match = make_match(
        village.team_a,
        village.team_b,
        game="piedballe",
        ruleset={"figures": 3},
        pace=pace_of(at_once=True),
        now=now(),
    )
    for user, squares in (
        (village.captain_a, "8,3 4,8 13,8"),
        (village.captain_b, "9,28 13,23 4,23"),
    ):
        reader = opened(user, js=False)
        reader.go(f"{match.get_absolute_url()}order/")
        reader.find("#line").fill(squares)
        reader.find("#seal").click()
        reader.button("Seal the order").click()
    slot = state_of(match)[1]
    reader = opened(village.captain_a if slot[0] == "A" else village.captain_b, js=False)
    reader.go(f"{match.get_absolute_url()}order/")
    reader.find("#line").fill("c: 99,99")
    reader.find("#seal").click()
    expect(reader.find("#error")).to_contain_text("1")
    expect(reader.find("#line")).to_have_value("c: 99,99")
    reader.find("#line").fill("rien")
    reader.find("#seal").click()
    reader.button("Play it").click()
    expect(reader.find("[data-turn='1']")).to_be_visible()
