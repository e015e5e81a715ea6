"""Whose turn comes next: rounds, kick-offs, keepers, the end (docs/rules/piedballe.md, A round).

Pure. ``go_on`` plays the turns of the system's keepers itself, so that what it leaves awaits a
player, or is over.
"""

from games.contract import Side, other
from piedballe.field import Field, Man
from piedballe.pitch import zone_at
from piedballe.state import Turn
from piedballe.steps import Order, told
from piedballe.system import system_order
from piedballe.turn import play_turn


def kick_off(field: Field, side: Side) -> None:
    """A new round begins with a kick-off by the side's keeper."""
    _new_round(field)
    keeper = field.man(f"{side}G")
    field.tell("kickoff", keeper.name)
    field.turn = Turn(keeper.name, "keeper")
    play_systems(field)


def take_turn(field: Field, order: Order) -> None:
    """Play the order of the figure whose turn it is, and go on to the next who is awaited."""
    _play(field, order)
    play_systems(field)


def play_systems(field: Field) -> None:
    """Play on while it is the turn of a keeper of the system."""
    while not field.over and field.turn and (man := field.man(field.turn.figure)).system:
        _play(field, system_order(field, man))


def _play(field: Field, order: Order) -> None:
    turn = field.turn
    assert turn is not None
    man = field.man(turn.figure)
    if turn.kind == "own":
        man.played = True
    field.tell("turn", man.name, turn.kind, told(order))
    field.pending = None
    if play_turn(field, order):
        _after_goal(field, man.side)
    else:
        _next(field)


def _after_goal(field: Field, scorer: Side) -> None:
    """Everybody goes home, and the keeper of the side that conceded has the ball."""
    for man in field.men.values():
        man.at, man.marked = man.home, False
    field.give(field.man(f"{other(scorer)}G"))
    field.passed = False
    if field.score[scorer] >= field.rules.goals or field.round >= field.rules.max_rounds:
        _end(field)
        return
    _new_round(field)
    keeper = f"{other(scorer)}G"
    field.tell("kickoff", keeper)
    field.turn = Turn(keeper, "keeper")


def _next(field: Field) -> None:
    """The turn that an event gave, else the next figure by initiative, else a keeper's."""
    if field.pending is not None:
        field.turn, field.pending = field.pending, None
        return
    while (turn := _by_initiative(field) or _keepers(field)) is None:
        if field.round >= field.rules.max_rounds:
            _end(field)
            return
        _new_round(field)
    field.turn = turn


def _by_initiative(field: Field) -> Turn | None:
    """The first who has not played; a marked one is passed over, and his mark lifted."""
    for name in field.order:
        man = field.man(name)
        if man.played:
            continue
        if not man.marked:
            return Turn(name, "own")
        man.marked, man.played = False, True
        field.tell("skip", name)
    return None


def _keepers(field: Field) -> Turn | None:
    """At the end of a round: a loose ball in a zone is its keeper's, and he plays it."""
    side = zone_at(field.ball) if field.holder is None else None
    if side is not None:
        keeper = field.man(f"{side}G")
        keeper.at = field.ball
        field.tell("gather", keeper.name, list(field.ball))
        field.give(keeper)
    holder: Man | None = field.holder
    return Turn(holder.name, "keeper") if holder and holder.keeps else None


def _new_round(field: Field) -> None:
    field.round += 1
    for man in field.men.values():
        man.played = False
    field.tell("round", field.round)


def _end(field: Field) -> None:
    field.over, field.turn = True, None
    scores = field.score
    ahead = "A" if scores["A"] > scores["B"] else "B"
    winner = None if scores["A"] == scores["B"] else ahead
    field.tell("end", dict(scores), winner)
