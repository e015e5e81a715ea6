"""Challenges: a captain sends one, the other answers."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import registry
from games.contract import Refused
from games.forms import ChallengeForm
from games.models import Challenge, Match, Team
from games.selectors.clock import now
from games.selectors.roles import commands
from games.services import challenges as acts
from games.views.refusals import sentence
from games.views.requests import asked_game, user_of

reads_and_posts = require_http_methods(["GET", "HEAD", "POST"])


@reads_and_posts
@login_required
def challenge_send(request: HttpRequest, slug: str) -> HttpResponse:
    """Challenge a team: the form, and what becomes of it."""
    challenged = get_object_or_404(Team, slug=slug)
    own = user_of(request).captaincies.exclude(pk=challenged.pk)
    teams = {team.slug: team for team in own}
    if not teams:
        raise PermissionDenied
    game, data = asked_game(request), request.POST or None
    form = ChallengeForm(
        data,
        teams=[(team.slug, team.name) for team in teams.values()],
        without=game.not_of_its_pace,
        initial={"zone": user_of(request).zone, "at_once": challenged.bot},
    )
    ruleset = game.ruleset_form(data, prefix="ruleset")
    if form.is_valid() and ruleset.is_valid():
        try:
            sent = acts.challenge_send(
                challenger=teams[form.cleaned_data["team"]],
                challenged=challenged,
                game=game.key,
                ruleset=ruleset.cleaned_data,
                pace=form.pace(),
                actor=user_of(request),
                now=now(),
            )
        except Refused as refused:
            form.add_error(None, sentence(refused))
        else:
            return _sent(request, sent, challenged)
    context = {
        "form": form,
        "ruleset": ruleset,
        "game": game,
        "games": registry.named_games(),
        "team": challenged,
        "teams": list(teams.values()),
    }
    status = 422 if form.errors or ruleset.errors else 200
    return render(request, "games/challenges/send.html", context, status=status)


@reads_and_posts
@login_required
def challenge_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """A challenge, for those whom it concerns: ``accept``, ``decline`` or ``withdraw`` it."""
    challenge = _challenge(request, pk)
    if request.method != "POST":
        return _page(request, challenge)
    answer, user = request.POST.get("answer"), user_of(request)
    if answer not in ("accept", "decline", "withdraw"):
        raise BadRequest
    team = challenge.challenger if answer == "withdraw" else challenge.challenged
    if team.captain_id != user.pk:
        raise PermissionDenied
    if answer == "accept":
        try:
            match = acts.challenge_accept(challenge=challenge, actor=user, now=now())
        except Refused as refused:
            return _page(request, challenge, error=sentence(refused))
        messages.success(request, _("The challenge is accepted: the match is announced."))
        return redirect(match)
    acts.challenge_close(challenge=challenge)
    messages.success(request, _("The challenge is closed."))
    return redirect(team)


def _sent(request: HttpRequest, sent: Challenge | Match, challenged: Team) -> HttpResponse:
    names = {"team": challenged.name}
    if isinstance(sent, Match):
        messages.success(request, _("%(team)s accepts at once: the match is announced.") % names)
        return redirect(sent)
    messages.success(request, _("The challenge is sent: %(team)s will answer it.") % names)
    return redirect("challenge_answer", sent.pk)


def _challenge(request: HttpRequest, pk: int) -> Challenge:
    """A challenge that concerns the reader: he commands one of its teams; else 404."""
    both = Challenge.objects.select_related("challenger__captain", "challenged__captain")
    challenge = get_object_or_404(both, pk=pk)
    teams = (challenge.challenger, challenge.challenged)
    if not any(commands(team, request.user) for team in teams):
        raise Http404
    return challenge


def _page(request: HttpRequest, challenge: Challenge, **facts: Any) -> HttpResponse:
    pace, user, game = challenge.pace, user_of(request), registry.get(challenge.game)
    context = {
        "challenge": challenge,
        "pace": pace,
        "game": game.pages.name(challenge.ruleset),
        "alternates": game.alternates,
        "days": [WEEKDAYS[day] for day in pace["days"]] if len(pace["days"]) < 7 else [],
        "schedule": Match(pace=pace).schedule,
        "first": acts.first_game_time(pace, now()),
        "may_answer": challenge.challenged.captain_id == user.pk,
        "may_withdraw": challenge.challenger.captain_id == user.pk,
        **facts,
    }
    status = 422 if "error" in facts else 200
    return render(request, "games/challenges/answer.html", context, status=status)
