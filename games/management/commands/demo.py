"""``manage.py demo``: people, teams and matches in play, for a site that has nobody yet.

Everything is done by the same services as in earnest, at moments of the last days; the players'
orders are the bots' (each from what its captain would see).
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.text import slugify

from games import fairness, registry
from games.contract import JSON, SIDES, Side, side_of
from games.forms import pace_of
from games.models import Match, Notice, Player, Team, User
from games.selectors.clock import now as this_moment
from games.selectors.reports import awaits_of
from games.services.matches import match_announce, match_create
from games.services.orders import Author, order_submit
from games.services.people import co_captain_name, player_add, team_create
from games.services.posts import post_write
from games.services.turns import turn_play_if_due

PASSWORD = "soule-1447"
SOON = timedelta(minutes=4)
DAY = timedelta(days=1)

ROSTERS = {
    "Valcombe": "Mahaut Aubin Perrin Gautier Ysabeau Colin Thibaud Odon Guillemette Bertin Renaude",
    "Montclar": "Josse Hersent Foulques Ameline Drogon Alix Béranger Clarisse Landry Tiphaine Guy",
    "Hautmont": "Sybille Anseau Barthélemy Edme Garin Héloïse Lambert Marie Nicole Ogier Pernelle",
    "Brézé": "Raoul Agnès Denis Emeline Ferry Gontran Isabeau Jourdain Léonor Milon Odile",
    "Paillebourg": "Chiffon Bâton Paillasse Loque Fétu Sabot Houppe Frusque Corbin Bidon Jars",
    "Tournevent": "Aile Meule Trémie Blutoir Vanne Rouet Farine Bief Son Nielle Ivraie",
}
CAPTAINS = {"Valcombe": "mahaut", "Montclar": "josse", "Hautmont": "sybille", "Brézé": "raoul"}
PEOPLE = (*CAPTAINS.values(), "aubin", "anselme", "admin")
BOTS = ("Paillebourg", "Tournevent")
TALK = (
    (
        "mahaut",
        "*Elle essuya la boue de son front et compta les siens.* Onze debout. « Demain, on "
        "les tient là. »",
    ),
    (
        "josse",
        "« Les tenir ? » Josse cracha un brin d’herbe. « Une porte, ça s’enfonce à quatre. »",
    ),
    (
        "aubin",
        "On l’avait couché contre la haie, un linge mouillé sur la tempe. « Combien "
        "étaient-ils ? » Quatre, lui dit-on. « Alors ça va. »",
    ),
)


class Command(BaseCommand):
    """Fill an empty site; do nothing to one that has people."""

    help = "Load demo people, teams and matches in play, unless the site has people already."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.exists():
            return
        with transaction.atomic():
            _Demo(this_moment()).load()
        self.stdout.write(
            f"Demo loaded. Password for all: {PASSWORD}\n"
            "  mahaut    captain of Valcombe: a game time in four minutes, and a match against a"
            " bot that is played as soon as you send\n"
            "  josse     captain of Montclar\n"
            "  aubin     co-captain of Valcombe\n"
            "  anselme   referee (the office, /office/)\n"
            "  admin     looks after the site\n"
        )


class _Demo:
    """The story of the last days, told once."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.zone = settings.DEFAULT_ZONE
        self.users: dict[str, User] = {}
        self.teams: dict[str, Team] = {}

    def load(self) -> None:
        self._people()
        for game in registry.games():
            if game.alternates:
                self._matches_in_turns(game)
            else:
                self._matches_by_the_hour(game.key)
        Notice.objects.update(try_at=None)  # old news: nobody is mailed about it

    def _people(self) -> None:
        for name in PEOPLE:
            self.users[name] = User.objects.create_user(
                name,
                address_of(name),
                PASSWORD,
                is_staff=name in ("anselme", "admin"),
                is_superuser=name == "admin",
            )
        for team in ROSTERS:
            self.teams[team] = self._team(team, self.now - 30 * DAY)
        aubin = Player.objects.get(team=self.teams["Valcombe"], name="Aubin")
        aubin.user = self.users["aubin"]
        aubin.save()
        co_captain_name(player=aubin, actor=self.users["mahaut"])

    def _team(self, name: str, at: datetime) -> Team:
        first, *others = ROSTERS[name].split()
        if name in CAPTAINS:
            captain = self.users[CAPTAINS[name]]
            team = team_create(name=name, captain=captain, character=first, villagers=False, now=at)
        else:
            team = Team.objects.create(name=name, slug=slugify(name), bot=True, created_at=at)
            player_add(team=team, name=first, now=at)
        for other in others:
            player_add(team=team, name=other, now=at)
        return team

    def _matches_by_the_hour(self, game: str) -> None:
        soon = self._game_time_at(self.now + SOON)
        evening = time(21)
        duel = self._match(game, "Valcombe", "Montclar", Match.Kind.OFFICIAL, soon, days=3)
        self._play(duel, talk=TALK)
        self._send(duel, "B", self.now - timedelta(hours=2))
        other = self._match(game, "Hautmont", "Brézé", Match.Kind.OFFICIAL, evening, days=3)
        self._play(other, late=(1, "A"), silent=(2, "B"))
        self._send(other, "A", self.now - timedelta(minutes=30))
        over = self._match(game, "Brézé", "Valcombe", Match.Kind.ELIMINATION, evening, days=25)
        self._play(over)
        bots = self._match(game, *BOTS, Match.Kind.FRIENDLY, evening, days=4)
        self._play(bots)
        self._match(game, "Valcombe", BOTS[0], Match.Kind.FRIENDLY, evening, days=-1, at_once=True)
        match_create(
            game=game,
            kind=Match.Kind.OFFICIAL,
            teams={"A": self.teams["Hautmont"], "B": self.teams["Montclar"]},
            ruleset={},
            pace=pace_of(zone=self.zone, strikes_to_forfeit=2),
            first_game_time=self._day(-6, evening),
            referee=self.users["anselme"],
            now=self.now - timedelta(hours=20),
        )

    def _matches_in_turns(self, game: registry.Game) -> None:
        evening, in_play, whole = time(21), 7, 999
        duel = self._match(game.key, "Valcombe", "Montclar", Match.Kind.OFFICIAL, evening, days=2)
        self._take_turns(duel, in_play, then="A")
        over = self._match(game.key, "Hautmont", "Brézé", Match.Kind.OFFICIAL, evening, days=9)
        self._take_turns(over, whole)
        self._match(
            game.key, "Valcombe", BOTS[1], Match.Kind.FRIENDLY, evening, days=-1, at_once=True
        )

    def _match(
        self, game: str, a: str, b: str, kind: str, at: time, *, days: int, at_once: bool = False
    ) -> Match:
        """An announced match whose first game time is ``days`` ago (below 0: ahead)."""
        first = self._day(days, at)
        created = min(first, self.now) - 6 * DAY
        strikes = None if kind == Match.Kind.FRIENDLY else 2
        match = match_create(
            game=game,
            kind=kind,
            teams={"A": self.teams[a], "B": self.teams[b]},
            ruleset=_ruleset(game, kind),
            pace=pace_of(zone=self.zone, at=at, at_once=at_once, strikes_to_forfeit=strikes),
            first_game_time=first,
            referee=None if kind == Match.Kind.FRIENDLY else self.users["anselme"],
            now=created,
        )
        return match_announce(match=match, now=created + 2 * DAY)

    def _play(
        self,
        match: Match,
        *,
        talk: tuple[tuple[str, str], ...] = (),
        late: tuple[int, Side] | None = None,
        silent: tuple[int, Side] | None = None,
    ) -> None:
        """Play the match's turns as they fell due until now, each with its words after it.

        Orders are sent an hour before, but for the one turn for which a side is ``late``, and the
        one for which it is ``silent``.
        """
        while not (match := _fresh(match)).is_over and match.turn is not None:
            number, game_time = match.turn.number, match.turn.game_time
            if game_time + match.grace + timedelta(minutes=1) > self.now:
                return
            for side in SIDES:
                delay = timedelta(minutes=7) if (number, side) == late else -timedelta(hours=1)
                if (number, side) != silent:
                    self._send(match, side, game_time + delay)
                turn_play_if_due(match, now=max(game_time, game_time + delay))
            turn_play_if_due(match, now=game_time + match.grace + timedelta(minutes=1))
            for name, body in talk[number:][:1]:
                at = game_time + timedelta(minutes=36)
                post_write(match=match, author=self.users[name], body=body, now=at)

    def _take_turns(self, match: Match, turns: int, *, then: Side | None = None) -> None:
        """Play so many turns since the first game time, and on until it is ``then``'s turn."""
        at, pause = match.first_game_time, (self.now - match.first_game_time) / (2 * turns)
        for number in count(1):
            match = _fresh(match)
            if match.is_over or match.turn is None or (number > turns and then in _sides(match)):
                return
            together = awaits_of(match).mode == "all"
            at = match.turn.game_time if together else at + min(pause, timedelta(hours=3))
            for side in _sides(match):
                self._send(match, side, at - timedelta(hours=together), only_one=not together)
            turn_play_if_due(match, now=at)

    def _send(self, match: Match, side: Side, now: datetime, *, only_one: bool = False) -> None:
        match = _fresh(match)
        captain = match.seats.get(side=side).team.captain
        if captain is None or match.turn is None:
            return
        for slot, line in list(_orders(match, side))[: 1 if only_one else None]:
            author = Author(captain, "captain")
            order_submit(
                match=match, turn=match.turn.number, slot=slot, text=line, author=author, now=now
            )

    def _day(self, ago: int, at: time) -> datetime:
        local = (self.now + SOON).astimezone(ZoneInfo(self.zone)) - ago * DAY
        return datetime.combine(local.date(), at, local.tzinfo)

    def _game_time_at(self, moment: datetime) -> time:
        return moment.astimezone(ZoneInfo(self.zone)).time().replace(second=0, microsecond=0)


def address_of(name: str) -> str:
    """The mail address of one of the demo's people, which leads nowhere."""
    return f"{name}@example.org"


def _fresh(match: Match) -> Match:
    return Match.objects.select_related("turn").get(pk=match.pk)


def _ruleset(game: str, kind: str) -> JSON:
    of_game = registry.get(game)
    return of_game.demo | (of_game.elimination if kind == Match.Kind.ELIMINATION else {})


def _sides(match: Match) -> list[Side]:
    """The sides whose orders are awaited."""
    return sorted({side_of(slot) for slot in awaits_of(match).slots})


def _orders(match: Match, side: Side) -> Iterator[tuple[str, str]]:
    """What a bot would order for a side's slots."""
    assert match.turn is not None
    game = registry.get(match.game)
    state = game.engine.load(match.turn.before)
    for slot in game.engine.awaits(state).slots:
        if side_of(slot) == side:
            at = match.turn.opened_at
            draw = fairness.bot_stream(
                settings.SECRET_KEY, match.public_id, match.turn.number, at, slot
            )
            yield slot, game.bot(game.engine.show(state, side), slot, draw)
