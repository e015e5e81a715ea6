"""What each notice says, in its reader's language, or that it is out of date and says nothing.

A letter is composed when it is sent, from what is then public or its reader's own: never an
unplayed order, never a receipt, never anything of the other side.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urljoin
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from games import fairness, moments, registry
from games.contract import side_of
from games.models import Challenge, Invitation, Match, Notice, Seat, Turn
from games.models.matches import winner_of
from games.notify.outbox import Kind, captains
from games.selectors.clock import window_of
from games.selectors.reports import awaits_of, casts_of, sheet_of
from games.selectors.roles import slots_of
from games.selectors.strikes import standing

Context = dict[str, Any]


class Letter(NamedTuple):
    """A mail's words: its subject in one line, and its text."""

    subject: str
    text: str


def compose(notice: Notice, now: datetime) -> Letter | None:
    """The letter of a notice as things stand at ``now``; None when it is out of date.

    The template ``mail/<kind>.txt`` has the subject in its first line.
    """
    user = notice.user
    if not user.is_active or notice.kind in user.muted:
        return None
    with translation.override(user.language):
        context = CONTEXTS[Kind(notice.kind)](notice, now)
        if context is None:
            return None
        context |= {"user": user, "preferences": address(reverse("preferences"))}
        subject, _newline, text = render_to_string(f"mail/{notice.kind}.txt", context).partition(
            "\n"
        )
    return Letter(subject.strip(), text.strip() + "\n")


def address(path: str) -> str:
    """The whole address of a page of this site."""
    whole: str = urljoin(settings.SITE_URL, path)
    return whole


def _created(notice: Notice, now: datetime) -> Context | None:
    """Out of date once the match is announced: then no word can be added."""
    match = _match(notice)
    if match.status != Match.Status.CREATED:
        return None
    created = match.journal.get(kind="created")
    return {
        **_about(notice, match),
        **_times(notice, match, now),
        "kind": match.get_kind_display(),
        "why": created.data.get("why", ""),
    }


def _announced(notice: Notice, now: datetime) -> Context | None:
    match = _match(notice)
    if match.is_over:
        return None
    return _about(notice, match) | _times(notice, match, now) | _first_turn(notice, match)


def _line_up(notice: Notice, now: datetime) -> Context | None:
    """Out of date once the line-up is announced, or the players are on the field."""
    match = _match(notice)
    seat = _own_seat(notice, match)
    on_the_field = match.is_over or (match.turn is not None and match.turn.number > 0)
    if on_the_field or seat is None or seat.line_up is not None:
        return None
    return _about(notice, match) | _times(notice, match, now) | _first_turn(notice, match)


def _your_turn(notice: Notice, now: datetime) -> Context | None:
    """Out of date once that turn has closed, or he does not order for it any more."""
    match = _match(notice)
    turn = _awaited_turn(notice, match)
    seat = _ordering_seat(notice, match)
    if turn is None or seat is None:
        return None
    last = _closed(match, turn.number - 1)
    return {
        **_about(notice, match),
        **_times(notice, match, now),
        "turn": _turn_name(match, turn.number),
        "sent": _has_sent(seat, turn),
        "awaits": awaits_of(match),
        "told": _told(match, last) if last else None,
    }


def _reminder(notice: Notice, now: datetime) -> Context | None:
    """Out of date once that turn has closed, was moved or waits, or his side has sent its order."""
    match = _match(notice)
    turn = _awaited_turn(notice, match)
    seat = _ordering_seat(notice, match)
    if turn is None or seat is None or _has_sent(seat, turn) or now >= turn.game_time:
        return None
    if fairness.utc(turn.game_time) != notice.facts["game_time"] or match.paused_at or match.held:
        return None
    return {
        **_about(notice, match),
        **_times(notice, match, now),
        **_strikes(seat, match),
        "turn": _turn_name(match, turn.number),
        "left": timeuntil(turn.game_time, now),
        "goes_by_itself": _goes_by_itself(seat, turn),
        "awaits": awaits_of(match),
    }


def _played(notice: Notice, now: datetime) -> Context | None:
    """Out of date once the turn was taken back."""
    match = _match(notice)
    turn = _closed(match, notice.facts["turn"])
    if turn is None:
        return None
    return {
        **_about(notice, match),
        "link": address(turn.post.get_absolute_url()),
        "turn": _turn_name(match, turn.number),
        "told": _told(match, turn),
        "result": _result(match) if match.is_over else "",
    }


def _challenge(notice: Notice, now: datetime) -> Context | None:
    """Out of date once the challenge was answered."""
    by = notice.facts["team"]
    open_ones = Challenge.objects.filter(challenged__captain=notice.user, challenger__name=by)
    found = open_ones.select_related("challenged").first()
    if found is None:
        return None
    return {
        "by": by,
        "team": found.challenged.name,
        "game": registry.get(found.game).pages.name(found.ruleset),
        "link": address(found.challenged.get_absolute_url()),
    }


def _invitation(notice: Notice, now: datetime) -> Context | None:
    """Out of date once the invitation was answered."""
    sent = Invitation.objects.filter(user=notice.user, team__name=notice.facts["team"])
    found = sent.select_related("team").first()
    if found is None:
        return None
    return {
        "team": found.team.name,
        "name": found.name,
        "link": address(found.team.get_absolute_url()),
    }


CONTEXTS: Mapping[Kind, Callable[[Notice, datetime], Context | None]] = {
    Kind.CREATED: _created,
    Kind.ANNOUNCED: _announced,
    Kind.LINE_UP: _line_up,
    Kind.YOUR_TURN: _your_turn,
    Kind.REMINDER: _reminder,
    Kind.PLAYED: _played,
    Kind.CHALLENGE: _challenge,
    Kind.INVITATION: _invitation,
}


def _match(notice: Notice) -> Match:
    assert notice.match_id is not None
    seats = ("seats__team__captain", "seats__team__players__user")
    return Match.objects.prefetch_related("turn", *seats).get(pk=notice.match_id)


def _own_seat(notice: Notice, match: Match) -> Seat | None:
    """The seat that the reader commands, or None when he no longer commands any."""
    own = [seat for seat in match.seats.all() if notice.user in captains(seat.team)]
    return own[0] if own else None


def _ordering_seat(notice: Notice, match: Match) -> Seat | None:
    """The seat for which the reader can order now."""
    awaited = awaits_of(match).slots
    own = [seat for seat in match.seats.all() if slots_of(seat, notice.user, awaited)]
    return own[0] if own else None


def _awaited_turn(notice: Notice, match: Match) -> Turn | None:
    """The turn that the notice is about, while it is the open one."""
    turn = match.turn
    is_it = turn is not None and turn.is_open and turn.number == notice.facts["turn"]
    return turn if is_it and not match.is_over else None


def _closed(match: Match, number: int) -> Turn | None:
    return match.turns.filter(number=number, live=True, closed_at__isnull=False).first()


def _has_sent(seat: Seat, turn: Turn) -> bool:
    sent = turn.submissions.exclude(order="").values_list("slot", flat=True)
    return any(side_of(slot) == seat.side for slot in sent)


def _goes_by_itself(seat: Seat, turn: Turn) -> bool:
    """Whether the reader's side has a whole draft that is sent by itself at the game time."""
    drafts = turn.submissions.filter(order="", sends_itself=True).exclude(line="")
    return any(side_of(slot) == seat.side for slot in drafts.values_list("slot", flat=True))


def _strikes(seat: Seat, match: Match) -> Context:
    """How many strikes of the side stand, and whether one more loses the match."""
    strikes = standing([match]).get((match.pk, side_of(seat.side)), 0)
    limit = match.pace["strikes_to_forfeit"]
    return {"strikes": strikes, "forfeits": limit is not None and strikes + 1 >= limit}


def _about(notice: Notice, match: Match) -> Context:
    """What every letter about a match says: which one, and where it is read."""
    teams = [seat.team.name for seat in match.seats.all()]
    return {
        "match": _("%(a)s against %(b)s") % {"a": teams[0], "b": teams[1]},
        "game": registry.get(match.game).pages.name(match.ruleset),
        "link": address(match.get_absolute_url()),
        "order_link": address(reverse("order", args=[match.public_id])),
        "line_up_link": address(reverse("line_up", args=[match.public_id])),
    }


def _first_turn(notice: Notice, match: Match) -> Context:
    """What the first turn is called, for who must send an order for it; else ""."""
    turn, seat = match.turn, _own_seat(notice, match)
    if turn is None or seat is None or not turn.is_open or turn.number > 0:
        return {"turn": ""}
    engine = registry.get(match.game).engine
    awaited = {side_of(slot) for slot in engine.awaits(engine.load(turn.before)).slots}
    return {"turn": _turn_name(match, 0) if seat.side in awaited else ""}


def _times(notice: Notice, match: Match, now: datetime) -> Context:
    """The game time and, of a turn that is open, until when it takes orders."""
    game_time = match.turn.game_time if match.turn else match.first_game_time
    closes = window_of(match, awaits_of(match), now).closes if match.turn else game_time
    zones = (notice.user.zone, match.pace["zone"])
    return {
        "game_time": _in_zones(game_time, zones),
        "closes": _in_zones(closes, zones),
    }


def _in_zones(moment: datetime, zones: tuple[str, str]) -> str:
    """A moment as the reader's clock shows it, and as the match's does where that is another."""
    shown = {zone: moment.astimezone(ZoneInfo(zone)) for zone in zones}
    return " = ".join(
        _("%(moment)s (%(city)s time)")
        % {"moment": moments.moment(local), "city": moments.city(zone)}
        for zone, local in shown.items()
    )


def _turn_name(match: Match, number: int) -> str:
    return registry.get(match.game).pages.turn_name(number)


def _told(match: Match, turn: Turn) -> Context:
    """A closed turn in few words; one that was not played has nothing to tell but its name."""
    if turn.ending != Turn.Ending.PLAYED:
        return {"name": _turn_name(match, turn.number)}
    pages = registry.get(match.game).pages
    sheet = sheet_of(match, turn, casts_of(match, match.seats.all()))
    return {
        "name": _turn_name(match, turn.number),
        "gist": pages.report(sheet)["gist"],
        "summary": pages.summary(sheet.after, sheet.cast),
    }


def _result(match: Match) -> str:
    winners = [seat.team.name for seat in match.seats.all() if seat.side == winner_of(match)]
    if not winners:
        return _("The match is over; nobody has won.")
    if match.reason == "forfeit":
        return _("The match is over: %(team)s wins by forfeit.") % {"team": winners[0]}
    return _("The match is over: %(team)s has won.") % {"team": winners[0]}
