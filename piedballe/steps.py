"""An order as the engine has it: a tuple of steps (docs/rules/piedballe.md, Orders). Pure."""

from typing import NamedTuple

from games.contract import JSON
from piedballe.pitch import Square


class Run(NamedTuple):
    path: tuple[Square, ...]


class Sprint(NamedTuple):
    pass


class Steal(NamedTuple):
    on: str


class Pass(NamedTuple):
    to: str


class Mark(NamedTuple):
    on: str


class Dribble(NamedTuple):
    through: str
    path: tuple[Square, ...]


class Shoot(NamedTuple):
    target: Square
    power: int


Step = Run | Sprint | Steal | Pass | Mark | Dribble | Shoot
Order = tuple[Step, ...]


def told(order: Order) -> list[JSON]:
    """The order as JSON: every square named."""
    return [_told(step) for step in order]


def _told(step: Step) -> JSON:
    match step:
        case Run(path):
            return {"run": list(map(list, path))}
        case Sprint():
            return {"sprint": True}
        case Steal(on):
            return {"steal": on}
        case Pass(to):
            return {"pass": to}
        case Mark(on):
            return {"mark": on}
        case Dribble(through, path):
            return {"dribble": {"through": through, "path": list(map(list, path))}}
        case Shoot(target, power):
            return {"shoot": list(target), "power": power}
