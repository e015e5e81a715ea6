"""A day of a match: one that two strikes lose, and a friendly in which none does."""

import pytest

from games.forms import pace_of
from games.models import Match
from tests.games.day import Day
from tests.games.factories import Village, make_match


@pytest.fixture
def day(village: Village) -> Day:
    """A match that two strikes lose; its first game time is ``day.T``."""
    pace = pace_of(strikes_to_forfeit=2)
    return Day(village, make_match(village.team_a, village.team_b, pace=pace))


@pytest.fixture
def friendly(village: Village, match: Match) -> Day:
    """A friendly: strikes are recorded and lose nothing."""
    return Day(village, match)


@pytest.fixture
def quick(village: Village) -> Day:
    """A friendly that is played as soon as all are in."""
    pace = pace_of(at_once=True)
    return Day(village, make_match(village.team_a, village.team_b, pace=pace))
