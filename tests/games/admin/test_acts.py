"""The referee's acts through the office: what each does, and whom it is refused."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from games.admin.acts import ACTS
from games.forms import pace_of
from games.models import JournalLine, Match, Post, Strike, Submission, Turn, User
from games.selectors.clock import now
from games.services.orders import Author, order_submit
from games.services.referee import match_pause, strike_give
from tests.conftest import SignIn
from tests.games.factories import Village, make_match, seat_member

WHY = "Panne du forum, capture jointe."
INITIAL = "1 1 1 1 1 2 2 2 3 3 3"
AS_TYPED = "1,1,1,1,1,2,2,2,3,3,3"


@dataclass(frozen=True)
class Office:
    """A referee's browser, and the match on his desk."""

    client: Client
    match: Match

    @property
    def page(self) -> str:
        return reverse("admin:games_match_change", args=[self.match.pk])

    def act(self, name: str, **data: Any) -> Any:
        """Post an act's form; its reason is ``WHY`` unless another is given."""
        address = reverse("admin:games_match_act", args=[self.match.pk, name])
        return self.client.post(address, {"why": WHY, **data})

    def done(self, name: str, **data: Any) -> JournalLine:
        """Post an act that is done; the journal's newest line."""
        answer = self.act(name, **data)
        assert answer.status_code == 302, answer.content.decode()
        return JournalLine.objects.filter(match=self.match).latest("n")

    def refused(self, name: str, **data: Any) -> str:
        """Post an act that is refused; the page that says why."""
        lines = JournalLine.objects.count()
        answer = self.act(name, **data)
        assert answer.status_code == 422
        assert JournalLine.objects.count() == lines
        page: str = answer.content.decode()
        return page

    @property
    def turn(self) -> Turn:
        turn = self.now.turn
        assert turn is not None
        return turn

    @property
    def now(self) -> Match:
        """The match as it stands."""
        return Match.objects.get(pk=self.match.pk)


@pytest.fixture
def match(village: Village) -> Match:
    """Announced this moment: two strikes lose it."""
    pace = pace_of(strikes_to_forfeit=2)
    return make_match(village.team_a, village.team_b, pace=pace, now=now())


@pytest.fixture
def office(village: Village, match: Match, sign_in: SignIn) -> Office:
    return Office(sign_in(village.referee), match)


def send(village: Village, match: Match) -> None:
    author = Author(village.captain_a, "captain")
    order_submit(match=match, turn=0, slot="A", text=INITIAL, author=author, now=now())


def told(line: JournalLine) -> bool:
    """Whether the line says who and why, and stands in the public thread."""
    said = (line.by, line.data["why"]) == ("referee", WHY)
    return said and Post.objects.filter(line=line).exists()


def test_a_created_match_is_announced(village: Village, sign_in: SignIn) -> None:
    match = make_match(village.team_a, village.team_b, announced=False, now=now())
    office = Office(sign_in(village.referee), match)
    line = office.done("announce")
    assert line.kind == "announced"
    assert told(line)
    assert office.now.status == Match.Status.PLAYING


def test_an_official_match_announced_too_early_says_why(village: Village, sign_in: SignIn) -> None:
    match = make_match(village.team_a, village.team_b, kind="official", announced=False, now=now())
    html = Office(sign_in(village.referee), match).refused("announce")
    assert "24" in html
    assert WHY in html


def test_a_match_is_paused_and_resumed(office: Office) -> None:
    line = office.done("pause")
    assert (line.kind, told(line)) == ("paused", True)
    assert office.now.due_at is None
    line = office.done("resume")
    assert (line.kind, told(line)) == ("resumed", True)
    assert office.now.due_at == office.turn.game_time


def coming(month: int, day: int) -> date:
    """The next such day of the calendar, tomorrow at the earliest."""
    today = now().date()
    this_year = today.replace(month=month, day=day)
    return this_year if this_year > today else this_year.replace(year=today.year + 1)


def test_a_game_time_is_moved_on_the_clocks_of_the_match(office: Office) -> None:
    line = office.done("move", game_time=f"{coming(7, 14)}T19:30")
    assert (line.kind, told(line)) == ("moved", True)
    local = office.turn.game_time.astimezone(ZoneInfo("Europe/Paris"))
    assert f"{local:%Y-%m-%d %H:%M %Z}" == f"{coming(7, 14)} 19:30 CEST"


def test_a_local_time_that_the_clocks_skip_is_the_first_after_it(office: Office) -> None:
    spring = coming(3, 31)
    sunday = spring - timedelta(days=(spring.weekday() + 1) % 7)
    office.done("move", game_time=f"{sunday}T02:30")
    assert office.turn.game_time.astimezone(ZoneInfo("Europe/Paris")).hour == 3


@pytest.mark.parametrize("typed", ["", "tomorrow", "2020-01-01T10:00", "0001-01-01T00:00"])
def test_a_game_time_that_is_none_or_past_is_refused(office: Office, typed: str) -> None:
    html = office.refused("move", game_time=typed)
    assert f'value="{typed}"' in html or not typed


def test_a_sealed_order_is_reopened(office: Office, village: Village) -> None:
    send(village, office.match)
    lines = JournalLine.objects.count()
    assert office.act("reopen", slot="A").status_code == 302
    submission = Submission.objects.get(turn=office.turn, slot="A")
    assert (submission.order, submission.text) == ("", INITIAL)
    assert [act["why"] for act in office.turn.acts] == [WHY]
    assert JournalLine.objects.count() == lines  # public only when the turn closes


def test_an_order_is_entered_once_what_was_read_is_confirmed(office: Office) -> None:
    asked = office.act("enter", slot="B", text=AS_TYPED)
    assert asked.status_code == 200
    assert INITIAL in asked.content.decode()
    assert not Submission.objects.filter(turn=office.turn, slot="B").exists()
    done = office.act("enter", slot="B", text=AS_TYPED, shown=f"B {INITIAL}")
    assert done.status_code == 302
    submission = Submission.objects.get(turn=office.turn, slot="B")
    assert (submission.order, submission.sealed_as) == (INITIAL, "referee")
    assert [act["kind"] for act in office.turn.acts] == ["enter"]


def test_another_order_than_the_one_shown_is_shown_first(office: Office) -> None:
    for data in ({"slot": "A"}, {"slot": "B", "text": "2 " + INITIAL[2:]}):
        answer = office.act("enter", **{"text": INITIAL, "shown": f"B {INITIAL}"} | data)
        assert answer.status_code == 200
        assert not Submission.objects.filter(turn=office.turn).exists()


def test_an_order_that_does_not_read_names_the_place_and_is_kept(office: Office) -> None:
    html = office.refused("enter", slot="B", text="1 1 9 1 1 2 2 2 3 3 3")
    assert "1 1 9 1 1 2 2 2 3 3 3" in html
    assert 'aria-invalid="true"' in html


def test_a_strike_is_given_and_the_second_ends_the_match(office: Office) -> None:
    line = office.done("strike", side="B")
    assert (line.kind, line.data["side"], told(line)) == ("strike", "B", True)
    assert not office.now.is_over
    another = {"side": "B", "why": "Un coup de pied."}
    office.refused("strike", **another)
    assert office.now.status == Match.Status.PLAYING
    office.done("strike", **another, sure="on")
    assert (office.now.winner, office.now.reason) == ("A", "forfeit")


def test_only_the_strike_that_ends_the_match_asks_twice(office: Office) -> None:
    office.done("strike", side="B")
    office.done("strike", side="A")
    assert office.now.status == Match.Status.PLAYING


def test_the_open_turn_is_excused_once(office: Office) -> None:
    line = office.done("excuse")
    assert (line.kind, told(line), office.turn.excused) == ("excused", True, True)
    office.refused("excuse")


def test_a_waived_strike_lifts_the_forfeit_it_had_brought(office: Office, village: Village) -> None:
    for why in (WHY, "Un coup de pied."):
        strike_give(match=office.match, side="A", referee=village.referee, why=why, now=now())
    assert office.now.is_over
    strike = Strike.objects.latest("pk")
    office.done("waive", strike=strike.pk)
    strike.refresh_from_db()
    assert strike.waived_at is not None
    assert office.now.status == Match.Status.PLAYING
    line = JournalLine.objects.get(match=office.match, kind="waived")
    assert told(line)


def test_a_strike_of_another_match_cannot_be_waived_here(office: Office, village: Village) -> None:
    elsewhere = make_match(village.team_a, village.team_b, now=now())
    strike_give(match=elsewhere, side="A", referee=village.referee, why=WHY, now=now())
    office.refused("waive", strike=Strike.objects.get().pk)
    assert Strike.objects.get().waived_at is None


def test_a_sanction_is_put_on_record_in_the_referees_words(office: Office) -> None:
    line = office.done("sanction", side="A")
    assert (line.kind, line.data["side"], told(line)) == ("sanction", "A", True)


@pytest.mark.parametrize(("losers", "winner"), [("A", "B"), ("B", "A"), ("AB", "")])
def test_a_forfeit_is_declared(office: Office, losers: str, winner: str) -> None:
    office.done("forfeit", losers=losers, sure="on")
    line = JournalLine.objects.get(match=office.match, kind="forfeit")
    assert told(line)
    assert (office.now.winner, office.now.reason) == (winner, "forfeit")


def test_a_match_is_stopped(office: Office) -> None:
    office.done("stop", sure="on")
    assert told(JournalLine.objects.get(match=office.match, kind="stopped"))
    assert office.now.reason == "stopped"


@pytest.mark.parametrize(("name", "data"), [("forfeit", {"losers": "A"}), ("stop", {})])
def test_what_ends_a_match_asks_twice(office: Office, name: str, data: dict[str, str]) -> None:
    assert 'name="sure"' in office.refused(name, **data)
    assert not office.now.is_over


FACTS: dict[str, dict[str, str]] = {
    "announce": {},
    "pause": {},
    "resume": {},
    "move": {"game_time": f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%dT%H:%M}"},
    "reopen": {"slot": "A"},
    "enter": {"slot": "B", "text": INITIAL, "shown": f"B {INITIAL}"},
    "excuse": {},
    "strike": {"side": "A"},
    "waive": {"strike": "1"},
    "sanction": {"side": "A"},
    "forfeit": {"losers": "A", "sure": "on"},
    "stop": {"sure": "on"},
}


def test_every_act_is_tried_here() -> None:
    assert FACTS.keys() == ACTS.keys()


def test_no_act_without_a_reason(office: Office) -> None:
    before = Match.objects.values().get()
    for name, facts in FACTS.items():
        for why in ("", "   "):
            office.refused(name, **facts | {"why": why})
    assert Match.objects.values().get() == before


def test_nobody_but_a_referee_acts(
    village: Village, match: Match, visitor: Client, sign_in: SignIn
) -> None:
    before = Match.objects.values().get(), JournalLine.objects.count()
    outsiders = [village.member, village.captain_a, village.player_a]
    for client in [visitor, *map(sign_in, outsiders)]:
        for name, facts in FACTS.items():
            answer = Office(client, match).act(name, **facts)
            assert answer.status_code == 302
            assert "/office/login/" in answer["Location"]
    assert (Match.objects.values().get(), JournalLine.objects.count()) == before


@pytest.mark.parametrize("who", ["referee", "admin"])
def test_who_belongs_to_a_team_is_not_its_referee(
    village: Village, office: Office, sign_in: SignIn, who: str
) -> None:
    user: User = getattr(village, who)
    seat_member(village.team_b, user)
    before = Match.objects.values().get(), JournalLine.objects.count()
    for name, facts in FACTS.items():
        assert Office(sign_in(user), office.match).act(name, **facts).status_code == 403
    assert (Match.objects.values().get(), JournalLine.objects.count()) == before


def test_a_referee_of_a_team_sees_the_match_without_its_acts(
    village: Village, office: Office
) -> None:
    assert "/act/pause/" in office.client.get(office.page).content.decode()
    seat_member(village.team_b, village.referee)
    html = office.client.get(office.page).content.decode()
    assert "/act/" not in html
    assert "Beaulieu" in html


def test_an_act_is_posted_and_has_a_name(office: Office) -> None:
    act = reverse("admin:games_match_act", args=[office.match.pk, "pause"])
    assert office.client.get(act).status_code == 405
    assert office.act("juggle").status_code == 404
    assert office.now.paused_at is None


def test_an_act_needs_the_token_of_the_page(village: Village, office: Office) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(village.referee)
    assert Office(strict, office.match).act("pause").status_code == 403
    assert office.now.paused_at is None


def test_an_act_that_came_too_late_is_refused_on_its_form(office: Office, village: Village) -> None:
    match_pause(match=office.match, referee=village.referee, why=WHY, now=now())
    html = office.refused("pause")
    assert WHY in html
    assert 'id="pause" open' in html


def test_only_what_the_match_can_take_is_offered(office: Office) -> None:
    def offered() -> set[str]:
        html = office.client.get(office.page).content.decode()
        return {name for name in ACTS if f"/act/{name}/" in html}

    orders, ends = {"reopen", "enter"}, {"forfeit", "stop"}
    running = {"pause", "move", "excuse", "strike", "sanction"} | orders | ends
    assert offered() == running
    office.done("pause")
    assert offered() == running - {"pause"} | {"resume"}
    office.done("strike", side="A")
    assert "waive" in offered()
    office.done("stop", sure="on")
    assert offered() == {"waive", "sanction"}


def test_reopening_answers_alike_whether_an_order_was_in(
    office: Office, village: Village, sign_in: SignIn
) -> None:
    other = make_match(village.team_a, village.team_b, now=now() - timedelta(seconds=1))
    send(village, other)
    answers = []
    for match in (office.match, other):
        client = sign_in(village.referee)
        answer = Office(client, match).act("reopen", slot="A")
        said = client.get("/office/games/match/add/").context["messages"]
        answers.append((answer.status_code, [str(message) for message in said]))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", ["reopen", "enter", "move"])
def test_an_act_meant_for_one_turn_is_not_done_to_the_next(office: Office, name: str) -> None:
    seen = office.turn
    office.done("strike", side="A")
    last = {"side": "A", "why": "Un coup de pied.", "sure": "on"}
    assert office.act("strike", **last, turn=seen.pk).status_code == 302
    office.done("waive", strike=Strike.objects.latest("pk").pk)
    assert office.turn != seen
    before = Match.objects.values().get(), office.turn.acts
    html = office.refused(name, **FACTS[name], turn=seen.pk)
    assert f'name="turn" value="{office.turn.pk}"' in html
    assert (Match.objects.values().get(), office.turn.acts) == before
