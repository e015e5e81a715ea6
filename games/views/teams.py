"""Teams: the list, a team's page, its captain's table, and the answer to an invitation."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.contract import Refused
from games.forms import (
    CharacterForm,
    InvitationForm,
    PlayerForm,
    RenameForm,
    TeamForm,
    WithdrawalForm,
)
from games.models import Challenge, Invitation, Player, Team, User
from games.selectors import people
from games.selectors.clock import now
from games.selectors.roles import Reader, role_in
from games.services import people as acts
from games.views.refusals import sentence
from games.views.requests import user_of

TEAMS_A_PAGE = 50
MEETINGS = 10
BOTS = 3
"""How many bots’ teams are offered to a team that has not played yet."""

reads_and_posts = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
def team_list(request: HttpRequest) -> HttpResponse:
    """Every team; before them what waits for the reader's answer."""
    page = Paginator(people.teams(), TEAMS_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, **waiting_for(request.user)}
    if isinstance(request.user, User):
        context["own"] = set(request.user.captaincies.values_list("pk", flat=True))
    return render(request, "games/teams/list.html", context)


@reads_and_posts
@login_required
def team_create(request: HttpRequest) -> HttpResponse:
    """Found a team, with its captain's character."""
    form = TeamForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            team = acts.team_create(**form.cleaned_data, captain=user_of(request), now=now())
        except Refused as refused:
            form.add_error("name", sentence(refused))
        else:
            messages.success(request, _("%(team)s is founded.") % {"team": team.name})
            return redirect("team_manage", team.slug)
    status = 422 if form.errors else 200
    return render(request, "games/teams/create.html", {"form": form}, status=status)


@reads_and_posts
def team_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """A team's page; posting to it, a member leaves the team."""
    team = get_object_or_404(Team.objects.select_related("captain"), slug=slug)
    role = role_in(team, request.user)
    error = None
    if request.method == "POST":
        if role is None:
            raise PermissionDenied
        try:
            acts.player_leave(team=team, user=user_of(request), now=now())
        except Refused as refused:
            error = sentence(refused)
        else:
            messages.success(request, _("You have left %(team)s.") % {"team": team.name})
            return redirect(team)
    context = {"team": team, "role": role, "error": error, **_team_page(team, request.user)}
    return render(request, "games/teams/detail.html", context, status=422 if error else 200)


@reads_and_posts
@login_required
def team_manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The captain's table: his roster, who helps him, whom he invites. One act a post."""
    team = get_object_or_404(Team, slug=slug)
    if role_in(team, request.user) != "captain":
        raise PermissionDenied
    if request.method != "POST":
        return _table(request, team)
    name = request.POST.get("act", "")
    if name not in ACTS:
        raise BadRequest
    form = ACTS[name].form(request.POST, auto_id=f"{name}_%s")
    if form.is_valid():
        try:
            said = ACTS[name].do(team, user_of(request), form.cleaned_data, now())
        except Refused as refused:
            form.add_error(None, sentence(refused))
        else:
            messages.success(request, said)
            return redirect("team_detail" if name == "hand-over" else "team_manage", team.slug)
    return _table(request, team, {name: form})


@reads_and_posts
@login_required
def invitation_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """A member answers an invitation: ``answer`` is ``accept`` or ``decline``."""
    own = Invitation.objects.filter(user=user_of(request)).select_related("team__captain")
    invitation, error = get_object_or_404(own, pk=pk), None
    team, answer = invitation.team, request.POST.get("answer")
    if answer == "decline":
        acts.invitation_close(invitation=invitation)
        messages.success(request, _("You have declined the place in %(team)s.") % {"team": team})
        return redirect(team)
    if answer == "accept":
        try:
            acts.invitation_accept(invitation=invitation, now=now())
        except Refused as refused:
            error = sentence(refused)
        else:
            messages.success(request, _("Welcome to %(team)s.") % {"team": team})
            return redirect(team)
    context = {"invitation": invitation, "team": team, "error": error}
    return render(request, "games/teams/invitation.html", context, status=422 if error else 200)


def waiting_for(reader: Reader) -> dict[str, Any]:
    """The invitations and challenges that wait for the reader's answer, as templates take them."""
    if not isinstance(reader, User):
        return {}
    return {
        "invitations": people.invitations_to(reader),
        "challenges": people.challenges_to(reader),
    }


class _Act(NamedTuple):
    """What a captain may do at his table: what he types, and what is said once it is done."""

    form: type[forms.Form]
    do: Callable[[Team, User, dict[str, Any], datetime], str]


class _Row(NamedTuple):
    """A character at the table, the form that renames him, and what went wrong with him."""

    player: Player
    form: forms.Form
    errors: Any


def _team_page(team: Team, reader: Reader) -> dict[str, Any]:
    context: dict[str, Any] = {
        "players": people.roster(team),
        "meetings": people.meetings(team, MEETINGS),
    }
    if isinstance(reader, User):
        context["challengers"] = reader.captaincies.exclude(pk=team.pk).exists()
        context["invitation"] = reader.invitations.filter(team=team).first()
    if isinstance(reader, User) and reader.pk == team.captain_id:
        pending = Challenge.objects.select_related("challenger", "challenged")
        context["sent"] = pending.filter(challenger=team)
        context["received"] = pending.filter(challenged=team)
    return context


def _table(
    request: HttpRequest, team: Team, posted: dict[str, forms.Form] | None = None
) -> HttpResponse:
    posted = posted or {}
    context = {
        "team": team,
        "rows": [_row(player, posted) for player in people.roster(team)],
        "add": posted.get("add") or CharacterForm(auto_id="add_%s"),
        "invite": posted.get("invite") or InvitationForm(auto_id="invite_%s"),
        "invitations": team.invitations.select_related("user").order_by("created_at"),
        "bots": people.teams().filter(bot=True)[:BOTS] if not team.seats.exists() else (),
    }
    return render(request, "games/teams/manage.html", context, status=422 if posted else 200)


def _row(player: Player, posted: dict[str, forms.Form]) -> _Row:
    own = [
        (name, form) for name, form in posted.items() if form.data.get("player") == str(player.pk)
    ]
    initial = {"player": player.pk, "name": player.name}
    form: forms.Form = RenameForm(initial=initial, auto_id=f"p{player.pk}_%s")
    for name, failed in own:
        if name == "rename":
            form = failed
    return _Row(player, form, own[0][1].non_field_errors() if own else ())


def _player(team: Team, data: dict[str, Any]) -> Player:
    return get_object_or_404(people.roster(team), pk=data["player"])


def _add(team: Team, actor: User, data: dict[str, Any], at: datetime) -> str:
    player = acts.player_add(team=team, name=data["name"], now=at)
    return _("%(name)s is in the roster.") % {"name": player.name}


def _rename(team: Team, actor: User, data: dict[str, Any], at: datetime) -> str:
    player = _player(team, data)
    old = player.name
    acts.player_rename(player=player, name=data["name"])
    return _("%(old)s is now called %(name)s.") % {"old": old, "name": data["name"]}


def _remove(team: Team, actor: User, data: dict[str, Any], at: datetime) -> str:
    player = _player(team, data)
    acts.player_remove(player=player, now=at)
    return _("%(name)s has left the roster.") % {"name": player.name}


def _name_co_captain(team: Team, actor: User, data: dict[str, Any], at: datetime) -> str:
    player = _player(team, data)
    acts.co_captain_name(player=player, actor=actor)
    return _("%(name)s is now co-captain.") % {"name": player.name}


def _dismiss_co_captain(team: Team, actor: User, data: dict[str, Any], at: datetime) -> str:
    player = _player(team, data)
    acts.co_captain_dismiss(player=player, actor=actor)
    return _("%(name)s is no longer co-captain.") % {"name": player.name}


def _hand_over(team: Team, actor: User, data: dict[str, Any], at: datetime) -> str:
    player = _player(team, data)
    acts.captaincy_hand_over(player=player, actor=actor)
    return _("%(name)s is now captain of %(team)s.") % {"name": player.name, "team": team.name}


def _invite(team: Team, actor: User, data: dict[str, Any], at: datetime) -> str:
    invitation = acts.invitation_send(team=team, **data, now=at)
    return _("%(name)s is invited.") % {"name": invitation.user.username}


def _withdraw(team: Team, actor: User, data: dict[str, Any], at: datetime) -> str:
    invitation = get_object_or_404(team.invitations, pk=data["invitation"])
    acts.invitation_close(invitation=invitation)
    return _("The invitation is taken back.")


ACTS = {
    "add": _Act(CharacterForm, _add),
    "rename": _Act(RenameForm, _rename),
    "remove": _Act(PlayerForm, _remove),
    "co-captain": _Act(PlayerForm, _name_co_captain),
    "no-co-captain": _Act(PlayerForm, _dismiss_co_captain),
    "hand-over": _Act(PlayerForm, _hand_over),
    "invite": _Act(InvitationForm, _invite),
    "withdraw": _Act(WithdrawalForm, _withdraw),
}
