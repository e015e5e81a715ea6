"""The laws of pied-balle, as one check of a turn: used by the tests and by the fuzz."""

import json

from games.contract import side_of
from piedballe import engine
from piedballe.pitch import is_in_zone, is_on_pitch
from piedballe.state import State
from tests.piedballe.plays import Played


def check(turn: Played) -> None:
    """AssertionError where a law is broken."""
    state = turn.after
    assert engine.load(json.loads(json.dumps(engine.dump(state)))) == state
    _stand_well(state)
    _ball_is_somewhere(state)
    for slot, line in turn.orders.items():
        assert engine.read(turn.before, slot, line).line == line
    for kind, *facts in turn.events:
        assert len(facts) == len(engine.FACTS[kind])
    if state.phase == "over":
        assert engine.outcome(state) is not None
        assert engine.awaits(state).slots == ()
    else:
        assert state.turn is not None
        assert not state.figures[state.turn.figure].system, "the system plays at once"


def _stand_well(state: State) -> None:
    squares = [figure.at for figure in state.figures.values()]
    assert len(set(squares)) == len(squares), "one figure a square"
    for name, figure in state.figures.items():
        assert figure.at is not None
        assert is_on_pitch(figure.at)
        if name.endswith("G"):
            assert is_in_zone(figure.at, side_of(name))
            assert not figure.marked


def _ball_is_somewhere(state: State) -> None:
    ball = state.ball
    assert ball is not None
    assert is_on_pitch(ball.at)
    there = [name for name, figure in state.figures.items() if figure.at == ball.at]
    assert there == ([ball.holder] if ball.holder else [])
    if ball.holder:
        assert not state.figures[ball.holder].marked
        assert ball.side == side_of(ball.holder)
