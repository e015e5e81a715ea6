"""``manage.py replay FILE... [--json]``: play match files with no database (docs/match-file.md)."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandParser
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games import registry
from games.contract import JSON, SIDES, Cast, Refused, Sheet, Side, tell
from games.registry import Game
from games.replay import Halted, Played, Result, replay

Step = Played[Any] | Result | Halted
Telling = Callable[[str, JSON, Step], str]


class Command(BaseCommand):
    """Replays match files; exit status 2 when one of them could not be played to its end."""

    help = "Replay match files: each turn's state, events and outcome, then the result."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        told = _as_json if options["json"] else _as_text
        broken = [name for name in options["files"] if not self._replay(name, told)]
        if broken:
            sys.exit(2)

    def _replay(self, name: str, told: Telling) -> bool:
        """Whether the file could be played to its end; each step is printed as it is played."""
        file: JSON = None
        try:
            file = _file(name)
            game = _game(file)
            for step in replay(file, game.engine):
                self.stdout.write(told(name, file, step))
        except Halted as halted:
            self.stdout.write(told(name, file, halted))
            return False
        return True


def _as_json(name: str, file: JSON, step: Step) -> str:
    """A turn, the result, or where the file was refused, as one JSON object on a line."""
    match step:
        case Halted():
            told = _refusal(step)
        case Result():
            told = {"result": step.result}
        case Played():
            told = _turn(step, _game(file))
    return _dumped({"file": name, **told})


def _as_text(name: str, file: JSON, step: Step) -> str:
    """A turn's report as the site posts it as text, the result, or the place and the reason."""
    match step:
        case Halted():
            return f"{name}: {_refusal_said(file, step)}"
        case Result():
            return f"{name}: {_dumped(step.result)}"
        case Played():
            game = _game(file)
            context = game.pages.report(_sheet(file, game, step))
            return render_to_string(f"{game.key}/report.txt", context)


def _sheet(file: JSON, game: Game, step: Played[Any]) -> Sheet:
    return Sheet(
        ruleset=file.get("ruleset", {}),
        number=step.turn,
        before=game.engine.show(step.before, None),
        events=tuple(tell(step.events, game.engine)),
        after=game.engine.show(step.state, None),
        orders=step.orders,
        outcome=step.outcome,
        cast=_casts(file),
    )


def _casts(file: JSON) -> dict[Side, Cast]:
    """The sides by name, as far as the file names them."""
    told = {side: (file.get("line_ups") or {}).get(side) or {} for side in SIDES}
    return {
        side: Cast(
            line_up.get("name", side),
            tuple(
                player.get("name", "")
                for part in ("players", "bench")
                for player in line_up.get(part, [])
            ),
            (line_up.get("keeper") or {}).get("name", ""),
        )
        for side, line_up in told.items()
    }


def _refusal_said(file: JSON, halted: Halted) -> str:
    """The turn, the slot, the place and the reason in one line."""
    refused = halted.refused
    where = [_("turn %(n)s") % {"n": halted.turn}] if halted.turn is not None else []
    where += [halted.slot] if halted.slot else []
    if halted.slot:
        return f"{', '.join(where)}: {_game(file).pages.refusal(refused, _casts(file))}"
    facts = ", ".join(f"{key} {value}" for key, value in refused.facts.items())
    return ": ".join(filter(None, [", ".join(where), refused.kind, facts]))


def _dumped(data: JSON) -> str:
    return orjson.dumps(data).decode()


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
        return registry.get(str(key).replace("-", ""))  # pied-balle, as it is spelt
    except LookupError:
        raise Halted(None, None, Refused("game", None, {"game": str(key)[:40]})) from None


def _turn(step: Played[Any], game: Game) -> dict[str, JSON]:
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
