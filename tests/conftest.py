"""What every test may ask for: the cast of characters, a match of theirs, who is signed in."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Match, User
from tests.games.factories import Village, make_match, make_village

SignIn = Callable[[User], Client]


@pytest.fixture
def village(db: None) -> Village:
    """Castillon (A) and Beaulieu (B) with their captains, a referee, an admin, a member."""
    return make_village()


@pytest.fixture
def match(village: Village) -> Match:
    """A friendly Castillon - Beaulieu, announced at ``factories.NOW``: initials are awaited."""
    return make_match(village.team_a, village.team_b)


@pytest.fixture
def visitor() -> Client:
    """A browser in which nobody is signed in."""
    return Client()


@pytest.fixture
def sign_in() -> SignIn:
    """A browser of a member: ``sign_in(village.captain_a).get("/")``."""

    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in
