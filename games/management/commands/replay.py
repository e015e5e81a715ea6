"""``manage.py replay FILE... [--json]``: play match files with no database (docs/match-file.md)."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandParser

from games import registry
from games.contract import JSON, Refused, tell
from games.registry import Game
from games.replay import Halted, Played, Result, replay


class Command(BaseCommand):
    """Replays match files; exit status 2 when one of them could not be played to its end."""

    help = "Replay match files: each turn's state, events and outcome, then the result."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        broken = False
        for name in options["files"]:
            for line in lines(name):
                broken |= "refused" in line
                self.stdout.write(orjson.dumps(line).decode())
        if broken:
            sys.exit(2)


def lines(name: str) -> Iterator[dict[str, JSON]]:
    """What ``--json`` prints for one file: its turns, its result, or where it was refused."""
    try:
        file = _file(name)
        game = _game(file)
        for step in replay(file, game.engine):
            yield {"file": name, **_line(step, game)}
    except Halted as halted:
        yield {"file": name, **_refusal(halted)}


def _file(name: str) -> JSON:
    try:
        return orjson.loads(Path(name).read_bytes())
    except OSError:
        raise Halted(None, None, Refused("unreadable")) from None
    except orjson.JSONDecodeError:
        raise Halted(None, None, Refused("json")) from None


def _game(file: JSON) -> Game:
    key = file.get("game") if isinstance(file, dict) else None
    try:
        return registry.get(str(key))
    except LookupError:
        raise Halted(None, None, Refused("game", None, {"game": str(key)[:40]})) from None


def _line(step: Played[Any] | Result, game: Game) -> dict[str, JSON]:
    if isinstance(step, Result):
        return {"result": step.result}
    return {
        "turn": step.turn,
        "state": game.engine.show(step.state, None),
        "events": tell(step.events, game.engine),
        "outcome": step.outcome and step.outcome._asdict(),
    }


def _refusal(halted: Halted) -> dict[str, JSON]:
    refused = halted.refused
    about = {"kind": refused.kind, "place": refused.place, **refused.facts}
    return {"turn": halted.turn, "slot": halted.slot, "refused": about}
