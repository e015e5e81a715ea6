"""A captain for soule who is no fool: satisfies ``games.contract.Bot``. Pure.

He plans his side's turn man by man as if the other side stood still: whoever is one square
behind the soule pushes it, those further back close up while two stay at home, those level with
it or ahead strike the weakest opponent beside them or come back behind it. Against uniformly
random legal orders he won 500 of 500 matches (tests/soule/test_bot.py plays a sample).
"""

from typing import NamedTuple

from games.contract import JSON, Draw, Side, Slot, other, side_of
from soule.rules import ruleset

_PLACES = ("1", "1", "1", "1", "1", "1", "1", "2", "2", "2", "3")
"""An initial's eleven squares, before they are shuffled among the numbers."""
_AT_HOME = 2


class _Man(NamedTuple):
    n: int
    at: int
    """As his own side counts: the opponent's goal is +3 for both."""
    pp: int


def order(view: JSON, slot: Slot, draw: Draw) -> str:
    """The slot's initial or tactic, always legal, from what ``engine.show`` shows of the match."""
    side = side_of(slot)
    rules = ruleset(view["ruleset"])
    men = [man % rules.players for man in rules.slots[slot]]
    if view["players"][side][0]["at"] is None:
        return " ".join(_initial(len(men), draw))
    signs = _tactic(view, side, draw)
    return " ".join(signs[man] for man in men)


def _initial(count: int, draw: Draw) -> list[str]:
    if count == 1:
        return [_PLACES[draw("place", len(_PLACES))]]
    places = list(_PLACES * (count // len(_PLACES)))
    return [places.pop(draw("place", len(places))) for _ in range(count)]


def _tactic(view: JSON, side: Side, draw: Draw) -> list[str]:
    """The signs of the whole side: in a polyplayed match each man takes his own from it."""
    own, foes = _men(view, side, side), _men(view, other(side), side)
    soule = view["soule"] if side == "A" else -view["soule"]
    behind = sum(man.at < soule and man.pp > 0 for man in own)
    signs = []
    for man in own:
        sign = _sign(man, soule, foes, behind, draw)
        if sign == "+":
            soule += man.at == soule - 1
            behind -= 1
        signs.append(sign)
    return signs


def _men(view: JSON, side: Side, viewer: Side) -> list[_Man]:
    forward = 1 if viewer == "A" else -1
    return [_Man(man["n"], man["at"] * forward, man["pp"]) for man in view["players"][side]]


def _sign(man: _Man, soule: int, foes: list[_Man], behind: int, draw: Draw) -> str:
    if man.pp <= 0:
        return "X"
    if man.at == soule - 1:
        return "+"
    if man.at < soule:
        return "+" if behind > _AT_HOME else "0"
    beside = [foe for foe in foes if foe.at == man.at and foe.pp > 0]
    if beside:
        return _hit(beside, draw)
    return "-" if man.at > -3 else "0"


def _hit(beside: list[_Man], draw: Draw) -> str:
    """One of the weakest men beside him."""
    lowest = min(foe.pp for foe in beside)
    weakest = [foe for foe in beside if foe.pp == lowest]
    return str(weakest[draw("hit", len(weakest))].n)
