"""The bot: always legal, and clearly better than chance."""

from random import Random
from typing import Any

import pytest

from games.contract import SIDES, Bot, Outcome, Side, Slot
from soule import bot, engine
from soule.state import State

CONTRACT: Bot = bot.order


def random_order(state: State, slot: Slot, chance: Random) -> str:
    """Any legal order with the same probability, but those that do nothing on purpose."""
    hits = [str(n) for n in range(1, state.ruleset.players + 1)]
    signs = ["1", "2", "3"] if state.at is None else ["+", "-", "0", *hits]
    return " ".join(chance.choice(signs) for _ in state.ruleset.slots[slot])


def match(rules: dict[str, Any], seed: int, bots: tuple[Side, ...]) -> Outcome:
    """Play a match to its end; the sides of ``bots`` are the bot's, the others chance's."""
    chance = Random(seed)

    def draw(purpose: str, bound: int) -> int:
        return chance.randrange(bound)

    state = engine.start(rules, draw).state
    for _ in range(100):
        orders = {}
        for slot in engine.awaits(state).slots:
            if slot[0] in bots:
                line = bot.order(engine.show(state, None), slot, draw)
                read = engine.read(state, slot, line)
                assert read.line == line
                assert {caution.kind for caution in read.cautions} <= {"far"}
            else:
                line = random_order(state, slot, chance)
            orders[slot] = line
        state = engine.play(state, orders, draw).state
        if (outcome := engine.outcome(state)) is not None:
            return outcome
    raise AssertionError("a match without end")


def test_it_beats_chance() -> None:
    won = 0
    for seed in range(60):
        side = SIDES[seed % 2]
        won += match({}, seed, (side,)).winner == side
    assert won >= 48


@pytest.mark.parametrize(
    "rules",
    [
        {"pp": 3},
        {"max_turns": None},
        {"polyplayed": True},
        {"polyplayed": True, "players": 22},
        {"players": 22},
        {"players": 22, "captains": 2},
        {"substitutions": True},
    ],
)
def test_it_plays_every_variant(rules: dict[str, Any]) -> None:
    won = 0
    for seed in range(8):
        side = SIDES[seed % 2]
        won += match(rules, seed, (side,)).winner == side
    assert won >= 6


def test_two_bots_end_their_match() -> None:
    reasons = {match({}, seed, SIDES).reason for seed in range(12)}
    assert reasons <= {"goal", "turns"}
    assert "goal" in reasons


def test_it_needs_no_chance_but_the_one_it_is_given() -> None:
    assert match({}, 5, SIDES) == match({}, 5, SIDES)
