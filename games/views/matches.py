"""The match page and what hangs on it: thread, reports, journal, line-up, export."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.contract import Refused, side_of
from games.forms import LineUpForm
from games.models import Match, Post, Seat
from games.selectors import roles, threads
from games.selectors.clock import now, window_of
from games.selectors.match_file import match_file_of
from games.services.line_ups import line_up_change
from games.services.matches import word_say
from games.services.posts import POST_LENGTH, post_write
from games.views.refusals import sentence
from games.views.requests import keep_typed, user_of

MATCHES_A_PAGE = 24
KEPT = "kept-post"
"""Where the session keeps the words that were typed when it had expired."""

reads_and_posts = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """Every match: those in play, or those that are over."""
    at = now()
    over = request.GET.get("over") == "1"
    if over:
        matches = Match.objects.filter(status=Match.Status.OVER).order_by("-ended_at", "-id")
    else:
        matches = threads.unfinished().order_by("turn__game_time", "id")
    page = Paginator(threads.newest_matches(matches), MATCHES_A_PAGE).get_page(
        request.GET.get("page")
    )
    cards = threads.cards_of(list(page))
    context = {"cards": cards, "page": page, "over": over, "now": at}
    return render(request, "games/match_list.html", context)


@require_safe
def match_detail(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match page: the situation, what comes next, the thread."""
    at = now()
    match = _match(public_id)
    thread = threads.thread_of(match)
    pages = threads.pages_of(match)
    page = min(max(_number(request.GET.get("page"), pages), 1), pages)
    context = {
        **_situation(request, thread, at),
        "posts": _told(thread, list(threads.page_posts(match, page))),
        "page": page,
        "pages": pages,
        "after": match.posts_made,
        "contents": _contents(thread),
    }
    return render(request, "games/match_detail.html", context)


@require_safe
def match_news(request: HttpRequest, public_id: str) -> HttpResponse:
    """What has come into the thread after post ``?after``; 204 when nothing has."""
    at = now()
    match = _match(public_id)
    after = _number(request.GET.get("after"), match.posts_made)
    if after >= match.posts_made:
        return HttpResponse(status=204)
    thread = threads.thread_of(match)
    posts = list(threads.posts_of(match).filter(number__gt=after)[: threads.PAGE])
    context = {
        **_situation(request, thread, at),
        "posts": _told(thread, posts),
        "after": posts[-1].number,
        "fresh": True,
        "opens": any(each.line and each.line.kind == "announced" for each in posts),
        "contents": _contents(thread),
        "pages": threads.pages_of(match),
    }
    return render(request, "games/_news.html", context)


@require_safe
def post(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A post's own address: its page of the thread, at its place."""
    found = get_object_or_404(Post, match__public_id=public_id, number=number)
    page = threads.page_of(found.number)
    return redirect(f"{_match(public_id).get_absolute_url()}?page={page}#p{found.number}")


@reads_and_posts
def post_create(request: HttpRequest, public_id: str) -> HttpResponse:
    """A member takes the floor; what was typed in an expired session waits for him here."""
    at = now()
    match, body = _match(public_id), request.POST.get("body", "")
    if not request.user.is_authenticated:
        if body:
            keep_typed(request, KEPT, {"match": public_id, "body": body[:POST_LENGTH]})
        return redirect_to_login(request.path)
    if request.method != "POST":
        kept = request.session.pop(KEPT, {})
        said = kept["body"] if kept.get("match") == public_id else ""
        return render(request, "games/post_create.html", {"match": match, "body": said})
    try:
        written = post_write(match=match, author=user_of(request), body=body, now=at)
    except Refused as refused:
        context = {"match": match, "body": body, "error": sentence(refused)}
        return render(request, "games/post_create.html", context, status=422)
    return HttpResponseRedirect(written.get_absolute_url())


@require_safe
def report(request: HttpRequest, public_id: str, number: int, kind: str) -> HttpResponse:
    """A turn's report as text (``.txt``) or as BBCode to copy into a forum (``.bbcode``)."""
    if kind not in ("txt", "bbcode"):
        raise Http404
    match = _match(public_id)
    turn = get_object_or_404(match.turns, number=number, live=True, closed_at__isnull=False)
    thread = threads.thread_of(match)
    text = render_to_string(
        f"games/report.{kind}", {"thread": thread, "report": thread.report(turn)}, request
    )
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def journal(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match's journal in words, with its hashes."""
    match = _match(public_id)
    lines = match.journal.select_related("actor")
    context = {"thread": threads.thread_of(match), "match": match, "lines": lines}
    return render(request, "games/journal.html", context)


@require_safe
def match_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """A finished match in the open match format."""
    match = _match(public_id)
    if not match.is_over:
        raise Http404
    response = JsonResponse(match_file_of(match), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{match.public_id}.json"'
    return response


@require_POST
@login_required
def word(request: HttpRequest, public_id: str) -> HttpResponse:
    """A captain adds his word to the match's chance."""
    at = now()
    match = _match(public_id)
    seat = _commanded(request, match)
    text = request.POST.get("word", "")
    side = side_of(seat.side)
    try:
        word_say(match=match, side=side, text=text, now=at, actor=user_of(request))
    except Refused as refused:
        messages.error(request, sentence(refused))
    return redirect(match)


@reads_and_posts
@login_required
def line_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """A captain announces which players of his roster take the field."""
    at = now()
    match = _match(public_id)
    seat = _commanded(request, match)
    thread = threads.thread_of(match)
    squad = thread.game.engine.squad(match.ruleset)
    roster = list(seat.team.players.filter(left_at=None))
    form = LineUpForm(
        request.POST or None,
        roster=[(player.pk, player.name) for player in roster],
        squad=squad,
        announced=seat.line_up,
        words=thread.game.traits,
    )
    if request.method == "POST" and form.is_valid():
        try:
            line_up_change(
                match=match,
                side=side_of(seat.side),
                players=form.players,
                bench=form.bench,
                keeper=form.keeper,
                traits=form.traits,
                now=at,
                actor=user_of(request),
            )
        except Refused as refused:
            said = sentence(refused, default=None)
            form.add_error(None, said or thread.game.pages.refusal(refused, thread.casts))
        else:
            messages.success(request, _("The line-up is announced."))
            return redirect(match)
    context = {"match": match, "thread": thread, "seat": seat, "form": form, "squad": squad}
    context |= {"short": max(0, squad.players - len(roster)), "closed": _has_begun(match)}
    status = 422 if form.errors else 200
    return render(request, "games/line_up.html", context, status=status)


def _match(public_id: str) -> Match:
    return get_object_or_404(Match.objects.select_related("turn", "referee"), public_id=public_id)


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else default


def _commanded(request: HttpRequest, match: Match) -> Seat:
    """The seat that the reader commands in this match; 403 for everybody else."""
    seat = roles.seat_of(match, request.user)
    if seat is None or not roles.commands(seat.team, request.user):
        raise PermissionDenied
    return seat


def _has_begun(match: Match) -> bool:
    return match.is_over or (match.turn is not None and match.turn.number > 0)


def _situation(request: HttpRequest, thread: threads.Thread, at: datetime) -> dict[str, Any]:
    """What the match page says besides its thread; only one's own side's order is told of."""
    match, seat = thread.match, roles.seat_of(thread.match, request.user)
    commands = seat is not None and roles.commands(seat.team, request.user)
    slots = roles.slots_of(seat, request.user, thread.awaits.slots) if seat is not None else []
    own = None
    if match.turn is not None and slots:
        own = match.turn.submissions.filter(slot__in=slots).first()
    return {
        "match": match,
        "thread": thread,
        "seat": seat,
        "commands": commands,
        "orders": bool(slots),
        "own": own,
        "may_referee": roles.may_referee(match, request.user),
        "begun": _has_begun(match),
        "in_grace": bool(match.turn and match.turn.is_open and match.turn.game_time <= at),
        "closes": window_of(match, thread.awaits, at).closes if match.turn else None,
        "now": at,
    }


def _told(thread: threads.Thread, posts: list[Post]) -> list[dict[str, Any]]:
    """The posts, each report with its turn put into words."""
    return [
        {
            "post": each,
            "report": thread.report(each.turn) if each.turn else None,
            "member": thread.members.get(each.author_id or 0),
        }
        for each in posts
    ]


def _contents(thread: threads.Thread) -> list[dict[str, Any]]:
    """Where each turn's report stands, so that any is two clicks away."""
    return [
        {"name": thread.game.pages.turn_name(turn.number), "post": turn.post}
        for turn in thread.turns
        if not turn.is_open and hasattr(turn, "post")
    ]
