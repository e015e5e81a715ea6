"""Matches: created with a sealed seed, announced with a draw that nobody could foresee."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from games import fairness, registry
from games.contract import Refused, Side
from games.forms import pace_of
from games.models import Match, Notice, Team, Turn
from games.notify.outbox import Kind
from games.services.matches import match_announce, match_create, word_say
from tests.games.day import DAY, MINUTE, US, Day, T, check_chain
from tests.games.factories import NOW, Village, make_match, make_team

FIRST = NOW + 4 * DAY + timedelta(hours=8)


def refusal(act: Callable[[], object]) -> str:
    """The kind of refusal that the act meets."""
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.kind


def created(village: Village, *, kind: str = "official", first: datetime = FIRST) -> Match:
    return match_create(
        game="soule",
        kind=kind,
        teams={"A": village.team_a, "B": village.team_b},
        ruleset={"max_turns": None},
        pace=pace_of(strikes_to_forfeit=2),
        first_game_time=first,
        now=NOW,
        why="a cup",
    )


def test_a_created_match_is_a_promise_and_nothing_more(village: Village) -> None:
    match = created(village)
    assert (match.status, match.turn, match.due_at, match.draws_made) == ("created", None, None, 0)
    assert match.commitment == fairness.commitment(bytes(match.seed))
    (line,) = match.journal.all()
    assert line.data == {
        "game": "soule",
        "ruleset": registry.get("soule").engine.pin({"max_turns": None}),
        "commitment": match.commitment,
        "why": "a cup",
    }
    check_chain(match)


def test_no_two_matches_share_a_seed_or_an_address(village: Village) -> None:
    one, other = created(village), created(village)
    assert bytes(one.seed) != bytes(other.seed)
    assert one.public_id != other.public_id


def test_a_match_that_cannot_be_played_is_not_created(village: Village) -> None:
    twin = make_team("Jumeaux", village.captain_a)
    assert refusal(lambda: created(village, first=NOW)) == "game-time-past"
    assert refusal(lambda: created(village, first=NOW + 366 * DAY + US)) == "game-time-far"
    assert refusal(lambda: created(village._replace(team_b=village.team_a))) == "same-team"
    assert refusal(lambda: created(village._replace(team_b=twin))) == "shared-captain"
    with pytest.raises(Refused):
        make_match(village.team_a, village.team_b, ruleset={"pp": 99})
    assert not Match.objects.exists()


def test_a_double_click_creates_one_match(village: Village) -> None:
    facts: dict[str, Any] = {
        "game": "soule",
        "kind": "friendly",
        "ruleset": {},
        "pace": pace_of(),
        "first_game_time": FIRST,
    }
    teams: dict[Side, Team] = {"A": village.team_a, "B": village.team_b}
    back: dict[Side, Team] = {"A": village.team_b, "B": village.team_a}
    match_create(**facts, teams=teams, actor=village.referee, now=NOW)

    def again(now: datetime, teams: Mapping[Side, Team] = teams) -> Match:
        return match_create(**facts, teams=teams, actor=village.referee, now=now)

    assert refusal(lambda: again(NOW + MINUTE - US)) == "act-repeated"
    assert again(NOW, back) != again(NOW + MINUTE)


def test_only_a_friendly_is_played_as_soon_as_all_are_in(village: Village) -> None:
    pace = pace_of(at_once=True)
    for kind in ("official", "elimination"):
        act = partial(make_match, village.team_a, village.team_b, kind=kind, pace=pace)
        assert refusal(act) == "at-once-official"
    assert make_match(village.team_a, village.team_b, pace=pace).turn is not None


def test_the_announcement_draws_and_opens_the_initial(village: Village) -> None:
    match = created(village)
    match_announce(match=match, now=NOW + DAY)
    match.refresh_from_db()
    turn = Turn.objects.get(match=match)
    assert (match.status, match.announced_at, match.due_at) == ("playing", NOW + DAY, FIRST)
    assert (match.turn, turn.number, turn.game_time, turn.is_open) == (turn, 0, FIRST, True)
    ((n, purpose, bound, value),) = turn.draws
    assert (n, purpose, bound, match.draws_made) == (1, "first-strike", 2, 1)
    assert turn.events == [["first-strike", "AB"[value]]]
    assert match.journal.get(kind="announced").data == {"draws": turn.draws}
    assert [post.line.kind for post in match.posts.all() if post.line] == ["created", "announced"]
    check_chain(match)


def test_both_teams_are_told_of_it_once(village: Village) -> None:
    make_match(village.team_a, village.team_b)
    told = Notice.objects.values_list("user__username", "kind")
    captains = [(name, Kind.LINE_UP) for name in ("alix", "brune", "colin")]
    assert sorted(told) == [*captains, ("perrin", Kind.ANNOUNCED)]


@pytest.mark.parametrize(
    ("kind", "now", "kind_of_refusal"),
    [
        ("official", NOW + DAY - US, "words-open"),
        ("official", NOW + DAY, ""),
        ("elimination", NOW + DAY - US, "words-open"),
        ("official", FIRST - 3 * DAY, ""),
        ("official", FIRST - 3 * DAY + US, "announced-late"),
        ("elimination", FIRST - 3 * DAY + US, "announced-late"),
        ("official", FIRST, "game-time-past"),
        ("friendly", NOW, ""),
        ("friendly", FIRST - US, ""),
        ("friendly", FIRST, "game-time-past"),
    ],
)
def test_when_a_match_may_be_announced(
    village: Village, kind: str, now: datetime, kind_of_refusal: str
) -> None:
    match = created(village, kind=kind)
    if kind_of_refusal:
        assert refusal(lambda: match_announce(match=match, now=now)) == kind_of_refusal
        assert not Turn.objects.exists()
    else:
        assert match_announce(match=match, now=now).status == "playing"


def test_a_match_is_announced_once(village: Village) -> None:
    match = make_match(village.team_a, village.team_b)
    assert refusal(lambda: match_announce(match=match, now=NOW)) == "already-announced"
    Day(village, match).act("match_stop", NOW)
    assert refusal(lambda: match_announce(match=match, now=NOW)) == "already-announced"


def test_a_bot_has_sent_its_initial_when_the_window_opens(village: Village) -> None:
    match = make_match(village.team_a, make_team("Rouets", None, bot=True))
    sent = Turn.objects.get(match=match).submissions.get()
    assert (sent.slot, sent.sealed_as, sent.sealed_at) == ("B", "bot", NOW)
    day = Day(village, match)
    day.send("A", NOW)
    day.tick(T)
    assert day.played(0).orders["B"]["by"] == "bot:B"
    assert day.sent("B").order


# Words


def say(match: Match, village: Village, text: str, side: str = "A") -> None:
    word_say(
        match=match,
        side="A" if side == "A" else "B",
        text=text,
        now=NOW,
        actor=village.captain_a,
    )


def test_words_change_the_draws_and_are_public_at_once(village: Village) -> None:
    match = created(village)
    say(match, village, " hardi les gars ")
    say(match, village, "tenez bon", "B")
    words = {"A": "hardi les gars", "B": "tenez bon"}
    data = [line.data for line in match.journal.filter(kind="word")]
    assert data == [{"side": side, "text": text} for side, text in words.items()]
    match_announce(match=match, now=NOW + DAY)
    stream = fairness.Stream(
        fairness.stream_key(bytes(match.seed), {"A": words["A"], "B": words["B"]}),
        match.public_id,
    )
    assert Turn.objects.get().draws[0][3] == stream("first-strike", 2)
    check_chain(match)


def test_a_word_is_one_short_and_before_the_draw(village: Village) -> None:
    match = created(village)
    assert refusal(lambda: say(match, village, " ")) == "word-empty"
    assert refusal(lambda: say(match, village, "x" * 65)) == "word-too-long"
    assert refusal(lambda: say(match, village, "a\nb")) == "word-control"
    say(match, village, "x" * 64)
    assert refusal(lambda: say(match, village, "again")) == "word-said"
    match_announce(match=match, now=NOW + DAY)
    assert refusal(lambda: say(match, village, "late", "B")) == "words-closed"
