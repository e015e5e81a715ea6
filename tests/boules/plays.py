"""Whole matches of boules from a seed, for laws and for pages."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from boules import engine
from boules.rules import SIZE
from boules.state import State
from games.contract import JSON, Event, Refused, Slot


class Played(NamedTuple):
    """A turn of a match: the state before, what was ordered, what happened, the state after."""

    before: State
    orders: dict[Slot, str]
    events: tuple[Event, ...]
    after: State


def played(seed: int, ruleset: JSON, *, silence: float = 0.1) -> Iterator[Played]:
    """Every turn of a match of random throws, some of them at the jack; suspended, it goes on."""
    chance = random.Random(seed)

    def draw(purpose: str, bound: int) -> int:
        return chance.randrange(bound)

    state, events = engine.start(ruleset, draw)
    while engine.outcome(state) is None:
        slots = engine.awaits(state).slots
        if not slots:
            state = engine.resume(state, None)
            continue
        slot = chance.choice(slots)
        orders = {} if chance.random() < silence else {slot: _throw(state, slot, chance)}
        step = engine.play(state, orders, draw)
        yield Played(state, orders, events + step.events, step.state)
        state, events = step.state, ()


def _throw(state: State, slot: Slot, chance: random.Random) -> str:
    """At the jack, at a boule, or anywhere."""
    lying = [boule.at for boule in state.ground]
    while True:
        anywhere = (chance.randint(1, SIZE), chance.randint(1, SIZE))
        x, y = chance.choice([state.jack, *lying, anywhere, anywhere])
        try:
            return engine.read(state, slot, f"{x},{y}").line
        except Refused:
            continue


def view_of(state: State) -> Any:
    return engine.show(state, None)
