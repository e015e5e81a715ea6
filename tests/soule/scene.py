"""Positions drawn in tests: seven squares from A's goal to B's, the soule an ``o``.

    "a1 | . | a2 o | b1 b3 | . | b2 | ."

A man is his side and number, with his PP after a star when he has not the full: ``b3*1``.
Men who are not drawn stand on their own goal, KO from an earlier turn, and say X.
"""

from games.contract import Side, Slot, Step
from soule import engine
from soule.rules import GOAL, Ruleset
from soule.state import State

LOST = -9
"""The PP of men who are not drawn."""


def no_draw(purpose: str, bound: int) -> int:
    """A turn of soule draws nothing."""
    raise AssertionError(f"a turn drew {purpose}")


def scene(drawing: str, first: Side = "A", turn: int = 1, rules: Ruleset | None = None) -> State:
    """The state that the drawing shows, after ``turn`` tactics."""
    rules = rules or Ruleset()
    count = rules.players
    at, pp = [-GOAL] * count + [GOAL] * count, [LOST] * (2 * count)
    soule = 0
    for square, words in enumerate(drawing.split("|"), -GOAL):
        for word in words.replace(".", "").split():
            if word == "o":
                soule = square
                continue
            who, _, left = word.partition("*")
            man = int(who[1:]) - 1 + (count if who[0] == "b" else 0)
            at[man], pp[man] = square, int(left or rules.pp)
    return State(rules, turn, first, soule, tuple(at), tuple(pp))


def drawn(state: State) -> str:
    """The drawing of a state: ``drawn(scene(d)) == d`` when men stand in order, A's first."""
    assert state.at is not None
    count = state.ruleset.players
    squares: list[list[str]] = [[] for _ in range(2 * GOAL + 1)]
    for man, (at, pp) in enumerate(zip(state.at, state.pp, strict=True)):
        if pp != LOST:
            star = "" if pp == state.ruleset.pp else f"*{pp}"
            squares[at + GOAL].append(f"{'ab'[man >= count]}{man % count + 1}{star}")
    squares[state.soule + GOAL].append("o")
    return " | ".join(" ".join(square) or "." for square in squares)


def play(state: State, **signs: str) -> Step[State]:
    """Play a turn in which the named men do something: ``play(state, a1="+", b3="2")``.

    The others do 0, or X when they are KO.
    """
    count = state.ruleset.players
    orders: dict[Slot, str] = {}
    for base, side in ((0, "A"), (count, "B")):
        ko = [state.pp[base + n] <= 0 for n in range(count)]
        line = ["X" if out else "0" for out in ko]
        for who, sign in signs.items():
            if who[0].upper() == side:
                line[int(who[1:]) - 1] = sign
        orders[side] = " ".join(line)
    return engine.play(state, orders, no_draw)


def told(step: Step[State], *kinds: str) -> list[tuple[object, ...]]:
    """The events of these kinds; without kinds, all but those of men who do nothing."""
    return [e for e in step.events if (e[0] in kinds if kinds else e[0] not in ("hold", "out"))]
