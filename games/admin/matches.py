"""The office's pages about matches: the desk, one match with its acts, a new match."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import registry
from games.admin.acts import ACTS, GROUPS, Act
from games.admin.creation import MatchForm
from games.admin.forms import ReasonForm
from games.contract import Refused
from games.models import Match
from games.selectors import desk, roles, threads
from games.selectors.clock import now, window_of
from games.services.matches import ANNOUNCED_AHEAD, match_create
from games.views.refusals import sentence
from games.views.requests import asked_game, user_of

PAGE = 50
"""Matches a page, of those that ask for nothing."""

JOURNAL = 8
"""How many of the journal's last lines a match's page shows."""


class MatchOffice(admin.ModelAdmin[Match]):
    """Matches: no field of theirs is edited; what changes one is an act, with its reason."""

    def get_urls(self) -> list[URLPattern]:
        pages = (
            ("", desk_page, "changelist"),
            ("add/", match_add, "add"),
            ("<int:pk>/", match_page, "change"),
            ("<int:pk>/act/<slug:name>/", match_act, "act"),
        )
        wrap = self.admin_site.admin_view
        return [path(route, wrap(view), name=f"games_match_{name}") for route, view, name in pages]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


@require_safe
def desk_page(request: HttpRequest) -> HttpResponse:
    """Every match that is not over, by what awaits a hand; or those that the filters find."""
    chosen = {name: request.GET.get(name, "").strip() for name in ("game", "status", "q")}
    found = desk.matches_found(game=chosen["game"], status=chosen["status"], words=chosen["q"])
    at, number = now(), request.GET.get("page")
    over = chosen["status"] == Match.Status.OVER
    newest = Paginator(found.order_by("-ended_at", "-id"), PAGE).get_page(number)
    sorted_out = desk.desk_of(
        list(newest if over else found),
        reader=user_of(request),
        now=at,
        announced_ahead=ANNOUNCED_AHEAD,
    )
    page = newest if over else Paginator(sorted_out.course, PAGE).get_page(number)
    context = {
        "desk": sorted_out,
        "course": sorted_out.course[::-1] if over else list(page),
        "page": page,
        "chosen": chosen,
        "games": [(each["key"], each["name"]) for each in registry.named_games()],
        "statuses": Match.Status.choices,
        "now": at,
    }
    return render(request, "admin/games/match/change_list.html", context)


@require_safe
def match_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A match as its referee sees it: no more than everybody sees, and his acts."""
    return _page(request, _thread(pk))


@require_POST
def match_act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Do one act; what is refused is said on its form, with what was typed."""
    at = now()
    act, thread, referee = ACTS.get(name), _thread(pk), user_of(request)
    if act is None:
        raise Http404
    if not roles.may_referee(thread.match, referee):
        raise PermissionDenied
    form = act.form(thread, name, request.POST)
    if not form.is_ready():
        return _page(request, thread, name, form)
    try:
        act.do(match=thread.match, referee=referee, now=at, **form.facts)
    except Refused as refused:
        form.add_error(None, form.sentence(refused))
        return _page(request, thread, name, form)
    messages.success(request, str(act.done))
    return redirect("admin:games_match_change", pk)


@require_http_methods(["GET", "HEAD", "POST"])
def match_add(request: HttpRequest) -> HttpResponse:
    """Create a match; it is announced later, by an act."""
    game, at, data = asked_game(request), now(), request.POST or None
    form = MatchForm(data, reader=user_of(request), now=at, without=game.not_of_its_pace)
    elimination = request.POST.get("kind") == Match.Kind.ELIMINATION
    ruleset = game.ruleset_form(data, prefix="ruleset", elimination=elimination)
    if form.is_valid() and ruleset.is_valid():
        try:
            match = match_create(
                game=game.key,
                ruleset=ruleset.cleaned_data,
                now=at,
                by="referee",
                actor=user_of(request),
                referee=user_of(request),
                **form.facts,
            )
        except Refused as refused:
            form.add_error(None, sentence(refused))
        else:
            messages.success(request, _("The match is created. Its captains may say their word."))
            return HttpResponseRedirect(f"../{match.pk}/")
    context = {"form": form, "ruleset": ruleset, "game": game, "games": registry.named_games()}
    status = 422 if form.errors or ruleset.errors else 200
    return render(request, "admin/games/match/add_form.html", context, status=status)


def _thread(pk: int) -> threads.Thread:
    matches = Match.objects.select_related("turn", "referee").defer("seed")
    return threads.thread_of(get_object_or_404(matches, pk=pk))


def _page(
    request: HttpRequest, thread: threads.Thread, name: str = "", bound: ReasonForm | None = None
) -> HttpResponse:
    """The match's page, with the form of the act ``name`` as it was filled in."""
    match, at = thread.match, now()
    may = roles.may_referee(match, user_of(request))
    turn = match.turn if match.turn and match.turn.is_open and not match.is_over else None
    pages = thread.game.pages
    context = {
        "thread": thread,
        "match": match,
        "turn": turn,
        "summary": pages.summary(thread.view, thread.casts) if thread.view else "",
        "game_time": turn.game_time if turn else match.first_game_time,
        "in_grace": turn is not None and turn.game_time <= at and not match.paused_at,
        "closes": window_of(match, thread.awaits, at).closes if turn else None,
        "strikes": match.strikes.select_related("turn"),
        "journal": match.journal.select_related("actor").order_by("-n")[:JOURNAL],
        "groups": _groups(thread, name, bound) if may else [],
        "may_referee": may,
        "open": name,
        "now": at,
    }
    status = 422 if bound is not None and bound.errors else 200
    return render(request, "admin/games/match/change_form.html", context, status=status)


def _groups(
    thread: threads.Thread, name: str, bound: ReasonForm | None
) -> list[tuple[str, list[tuple[Act, ReasonForm]]]]:
    """The acts that the match can take, each with its form, under their titles."""
    groups = []
    for title, acts in GROUPS:
        offered = [act for act in acts if act.offered(thread) or act.name == name]
        if offered:
            forms = [
                (act, bound if bound and act.name == name else act.form(thread, act.name))
                for act in offered
            ]
            groups.append((str(title), forms))
    return groups
