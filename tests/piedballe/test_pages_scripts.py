"""The scripts of pied-balle in a browser: the replay, the pitch and the pad that write an order."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, Page, expect, sync_playwright

import piedballe
from games.contract import JSON
from piedballe import pages
from piedballe.pages.board import LAYOUTS
from tests.piedballe.tales import AFTER_GOAL, BEFORE_GOAL, CAST, GOAL, sheet, unplaced, view

pytestmark = pytest.mark.browser

SCRIPTS = Path(piedballe.__file__).parent / "static" / "piedballe"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")
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
    page, errors = browser.new_page(viewport={"width": 800, "height": 1800}), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))

    def open_page(body: str, scripts: tuple[str, ...]) -> Page:
        page.set_content(f"<!doctype html><html class='js'><body>{body}</body></html>")
        for name in scripts:
            page.add_script_tag(path=SCRIPTS / name)
        return page

    yield open_page
    page.close()
    assert errors == []


def order_page(opened: Opened, shown: JSON, slot: str) -> Page:
    with translation.override("en"):
        context = pages.order(shown, slot, CAST, "", None)
        form = render_to_string("piedballe/order.html", context)
    return opened(f"<form>{form}</form>", ("pitch.js", "order.js"))


def tap(page: Page, x: int, y: int) -> None:
    """Tap a square of the whole pitch."""
    box = page.locator("#desk-board .field").bounding_box()
    assert box is not None
    across, down = LAYOUTS["desk"].point((x, y))
    scale = box["width"] / (16 * 22 + 22)
    page.mouse.click(box["x"] + across * scale, box["y"] + down * scale)


def test_taps_and_keys_write_the_way(opened: Opened) -> None:
    page = order_page(opened, view(), "A1")
    tap(page, 8, 6)
    expect(page.locator("#line")).to_have_value("c: 8,6")
    page.click(".keypad [data-dx='1'][data-dy='1']")
    expect(page.locator("#line")).to_have_value("c: 8,6 9,7")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#line")).to_have_value("c: 8,6 9,7 9,8")
    page.keyboard.press("Backspace")
    expect(page.locator("#line")).to_have_value("c: 8,6 9,7")
    trail = page.locator("#desk-board .trail").get_attribute("d") or ""
    assert trail.count("L") == 4


def test_a_tap_in_the_goal_aims_the_shot(opened: Opened) -> None:
    page = order_page(opened, view(), "A1")
    tap(page, 8, 31)
    expect(page.locator("#line")).to_have_value("tir 8,31")
    tap(page, 9, 31)
    expect(page.locator("#line")).to_have_value("tir 9,31")


def test_a_placing_is_tapped_figure_by_figure(opened: Opened) -> None:
    page = order_page(opened, unplaced(), "A")
    tap(page, 8, 3)
    expect(page.locator("#line")).to_have_value("8,3 · ·")
    tap(page, 4, 20)
    expect(page.locator("#line")).to_have_value("8,3 · ·")
    tap(page, 4, 8)
    tap(page, 13, 8)
    expect(page.locator("#line")).to_have_value("8,3 4,8 13,8")
    page.check("[name=spot][value='1']", force=True)
    page.click(".keypad [data-dx='0'][data-dy='1']")
    expect(page.locator("#line")).to_have_value("8,4 4,8 13,8")


def test_the_replay_begins_at_the_end_and_stands_as_the_server_drew_it(opened: Opened) -> None:
    with translation.override("en"):
        situation = pages.situation(AFTER_GOAL, CAST)
        body = render_to_string("piedballe/board.html", situation)
        body += render_to_string("piedballe/replay.html", situation)
        told = pages.report(sheet(BEFORE_GOAL, GOAL, AFTER_GOAL))
        body += render_to_string("piedballe/report.html", told)
    page = opened(body, ("pitch.js", "replay.js"))
    expect(page.locator("#count")).to_have_text("7 / 7")
    page.click("#prev")
    page.click("#next")
    placed = page.eval_on_selector_all(
        ".wide .tok", "tokens => tokens.map(token => token.style.transform)"
    )
    wanted = [token.transform for token in situation["wide"].tokens]
    assert [numbers(each) for each in placed] == [numbers(each) for each in wanted]


def numbers(transform: str) -> list[float]:
    """The numbers of a transform: "translate(350 97) scale(1)" gives [350, 97, 1]."""
    bare = transform.translate(str.maketrans("(),", "   ")).replace("px", "").split()
    return [round(float(word), 1) for word in bare if not word.isalpha()]
