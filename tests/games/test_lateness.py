"""rules/soule.md, Game time, late and missing orders: line by line."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import Outcome, Slot
from games.lateness import (
    Class,
    Draft,
    Outage,
    Play,
    Wait,
    Window,
    classify,
    decide,
    forfeit,
    next_reminder,
    reminders,
    sends_at,
    struck,
)

T = datetime(2027, 6, 1, 18, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
MICROSECOND = timedelta(microseconds=1)
END = T + 30 * MINUTE
WINDOW = Window(T)
AT_ONCE = Window(T, at_once=True)
EARLY = T - 300 * MINUTE
TEAMS = ("A1", "A2", "B1", "B2")


def at(minutes: float) -> datetime:
    """So many minutes after the game time."""
    return T + minutes * MINUTE


def outage(start: float, end: float) -> Outage:
    return Outage(at(start), at(end))


# Which class an order is of


@pytest.mark.parametrize(
    ("arrival", "expected"),
    [
        (EARLY, "on-time"),
        (T - MICROSECOND, "on-time"),
        (T, "late"),
        (T + MICROSECOND, "late"),
        (END - MICROSECOND, "late"),
        (END, "missing"),
        (END + MICROSECOND, "missing"),
        (None, "missing"),
    ],
)
@pytest.mark.parametrize("window", [WINDOW, AT_ONCE])
def test_before_is_strict_to_the_microsecond(
    window: Window, arrival: datetime | None, expected: Class
) -> None:
    assert classify(window, {"A": arrival, "B": EARLY}) == {"A": expected, "B": "on-time"}


def test_the_grace_is_the_matchs_own() -> None:
    window = Window(T, grace=timedelta(0))
    assert window.closes == T
    assert classify(window, {"A": T - MICROSECOND, "B": T}) == {"A": "on-time", "B": "missing"}
    assert classify(Window(T, grace=timedelta(hours=2)), {"A": at(119)}) == {"A": "late"}


def test_on_time_or_late_is_judged_by_the_game_time_that_holds() -> None:
    assert classify(Window(at(60)), {"A": at(10)}) == {"A": "on-time"}
    assert classify(Window(at(-60)), {"A": at(-40)}) == {"A": "late"}


# What the clock does


@pytest.mark.parametrize(
    ("a", "b", "now", "expected"),
    [
        # Both in before T: nothing before T, at T the turn.
        (EARLY, EARLY, EARLY, Wait(T)),
        (EARLY, EARLY, T - MICROSECOND, Wait(T)),
        (EARLY, EARLY, T, Play({"A": "on-time", "B": "on-time"})),
        (EARLY, T - MICROSECOND, T, Play({"A": "on-time", "B": "on-time"})),
        # One is missing: wait for it, and play as soon as it comes.
        (EARLY, None, T - MICROSECOND, Wait(T)),
        (EARLY, None, T, Wait(END)),
        (EARLY, None, END - MICROSECOND, Wait(END)),
        (EARLY, T, T, Play({"A": "on-time", "B": "late"})),
        (at(3), at(12), at(12), Play({"A": "late", "B": "late"})),
        (at(29), END - MICROSECOND, END - MICROSECOND, Play({"A": "late", "B": "late"})),
        # At the end the turn is played, with whatever is there.
        (EARLY, None, END, Play({"A": "on-time", "B": "missing"})),
        (None, None, END, Play({"A": "missing", "B": "missing"})),
        (None, at(5), at(60 * 24 * 150), Play({"A": "missing", "B": "late"})),
        # The clock came round late: what arrived at the end or after it came too late.
        (EARLY, END, END, Play({"A": "on-time", "B": "missing"})),
        (EARLY, END + MICROSECOND, at(31), Play({"A": "on-time", "B": "missing"})),
    ],
)
def test_what_the_clock_does(
    a: datetime | None, b: datetime | None, now: datetime, expected: Wait | Play
) -> None:
    assert decide(WINDOW, {"A": a, "B": b}, now) == expected


@pytest.mark.parametrize(
    ("a", "b", "now", "expected"),
    [
        (EARLY, EARLY, EARLY, Play({"A": "on-time", "B": "on-time"})),
        (EARLY, None, EARLY, Wait(T)),
        (EARLY, None, T, Wait(END)),
        (EARLY, at(1), at(1), Play({"A": "on-time", "B": "late"})),
        (EARLY, None, END, Play({"A": "on-time", "B": "missing"})),
    ],
)
def test_a_match_set_so_is_played_as_soon_as_all_are_in(
    a: datetime | None, b: datetime | None, now: datetime, expected: Wait | Play
) -> None:
    assert decide(AT_ONCE, {"A": a, "B": b}, now) == expected


def test_every_awaited_slot_must_be_in() -> None:
    arrivals: dict[Slot, datetime | None] = {f"{side}{n}": EARLY for side in "AB" for n in (1, 2)}
    assert decide(WINDOW, arrivals, T) == Play(dict.fromkeys(arrivals, "on-time"))
    arrivals["B2"] = None
    assert decide(WINDOW, arrivals, T) == Wait(END)


@pytest.mark.parametrize("window", [WINDOW, AT_ONCE])
def test_where_nobody_is_awaited_nothing_is_due(window: Window) -> None:
    with pytest.raises(ValueError, match="no slot"):
        decide(window, {}, at(60))


# An outage


@pytest.mark.parametrize(
    ("outages", "opens", "closes"),
    [
        # None, or none that counts: too short, too early, too late.
        ([], 0, 30),
        ([(-3, 2)], 0, 30),
        ([(25, 30)], 0, 30),
        ([(-5, -1), (0, 4), (5, 9)], 0, 30),
        ([(-200, -30)], 0, 30),
        ([(30, 90)], 0, 30),
        # Over before T: only excuses, unless half an hour after it is later than the end.
        ([(-200, -29)], 0, 30),
        ([(-20, -10)], 0, 30),
        ([(-20, -0.5)], 0, 30),
        # The return is later than T: played then with all in, else half an hour after it.
        ([(-5, 0.5)], 0.5, 30.5),
        ([(-5, 70)], 70, 100),
        ([(10, 20)], 20, 50),
        ([(29, 35)], 35, 65),
        ([(-2000, 2000)], 2000, 2030),
        # Each outage lengthens the window, in which the next may fall, in whatever order told.
        ([(-5, 10), (35, 45)], 45, 75),
        ([(35, 45), (-5, 10)], 45, 75),
        ([(-5, 10), (35, 45), (74, 80)], 80, 110),
        ([(-5, 10), (40, 60)], 10, 40),
        ([(-5, 10), (39, 60)], 60, 90),
        ([(-5, 90), (0, 20)], 90, 120),
    ],
)
def test_an_outage_puts_off_the_turn(
    outages: list[tuple[float, float]], opens: float, closes: float
) -> None:
    window = Window(T, outages=tuple(outage(*each) for each in outages))
    assert (window.opens, window.closes) == (at(opens), at(closes))


@pytest.mark.parametrize(
    ("start", "end", "excused"),
    [
        (at(-5), T, False),
        (at(-5), T + MICROSECOND, True),
        (at(-90), at(-30), False),
        (at(-90), at(-30) + MICROSECOND, True),
        (END - MICROSECOND, at(90), True),
        (END, at(90), False),
    ],
)
def test_an_outage_counts_from_its_first_microsecond_in_the_window(
    start: datetime, end: datetime, excused: bool
) -> None:
    assert Window(T, outages=(Outage(start, end),)).excused is excused


def test_in_an_excused_turn_nothing_is_late_and_nobody_is_struck() -> None:
    window = Window(T, outages=(outage(-5, 70),))
    late: dict[Slot, datetime | None] = {"A": at(20), "B": None}
    assert decide(window, late, at(70)) == Wait(at(100))
    assert decide(window, late | {"B": at(80)}, at(80)) == Play({"A": "on-time", "B": "on-time"})
    played = decide(window, late, at(100))
    assert played == Play({"A": "on-time", "B": "missing"})
    assert struck(window, {"A": "on-time", "B": "missing"}) == ()


def test_with_all_orders_in_the_turn_is_played_on_the_services_return() -> None:
    window = Window(T, outages=(outage(-5, 70),))
    arrivals = {"A": EARLY, "B": EARLY}
    assert decide(window, arrivals, at(70) - MICROSECOND) == Wait(at(70))
    assert decide(window, arrivals, at(70)) == Play({"A": "on-time", "B": "on-time"})


def test_what_comes_after_a_lengthened_window_is_missing_but_costs_nothing() -> None:
    window = Window(T, outages=(outage(-5, 70),))
    classes = classify(window, {"A": at(100), "B": at(100) - MICROSECOND})
    assert classes == {"A": "missing", "B": "on-time"}
    assert struck(window, classes) == ()


# Drafts


@pytest.mark.parametrize(
    ("draft", "sent_at"),
    [
        # As it stood at T, at T; completed during the grace, at its end; later, never.
        (Draft(EARLY), T),
        (Draft(T - MICROSECOND), T),
        (Draft(T), END),
        (Draft(END - MICROSECOND), END),
        (Draft(END), None),
        (Draft(at(90)), None),
        # Reopened before T it is a draft as any other; during the grace it goes at the end.
        (Draft(EARLY, reopened_at=T - MICROSECOND), T),
        (Draft(EARLY, reopened_at=T), END),
        (Draft(EARLY, reopened_at=at(10)), END),
        (Draft(at(5), reopened_at=at(10)), END),
        # Touched again after it was reopened.
        (Draft(at(-1), reopened_at=EARLY), T),
        (Draft(at(20), reopened_at=EARLY), END),
        # Its owner ticked that off.
        (Draft(EARLY, held=True), None),
        (Draft(at(10), held=True), None),
        (Draft(EARLY, reopened_at=at(10), held=True), None),
    ],
)
@pytest.mark.parametrize("window", [WINDOW, AT_ONCE])
def test_when_a_draft_is_sent_by_itself(
    window: Window, draft: Draft, sent_at: datetime | None
) -> None:
    assert sends_at(window, draft) == sent_at


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        (Draft(T - MICROSECOND), "on-time"),
        (Draft(T), "late"),
        (Draft(END - MICROSECOND), "late"),
        # As it was: it had been sent before T.
        (Draft(EARLY, reopened_at=at(10)), "on-time"),
        (Draft(at(20), reopened_at=at(10)), "late"),
    ],
)
def test_a_draft_that_went_by_itself_is_judged_by_when_it_was_saved(
    draft: Draft, expected: Class
) -> None:
    assert classify(WINDOW, {"A": draft.saved_at}) == {"A": expected}


def test_in_an_outage_drafts_go_by_the_lengthened_window() -> None:
    window = Window(T, outages=(outage(-5, 70),))
    assert sends_at(window, Draft(at(-20))) == T
    assert sends_at(window, Draft(at(80))) == at(100)
    assert sends_at(window, Draft(at(100))) is None


def test_a_moved_game_time_moves_the_draft_that_waits_for_it() -> None:
    reopened = Draft(EARLY, reopened_at=at(10))
    assert sends_at(Window(at(24 * 60)), reopened) == at(24 * 60)
    assert sends_at(Window(at(24 * 60)), Draft(at(20))) == at(24 * 60)


# Strikes


@pytest.mark.parametrize(
    ("classes", "bearers", "strikes"),
    [
        # A captain a side.
        ({"A": "on-time", "B": "on-time"}, "AB", ()),
        ({"A": "late", "B": "on-time"}, "AB", ()),
        ({"A": "late", "B": "late"}, "AB", ()),
        ({"A": "on-time", "B": "missing"}, "AB", ("B",)),
        ({"A": "missing", "B": "late"}, "AB", ("A",)),
        ({"A": "missing", "B": "missing"}, "AB", ("A", "B")),
        # Polyplayed: struck when nobody sent anything.
        ({"A1": "missing", "A11": "on-time", "B1": "missing", "B2": "missing"}, "AB", ("B",)),
        ({"A1": "late", "A11": "late", "B1": "on-time", "B2": "missing"}, "AB", ()),
        ({"A3": "late", "A4": "missing", "B1": "late"}, "AB", ()),
        # A side all KO is awaited in no slot: it misses nothing.
        ({"B1": "missing", "B7": "missing"}, "AB", ("B",)),
        ({"B1": "on-time"}, "AB", ()),
        # Four teams: each for itself.
        (dict.fromkeys(TEAMS, "on-time"), TEAMS, ()),
        (
            {"A1": "missing", "A2": "on-time", "B1": "late", "B2": "late"},
            TEAMS,
            ("A1",),
        ),
        (dict.fromkeys(TEAMS, "missing"), TEAMS, TEAMS),
        ({"A2": "missing", "B1": "on-time", "B2": "on-time"}, TEAMS, ("A2",)),
    ],
)
def test_what_a_turn_costs(
    classes: Mapping[Slot, Class],
    bearers: str | tuple[str, ...],
    strikes: tuple[str, ...],
) -> None:
    assert struck(WINDOW, classes, tuple(bearers)) == strikes


def test_without_more_said_the_sides_bear_it() -> None:
    assert struck(WINDOW, {"A": "missing", "B": "late"}) == ("A",)
    assert forfeit({"A": 1}, ("A",), 2) == Outcome("B", "forfeit")


# Forfeits


@pytest.mark.parametrize(
    ("before", "now", "limit", "outcome"),
    [
        ({}, (), 2, None),
        ({}, ("A",), 2, None),
        ({"A": 1}, (), 2, None),
        ({"A": 1}, ("B",), 2, None),
        ({"A": 1}, ("A",), 2, Outcome("B", "forfeit")),
        ({"B": 1}, ("A", "B"), 2, Outcome("A", "forfeit")),
        ({"A": 1, "B": 1}, ("B",), 2, Outcome("A", "forfeit")),
        ({"A": 1, "B": 1}, ("A", "B"), 2, Outcome(None, "forfeit")),
        # Another limit, and friendly matches.
        ({}, ("B",), 1, Outcome("A", "forfeit")),
        ({"B": 1}, ("B",), 3, None),
        ({"A": 9, "B": 9}, ("A", "B"), None, None),
    ],
)
def test_the_second_strike_loses_the_match(
    before: Mapping[str, int], now: tuple[str, ...], limit: int | None, outcome: Outcome | None
) -> None:
    assert forfeit(before, now, limit) == outcome


@pytest.mark.parametrize(
    ("before", "now", "outcome"),
    [
        ({"A1": 1}, ("A1",), None),
        ({"A1": 5}, (), None),
        ({"A1": 1, "A2": 1}, ("A1",), None),
        ({"A1": 1, "B1": 1}, ("A1", "B1"), None),
        ({"A1": 2, "A2": 1}, ("A1",), None),
        ({"A1": 2, "A2": 1}, ("A2",), Outcome("B", "forfeit")),
        ({"A1": 1, "A2": 1}, ("A1", "A2"), Outcome("B", "forfeit")),
        ({"B1": 1, "B2": 3}, ("B1",), Outcome("A", "forfeit")),
        (dict.fromkeys(TEAMS, 1), TEAMS, Outcome(None, "forfeit")),
    ],
)
def test_a_side_of_two_teams_forfeits_when_each_has_two(
    before: Mapping[str, int], now: tuple[str, ...], outcome: Outcome | None
) -> None:
    assert forfeit(before, now, 2, TEAMS) == outcome


# Reminders


def test_one_is_reminded_three_times_in_a_turn_of_a_day() -> None:
    moments = (
        datetime(2027, 6, 1, 2, 24, tzinfo=UTC),
        datetime(2027, 6, 1, 10, 48, tzinfo=UTC),
        datetime(2027, 6, 1, 15, tzinfo=UTC),
    )
    assert reminders(T, T - timedelta(days=1)) == moments
    assert reminders(T, moments[0] - MICROSECOND) == moments
    assert reminders(T, moments[0]) == moments[1:]
    assert reminders(T, moments[2]) == ()
    assert next_reminder(T, T - timedelta(days=1)) == moments[0]
    assert next_reminder(T, moments[0]) == moments[1]
    assert next_reminder(T, moments[1]) == moments[2]
    assert next_reminder(T, moments[2]) is None
    assert next_reminder(T, at(60)) is None


# What is no answer


def test_a_moment_without_a_zone_is_an_error() -> None:
    naive = datetime(2027, 6, 1, 18)  # noqa: DTZ001
    for ask in (
        lambda: Window(naive),
        lambda: Window(T, outages=(Outage(naive, at(60)),)),
        lambda: Window(T, outages=(Outage(T, naive),)),
        lambda: decide(WINDOW, {"A": EARLY}, naive),
        lambda: classify(WINDOW, {"A": naive}),
        lambda: sends_at(WINDOW, Draft(naive)),
        lambda: sends_at(WINDOW, Draft(EARLY, reopened_at=naive)),
        lambda: reminders(naive, EARLY),
        lambda: reminders(T, naive),
        lambda: next_reminder(T, naive),
    ):
        with pytest.raises(ValueError, match="time zone"):
            ask()


def test_a_grace_is_no_negative_time() -> None:
    with pytest.raises(ValueError, match="negative"):
        Window(T, grace=-MINUTE)


# Laws

# Moments around the edges: whole minutes and a microsecond beside them.
MOMENTS = st.builds(
    lambda minutes, beside: at(minutes) + beside * MICROSECOND,
    st.integers(-60, 150) | st.sampled_from([-30, 0, 30, 60]),
    st.sampled_from([-1, 0, 1]),
)
OUTAGES = st.builds(
    lambda start, minutes: Outage(start, start + minutes * MINUTE), MOMENTS, st.integers(0, 60)
)
WINDOWS = st.builds(
    Window,
    st.just(T),
    st.sampled_from([timedelta(0), 30 * MINUTE, 120 * MINUTE]),
    st.booleans(),
    st.lists(OUTAGES, max_size=3).map(tuple),
)
SLOTS = st.sampled_from([("A", "B"), ("A1", "A2", "A11", "B1"), TEAMS, ("B3",)])
ARRIVALS = SLOTS.flatmap(
    lambda slots: st.fixed_dictionaries({slot: st.none() | MOMENTS for slot in slots})
)
BEARERS = st.sampled_from([("A", "B"), TEAMS])


@given(WINDOWS, ARRIVALS, MOMENTS, st.timedeltas(timedelta(0), timedelta(days=3)))
def test_once_to_be_played_a_turn_stays_so(
    window: Window, arrivals: dict[Slot, datetime | None], now: datetime, later: timedelta
) -> None:
    decision = decide(window, arrivals, now)
    if isinstance(decision, Play):
        assert decide(window, arrivals, now + later) == decision


@given(WINDOWS, ARRIVALS, MOMENTS)
def test_the_clock_sleeps_until_something_changes_and_never_for_ever(
    window: Window, arrivals: dict[Slot, datetime | None], now: datetime
) -> None:
    decision = decide(window, arrivals, now)
    if isinstance(decision, Wait):
        assert now < decision.until
        assert decide(window, arrivals, decision.until - MICROSECOND) == decision
        assert decide(window, arrivals, decision.until) != decision
    assert isinstance(decide(window, arrivals, window.closes), Play)


@given(WINDOWS, ARRIVALS, MOMENTS)
def test_nothing_is_played_before_the_game_time_unless_set_so(
    window: Window, arrivals: dict[Slot, datetime | None], now: datetime
) -> None:
    if isinstance(decide(window, arrivals, now), Play) and not window.at_once:
        assert now >= window.opens >= T


@given(WINDOWS, ARRIVALS, BEARERS)
def test_a_turn_costs_a_bearer_one_strike_at_most(
    window: Window, arrivals: dict[Slot, datetime | None], bearers: tuple[str, ...]
) -> None:
    strikes = struck(window, classify(window, arrivals), bearers)
    assert len(set(strikes)) == len(strikes)
    assert set(strikes) <= set(bearers)


@given(WINDOWS, ARRIVALS, BEARERS)
def test_nobody_pays_for_an_outage(
    window: Window, arrivals: dict[Slot, datetime | None], bearers: tuple[str, ...]
) -> None:
    classes = classify(window, arrivals)
    if window.excused:
        assert struck(window, classes, bearers) == ()
        assert "late" not in classes.values()


@given(WINDOWS)
def test_after_every_outage_that_counts_half_an_hour_is_left(window: Window) -> None:
    assert T <= window.opens <= window.closes
    for each in window.outages:
        if each.end - each.start > 5 * MINUTE and each.end > T - 30 * MINUTE:
            assert each.start >= window.closes or each.end + 30 * MINUTE <= window.closes


@given(WINDOWS, ARRIVALS, BEARERS)
def test_to_send_earlier_never_costs_more(
    window: Window, arrivals: dict[Slot, datetime | None], bearers: tuple[str, ...]
) -> None:
    cost: list[Class] = ["on-time", "late", "missing"]
    before = classify(window, arrivals)
    earlier = {slot: moment and moment - 7 * MINUTE for slot, moment in arrivals.items()}
    after = classify(window, earlier)
    assert all(cost.index(after[slot]) <= cost.index(before[slot]) for slot in arrivals)
    assert set(struck(window, after, bearers)) <= set(struck(window, before, bearers))


@given(WINDOWS, MOMENTS)
def test_whoever_wrote_in_time_never_misses_for_want_of_a_click(
    window: Window, saved_at: datetime
) -> None:
    sent_at = sends_at(window, Draft(saved_at))
    assert (sent_at is None) == (saved_at >= window.closes)
    if sent_at is not None:
        assert saved_at < sent_at <= window.closes
        assert classify(window, {"A": saved_at})["A"] != "missing"
