"""Random matches of pied-balle, each turn checked: ``python -m tests.piedballe.fuzz [MATCHES]``."""

import sys
from collections import Counter
from typing import Any

from games.replay import Played as Replayed
from games.replay import replay
from piedballe import engine
from tests.piedballe.laws import check
from tests.piedballe.plays import Chance, played

RULESETS: list[dict[str, Any]] = [
    {"preset": preset, "figures": figures} for preset in ("lively", "classic") for figures in (3, 4)
]
LONGEST = 2000
"""No match has more turns than this."""


def one(seed: int) -> str:
    """Play a match to its end, check every turn, replay it from its file; how it ended."""
    ruleset, draw = RULESETS[seed % len(RULESETS)], Chance(seed)
    turns, state = [], None
    for turn in played(seed, ruleset, draw):
        check(turn)
        turns.append({"orders": turn.orders})
        state = turn.after
        assert len(turns) < LONGEST
    assert state is not None
    outcome = engine.outcome(state)
    assert outcome is not None
    file = {
        "format": 1,
        "game": "piedballe",
        "ruleset": ruleset,
        "line_ups": line_ups(state),
        "draws": draw.drawn,
        "turns": turns,
    }
    last = [step for step in replay(file, engine) if isinstance(step, Replayed)][-1]
    assert last.state == state
    return f"{outcome.reason} {outcome.winner}"


def line_ups(state: Any) -> dict[str, Any]:
    """The line-ups that a state's figures came from."""
    traits = ("agility", "strength", "robustness")
    told: dict[str, Any] = {"A": {"players": []}, "B": {"players": []}}
    for name, figure in state.figures.items():
        entry = {trait: getattr(figure, trait) for trait in traits}
        if not name.endswith("G"):
            told[name[0]]["players"].append(entry)
        elif not figure.system:
            told[name[0]]["keeper"] = entry
    return told


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    ends = Counter(one(seed) for seed in range(count))
    print(f"{count} matches:", ", ".join(f"{end} {n}" for end, n in sorted(ends.items())))


if __name__ == "__main__":
    main()
