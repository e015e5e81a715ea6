"""The bowler that is no fool: against random throws he wins most of his matches."""

import random

from boules import bot, engine
from boules.state import State
from games.contract import Draw, side_of

MATCHES = 30


def winner(seed: int) -> str | None:
    chance = random.Random(seed)

    def draw(purpose: str, bound: int) -> int:
        return chance.randrange(bound)

    state = engine.start({"bowlers": 1 + seed % 3}, draw).state
    while (outcome := engine.outcome(state)) is None:
        slot = engine.awaits(state).slots[0]
        view = engine.show(state, side_of(slot))
        text = bot.order(view, slot, draw) if slot[0] == "A" else anywhere(state, draw)
        state = engine.play(state, {slot: text}, draw).state
    return outcome.winner


def anywhere(state: State, draw: Draw) -> str:
    taken = {boule.at for boule in state.ground}
    while (at := (draw("x", 20) + 1, draw("y", 20) + 1)) in taken:
        pass
    return f"[{at[0]},{at[1]}]"


def test_he_wins_most_of_them() -> None:
    won = [winner(seed) for seed in range(MATCHES)]
    assert won.count("A") > 0.75 * MATCHES
