"""The scripts of soule in a browser: the replay, the rows and the line, the planner."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, Page, expect, sync_playwright

import soule
from soule import engine, pages
from tests.soule.scene import scene
from tests.soule.tales import CAST, MATCH, sheets

pytestmark = pytest.mark.browser

SCRIPTS = Path(soule.__file__).parent / "static" / "soule"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")
OPEN = scene("a5 | a1 o | a2 a3*0 b9*1 | a4 b2 b3*0 | b1 | . | .")
Opened = Callable[[str, tuple[str, ...]], Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(FLAGS)
        )
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """A page with this body and these scripts; no error in them may go unseen."""
    page, errors = browser.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))

    def open_page(body: str, scripts: tuple[str, ...]) -> Page:
        page.set_content(f"<!doctype html><html class='js'><body>{body}</body></html>")
        for name in scripts:
            page.add_script_tag(path=SCRIPTS / name)
        return page

    yield open_page
    page.close()
    assert errors == []


@pytest.fixture
def order_page(opened: Opened) -> Page:
    """The tactic of A from ``OPEN``, with nothing chosen yet."""
    with translation.override("en"):
        context = pages.order(engine.show(OPEN, None), "A", CAST, "", None)
        form = render_to_string("soule/order.html", context)
        plan = render_to_string("soule/plan.html", context)
    body = f"<form>{form}<b id='left'></b><button id='seal'></button></form>{plan}"
    return opened(body, ("field.js", "order.js"))


@pytest.fixture
def match_page(opened: Opened) -> Page:
    """A match that ended in turn 3: its board, its replay, its reports."""
    told = sheets(*MATCH)
    with translation.override("en"):
        situation = pages.situation(told[-1].after, CAST)
        body = render_to_string("soule/board.html", situation)
        body += render_to_string("soule/replay.html", situation)
        for sheet in told:
            body += render_to_string("soule/report.html", pages.report(sheet))
    return opened(body, ("field.js", "replay.js"))


def test_a_key_writes_its_sign_in_the_line(order_page: Page) -> None:
    order_page.check("[name=p1][value='+']", force=True)
    expect(order_page.locator("#line")).to_have_value("+ · X · · X X X X X X")
    expect(order_page.locator("#left")).to_have_text("Missing: no. 2, 4, 5.")
    expect(order_page.locator("#seal")).to_be_disabled()
    expect(order_page.locator("[name=edited]")).to_have_value("rows")


def test_a_pasted_line_fills_the_rows(order_page: Page) -> None:
    order_page.fill("#line", "Valcombe : + 9 X 1 −\nX X X X X X")
    expect(order_page.locator("[name=p2][value='9']")).to_be_checked()
    expect(order_page.locator("[name=h4]")).to_have_value("1")
    expect(order_page.locator("[name=p5][value='-']")).to_be_checked()
    expect(order_page.locator("#left")).to_have_text("All there: 11 actions.")
    expect(order_page.locator("#seal")).to_be_enabled()
    expect(order_page.locator("[name=edited]")).to_have_value("line")


def test_an_entry_of_the_list_takes_the_place_of_the_key(order_page: Page) -> None:
    order_page.check("[name=p1][value='+']", force=True)
    order_page.select_option("[name=h1]", "2")
    expect(order_page.locator("[name=p1]:checked")).to_have_count(0)
    order_page.check("[name=p1][value='0']", force=True)
    expect(order_page.locator("[name=h1]")).to_have_value("")


def test_a_sign_can_be_typed_on_its_row(order_page: Page) -> None:
    order_page.focus("[name=p2][value='-']")
    order_page.keyboard.press("9")
    expect(order_page.locator("[name=p2][value='9']")).to_be_checked()


@pytest.mark.parametrize("line", ["+ 9 X 2 + X X X X X X", "- 1 X 2 0 X X X X X X"])
def test_the_planner_agrees_with_the_server(order_page: Page, line: str) -> None:
    with translation.override("en"):
        context = pages.order(engine.show(OPEN, None), "A", CAST, line, None)
    order_page.fill("#line", line)
    expect(order_page.locator("#plansay")).to_have_text(context["plan_said"])
    assert drawn(order_page, "#plan .field") == [
        numbers(token.transform) for token in context["plan"].tokens
    ]


def test_with_no_turn_played_the_replay_is_hidden_and_does_nothing(opened: Opened) -> None:
    with translation.override("en"):
        situation = pages.situation(engine.show(OPEN, None), CAST)
        body = render_to_string("soule/board.html", situation)
        body += render_to_string("soule/replay.html", situation)
    page = opened(body, ("field.js", "replay.js"))
    expect(page.locator("#replay")).to_be_hidden()
    for control in ("prev", "next", "play"):
        page.evaluate(f"document.getElementById('{control}').click()")


def test_the_replay_begins_at_the_end_of_the_newest_turn(match_page: Page) -> None:
    expect(match_page.locator("#count")).to_have_text("20 / 20")
    expect(match_page.locator("#say")).to_contain_text("Valcombe wins the match!")
    expect(match_page.locator("#turns span")).to_have_text(["Turn 1", "Turn 2", "Turn 3"])
    expect(match_page.locator("#turns input:checked")).to_have_value("3")


def test_the_last_step_stands_exactly_as_the_server_drew_it(match_page: Page) -> None:
    match_page.click("#prev")
    match_page.click("#next")
    situation = pages.situation(sheets(*MATCH)[-1].after, CAST)
    for key in ("wide", "tall"):
        assert drawn(match_page, f".{key}") == [
            numbers(token.transform) for token in situation[key].tokens
        ]


def test_the_replay_steps_through_a_turn(match_page: Page) -> None:
    match_page.check("#turns input[value='1']", force=True)
    expect(match_page.locator("#count")).to_have_text("0 / 22")
    match_page.click("#next")
    expect(match_page.locator("#say")).to_contain_text("Aubin does not stir, at 2L.")
    expect(match_page.locator(".wide .tok.act text")).to_have_text("1")
    match_page.click("#prev")
    match_page.click("#prev")
    expect(match_page.locator("#count")).to_have_text("0 / 22")


def test_the_replay_plays_and_pauses(match_page: Page) -> None:
    match_page.check("#turns input[value='2']", force=True)
    match_page.click("#play")
    expect(match_page.locator("#play")).to_have_attribute("aria-label", "Pause")
    expect(match_page.locator("#count")).to_have_text("1 / 22")
    match_page.click("#play")
    expect(match_page.locator("#play")).to_have_attribute("aria-label", "Play")


def drawn(page: Page, field: str) -> list[list[float]]:
    """Where the script put everybody: x, y and scale, A’s by number, then B’s."""
    transforms = page.eval_on_selector_all(
        f"{field} .tok", "tokens => tokens.map(token => token.style.transform)"
    )
    return [numbers(transform) for transform in transforms]


def numbers(transform: str) -> list[float]:
    """The numbers of a transform: "translate(350 97) scale(1)" gives [350, 97, 1]."""
    bare = transform.translate(str.maketrans("(),", "   ")).replace("px", "").split()
    return [round(float(word), 1) for word in bare if not word.isalpha()]
