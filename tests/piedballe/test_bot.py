"""The player that is no fool: he beats one who takes any action that is possible."""

import random

import pytest

from games.contract import Slot, side_of
from piedballe import bot, engine
from piedballe.odds import options
from piedballe.state import State

MATCHES = 10
RULES = {"preset": "lively", "figures": 3}


def lead(seed: int) -> int:
    """By how many goals the bot, side A, is ahead at the end."""
    chance = random.Random(seed)

    def draw(purpose: str, bound: int) -> int:
        return chance.randrange(bound)

    state = engine.start(RULES, draw).state
    while engine.outcome(state) is None:
        orders = {slot: ordered(state, slot, chance) for slot in engine.awaits(state).slots}
        state = engine.play(state, orders, draw).state
    return state.score[0] - state.score[1]


def ordered(state: State, slot: Slot, chance: random.Random) -> str:
    view = engine.show(state, side_of(slot))
    if side_of(slot) == "A" or view["phase"] == "placing":
        text = bot.order(view, slot, lambda _purpose, bound: chance.randrange(bound))
    else:
        text = chance.choice(options(view, slot).actions).text
    return engine.read(state, slot, text).line


def test_he_scores_more() -> None:
    leads = [lead(seed) for seed in range(MATCHES)]
    assert min(leads) >= 0
    assert sum(leads) >= MATCHES


@pytest.mark.parametrize("side", ["A", "B"])
def test_his_placing_is_one_that_the_rules_take(side: Slot) -> None:
    for seed in range(40):
        chance = random.Random(seed)
        for figures in (3, 4):
            state = engine.start({"figures": figures}, lambda _purpose, _bound: 0).state
            assert ordered(state, side, chance)
