"""Challenges: a friendly is offered, accepted, played."""

from datetime import UTC, datetime, time, timedelta

import pytest

from games.contract import JSON, Refused
from games.forms import pace_of
from games.models import Challenge, JournalLine, Match, Notice, Team
from games.notify.outbox import Kind
from games.selectors.people import roster
from games.services.challenges import (
    challenge_accept,
    challenge_close,
    challenge_send,
    first_game_time,
)
from games.services.people import player_remove
from tests.games.factories import NOW, Village, make_team, seat_member

PACE = pace_of()
LATER = NOW + timedelta(hours=1)


def send(
    village: Village, challenger: Team | None = None, challenged: Team | None = None
) -> Challenge | Match:
    return challenge_send(
        challenger=challenger or village.team_a,
        challenged=challenged or village.team_b,
        game="soule",
        ruleset={},
        pace=PACE,
        actor=village.captain_a,
        now=NOW,
    )


def sent(village: Village) -> Challenge:
    challenge = send(village)
    assert isinstance(challenge, Challenge)
    return challenge


def accept(village: Village, challenge: Challenge) -> Match:
    return challenge_accept(challenge=challenge, actor=village.captain_b, now=LATER)


def refused_by(village: Village, *teams: Team) -> str:
    with pytest.raises(Refused) as refused:
        send(village, *teams)
    return refused.value.kind


def test_the_other_captain_is_told(village: Village) -> None:
    send(village)
    notice = Notice.objects.get(kind=Kind.CHALLENGE)
    assert (notice.user, notice.facts) == (village.captain_b, {"team": "Castillon"})


def test_nothing_is_played_before_it_is_accepted(village: Village) -> None:
    send(village)
    assert not Match.objects.exists()


def test_an_accepted_challenge_is_a_friendly_announced_at_once(village: Village) -> None:
    match = accept(village, sent(village))
    teams = {seat.side: seat.team for seat in match.seats.all()}
    assert teams == {"A": village.team_a, "B": village.team_b}
    assert (match.kind, match.status, match.announced_at) == ("friendly", "playing", LATER)
    assert match.pace == PACE
    assert not Challenge.objects.exists()


def test_the_journal_says_who_accepted(village: Village) -> None:
    accept(village, sent(village))
    lines = JournalLine.objects.values_list("kind", "by", "actor__username")
    assert list(lines) == [
        ("created", "captain:B", "brune"),
        ("announced", "captain:B", "brune"),
    ]


@pytest.mark.parametrize(
    ("accepted_at", "pace", "first"),
    [
        # At 08:00 UTC, 21:00 in Paris is twelve hours away: not more than twelve.
        (datetime(2026, 12, 1, 7, 59, tzinfo=UTC), PACE, datetime(2026, 12, 1, 20, tzinfo=UTC)),
        (datetime(2026, 12, 1, 8, tzinfo=UTC), PACE, datetime(2026, 12, 2, 20, tzinfo=UTC)),
        # A Tuesday; played on Sundays only, at noon in New York.
        (
            datetime(2026, 12, 1, 8, tzinfo=UTC),
            pace_of(zone="America/New_York", at=time(12), days=[6]),
            datetime(2026, 12, 6, 17, tzinfo=UTC),
        ),
    ],
)
def test_it_begins_at_the_first_game_time_after_twelve_hours(
    accepted_at: datetime, pace: JSON, first: datetime
) -> None:
    assert first_game_time(pace, accepted_at) == first


def test_the_match_begins_then(village: Village) -> None:
    match = accept(village, sent(village))
    assert match.first_game_time == first_game_time(PACE, LATER)


def test_a_bot_accepts_at_once(village: Village) -> None:
    bot = make_team("Les Automates", None, bot=True)
    match = send(village, village.team_a, bot)
    assert isinstance(match, Match)
    assert match.status == Match.Status.PLAYING
    assert match.seats.get(side="B").team == bot
    assert not Challenge.objects.exists()
    assert not Notice.objects.filter(kind=Kind.CHALLENGE).exists()


def test_a_challenge_is_accepted_once(village: Village) -> None:
    challenge = sent(village)
    accept(village, Challenge.objects.get(pk=challenge.pk))
    with pytest.raises(Refused) as refused:
        accept(village, challenge)
    assert refused.value.kind == "challenge-gone"
    assert Match.objects.count() == 1


def test_one_that_was_taken_back_cannot_be_accepted(village: Village) -> None:
    challenge = sent(village)
    challenge_close(challenge=Challenge.objects.get(pk=challenge.pk))
    with pytest.raises(Refused) as refused:
        accept(village, challenge)
    assert refused.value.kind == "challenge-gone"
    assert not Match.objects.exists()


def test_two_teams_have_one_challenge_between_them(village: Village) -> None:
    send(village)
    assert refused_by(village) == "challenge-waiting"
    assert refused_by(village, village.team_b, village.team_a) == "challenge-waiting"


def test_no_team_challenges_itself(village: Village) -> None:
    assert refused_by(village, village.team_a, village.team_a) == "same-team"


def test_nobody_comes_to_command_both_sides(village: Village) -> None:
    seat_member(village.team_b, village.co_captain_a, co_captain=True)
    assert refused_by(village) == "shared-captain"


def test_nobody_comes_to_command_both_sides_while_it_waits(village: Village) -> None:
    challenge = sent(village)
    seat_member(village.team_b, village.co_captain_a, co_captain=True)
    with pytest.raises(Refused) as refused:
        accept(village, challenge)
    assert refused.value.kind == "shared-captain"
    assert Challenge.objects.exists()


def test_a_team_of_ten_can_neither_challenge_nor_accept(village: Village) -> None:
    challenge = sent(village)
    player_remove(player=roster(village.team_b).reverse()[0], now=NOW)
    assert refused_by(village, village.team_b, make_team("Orval", None)) == "roster-short"
    with pytest.raises(Refused) as refused:
        accept(village, challenge)
    assert refused.value.kind == "roster-short"
    assert refused.value.facts == {"team": "Beaulieu", "needed": 11, "count": 10}
    assert Challenge.objects.exists()
