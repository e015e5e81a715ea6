"""Whole matches of pied-balle from a seed: the bot's, with silence and wild orders between."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.contract import JSON, SIDES, Event, Refused, Slot
from piedballe import bot, engine
from piedballe.odds import options
from piedballe.state import State

WILD, SILENT = 0.3, 0.05
"""How often an order is any possible action rather than the bot's, and how often none comes."""


class Played(NamedTuple):
    """A turn of a match: the state before, what was ordered, what happened, the state after."""

    before: State
    orders: dict[Slot, str]
    events: tuple[Event, ...]
    after: State


class Chance:
    """Draws from a seed, remembered."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.drawn: list[int] = []

    def __call__(self, purpose: str, bound: int) -> int:
        value = self.random.randrange(bound)
        self.drawn.append(value)
        return value


def seated(ruleset: JSON, seed: int) -> State:
    """The announced match, with players of all kinds, and keepers now and then."""
    state = engine.start(ruleset, Chance(seed)).state
    chance, rules = random.Random(-seed), state.ruleset
    for side in SIDES:
        figures = [_attributes(chance, rules.attribute_max, rules.attribute_points)]
        figures *= rules.figures
        keeper = figures[0] if chance.random() < 0.5 else None
        state = engine.seat(state, side, {"players": figures, "keeper": keeper})
    return state


def played(seed: int, ruleset: JSON, chance: Chance | None = None) -> Iterator[Played]:
    """Every turn of a match."""
    state, whim = seated(ruleset, seed), random.Random(seed + 1)
    draw = chance or Chance(seed)
    while engine.outcome(state) is None:
        orders = {}
        for slot in engine.awaits(state).slots:
            if whim.random() >= SILENT:
                orders[slot] = engine.read(state, slot, _text(state, slot, whim)).line
        step = engine.play(state, orders, draw)
        yield Played(state, orders, step.events, step.state)
        state = step.state


def _attributes(chance: random.Random, most: int, total: int) -> dict[str, int]:
    values = [chance.randint(0, most) for _trait in range(3)]
    while sum(values) > total:
        values[values.index(max(values))] -= 1
    return dict(zip(("agility", "strength", "robustness"), values, strict=True))


def _text(state: State, slot: Slot, whim: random.Random) -> str:
    view = engine.show(state, None)
    if view["phase"] == "placing" or whim.random() >= WILD:
        return bot.order(view, slot, lambda _purpose, bound: whim.randrange(bound))
    action = whim.choice(options(view, slot).actions).text
    reach = sorted(options(view, slot).reach)
    x, y = whim.choice(reach)
    for text in (f"c: {x},{y} ; {action}", f"{action} ; c: {x},{y}"):
        try:
            return engine.read(state, slot, text).line
        except Refused:
            continue
    return action
