"""What people do on the site, from the first click to the last, in a real browser."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from games.models import Match, Submission, Turn, User
from games.selectors.clock import now
from games.services.orders import Author, order_submit
from games.services.turns import turns_play_due
from tests.browser.conftest import Opens
from tests.browser.reader import Reader
from tests.games.factories import PASSWORD, Village

pytestmark = pytest.mark.browser

INITIAL = "1 1 1 2 2 2 3 3 3 1 2"
OF_B = "3 3 3 3 2 2 2 2 1 1 1"
TACTIC = "+ + 0 0 + + 0 - 0 + 0"
BOTH = pytest.mark.parametrize("language", ["fr", "en"])
DESKTOP, PHONE = 1280, 390


def order_page(match: Match) -> str:
    return f"{match.get_absolute_url()}order/"


def draft(match: Match, side: str = "A") -> Submission | None:
    """What a side has for the open turn."""
    return Submission.objects.filter(turn=Match.objects.get(pk=match.pk).turn, slot=side).first()


def expect_saved(reader: Reader) -> None:
    expect(reader.find("#status")).to_contain_text(
        reader.say("Saved at %(at)s.", at="").rstrip(".")
    )


def write(reader: Reader, line: str) -> None:
    """Write the whole order on one line, and wait until it is saved."""
    reader.find("#line").fill(line)
    expect(reader.find("#status")).to_contain_text(line)


def seal(reader: Reader, line: str) -> None:
    """Write, read back, seal."""
    write(reader, line)
    reader.find("#seal").click()
    expect(reader.find("#read-back")).to_contain_text(line)
    reader.button("Seal the order").click()


def play(village: Village, match: Match, of_a: str = INITIAL, of_b: str = OF_B) -> None:
    """Both sides send, the game time comes, the turn is played."""
    match = Match.objects.get(pk=match.pk)
    assert match.turn is not None
    sides = (("A", village.captain_a, of_a), ("B", village.captain_b, of_b))
    for side, captain, text in sides:
        order_submit(
            match=match,
            turn=match.turn.number,
            slot=side,
            text=text,
            author=Author(captain, "captain"),
            now=now(),
        )
    Turn.objects.filter(pk=match.turn.pk).update(game_time=now() - timedelta(minutes=1))
    Match.objects.filter(pk=match.pk).update(due_at=now())
    turns_play_due(now=now())
    assert Turn.objects.get(pk=match.turn.pk).ending == Turn.Ending.PLAYED


@BOTH
@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_from_the_sign_in_to_the_receipt(
    opened: Opens, village: Village, match: Match, language: str, width: int
) -> None:
    User.objects.update(language=language)
    reader = opened(language=language, width=width)
    reader.go(order_page(match))
    reader.picture("sign-in")
    sign_in(reader, "alix")
    reader.choose(1, "1")
    reader.choose(2, "3")
    expect(reader.find("#line")).to_have_value("1 3" + " ·" * 9)
    expect_saved(reader)
    assert not reader.find("#seal").is_enabled()
    write(reader, INITIAL)
    expect(reader.find("[name=p2][value='1']")).to_be_checked()
    expect(reader.find("[name=p9][value='3']")).to_be_checked()
    reader.picture("order")
    reader.find("#seal").click()
    expect(reader.find("#read-back")).to_contain_text(INITIAL)
    reader.picture("read-back")
    reader.button("Seal the order").click()
    expect(reader.find("#receipt")).to_contain_text(reader.say("The order is sealed"))
    sent = draft(match)
    assert sent is not None
    assert sent.order == INITIAL
    expect(reader.find("#receipt")).to_contain_text(sent.receipt)
    reader.picture("receipt")


def test_the_bot_answers_at_once_and_the_report_is_there(
    opened: Opens, village: Village, match_with_bot: Match
) -> None:
    reader = opened(village.captain_a)
    reader.go(order_page(match_with_bot))
    seal(reader, INITIAL)
    expect(reader.find("article.report[data-turn='0']")).to_be_visible()
    reader.picture("report-of-the-initial")
    reader.go(order_page(match_with_bot))
    seal(reader, TACTIC)
    expect(reader.find("article.report[data-turn='1']")).to_be_in_viewport()
    reader.picture("report-of-turn-1")


def test_a_draft_is_there_again_after_a_reload(
    opened: Opens, village: Village, match: Match
) -> None:
    reader = opened(village.captain_a)
    reader.go(order_page(match))
    reader.choose(3, "2")
    expect_saved(reader)
    reader.page.reload()
    expect(reader.find("#line")).to_have_value("· · 2" + " ·" * 8)
    expect(reader.find("[name=p3][value='2']")).to_be_checked()


@BOTH
def test_without_scripts(opened: Opens, village: Village, match: Match, language: str) -> None:
    reader = opened(village.captain_a, language=language, js=False)
    reader.go(match.get_absolute_url())
    reader.page.get_by_role("link", name=reader.say("Write the order")).click()
    reader.find("#line").fill("1 1 1")
    reader.button("Save the draft").click()
    expect_saved(reader)
    expect(reader.find("[name=p3][value='1']")).to_be_checked()
    for number, sign in enumerate(INITIAL.split(), start=1):
        reader.choose(number, sign)
    reader.find("#seal").click()
    expect(reader.find("#read-back")).to_contain_text(INITIAL)
    reader.button("Seal the order").click()
    expect(reader.find("#receipt")).to_contain_text(INITIAL)


def test_a_session_that_ended_while_one_wrote(
    opened: Opens, village: Village, match: Match
) -> None:
    reader = opened(village.captain_a)
    reader.go(order_page(match))
    Session.objects.all().delete()
    reader.find("#line").fill(INITIAL)
    expect(reader.find("#status")).to_contain_text(
        reader.say("Your session has ended; what you typed is kept.")
    )
    reader.find("#seal").click()
    sign_in(reader, "alix")
    expect(reader.find("#line")).to_have_value(INITIAL)
    expect(reader.find(".told")).to_contain_text(
        reader.say("Your session had ended. What you had typed is here, unsent.")
    )
    assert draft(match) is None


def test_a_double_click_seals_once(opened: Opens, village: Village, match: Match) -> None:
    reader = opened(village.captain_a)
    reader.go(order_page(match))
    write(reader, INITIAL)
    reader.find("#seal").click()
    reader.button("Seal the order").dblclick()
    expect(reader.find("#receipt")).to_be_visible()
    expect(reader.find(".flash.error")).to_have_count(0)
    sent = Submission.objects.get()
    expect(reader.find("#receipt")).to_contain_text(sent.receipt)


def test_a_second_tab_does_not_change_a_sealed_order_and_gives_back_what_was_typed(
    opened: Opens, village: Village, match: Match
) -> None:
    first = opened(village.captain_a)
    first.go(order_page(match))
    second = first.second_tab()
    second.go(order_page(match))
    seal(first, INITIAL)
    expect(first.find("#receipt")).to_be_visible()
    second.find("#line").fill(OF_B)
    second.find("#seal").click()
    expect(second.find("#receipt")).to_contain_text(INITIAL)
    expect(second.find("main")).to_contain_text("Your order is sealed already")
    expect(second.find("main")).to_contain_text(OF_B)
    assert Submission.objects.get().order == INITIAL


def test_a_tab_of_a_turn_that_was_played_meanwhile_keeps_what_was_typed(
    opened: Opens, village: Village, match: Match
) -> None:
    reader = opened(village.captain_a)
    reader.go(order_page(match))
    play(village, match)
    reader.find("#line").fill("2 2 2 2 2 2 2 2 2 2 2")
    expect(reader.find("#status")).to_contain_text("This turn has been played")
    reader.find("#seal").click()
    expect(reader.find(".told")).to_contain_text("This turn has been played")
    expect(reader.find("#line")).to_have_value("2 2 2 2 2 2 2 2 2 2 2")
    kept = draft(match)
    assert kept is not None
    assert not kept.sends_itself


def test_the_back_button_after_sealing_leads_to_the_receipt(
    opened: Opens, village: Village, match: Match
) -> None:
    reader = opened(village.captain_a)
    reader.go(match.get_absolute_url())
    reader.page.get_by_role("link", name="Write the order").click()
    seal(reader, INITIAL)
    expect(reader.find("#receipt")).to_be_visible()
    reader.page.go_back()
    expect(reader.find("#receipt")).to_be_visible()


def test_a_new_report_comes_by_itself(opened: Opens, village: Village, match: Match) -> None:
    play(village, match)
    reader = opened(village.member)
    reader.go(match.get_absolute_url())
    expect(reader.find("article.report")).to_have_count(1)
    reader.find("[name=body]").fill("Hardi, Castillon !")
    play(village, match, TACTIC, TACTIC)
    expect(reader.find("article.report[data-turn='1']")).to_be_visible(timeout=30_000)
    expect(reader.find("#next-turn h2")).to_have_text("Turn 2")
    expect(reader.find("[name=body]")).to_have_value("Hardi, Castillon !")
    expect(reader.find("#count")).to_be_visible()


def test_the_replay_steps_plays_and_slides(opened: Opens, village: Village, match: Match) -> None:
    play(village, match)
    play(village, match, TACTIC, TACTIC)
    reader = opened(language="fr")
    reader.go(match.get_absolute_url())
    count, soule = reader.find("#count"), reader.find(".stage .wide .soule")
    expect(count).to_have_text("22 / 22")
    slider = reader.find("#step")
    slider.focus()
    slider.press("Home")
    expect(count).to_have_text("0 / 22")
    start = soule.get_attribute("style")
    reader.find("#next").click()
    expect(count).to_have_text("1 / 22")
    expect(reader.find(".stage .wide .tok.act")).to_have_count(1)
    reader.find("#prev").click()
    expect(count).to_have_text("0 / 22")
    reader.find("#play").click()
    expect(count).to_have_text("2 / 22")
    reader.find("#play").click()
    slider.press("End")
    expect(count).to_have_text("22 / 22")
    assert soule.get_attribute("style") is not None
    assert start is not None
    reader.picture("replay")


def test_an_order_by_the_keyboard_alone(opened: Opens, village: Village, match: Match) -> None:
    reader = opened(village.captain_a)
    reader.go(order_page(match))
    keyboard, focused = reader.page.keyboard, reader.find(":focus")
    reader.find("#line").focus()
    for number, sign in enumerate(INITIAL.split(), start=1):
        keyboard.press("Tab")
        expect(focused).to_have_attribute("name", f"p{number}")
        keyboard.press(sign)
    expect(reader.find("#line")).to_have_value(INITIAL)
    keyboard.press("ArrowLeft")
    expect(reader.find("[name=p11][value='1']")).to_be_checked()
    for _ in range(6):
        keyboard.press("Tab")
        if focused.get_attribute("id") == "seal":
            break
    keyboard.press("Enter")
    expect(reader.find("#read-back")).to_contain_text("1 1 1 2 2 2 3 3 3 1 1")


def test_the_language_is_remembered(opened: Opens, village: Village, match: Match) -> None:
    reader = opened(language="fr")
    reader.go(match.get_absolute_url())
    reader.page.get_by_role("button", name="English").click()
    expect(reader.find("html")).to_have_attribute("lang", "en")
    reader.go("/rules/soule/")
    expect(reader.find("html")).to_have_attribute("lang", "en")
    kept = {cookie["name"]: cookie for cookie in reader.page.context.cookies()}["django_language"]
    assert kept["value"] == "en"
    assert kept["expires"] > now().timestamp() + 300 * 24 * 3600


def sign_in(reader: Reader, username: str) -> None:
    """On the page that asks for it."""
    reader.find("[name=login]").fill(username)
    reader.find("[name=password]").fill(PASSWORD)
    reader.find("main button[type=submit]").click()
    expect(reader.find("#tactic")).to_be_visible()
