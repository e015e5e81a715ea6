"""Matches: created with a sealed seed, announced with a first draw (rules/fairness.md, 1)."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction

from games import fairness, registry
from games.contract import JSON, Refused, Side
from games.models import Match, Seat, Team, User
from games.notify import outbox
from games.selectors.people import shared_commander
from games.selectors.roles import may_referee
from games.services.course import case_lock, turn_open
from games.services.ledger import Ledger

ANNOUNCED_AHEAD = timedelta(days=3)
"""An official match's first strike is drawn at least this long before its first game time."""

WORDS_OPEN = timedelta(hours=24)
"""How long an official match's captains have, at least, to add a word of their own."""

MOMENT = timedelta(minutes=1)
"""Within it the very same act of the same person is a double click."""

FURTHEST = timedelta(days=366)
"""No game time is set further ahead: what lies beyond is a slip of the pen."""

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


@transaction.atomic
def match_create(
    *,
    game: str,
    kind: str,
    teams: Mapping[Side, Team],
    ruleset: JSON,
    pace: JSON,
    first_game_time: datetime,
    now: datetime,
    by: str = "system",
    actor: User | None = None,
    referee: User | None = None,
    why: str = "",
) -> Match:
    """Create a match: its seed is sealed, and the commitment public, before anything is drawn.

    Raises Refused for a ruleset that the game cannot take, for a first game time in the past or
    over a year ahead, for one that is no friendly and to be played at once
    (``at-once-official``), for teams that may not meet and for what was created a moment ago
    (``act-repeated``: a double click).
    """
    ruleset = registry.get(game).engine.pin(ruleset)
    game_time_check(first_game_time, now)
    if kind != Match.Kind.FRIENDLY and pace["at_once"]:
        raise Refused("at-once-official")
    teams_meet(teams["A"], teams["B"])
    _is_new(actor, game, teams, first_game_time, now)
    seed = secrets.token_bytes(fairness.SEED_BYTES)
    match = Match.objects.create(
        public_id="".join(secrets.choice(ALPHABET) for _ in range(8)),
        game=game,
        kind=kind,
        ruleset=ruleset,
        pace=pace,
        referee=referee,
        created_at=now,
        first_game_time=first_game_time,
        seed=seed,
        commitment=fairness.commitment(seed),
    )
    seats = Seat.objects.bulk_create(Seat(match=match, side=s, team=teams[s]) for s in teams)
    _created(match, seats, _reason(why), now=now, by=by, actor=actor)
    return match


@transaction.atomic
def word_say(*, match: Match, side: Side, text: str, now: datetime, actor: User) -> None:
    """Add a captain's word to the match's chance; public at once, and final.

    Raises Refused after the announcement, for a second word, and for one that is too long.
    """
    case = case_lock(match)
    seat = case.seats[side]
    word = fairness.clean_word(text.strip())
    if case.match.status != Match.Status.CREATED:
        raise Refused("words-closed")
    if not word or seat.word:
        raise Refused("word-empty" if not word else "word-said")
    seat.word = word
    seat.save(update_fields=("word",))
    ledger = Ledger()
    data = {"side": side, "text": word}
    ledger.line(case.match, "word", data, now=now, by=f"captain:{side}", actor=actor)
    ledger.write()


@transaction.atomic
def match_announce(
    *, match: Match, now: datetime, by: str = "system", actor: User | None = None, why: str = ""
) -> Match:
    """Announce a match: the first draws are made and the initial's window opens.

    Raises Refused for a referee of one of the teams, when it is announced already, when the first
    game time is past, or, for an official one, less than three days ahead or when the captains
    had less than a day for a word.
    """
    case = case_lock(match)
    match = case.match
    if by == "referee" and (actor is None or not may_referee(match, actor)):
        raise Refused("not-its-referee")
    _may_be_announced(match, now)
    engine = case.game.engine
    stream = case.stream()
    step = engine.start(match.ruleset, stream)
    match.status, match.announced_at = Match.Status.PLAYING, now
    match.draws_made = len(stream.drawn)
    ledger = Ledger()
    outbox.announced(ledger.notices, match, case.seats.values(), now)
    at_once = engine.awaits(step.state).mode == "one"
    game_time = match.first_game_time + (match.limit if at_once else timedelta())
    turn = turn_open(ledger, case, number=0, state=step.state, game_time=game_time, now=now)
    turn.events = [list(event) for event in step.events]
    turn.draws = [list(draw) for draw in stream.drawn]
    public = [draw for draw in turn.draws if draw[1] not in engine.SECRET_DRAWS]
    data = {"draws": public} | _reason(why)
    line = ledger.line(match, "announced", data, now=now, by=by, actor=actor)
    ledger.post(match, now=now, line=line)
    ledger.write()
    return match


def game_time_check(game_time: datetime, now: datetime) -> None:
    """Raises Refused for a game time that cannot be set at ``now``: past, or over a year ahead."""
    if game_time <= now:
        raise Refused("game-time-past")
    if game_time - now > FURTHEST:
        raise Refused("game-time-far")


def teams_meet(team: Team, other: Team) -> None:
    """Lock two teams that are to meet; in the caller's transaction.

    Raises Refused: ``same-team``; ``shared-captain``, for nobody may see the orders of both sides.
    """
    if team == other:
        raise Refused("same-team")
    list(Team.objects.select_for_update().filter(pk__in=(team.pk, other.pk)).order_by("pk"))
    shared = shared_commander(team, other)
    if shared is not None:
        raise Refused("shared-captain", facts={"name": shared.username})


def _is_new(
    actor: User | None, game: str, teams: Mapping[Side, Team], first: datetime, now: datetime
) -> None:
    if actor is None:
        return
    own = Match.objects.filter(journal__kind="created", journal__actor=actor)
    same = own.filter(game=game, first_game_time=first, created_at__gt=now - MOMENT)
    for side, team in teams.items():
        same = same.filter(seats__side=side, seats__team=team)
    if same.exists():
        raise Refused("act-repeated")


def _created(
    match: Match, seats: list[Seat], reason: JSON, *, now: datetime, by: str, actor: User | None
) -> None:
    """The journal's first line; a notice and a mail of it but where the announcement follows."""
    ledger = Ledger()
    data = {"game": match.game, "ruleset": match.ruleset, "commitment": match.commitment, **reason}
    line = ledger.line(match, "created", data, now=now, by=by, actor=actor)
    if match.kind != Match.Kind.FRIENDLY:
        ledger.post(match, now=now, line=line)
        outbox.created(ledger.notices, match, seats, now)
    ledger.write()


def _may_be_announced(match: Match, now: datetime) -> None:
    if match.status != Match.Status.CREATED:
        raise Refused("already-announced")
    if match.first_game_time <= now:
        raise Refused("game-time-past")
    if match.kind == Match.Kind.FRIENDLY:
        return
    if match.first_game_time - now < ANNOUNCED_AHEAD:
        raise Refused("announced-late", facts={"days": ANNOUNCED_AHEAD.days})
    if now - match.created_at < WORDS_OPEN:
        raise Refused("words-open", facts={"hours": 24})


def _reason(why: str) -> JSON:
    """The reason in the journal's data, where somebody has given one."""
    return {"why": why} if why else {}
