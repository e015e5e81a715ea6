"""The captain's page: write, save, read back, seal; the receipt."""

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.contract import Read, Refused, Slot, side_of
from games.models import Match, Submission
from games.selectors import roles, threads
from games.selectors.clock import now, window_of
from games.selectors.reports import awaits_of
from games.services.orders import Author, draft_save, order_keep, order_submit
from games.services.turns import turn_play_if_due
from games.views.refusals import sentence
from games.views.requests import is_fragment, keep_typed, user_of

KEPT = "kept-order"
"""Where the session keeps what was typed when it had expired; only its own side gets it back."""

KEPT_FIELDS, KEPT_NAME, KEPT_LINE, KEPT_VALUE = 60, 12, 1000, 24
"""How much is kept of what anybody may send: fields, and signs of a name, of a line, of others."""


READ_BACK = "&read#read-back"
"""What asks for the page that reads the saved draft back."""


@dataclass(frozen=True)
class _Desk:
    """Who orders, at his table: the match, the slots he may order for now, the one he is at."""

    thread: threads.Thread
    slots: list[Slot]
    slot: Slot
    author: Author
    at: datetime

    @property
    def match(self) -> Match:
        return self.thread.match

    @property
    def view(self) -> Any:
        return self.thread.view

    def read(self, text: str) -> Read:
        """What the text says; Refused with its place and reason."""
        assert self.match.turn is not None
        engine = self.thread.game.engine
        return engine.read(engine.load(self.match.turn.before), self.slot, text)

    def sentence(self, refused: Refused) -> str:
        """The forum's sentence for a refusal, or else the game's."""
        said: str | None = sentence(refused, default=None)
        return said or self.thread.game.pages.refusal(refused, self.thread.casts)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write the order of the open turn."""
    at = now()  # first of all: what came in time is not to wait for anything
    match = get_object_or_404(Match.objects.select_related("turn"), public_id=public_id)
    if not request.user.is_authenticated:
        return _sign_in_first(request, match)
    desk = _desk(request, match, at)
    if request.method == "POST":
        return _post(request, desk)
    if not desk.slots:
        return redirect(match)
    sent = _submission(desk)
    if sent is not None and sent.order:
        return render(request, "games/receipt.html", _context(desk, sent))
    kept = request.session.get(KEPT)
    if kept and kept["match"] == public_id and kept["data"].get("slot") in desk.slots:
        del request.session[KEPT]
        desk = replace(desk, slot=kept["data"]["slot"])
        messages.info(request, _("Your session had ended. What you had typed is here, unsent."))
        return _page(request, desk, _composed(desk, kept["data"]), _submission(desk))
    check = bool(sent and sent.line and "read" in request.GET)
    return _page(request, desk, sent.text if sent else "", sent, check=check)


@never_cache
@require_safe
@login_required
def receipt(request: HttpRequest, public_id: str) -> HttpResponse:
    """The receipt of the sealed order, as a text to keep."""
    at = now()
    match = get_object_or_404(Match.objects.select_related("turn"), public_id=public_id)
    desk = _desk(request, match, at)
    sent = _submission(desk)
    if sent is None or not sent.order:
        raise Http404
    response = render(
        request, "games/receipt.txt", _context(desk, sent), content_type="text/plain; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{public_id}-receipt.txt"'
    return response


@never_cache
@require_safe
def order_clock(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The clock of an open order page, for turn ``number``: what is left, or that it is closed."""
    at = now()
    match = get_object_or_404(Match.objects.select_related("turn"), public_id=public_id)
    context = {"written": number, **_time(match, at)}
    return render(request, "games/_order_clock.html", context)


def _desk(request: HttpRequest, match: Match, at: datetime) -> _Desk:
    """The reader's table; 403 for who never orders in this match."""
    seat = roles.seat_of(match, request.user)
    role = roles.role_in(seat.team, request.user) if seat else None
    if seat is None or role is None:
        raise PermissionDenied
    thread = threads.thread_of(match)
    slots = roles.slots_of(seat, request.user, thread.awaits.slots)
    if not slots and role == "player" and thread.awaits.mode == "all":
        raise PermissionDenied
    asked = request.POST.get("slot") or request.GET.get("slot", "")
    slot = asked if asked in slots else slots[0] if slots else seat.side
    return _Desk(thread, slots, slot, Author(user_of(request), role), at)


def _submission(desk: _Desk) -> Submission | None:
    turn = desk.match.turn
    return turn.submissions.filter(slot=desk.slot).first() if turn else None


def _post(request: HttpRequest, desk: _Desk) -> HttpResponse:
    action, turn = request.POST.get("action", "save"), request.POST.get("turn", "")
    number = int(turn) if turn.isascii() and turn.isdigit() and len(turn) < 6 else -1
    sends_itself = "sends_itself" in request.POST
    text = request.POST.get("line", "")
    try:
        if desk.view is None or not desk.slots or _means_another(request, desk, number):
            raise Refused("not-awaited")
        text = desk.thread.game.pages.compose(desk.view, desk.slot, request.POST.dict())
        if action == "seal":
            return _seal(desk, number, text)
        draft_save(
            match=desk.match,
            turn=number,
            slot=desk.slot,
            text=text,
            sends_itself=sends_itself,
            author=desk.author,
            now=desk.at,
        )
        if action == "check":
            desk.read(text)
    except Refused as refused:
        return _refuse(request, desk, text, refused)
    if is_fragment(request):
        return _page(request, desk, text, _submission(desk))
    # To a page of its own, so that neither "back" nor "reload" posts again.
    address = reverse("order", args=[desk.match.public_id])
    return redirect(f"{address}?slot={desk.slot}{READ_BACK if action == 'check' else ''}")


def _means_another(request: HttpRequest, desk: _Desk, number: int) -> bool:
    """Whether the form is for a slot of the open turn that is not the reader's to order for.

    Without a slot the only one is meant; of several none is guessed.
    """
    turn, asked = desk.match.turn, request.POST.get("slot", "")
    is_open = turn is not None and turn.number == number
    return is_open and asked != desk.slot and (bool(asked) or len(desk.slots) > 1)


def _seal(desk: _Desk, number: int, text: str) -> HttpResponse:
    order_submit(
        match=desk.match,
        turn=number,
        slot=desk.slot,
        text=text,
        author=desk.author,
        now=desk.at,
    )
    turn_play_if_due(desk.match, now=desk.at)
    match = Match.objects.select_related("turn").get(pk=desk.match.pk)
    if match.turn is not None and match.turn.number == number and match.turn.is_open:
        return redirect("order", match.public_id)
    return redirect("post", match.public_id, match.turns.get(number=number, live=True).post.number)


def _refuse(request: HttpRequest, desk: _Desk, text: str, refused: Refused) -> HttpResponse:
    """Say why, keep what was typed; an order for a turn already played becomes a draft."""
    if refused.kind in ("turn-played", "too-late"):
        turn_play_if_due(desk.match, now=desk.at)
        order_keep(match=desk.match, slot=desk.slot, text=text, author=desk.author, now=desk.at)
    if is_fragment(request) and not desk.slots:
        return HttpResponse(desk.sentence(refused))
    sent = _submission(desk)
    if refused.kind == "already-sealed" and not is_fragment(request):
        context = {**_context(desk, sent), "error": desk.sentence(refused), "typed": text}
        return render(request, "games/receipt.html", context, status=422)
    gone = refused.kind in ("turn-played", "too-late", "match-over")
    if (gone or not desk.slots) and not is_fragment(request):
        messages.error(request, desk.sentence(refused))
        ended = refused.kind == "match-over"
        return redirect(desk.match) if ended else redirect("order", desk.match.public_id)
    return _page(request, desk, text, sent, error=desk.sentence(refused))


def _page(
    request: HttpRequest, desk: _Desk, text: str, sent: Submission | None, **facts: Any
) -> HttpResponse:
    """The page with its form filled from ``text``; the form's status alone for htmx."""
    error, read = facts.get("error", ""), None
    try:
        read = desk.read(text)
    except Refused as refused:
        error = error or (desk.sentence(refused) if text.strip() else "")
    context = {
        **_context(desk, sent),
        **facts,
        "read": read,
        "error": error,
        "refused": "error" in facts,
        "form": desk.thread.game.pages.order(desk.view, desk.slot, desk.thread.casts, text, read),
        "sends_itself": sent.sends_itself if sent else True,
        "is_fragment": is_fragment(request),
        "cautions": [
            desk.thread.game.pages.caution(each, desk.thread.casts)
            for each in (read.cautions if read else ())
        ],
    }
    template = "games/_order_status.html" if is_fragment(request) else "games/order.html"
    status = 422 if facts.get("error") and not is_fragment(request) else 200
    return render(request, template, context, status=status)


def _context(desk: _Desk, sent: Submission | None) -> dict[str, Any]:
    match, thread = desk.match, desk.thread
    side = side_of(desk.slot)
    return {
        **_time(match, desk.at),
        "thread": thread,
        "slot": desk.slot,
        "slots": _slot_names(desk),
        "awaits": thread.awaits,
        "side": side,
        "own": thread.casts[side],
        "sent": sent,
        "strikes": next(each["strikes"] for each in thread.sides if each["side"] == side),
    }


def _time(match: Match, at: datetime) -> dict[str, Any]:
    """What the clock of an order page shows, the same for everybody."""
    turn = match.turn
    return {
        "match": match,
        "turn": turn,
        "closes": window_of(match, awaits_of(match), at).closes if turn else None,
        "in_grace": bool(turn and turn.game_time <= at),
        "now": at,
    }


def _slot_names(desk: _Desk) -> list[tuple[Slot, str]]:
    """The slots to choose from, each with the name of who would play."""
    cast = desk.thread.casts[side_of(desk.slot)]
    names = {str(n): name for n, name in enumerate(cast.players, 1)} | {"G": cast.keeper}
    return [(slot, names.get(slot[1:]) or slot) for slot in desk.slots]


def _composed(desk: _Desk, data: dict[str, str]) -> str:
    """What a form that was kept says, as far as it can be told."""
    try:
        return desk.thread.game.pages.compose(desk.view, desk.slot, data)
    except Refused:
        return data.get("line", "")


def _sign_in_first(request: HttpRequest, match: Match) -> HttpResponse:
    """Keep what was typed in the session, and ask who it is."""
    address = reverse("order", args=[match.public_id])
    if request.method == "POST":
        typed = {"match": match.public_id, "data": _small(request.POST.dict())}
        keep_typed(request, KEPT, typed)
    sign_in = f"{reverse('account_login')}?{urlencode({'next': address})}"
    if is_fragment(request):
        return render(request, "games/_order_expired.html", {"sign_in": sign_in})
    return HttpResponseRedirect(sign_in)


def _small(data: dict[str, str]) -> dict[str, str]:
    """A posted form as far as an order's goes; no visitor fills the session table."""
    fields = ((name, text) for name, text in data.items() if len(name) <= KEPT_NAME)
    return {
        name: text[: KEPT_LINE if name in ("line", "line_was") else KEPT_VALUE]
        for name, text in islice(fields, KEPT_FIELDS)
    }
