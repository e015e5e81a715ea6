"""Every page on a desktop and on phones: none is wider than its window, none breaks the policy."""

import pytest

from games.models import Match, User
from tests.browser.conftest import Opens
from tests.browser.reader import Reader
from tests.browser.test_journeys import TACTIC, play
from tests.games.factories import Village

pytestmark = pytest.mark.browser

DESKTOP, PHONE, NARROW = 1280, 390, 320
EVERYBODY = {
    "home": "/",
    "matches": "/matches/",
    "match": "{match}",
    "journal": "{match}journal/",
    "teams": "/teams/",
    "team": "/teams/castillon/",
    "rules": "/rules/soule/",
    "sign-in": "/account/login/",
    "sign-up": "/account/signup/",
    "nothing": "/nowhere/",
}
CAPTAIN = {
    "order": "{match}order/",
    "line-up": "{match}line-up/",
    "manage": "/teams/castillon/manage/",
    "challenge": "/teams/beaulieu/challenge/",
    "preferences": "/preferences/",
    "match-own": "{match}",
}
REFEREE = {
    "desk": "/office/games/match/",
    "desk-match": "/office/games/match/{pk}/",
    "desk-new": "/office/games/match/add/",
}
ADMIN = {"people": "/office/games/user/", "person": "/office/games/user/1/change/"}


def too_wide(reader: Reader, match: Match, pages: dict[str, str]) -> list[str]:
    """The pages that can be scrolled sideways, each in three widths; pictures of them."""
    found = []
    for name, address in pages.items():
        reader.go(address.format(match=match.get_absolute_url(), pk=match.pk))
        for width in (DESKTOP, PHONE, NARROW):
            reader.page.set_viewport_size({"width": width, "height": 800})
            wide = reader.page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.append(f"{name} at {width}: {wide}")
            if width != NARROW and reader.language == "fr":
                reader.picture(name)
    return found


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("who", "pages"),
    [(None, EVERYBODY), ("captain_a", CAPTAIN), ("referee", REFEREE), ("admin", ADMIN)],
    ids=["everybody", "captain", "referee", "admin"],
)
def test_no_page_scrolls_sideways(
    opened: Opens,
    village: Village,
    match: Match,
    who: str | None,
    pages: dict[str, str],
    language: str,
) -> None:
    play(village, match)
    play(village, match, TACTIC, TACTIC)
    user: User | None = getattr(village, who) if who else None
    reader = opened(user, language=language)
    assert too_wide(reader, match, pages) == []
