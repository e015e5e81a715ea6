"""A match in play with everybody about it, and all that may happen to side A's order."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.test import Client
from django.urls import reverse

from games.models import Challenge, Invitation, Match, Outage, Post, Submission, Turn, User
from games.selectors.clock import now
from games.services.challenges import challenge_send
from games.services.orders import Author, order_submit
from games.services.people import invitation_send
from games.services.posts import post_write
from games.services.referee import match_pause
from games.services.turns import turns_play_due
from tests.games.factories import (
    Village,
    make_match,
    make_team,
    make_user,
    make_village,
    seat_member,
)

INITIALS = {"A": "1 1 1 2 2 2 3 3 3 1 2", "B": "3 3 3 3 2 2 2 2 1 1 1"}
DRAFT = "+ + 0 - 7 + 0 3"
ORDER = "+ + 0 - 7 + 0 3 - 11 +"
ENTERED = "- 5 + 0 + 9 - + 0 0 4"
OF_B = "0 0 - + + 2 2 0 8 - -"
WHY = "Le pigeon du capitaine s’est perdu."
TURN = 1

STATES = ("before", "grace", "paused")
"""Before the game time, after it with nobody's order in, and while the match is paused."""

Deeds = Iterator[tuple[str, Callable[[], object]]]


@dataclass(frozen=True)
class Scene:
    """A match whose first tactic is awaited, and a row of every other kind that has a page."""

    village: Village
    player_b: User
    match: Match
    post: Post
    challenge: Challenge
    invitation: Invitation
    outage: Outage

    @property
    def watchers(self) -> dict[str, User | None]:
        """Everybody who is to learn nothing of side A's order, by what he is.

        A player of A who does not command is among them: his captain tells him, or does not.
        """
        return {
            "visitor": None,
            "member": self.village.member,
            "player A": self.village.player_a,
            "player B": self.player_b,
            "captain B": self.village.captain_b,
            "referee": self.village.referee,
            "admin": self.village.admin,
        }

    @property
    def commanders(self) -> dict[str, User | None]:
        """Those who order for side A."""
        return {"captain A": self.village.captain_a, "co-captain A": self.village.co_captain_a}

    @property
    def order(self) -> str:
        """The address of the order page."""
        return reverse("order", args=[self.match.public_id])

    def sent(self, side: str) -> Submission | None:
        """What a side has for the open turn."""
        found = Submission.objects.filter(turn__match=self.match, turn__number=TURN, slot=side)
        return found.first()


def make_scene(state: str) -> Scene:
    """The scene as it stands now, in one of ``STATES``; nothing is written for its open turn."""
    village, made = make_village(), now() - timedelta(days=8)
    player_b, other = make_user("pauline"), make_user("octave")
    seat_member(village.team_b, player_b)
    match = _first_turn(
        village, make_match(village.team_a, village.team_b, kind="official", now=made)
    )
    challenge = challenge_send(
        challenger=village.team_a,
        challenged=make_team("Montfort", other),
        game="soule",
        ruleset={},
        pace=match.pace,
        actor=village.captain_a,
        now=made,
    )
    assert isinstance(challenge, Challenge)
    scene = Scene(
        village=village,
        player_b=player_b,
        match=match,
        post=post_write(match=match, author=village.member, body="Hardi !", now=made),
        challenge=challenge,
        invitation=invitation_send(
            team=village.team_a, username="octave", name="Octave le Bref", now=made
        ),
        outage=Outage.objects.create(start=made, end=made + timedelta(minutes=1)),
    )
    _set_the_clock(scene, state)
    return scene


def deeds(scene: Scene, captain: Client, referee: Client) -> Deeds:
    """All that may happen to side A's order, through the pages, in an order in which it can."""
    act = ("admin:games_match_act", scene.match.pk)
    entry = {"slot": "A", "why": WHY, "text": ENTERED, "shown": f"A {ENTERED}"}
    yield "draft begun", lambda: order(scene, captain, "save", DRAFT)
    yield "draft completed", lambda: order(scene, captain, "save", ORDER)
    yield "read back", lambda: order(scene, captain, "check", ORDER)
    yield "sealed", lambda: order(scene, captain, "seal", ORDER)
    yield "reopened", lambda: _desk(referee, *act, "reopen", {"slot": "A", "why": WHY})
    yield "reopened again", lambda: _desk(referee, *act, "reopen", {"slot": "A", "why": WHY})
    yield "entered", lambda: _desk(referee, *act, "enter", entry)


def order(scene: Scene, captain: Client, action: str, line: str) -> None:
    """A captain's press on the order page."""
    typed = {"turn": TURN, "action": action, "line": line, "edited": "line", "sends_itself": "on"}
    assert captain.post(scene.order, typed).status_code in (200, 302)


def _desk(referee: Client, name: str, pk: int, act: str, typed: dict[str, str]) -> None:
    answer = referee.post(reverse(name, args=[pk, act]), typed, follow=True)
    assert answer.redirect_chain, "the act was refused"


def _first_turn(village: Village, match: Match) -> Match:
    """The initial is played, each side's at its game time."""
    assert match.turn is not None
    assert match.announced_at is not None
    captains = {"A": village.captain_a, "B": village.captain_b}
    for side, captain in captains.items():
        order_submit(
            match=match,
            turn=0,
            slot=side,
            text=INITIALS[side],
            author=Author(captain, "captain"),
            now=match.announced_at,
        )
    turns_play_due(now=match.turn.game_time)
    return Match.objects.get(pk=match.pk)


def _set_the_clock(scene: Scene, state: str) -> None:
    """Put the game time five hours ahead, or five minutes back; pause the match if it is to be."""
    ahead = timedelta(minutes=-5) if state == "grace" else timedelta(hours=5)
    Turn.objects.filter(match=scene.match, number=TURN).update(game_time=now() + ahead)
    scene.match.refresh_from_db()
    if state == "paused":
        match_pause(match=scene.match, referee=scene.village.referee, why="Grand vent.", now=now())
        scene.match.refresh_from_db()
