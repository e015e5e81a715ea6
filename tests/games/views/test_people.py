"""Signing up and in, preferences, refusals in words, the pages that say no, health."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation

from games import services
from games.contract import Refused
from games.models import Pulse, User
from games.selectors.clock import now
from games.views.errors import server_error
from games.views.refusals import SENTENCES, sentence
from tests.conftest import SignIn
from tests.games.factories import PASSWORD, Village

PREFERENCES = "/preferences/"
COOKIE = "django_language"


class TestAccount:
    TYPED = {  # noqa: RUF012
        "username": "odile",
        "email": "odile@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_a_new_account_speaks_the_language_of_its_first_page(
        self, visitor: Client, db: None, language: str
    ) -> None:
        visitor.cookies[COOKIE] = language
        response = visitor.post(reverse("account_signup"), self.TYPED)
        assert response.status_code == 302
        assert User.objects.get(username="odile").language == language

    @pytest.mark.parametrize("name", ["margot", "margot@example.org"])
    def test_one_signs_in_by_name_or_address_and_reads_one_s_language(
        self, village: Village, visitor: Client, name: str
    ) -> None:
        User.objects.filter(username="margot").update(language="en")
        visitor.post(reverse("account_login"), {"login": name, "password": PASSWORD})
        assert visitor.cookies[COOKIE].value == "en"
        assert '<html lang="en"' in visitor.get("/teams/").content.decode()

    def test_a_forgotten_password_is_replaced_by_mail(
        self, village: Village, visitor: Client
    ) -> None:
        visitor.post(reverse("account_reset_password"), {"email": "margot@example.org"})
        link = re.search(r"https?://\S+", str(mail.outbox[0].body))
        assert link is not None
        form = visitor.get(link[0], follow=True).redirect_chain[-1][0]
        fresh = "un-tout-autre-pre"
        visitor.post(form, {"password1": fresh, "password2": fresh})
        assert User.objects.get(username="margot").check_password(fresh)


class TestPreferences:
    TYPED = {  # noqa: RUF012
        "language": "en",
        "zone": "Pacific/Noumea",
        "mails": ["your-turn"],
    }

    def test_they_are_kept_and_the_language_changes_at_once(
        self, village: Village, sign_in: SignIn
    ) -> None:
        client = sign_in(village.member)
        response = client.post(PREFERENCES, self.TYPED, follow=True)
        member = User.objects.get(username="margot")
        assert (member.language, member.zone) == ("en", "Pacific/Noumea")
        assert "your-turn" not in member.muted
        assert "invitation" in member.muted
        assert client.cookies[COOKIE].value == "en"
        assert '<html lang="en"' in response.content.decode()

    def test_a_language_chosen_on_any_page_is_the_member_s(
        self, village: Village, sign_in: SignIn, visitor: Client
    ) -> None:
        for language, kept in (("en", "en"), ("xx", "en"), ("fr", "fr")):
            data = {"language": language, "next": "/teams/"}
            back = sign_in(village.member).post(reverse("set_language"), data)
            assert back.headers["Location"] == "/teams/"
            assert User.objects.get(pk=village.member.pk).language == kept
        chosen = visitor.post(reverse("set_language"), {"language": "en", "next": "/"})
        assert chosen.cookies[COOKIE].value == "en"

    def test_the_form_shows_what_is_kept(self, village: Village, sign_in: SignIn) -> None:
        User.objects.filter(username="margot").update(muted=["challenge"], zone="UTC")
        body = sign_in(village.member).get(PREFERENCES).content.decode()
        assert '<option value="UTC" selected>' in body
        checked = re.findall(r'name="mails" value="([a-z-]+)"[^>]* checked', body)
        assert "challenge" not in checked
        assert "invitation" in checked

    @pytest.mark.parametrize(
        "wrong", [{"language": "la"}, {"zone": "Europe/Valcombe"}, {"mails": ["spam"]}]
    )
    def test_what_cannot_be_is_refused(
        self, village: Village, sign_in: SignIn, wrong: dict[str, str]
    ) -> None:
        response = sign_in(village.member).post(PREFERENCES, {**self.TYPED, **wrong})
        assert response.status_code == 422
        assert User.objects.get(username="margot").zone == "Europe/Paris"

    def test_a_visitor_has_none(self, visitor: Client, db: None) -> None:
        assert visitor.get(PREFERENCES)["Location"].startswith(reverse("account_login"))


def kinds_in(*paths: Path) -> set[str]:
    """Every kind that the sources refuse with: the words in quotes of each ``Refused(...)``."""
    calls = [call for path in paths for call in re.findall(r"Refused\(([^)]*)", path.read_text())]
    return {kind for call in calls for kind in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', call)}


class TestRefusals:
    FORUM = Path(services.__file__).parent

    def test_every_kind_has_a_sentence_and_every_sentence_a_kind(self) -> None:
        paths = [*self.FORUM.glob("*.py"), self.FORUM.parent / "fairness.py"]
        kinds = kinds_in(*paths)
        assert len(kinds) > 30
        assert kinds == set(SENTENCES)

    @pytest.mark.parametrize("language", ["fr", "en"])
    @pytest.mark.parametrize("kind", sorted(SENTENCES))
    def test_a_sentence_needs_no_more_than_its_facts(self, kind: str, language: str) -> None:
        names = ("name", "team", "count", "needed", "has", "days", "hours", "limit", "length")
        with translation.override(language):
            said = sentence(Refused(kind, 3, dict.fromkeys(names, 2)))
        assert said.endswith(".")
        assert "%" not in said

    def test_a_game_s_own_kinds_are_left_to_it(self) -> None:
        assert sentence(Refused("not-opponent", 7), default=None) is None


class TestPagesThatSayNo:
    def test_an_address_that_does_not_exist(self, visitor: Client, db: None) -> None:
        response = visitor.get("/nowhere/")
        assert response.status_code == 404
        assert b"<h1>" in response.content

    def test_an_old_page_gives_back_what_was_typed_but_no_password(self, village: Village) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(village.member)
        typed = {"body": "Oyez, oyez", "password1": "secret-1", "csrfmiddlewaretoken": "old-token"}
        response = client.post("/teams/new/", typed)
        body = response.content.decode()
        assert response.status_code == 403
        assert "Oyez, oyez" in body
        assert "secret-1" not in body
        assert "old-token" not in body

    def test_a_fault_of_ours_is_told_without_a_database(self, visitor: Client) -> None:
        """No ``db``: any query would fail the test."""
        response = server_error(RequestFactory().get("/"))
        assert response.status_code == 500
        assert b"<h1>" in response.content


class TestHealth:
    def test_a_clock_that_beats(self, visitor: Client, db: None) -> None:
        Pulse.objects.create(beat_at=now())
        response = visitor.get("/healthz?clock")
        assert (response.status_code, response.content) == (
            200,
            b"ok\ndatabase: ok\nclock: ok\n",
        )

    def test_a_silent_clock_alarms_but_does_not_take_the_web_away(
        self, visitor: Client, db: None
    ) -> None:
        Pulse.objects.create(beat_at=now() - timedelta(minutes=3))
        assert visitor.get("/healthz").status_code == 200
        response = visitor.get("/healthz?clock")
        assert response.status_code == 503
        assert b"clock: silent for 18" in response.content

    def test_a_clock_that_never_ran(self, visitor: Client, db: None) -> None:
        assert visitor.get("/healthz").status_code == 200
        assert visitor.get("/healthz?clock").status_code == 503
