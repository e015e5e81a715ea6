"""The ruleset: its keys, their ranges, and what does not go together (docs/match-file.md)."""

from dataclasses import fields
from typing import Any

import pytest

from games.contract import Refused
from soule.rules import Name, Ruleset, name, ruleset, written


def test_without_a_key_it_is_a_soule_royale() -> None:
    assert ruleset({}) == Ruleset(11, 1, 4, 7, False, False, 2)


@pytest.mark.parametrize(
    "data",
    [
        {"players": 22},
        {"players": 22, "captains": 2},
        {"players": 22, "polyplayed": True},
        {"pp": 3},
        {"max_turns": None},
        {"max_turns": 1},
        {"substitutions": True},
        {"polyplayed": True},
        {"missing_initial": 1},
        {"missing_initial": 3},
    ],
)
def test_what_may_differ(data: dict[str, Any]) -> None:
    rules = ruleset(data)
    assert written(rules).items() >= data.items()
    assert ruleset(written(rules)) == rules


def test_every_number_is_written_out() -> None:
    assert written(ruleset({})).keys() == {key.name for key in fields(Ruleset)}
    assert written(ruleset({})) == written(ruleset({"pp": 4, "max_turns": 7}))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("players", wrong) for wrong in (0, 10, 12, 33, 11.0, "11", None, True)),
        *(("captains", wrong) for wrong in (0, 3, True, 1.0, "1", None)),
        *(("pp", wrong) for wrong in (0, 2, 5, -4, 4.0, "4", None, [4])),
        *(("max_turns", wrong) for wrong in (0, -1, True, 7.0, "7", 1000, 10**30)),
        *(("substitutions", wrong) for wrong in (0, 1, "yes", None)),
        *(("polyplayed", wrong) for wrong in (0, 1, "yes", None)),
        *(("missing_initial", wrong) for wrong in (0, 4, -2, True, 2.0, None)),
    ],
)
def test_a_wrong_value_is_refused_with_its_key(key: str, value: Any) -> None:
    with pytest.raises(Refused) as refused:
        ruleset({key: value})
    assert (refused.value.kind, refused.value.facts) == ("ruleset-value", {"key": key})


@pytest.mark.parametrize("key", ["Players", "goals", "", "grace"])
def test_an_unknown_key_is_refused_with_its_name(key: str) -> None:
    with pytest.raises(Refused) as refused:
        ruleset({"pp": 3, key: 1})
    assert (refused.value.kind, refused.value.facts) == ("ruleset-key", {"key": key})


def test_soule_has_no_preset() -> None:
    with pytest.raises(Refused) as refused:
        ruleset({"preset": "classic"})
    assert refused.value.kind == "preset"


@pytest.mark.parametrize("data", [None, [], "royale", 4])
def test_a_ruleset_is_an_object(data: Any) -> None:
    with pytest.raises(Refused) as refused:
        ruleset(data)
    assert refused.value.kind == "ruleset"


@pytest.mark.parametrize(
    ("data", "key", "other"),
    [
        ({"players": 22, "captains": 2, "polyplayed": True}, "polyplayed", "captains"),
        ({"captains": 2}, "captains", "players"),
    ],
)
def test_what_does_not_go_together(data: dict[str, Any], key: str, other: str) -> None:
    with pytest.raises(Refused) as refused:
        ruleset(data)
    assert refused.value == Refused("ruleset-clash", None, {"key": key, "other": other})


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({}, Name("royale", False)),
        ({"max_turns": None, "substitutions": True}, Name("royale", False)),
        ({"pp": 3}, Name("soule", False)),
        ({"players": 22}, Name("soule", False)),
        ({"polyplayed": True}, Name("royale", True)),
        ({"polyplayed": True, "pp": 3}, Name("soule", True)),
    ],
)
def test_what_a_match_may_call_itself(data: dict[str, Any], expected: Name) -> None:
    assert name(ruleset(data)) == expected


@pytest.mark.parametrize(
    ("data", "slots"),
    [
        ({}, {"A": (0, 11), "B": (11, 22)}),
        ({"players": 22}, {"A": (0, 22), "B": (22, 44)}),
        (
            {"players": 22, "captains": 2},
            {"A1": (0, 11), "A2": (11, 22), "B1": (22, 33), "B2": (33, 44)},
        ),
        ({"polyplayed": True}, {f"{'AB'[m // 11]}{m % 11 + 1}": (m, m + 1) for m in range(22)}),
    ],
)
def test_who_orders_for_whom(data: dict[str, Any], slots: dict[str, tuple[int, int]]) -> None:
    found = ruleset(data).slots
    assert {slot: (men.start, men.stop) for slot, men in found.items()} == slots
    assert list(found) == list(slots)
