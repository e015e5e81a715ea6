"""Turns as they are told: the sheet that a game's pages put into words."""

import logging
from collections.abc import Iterable
from typing import Any

from games import registry
from games.contract import JSON, SIDES, Awaits, Cast, Refused, Sheet, Side, tell
from games.models import Match, Player, Seat, Turn

logger = logging.getLogger(__name__)


def casts_of(match: Match, seats: Iterable[Seat]) -> dict[Side, Cast]:
    """Both sides by name: the announced line-ups, or who takes the field while there is none.

    One query for all names; seats come with their teams.
    """
    by_side = {seat.side: seat for seat in seats}
    teams = [seat.team_id for seat in by_side.values()]
    players = list(Player.objects.filter(team__in=teams))
    squad = registry.get(match.game).engine.squad(match.ruleset)
    return {side: _cast(by_side[side], players, squad.players) for side in SIDES}


def _cast(seat: Seat, players: list[Player], needed: int) -> Cast:
    if seat.line_up is None:
        roster = [each for each in players if each.team_id == seat.team_id and not each.left_at]
        return Cast(seat.team.name, tuple(each.name for each in roster[:needed]))
    names = {each.pk: each.name for each in players}
    entries = [*seat.line_up["players"], *seat.line_up["bench"]]
    keeper = seat.line_up.get("keeper")
    return Cast(
        seat.team.name,
        tuple(names.get(each["player"], "") for each in entries),
        names.get(keeper["player"], "") if keeper else "",
    )


def named_line_up(seat: Seat) -> dict[str, Any]:
    """The announced line-up with its names, as the engine and the match file have it."""
    names = {player.pk: player.name for player in seat.team.players.all()}
    line_up = seat.line_up or {"players": [], "bench": []}

    def named(entry: dict[str, Any]) -> dict[str, Any]:
        return {**{k: v for k, v in entry.items() if k != "player"}, "name": names[entry["player"]]}

    keeper = line_up.get("keeper")
    return {
        "name": seat.team.name,
        "players": [named(entry) for entry in line_up["players"]],
        "bench": [named(entry) for entry in line_up["bench"]],
        **({"keeper": named(keeper)} if keeper else {}),
    }


def view_of(match: Match, viewer: Side | None = None) -> Any | None:
    """What ``viewer`` (None: everybody) may see of the situation; None before the announcement.

    None too for a state that cannot be read: one broken match does not close a page of many.
    """
    if match.turn is None:
        return None
    engine, turn = registry.get(match.game).engine, match.turn
    try:
        state = engine.load(turn.before if turn.after is None else turn.after)
    except Refused:
        logger.exception("match %s: its state cannot be read", match.public_id)
        return None
    return engine.show(state, viewer)


def awaits_of(match: Match) -> Awaits:
    """Whose orders the open turn waits for; no slot while none is open."""
    if match.turn is None or not match.turn.is_open:
        return Awaits(())
    engine = registry.get(match.game).engine
    return engine.awaits(engine.load(match.turn.before))


def order_of(published: JSON) -> str | None:
    """The order that was played; None for one that came too late to be."""
    return None if published["class"] == "missing" else published["text"]


def sheet_of(match: Match, turn: Turn, casts: dict[Side, Cast]) -> Sheet:
    """All that is told of a closed turn; of one that was not played, without events."""
    engine = registry.get(match.game).engine
    before = engine.load(turn.before)
    after = before if turn.after is None else engine.load(turn.after)
    return Sheet(
        ruleset=match.ruleset,
        number=turn.number,
        before=engine.show(before, None),
        events=tuple(tell(map(tuple, turn.events), engine)),
        after=engine.show(after, None),
        orders={slot: order_of(order) for slot, order in turn.orders.items()},
        outcome=engine.outcome(after),
        cast=casts,
    )
