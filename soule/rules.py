"""The ruleset of a match of soule: every number that a match may set (rules/soule.md).

Pure: typed, validated once when the match is announced, then trusted.
"""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from games.contract import JSON, SIDES, Refused, Slot

GOAL = 3
"""The goals stand on -3 (A's) and +3 (B's); the soule starts on 0. rules/soule.md, Field."""
INITIAL = ("1", "2", "3")
"""The signs of an initial: so many squares from the middle. rules/soule.md, Initial."""
LONGEST = 999
"""The largest ``max_turns``: some bound must keep a number of turns a small integer."""


@dataclass(frozen=True)
class Ruleset:
    """What a match may change, with the defaults of a Soule Royale."""

    players: int = 11
    captains: int = 1
    pp: int = 4
    max_turns: int | None = 7
    substitutions: bool = False
    polyplayed: bool = False
    missing_initial: int = 2

    @cached_property
    def slots(self) -> dict[Slot, range]:
        """Each slot's men, counted from 0: A's are 0 to ``players - 1``, B's follow them."""
        parts = self.players if self.polyplayed else self.captains
        size = self.players // parts
        return {
            side if parts == 1 else f"{side}{part + 1}": range(start, start + size)
            for base, side in zip((0, self.players), SIDES, strict=True)
            for part, start in enumerate(range(base, base + self.players, size))
        }

    @cached_property
    def signs(self) -> frozenset[str]:
        """Every sign that may stand in a canonical tactic of this match."""
        hits = {str(n) for n in range(1, self.players + 1)}
        bench = {f"R{n}" for n in range(self.players + 1, 100)} | {"R"}
        return frozenset(
            {"+", "-", "0", "X", "A"} | hits | (bench if self.substitutions else set())
        )


class Name(NamedTuple):
    """What a match may call itself: rules/soule.md, Variants, Name."""

    kind: Literal["royale", "soule"]
    polyplayed: bool


def ruleset(data: JSON) -> Ruleset:
    """The ruleset that ``data`` (only what differs from the defaults) says.

    Refused: ``ruleset`` (no object), ``ruleset-key`` (unknown key), ``preset`` (unknown set),
    ``ruleset-value`` (wrong type or out of range), ``ruleset-clash`` (``key`` against ``other``).
    """
    if not isinstance(data, dict):
        raise Refused("ruleset")
    for key, value in data.items():
        _check(key, value)
    rules = Ruleset(**data)
    if rules.captains == 2 and rules.polyplayed:
        raise Refused("ruleset-clash", None, {"key": "polyplayed", "other": "captains"})
    if rules.captains == 2 and rules.players != 22:
        raise Refused("ruleset-clash", None, {"key": "captains", "other": "players"})
    return rules


def written(rules: Ruleset) -> dict[str, JSON]:
    """Every number written out, as a match stores it: ``ruleset(written(r)) == r``."""
    return asdict(rules)


def name(rules: Ruleset) -> Name:
    """How the match is called: royale while articles II (11 v 11) and VI (4 PP) are kept."""
    kept = rules.players == 11 and rules.pp == 4
    return Name("royale" if kept else "soule", rules.polyplayed)


_CHOICES: dict[str, tuple[JSON, ...]] = {
    "players": (11, 22),
    "captains": (1, 2),
    "pp": (4, 3),
    "max_turns": (None, *range(1, LONGEST + 1)),
    "substitutions": (False, True),
    "polyplayed": (False, True),
    "missing_initial": (1, 2, 3),
}


def _check(key: str, value: JSON) -> None:
    if key == "preset":
        raise Refused("preset", None, {"key": key})
    if key not in _CHOICES:
        raise Refused("ruleset-key", None, {"key": str(key)[:40]})
    # True is no 1 and 11.0 no 11: the type must be the choice's own.
    if not any(value == choice and type(value) is type(choice) for choice in _CHOICES[key]):
        raise Refused("ruleset-value", None, {"key": key})
