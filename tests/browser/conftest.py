"""A real browser before the whole site: Chromium, driven from here, on the test's own database."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from typing import Protocol

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from games.forms import pace_of
from games.models import Match, Turn, User
from games.selectors.clock import now
from tests.browser.reader import Reader
from tests.games.factories import Village, make_match, make_team

expect.set_options(timeout=15_000)  # the machine may have other work

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Opens(Protocol):
    """Makes readers: who, in which language, with how wide a window, with scripts or without."""

    def __call__(
        self, user: User | None = None, *, language: str = "en", width: int = 1280, js: bool = True
    ) -> Reader: ...


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On SQLite a database in a file: browser and test each have their own connection to it."""
    if connection.vendor == "sqlite":
        place = tmp_path_factory.mktemp("browser") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(place)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; without one on this machine there is nothing to test with."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright runs a loop in this thread; the tests use the database beside it.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        running = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture
def opened(browser: Browser, live_server: LiveServer, transactional_db: None) -> Iterator[Opens]:
    """Opens windows; none of them may have seen an error or a breach of the policy (CSP)."""
    readers: list[Reader] = []

    def opens(
        user: User | None = None, *, language: str = "en", width: int = 1280, js: bool = True
    ) -> Reader:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": 800},
            java_script_enabled=js,
            locale="de-DE",  # neither of ours: what the reader chooses decides
        )
        context.set_default_timeout(15_000)
        cookies = {settings.LANGUAGE_COOKIE_NAME: language}
        if user is not None:
            User.objects.filter(pk=user.pk).update(language=language)
            client = Client()
            client.force_login(user)
            cookies[settings.SESSION_COOKIE_NAME] = client.cookies["sessionid"].value
        context.add_cookies(
            [
                {"name": name, "value": value, "url": live_server.url}
                for name, value in cookies.items()
            ]
        )
        reader = Reader(context.new_page(), language)
        readers.append(reader)
        return reader

    yield opens
    for reader in readers:
        reader.page.context.close()
    assert [trouble for reader in readers for trouble in reader.troubles] == []


@pytest.fixture
def match(village: Village) -> Match:
    """A friendly whose initials are awaited; its game time is five hours away."""
    return _five_hours_ahead(make_match(village.team_a, village.team_b, now=now()))


@pytest.fixture
def match_with_bot(village: Village) -> Match:
    """A friendly against a bot, played as soon as both orders are in: the bot's is."""
    bot = make_team("Paillebourg", None, bot=True)
    pace = pace_of(at_once=True)
    return _five_hours_ahead(make_match(village.team_a, bot, pace=pace, now=now()))


def _five_hours_ahead(match: Match) -> Match:
    Turn.objects.filter(match=match).update(game_time=now() + timedelta(hours=5))
    return Match.objects.get(pk=match.pk)
