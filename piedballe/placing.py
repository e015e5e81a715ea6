"""The placing, the initiative and the coin (docs/rules/piedballe.md, Sides and start). Pure."""

from collections.abc import Mapping

from games.contract import SIDES, Draw, Event, Refused, Side
from piedballe.notation import squares
from piedballe.pitch import HALVES, KEEPER_HOMES, PLACES, Square, is_on_pitch, turned, zone_at
from piedballe.state import Figure, State, field_figures

Placing = tuple[Square, ...]


def placing(text: str, side: Side, count: int) -> Placing:
    """The squares that a captain's placing says, for figures 1, 2, ...

    Refused, with the figure's number as place: what ``notation.squares`` refuses, ``count`` (got,
    want), ``off-pitch``, ``half``, ``zone``, ``twice`` (at).
    """
    found = squares(text)
    if len(found) != count:
        raise Refused("count", None, {"got": len(found), "want": count})
    for place, square in enumerate(found, 1):
        kind = _fault(square, side, found[: place - 1])
        if kind:
            raise Refused(kind, place, {"at": list(square)})
    return tuple(found)


def usual_placing(side: Side, count: int) -> Placing:
    """Where the figures stand if no placing was sent."""
    places = PLACES[:count]
    return places if side == "A" else tuple(map(turned, places))


def placed(state: State, placings: Mapping[Side, Placing]) -> dict[str, Figure]:
    """Every figure on its square."""
    figures = dict(state.figures)
    for side in SIDES:
        names = (*field_figures(state.ruleset, side), f"{side}G")
        for name, at in zip(names, (*placings[side], KEEPER_HOMES[side]), strict=True):
            figures[name] = figures[name]._replace(at=at, home=at)
    return figures


def initiative(figures: Mapping[str, Figure], draw: Draw) -> tuple[tuple[str, ...], Event]:
    """The order in which the figures play, and the event that tells its dice."""
    names = sorted((name for name in figures if not name.endswith("G")), key=lambda n: (n[1], n[0]))
    dice: list[int] = []
    totals = {}
    for name in names:
        rolled = [draw("initiative", 6) + 1 for _die in range(2)]
        dice += rolled
        totals[name] = sum(rolled) + figures[name].agility
    order = tuple(_settled(names, totals, dice, draw))
    return order, ("initiative", dice, totals, list(order))


def coin(draw: Draw) -> tuple[Side, Event]:
    """Who kicks off: 1 is A."""
    face = draw("coin", len(SIDES)) + 1
    side = SIDES[face - 1]
    return side, ("coin", [face], side)


def _fault(square: Square, side: Side, before: list[Square]) -> str:
    """What is wrong with a square of a placing; "" when nothing is."""
    if not is_on_pitch(square):
        return "off-pitch"
    if square[1] not in HALVES[side]:
        return "half"
    if zone_at(square) is not None:
        return "zone"
    return "twice" if square in before else ""


def _settled(
    names: list[str], results: Mapping[str, int], dice: list[int], draw: Draw
) -> list[str]:
    """The names by their results, highest first; those tied roll a die each until they differ."""
    order: list[str] = []
    for result in sorted(set(results.values()), reverse=True):
        tied = [name for name in names if results[name] == result]
        if len(tied) > 1:
            rolled = {name: draw("initiative", 6) + 1 for name in tied}
            dice += rolled.values()
            tied = _settled(tied, rolled, dice, draw)
        order += tied
    return order
