"""A match while a turn is played: what moves, and the events that it leaves. Pure.

The engine thaws a state into a :class:`Field`, the rules change it, and it is frozen again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.contract import SIDES, Draw, Event, Side, other, side_of
from piedballe.pitch import Square, distance
from piedballe.rules import Ruleset
from piedballe.state import Ball, Figure, State, Turn


@dataclass
class Man:
    """A figure on the pitch; see ``state.Figure``."""

    name: str
    at: Square
    home: Square
    agility: int
    strength: int
    robustness: int
    played: bool
    marked: bool
    system: bool

    @property
    def side(self) -> Side:
        return side_of(self.name)

    @property
    def keeps(self) -> bool:
        """Whether he is a keeper."""
        return self.name.endswith("G")


@dataclass
class Field:
    """Everything that a turn may change."""

    rules: Ruleset
    draw: Draw
    men: dict[str, Man]
    order: tuple[str, ...]
    round: int
    score: dict[Side, int]
    ball: Square
    holder: Man | None
    last: Side
    """The side that had the ball last."""
    passed: bool
    """Whether that side has completed a pass since it got the ball."""
    turn: Turn | None
    pending: Turn | None = None
    """The turn that an event of this one gives."""
    over: bool = False
    events: list[Event] = field(default_factory=list)

    # Who and where

    def man(self, name: str) -> Man:
        return self.men[name]

    def at(self, square: Square) -> Man | None:
        """Who stands on a square."""
        return next((man for man in self.men.values() if man.at == square), None)

    def reflexes(self, side: Side) -> Iterator[Man]:
        """The unmarked figures of a side in the order of reflexes: by initiative, keeper last."""
        for name in (*self.order, f"{side}G"):
            man = self.men[name]
            if man.side == side and not man.marked:
                yield man

    def beside(self, square: Square, side: Side, reach: int = 0) -> list[Man]:
        """The unmarked figures of a side next to a square (from ``reach`` on), by reflexes."""
        return [man for man in self.reflexes(side) if reach <= distance(man.at, square) <= 1]

    # The ball

    def has_ball(self, man: Man) -> bool:
        return self.holder is man

    def give(self, man: Man) -> None:
        """He has the ball; a side that gets it from the other has completed no pass."""
        self.owned_by(man.side)
        self.holder, self.ball = man, man.at

    def owned_by(self, side: Side) -> None:
        if self.last != side:
            self.last, self.passed = side, False

    def loose(self, square: Square) -> None:
        self.holder, self.ball = None, square

    # Dice and events

    def tell(self, kind: str, *facts: object) -> None:
        self.events.append((kind, *facts))

    def dice(self, purpose: str, count: int) -> list[int]:
        """So many dice, each one draw."""
        return [self.draw(purpose, 6) + 1 for _die in range(count)]

    def test(self, kind: str, man: Man, modifier: int) -> tuple[list[int], int, bool]:
        """A plain test of agility: dice, total, whether he made it."""
        dice = self.dice(kind, 2)
        total = sum(dice) + man.agility + modifier
        return dice, total, total >= self.rules.success_at

    def opposed(self, kind: str, man: Man, foe: Man, trait: str = "agility") -> bool:
        """An opposed test, which tells itself; the one who asks wins when equal."""
        dice = self.dice(kind, 4)
        own = dice[0] + dice[1] + int(getattr(man, trait))
        theirs = dice[2] + dice[3] + int(getattr(foe, trait))
        self.tell(kind, man.name, foe.name, dice, [own, theirs], own >= theirs)
        return own >= theirs


def thaw(state: State, draw: Draw) -> Field:
    """The field of a state whose placings are played."""
    ball = state.ball
    assert ball is not None
    men = {name: _man(name, figure) for name, figure in state.figures.items()}
    return Field(
        rules=state.ruleset,
        draw=draw,
        men=men,
        order=state.order,
        round=state.round,
        score=dict(zip(SIDES, state.score, strict=True)),
        ball=ball.at,
        holder=men[ball.holder] if ball.holder else None,
        last=ball.side,
        passed=ball.passed,
        turn=state.turn,
    )


def freeze(pitch: Field) -> State:
    """The state of a field."""
    return State(
        ruleset=pitch.rules,
        phase="over" if pitch.over else "play",
        figures={name: _figure(man) for name, man in pitch.men.items()},
        round=pitch.round,
        score=(pitch.score["A"], pitch.score["B"]),
        order=pitch.order,
        ball=Ball(
            pitch.ball, pitch.holder.name if pitch.holder else None, pitch.last, pitch.passed
        ),
        turn=None if pitch.over else pitch.turn,
    )


def foes(man: Man) -> Side:
    """The side against which he plays."""
    return other(man.side)


def _man(name: str, figure: Figure) -> Man:
    at, home, *rest = figure
    assert isinstance(at, tuple)
    assert isinstance(home, tuple)
    return Man(name, at, home, *rest)  # type: ignore[arg-type]


def _figure(man: Man) -> Figure:
    return Figure(
        man.at,
        man.home,
        man.agility,
        man.strength,
        man.robustness,
        man.played,
        man.marked,
        man.system,
    )
