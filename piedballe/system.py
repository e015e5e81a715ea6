"""The order that the system gives, for its keepers and where the time has run out. Pure.

Source: docs/rules/piedballe.md, Orders, time limit, absence.
"""

from piedballe.field import Field, Man
from piedballe.pitch import Square, distance, forward
from piedballe.steps import Order, Pass, Shoot
from piedballe.turn import pass_modifier

ROLLS = tuple(sum(a + b >= least for a in range(1, 7) for b in range(1, 7)) for least in range(14))
"""Of the 36 rolls of two dice, how many come to at least 0, 1, ..., 13."""


def chance(needed: int) -> int:
    """How many of the 36 rolls of two dice come to ``needed`` or more."""
    return ROLLS[min(max(needed, 0), len(ROLLS) - 1)]


def system_order(field: Field, man: Man) -> Order:
    """Pass to the unmarked team-mate with the highest chance; a keeper without any shoots."""
    mates = [each for each in field.men.values() if each.side == man.side and each is not man]
    mates = [mate for mate in mates if not mate.marked]
    if mates:
        best = min(mates, key=lambda mate: _rank(field, man, mate))
        if not man.keeps or pass_chance(field, man, best):
            return (Pass(best.name),)
    return (Shoot(_ahead(field, man), man.strength),)


def pass_chance(field: Field, man: Man, mate: Man) -> int:
    """The chance that a pass is made and received, out of 36 * 36."""
    modifier = pass_modifier(field.rules, distance(man.at, mate.at))
    needed = field.rules.success_at - modifier
    return chance(needed - man.agility) * chance(needed - mate.agility)


def _rank(field: Field, man: Man, mate: Man) -> tuple[int, int, bool, str]:
    """The highest chance first; then nearer, the keeper last, the lowest number."""
    return -pass_chance(field, man, mate), distance(man.at, mate.at), mate.keeps, mate.name


def _ahead(field: Field, man: Man) -> Square:
    """The first square straight ahead of him on which no team-mate stands."""
    x, y = man.at
    while True:
        y += forward(man.side)
        there = field.at((x, y))
        if there is None or there.side != man.side:
            return x, y
