"""What the forum relies on, and the laws of pied-balle, over a sample of random matches."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import Refused
from piedballe import engine, notation
from piedballe.odds import options
from piedballe.pitch import DIRECTIONS, clockwise, distance, is_on_pitch, line, line_to, turned
from piedballe.steps import Dribble, Mark, Pass, Run, Shoot, Sprint, Steal, Step, told
from tests.piedballe import fuzz
from tests.piedballe.plays import Played, played

squares = st.tuples(st.integers(1, 16), st.integers(1, 30))
figures = st.sampled_from(["A1", "A4", "AG", "B2", "BG"])


@pytest.mark.parametrize("seed", range(24))
def test_a_match_keeps_the_laws_ends_and_replays(seed: int) -> None:
    """``make fuzz`` plays two thousand."""
    assert fuzz.one(seed).split()[0] in ("goals", "rounds")


def test_the_same_orders_and_draws_give_the_same() -> None:
    one, two = (list(played(5, {"preset": "lively"})) for _time in range(2))
    assert one == two


@pytest.mark.parametrize("seed", range(6))
def test_the_events_redraw_the_pitch(seed: int) -> None:
    for turn in played(seed, {"figures": 3, "preset": "lively"}):
        if turn.before.phase == "play":
            assert redrawn(turn) == {name: f.at for name, f in turn.after.figures.items()}


def redrawn(turn: Played) -> dict[str, Any]:
    """Where everybody stands by the events alone."""
    at = {name: figure.at for name, figure in turn.before.figures.items()}
    for event in turn.events:
        match event:
            case ("run", name, path):
                at[name] = tuple(path[-1])
            case ("out", _at, _side, name, put):
                at[name] = tuple(put)
            case ("gather", name, where):
                at[name] = tuple(where)
            case ("goal", *_facts):
                at = {name: figure.home for name, figure in turn.before.figures.items()}
    return at


@given(squares, squares)
def test_a_line_leads_to_its_target_and_is_the_same_turned_round(one: Any, two: Any) -> None:
    if one == two:
        return
    way = line_to(one, two)
    assert way[-1] == two
    assert all(distance(a, b) == 1 for a, b in zip([one, *way], way, strict=False))
    assert [turned(square) for square in way] == line_to(turned(one), turned(two))


@given(squares, squares)
def test_beyond_its_target_a_line_leaves_the_pitch(one: Any, two: Any) -> None:
    if one != two:
        assert any(not is_on_pitch(square) for square, _n in zip(line(one, two), range(60)))  # noqa: B905


@pytest.mark.parametrize("ahead", DIRECTIONS)
def test_a_ring_has_every_direction_once(ahead: tuple[int, int]) -> None:
    assert {clockwise(ahead, number) for number in range(1, 9)} == set(DIRECTIONS)
    assert clockwise(ahead, 1) == ahead


def walks(start: tuple[int, int], moves: list[int]) -> tuple[tuple[int, int], ...]:
    path, at = [], start
    for move in moves:
        dx, dy = DIRECTIONS[move]
        at = (at[0] + dx, at[1] + dy)
        path.append(at)
    return tuple(path)


moves = st.lists(st.integers(0, 7), min_size=1, max_size=6)
START = (8, 15)
actions: st.SearchStrategy[Step] = st.one_of(
    st.just(Sprint()),
    st.builds(Steal, figures),
    st.builds(Pass, figures),
    st.builds(Mark, figures),
    st.builds(Shoot, squares, st.integers(0, 5)),
    st.builds(Dribble, figures, moves.map(lambda each: walks(START, each))),
    moves.map(lambda each: Run(walks(START, each))),
)


@given(actions)
def test_steps_and_text_are_each_other_s_round_trip(step: Step) -> None:
    text = notation.written((step,))
    assert notation.order(text, START) == (step,)
    assert notation.order(text.upper(), START) == (step,)
    assert told((step,))


@given(st.text(max_size=60))
@settings(max_examples=200)
def test_any_text_reads_or_is_refused_with_its_step(text: str) -> None:
    try:
        order = notation.order(text, START)
    except Refused as refused:
        step = refused.place
    else:
        step = None
        assert notation.order(notation.written(order), START) == order
    assert step is None or step >= 1


def test_a_placing_is_sealed_until_it_is_played() -> None:
    state = engine.start({}, lambda _purpose, _bound: 0).state
    assert engine.awaits(state) == (("A", "B"), "all", False)
    assert {figure["at"] for figure in engine.show(state, "A")["figures"].values()} == {None}


def test_among_what_he_may_do_are_the_sprint_and_standing_still() -> None:
    state = next(iter(played(1, {"figures": 3}))).after
    assert state.turn is not None
    texts = {
        each.kind: each.text
        for each in options(engine.show(state, None), state.turn.figure).actions
    }
    assert (texts["sprint"], texts["still"]) == ("sprint", "rien")
