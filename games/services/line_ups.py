"""Line-ups: which players of the roster a side fields, announced before the first game time.

A seat stores ``{"players": [{"player": id, trait: n, ...}], "bench": [...], "keeper"?: {...}}``:
names are resolved when they are read. The engine gets the same with names in place of ids.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction

from games import registry
from games.contract import JSON, Refused, Side
from games.models import Match, Player, Seat, User
from games.selectors.reports import named_line_up
from games.services.course import Case, case_lock
from games.services.ledger import Ledger


class RosterTooShort(Exception):
    """A side has announced no line-up, and its roster cannot make one."""


def line_up_of(
    players: Iterable[Player],
    bench: Iterable[Player],
    *,
    keeper: Player | None = None,
    traits: Mapping[int, Mapping[str, int]] = MappingProxyType({}),
) -> JSON:
    """A line-up as a seat stores it."""

    def entry(player: Player) -> dict[str, int]:
        return {"player": player.pk, **traits.get(player.pk, {})}

    return {
        "players": [entry(player) for player in players],
        "bench": [entry(player) for player in bench],
        **({"keeper": entry(keeper)} if keeper else {}),
    }


def line_up_announce(
    ledger: Ledger,
    match: Match,
    seat: Seat,
    line_up: JSON,
    *,
    now: datetime,
    by: str = "system",
    actor: User | None = None,
) -> None:
    """Announce a side's line-up: a public line of the journal; in the caller's transaction."""
    seat.line_up = line_up
    ledger.seats.append(seat)
    data = {"side": seat.side, "line_up": line_up}
    ledger.line(match, "line-up", data, now=now, by=by, actor=actor)


def field(ledger: Ledger, match: Match, seat: Seat, *, now: datetime) -> dict[str, Any]:
    """The line-up that takes the field: the announced one, else the roster's first players.

    Raises RosterTooShort when there are not enough (rules/soule.md, Line-up not announced).
    """
    if seat.line_up is None:
        needed = registry.get(match.game).engine.squad(match.ruleset).players
        roster = [player for player in seat.team.players.all() if player.left_at is None]
        if len(roster) < needed:
            raise RosterTooShort
        line_up_announce(ledger, match, seat, line_up_of(roster[:needed], []), now=now)
    return named_line_up(seat)


@transaction.atomic
def line_up_change(
    *,
    match: Match,
    side: Side,
    players: list[int],
    bench: list[int],
    keeper: int | None = None,
    traits: Mapping[int, Mapping[str, int]] = MappingProxyType({}),
    now: datetime,
    actor: User,
) -> None:
    """A captain announces his line-up (ids of his roster's players, number 1 first), or a new one.

    ``traits`` are of some of them, by id.

    Refused from the first game time on (``line-up-closed``), unless the match is paused or held
    then and its initial still to come; for somebody who is not of the
    roster or named twice (``line-up-player``), for too many or too few (``line-up-count``), and by
    the game for what its rules cannot take.
    """
    case = case_lock(match)
    seat = case.seats[side]
    _check_open(case, now)
    roster = {player.pk: player for player in seat.team.players.all() if player.left_at is None}
    named = [*players, *bench, *([keeper] if keeper else [])]
    if len(set(named)) < len(named) or not roster.keys() >= set(named):
        raise Refused("line-up-player")
    squad = case.game.engine.squad(case.match.ruleset)
    surplus = (bench and not squad.bench) or (keeper and not squad.keeper)
    if len(players) != squad.players or surplus:
        raise Refused("line-up-count", facts={"needed": squad.players, "has": len(players)})
    ledger = Ledger()
    line_up = line_up_of(
        [roster[pk] for pk in players],
        [roster[pk] for pk in bench],
        keeper=roster[keeper] if keeper else None,
        traits=traits,
    )
    line_up_announce(ledger, case.match, seat, line_up, now=now, by=f"captain:{side}", actor=actor)
    _check_seat(case, side)
    ledger.post(case.match, now=now, line=ledger.lines[-1])
    ledger.write()


def _check_open(case: Case, now: datetime) -> None:
    """Refused unless the initial is still to come."""
    match, turn = case.match, case.match.turn
    stands = match.paused_at is not None or match.held
    begun = turn is not None and (turn.number > 0 or (now >= turn.game_time and not stands))
    if match.is_over or begun:
        raise Refused("line-up-closed")


def _check_seat(case: Case, side: Side) -> None:
    """Refused, by the game, for a line-up that its rules cannot take."""
    engine = case.game.engine
    # The draws do not matter here, so none is made.
    state = engine.start(case.match.ruleset, lambda _purpose, _bound: 0).state
    engine.seat(state, side, named_line_up(case.seats[side]))
