"""The one clock, and the times in which it stood still."""

from datetime import UTC, timedelta

import pytest

from games import lateness
from games.models import Outage, Pulse
from games.selectors.clock import now, outages
from tests.games.factories import NOW

MINUTE = timedelta(minutes=1)

pytestmark = pytest.mark.django_db


def test_now_is_utc_and_goes_on() -> None:
    before, after = now(), now()
    assert before.tzinfo is UTC
    assert timedelta(0) <= after - before < MINUTE


def test_past_outages_are_those_that_ended_since() -> None:
    for end in (NOW - MINUTE, NOW, NOW + MINUTE):
        Outage.objects.create(start=end - 10 * MINUTE, end=end)
    found = outages(NOW, NOW + MINUTE)
    assert [each.end for each in found] == [NOW, NOW + MINUTE]


@pytest.mark.parametrize("silence", [5 * MINUTE, 5 * MINUTE + timedelta(microseconds=1)])
def test_a_silence_that_lasts_counts_once_it_is_too_long(silence: timedelta) -> None:
    Pulse.objects.create(id=1, beat_at=NOW)
    lasting = (lateness.Outage(NOW, NOW + silence),)
    assert outages(NOW, NOW + silence) == (lasting if silence > 5 * MINUTE else ())


def test_a_clock_that_never_ran_does_not_stand_still() -> None:
    assert outages(NOW, NOW) == ()
