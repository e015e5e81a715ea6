"""The ruleset of a match of pied-balle: every number that it may set (docs/rules/piedballe.md).

Pure: typed, validated once when the match is announced, then trusted.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from games.contract import JSON, Refused

ATTRIBUTES = ("agility", "strength", "robustness")
USUAL = 3
"""What each attribute of a system's keeper is, and of a figure of whom nothing is told."""


@dataclass(frozen=True)
class Ruleset:
    """What a match may change; the defaults are the preset ``classic``."""

    figures: int = 4
    success_at: int = 9
    easy: int = 2
    medium: int = 0
    hard: int = -1
    run: int = 6
    goals: int = 5
    max_rounds: int = 20
    attribute_points: int = 9
    attribute_max: int = 5

    @property
    def usual(self) -> int:
        """Each attribute of a figure of whom nothing is told."""
        return min(USUAL, self.attribute_max, self.attribute_points // len(ATTRIBUTES))


PRESETS: Mapping[str, Mapping[str, int]] = {
    "classic": {},
    "lively": {"success_at": 8, "hard": -3, "max_rounds": 12, "attribute_max": 4},
}
"""Sets of rules by name. piedballe.md, Sides and start."""


def ruleset(data: JSON) -> Ruleset:
    """The ruleset that ``data`` (a preset, and what differs from it) says.

    Refused: ``ruleset`` (no object), ``ruleset-key`` (unknown key), ``preset`` (unknown set),
    ``ruleset-value`` (wrong type or out of range).
    """
    if not isinstance(data, dict):
        raise Refused("ruleset")
    preset = data.get("preset", "classic")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Refused("preset", None, {"key": str(preset)[:40]})
    own = {key: value for key, value in data.items() if key != "preset"}
    for key, value in own.items():
        _check(key, value)
    return Ruleset(**{**PRESETS[preset], **own})


def written(rules: Ruleset) -> dict[str, JSON]:
    """Every number written out, as a match stores it: ``ruleset(written(r)) == r``."""
    return asdict(rules)


_RANGES: Mapping[str, range] = {
    "figures": range(3, 5),
    "success_at": range(2, 31),
    "easy": range(-20, 21),
    "medium": range(-20, 21),
    "hard": range(-20, 21),
    "run": range(1, 31),
    "goals": range(1, 100),
    "max_rounds": range(1, 100),
    "attribute_points": range(16),
    "attribute_max": range(6),
}


def _check(key: str, value: JSON) -> None:
    if key not in _RANGES:
        raise Refused("ruleset-key", None, {"key": str(key)[:40]})
    if type(value) is not int or value not in _RANGES[key]:
        raise Refused("ruleset-value", None, {"key": key})
