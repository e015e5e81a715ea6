"""One who reads and presses: a page, the language on it, and what went wrong on it."""

from pathlib import Path

from django.utils.translation import gettext, override
from playwright.sync_api import ConsoleMessage, Locator, Page

SCREENSHOTS = Path(__file__).resolve().parents[2] / "screenshots"


class Reader:
    """A browser window of its own. Buttons and words are found by their English msgid."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language
        self.troubles: list[str] = []
        self.watch(page)

    def watch(self, page: Page) -> None:
        """Note what scripts and the console complain of on a page of this window."""
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        page.on("console", self._note)

    def second_tab(self) -> "Reader":
        """Another tab of the same window, with the same cookies."""
        tab = Reader(self.page.context.new_page(), self.language)
        tab.troubles = self.troubles
        return tab

    def say(self, msgid: str, **facts: object) -> str:
        """A sentence of the site in this reader's language."""
        with override(self.language):
            return gettext(msgid) % facts if facts else gettext(msgid)

    def go(self, address: str) -> None:
        """Open an address of the site."""
        self.page.goto(address)

    def find(self, selector: str) -> Locator:
        """What a CSS selector finds on the page."""
        return self.page.locator(selector)

    def button(self, msgid: str) -> Locator:
        """The button with these words on it that a hand can press (``vh``: for keys alone)."""
        name = self.say(msgid)
        return self.page.locator("button:not(.vh)").and_(
            self.page.get_by_role("button", name=name, exact=True)
        )

    def choose(self, number: int, sign: str) -> None:
        """Press a sign in a player's row."""
        radio = f"[name=p{number}][value='{sign}']"
        self.page.locator(radio).check()

    def picture(self, name: str) -> None:
        """A picture of the whole page, kept for the eye."""
        width = (self.page.viewport_size or {"width": 0})["width"]
        path = SCREENSHOTS / f"{name}-{self.language}-{width}.png"
        self.page.screenshot(path=path, full_page=True)

    def _note(self, message: ConsoleMessage) -> None:
        says_no = message.text.startswith("Failed to load resource: the server responded with")
        if says_no and message.location["url"] == self.page.url:
            return  # the page itself is an answer that says no (422, 404)
        if message.type in ("error", "warning"):
            self.troubles.append(f"{self.page.url}: {message.text}")
