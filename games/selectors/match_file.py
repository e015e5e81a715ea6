"""A match in the open match format, to export, replay and verify (docs/match-file.md)."""

from typing import Any

from games import fairness, registry
from games.contract import tell
from games.models import JournalLine, Match, Seat, Turn
from games.replay import FORMAT
from games.selectors.reports import named_line_up, order_of


def match_file_of(match: Match) -> dict[str, Any]:
    """The whole of a finished match: everything in it is public."""
    seats = {seat.side: seat for seat in match.seats.select_related("team")}
    turns = list(match.turns.order_by("id"))
    return {
        "format": FORMAT,
        "game": match.game,
        "ruleset": match.ruleset,
        "line_ups": {side: _line_up(seat) for side, seat in seats.items()},
        "draws": _draws(turns),
        "turns": [_turn(match, turn) for turn in turns],
        "result": {
            "winner": match.winner or None,
            "reason": match.reason,
            "turn": match.turn.number if match.turn else None,
        },
        "match_id": match.public_id,
        "commitment": match.commitment,
        "seed": bytes(match.seed).hex(),
        "words": {side: seat.word for side, seat in seats.items()},
        "pace": match.pace,
        "strikes": [
            {
                "side": strike.side,
                "turn": strike.turn.number,
                "kind": strike.kind,
                "waived": strike.waived_at is not None,
            }
            for strike in match.strikes.select_related("turn")
        ],
        "journal": [_line(line) for line in match.journal.all()],
        "head": {"n": match.head_n, "hash": match.head_hash},
    }


def _line_up(seat: Seat) -> dict[str, Any]:
    return {part: told for part, told in named_line_up(seat).items() if told}


def _draws(turns: list[Turn]) -> list[dict[str, Any]]:
    names = ("n", "purpose", "bound", "value")
    draws = {draw[0]: dict(zip(names, draw, strict=True)) for turn in turns for draw in turn.draws}
    return [draws[n] for n in sorted(draws)]


def _turn(match: Match, turn: Turn) -> dict[str, Any]:
    engine, played = registry.get(match.game).engine, turn.ending == Turn.Ending.PLAYED
    told: dict[str, Any] = {
        "number": turn.number,
        "orders": {slot: order_of(order) for slot, order in turn.orders.items()},
        "orders_meta": {
            slot: {key: order[key] for key in ("nonce", "receipt", "at", "by")}
            for slot, order in turn.orders.items()
            if order["text"] is not None
        },
        "engine": turn.engine,
        "draw_from": turn.draws[0][0] if turn.draws and played else None,
        "events": tell(map(tuple, turn.events), engine),
    }
    if turn.amend is not None:
        told["amend"] = turn.amend
    if turn.after is not None:
        told["state"] = engine.show(engine.load(turn.after), None)
    if not played:
        told["unplayed"] = True
    return told


def _line(line: JournalLine) -> dict[str, Any]:
    return fairness.journal_line(line.n, line.at, line.kind, line.by, line.data, line.prev)
