"""The rules as we play them, a page for each game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """Every game in a few lines, with the way to its rules."""
    return render(request, "games/rules_list.html", {"games": registry.named_games()})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """A game's rules, from its own template with its own examples."""
    try:
        found = registry.get(game)
    except LookupError:
        raise Http404 from None
    return render(request, f"{found.key}/rules.html", {"game": found, **found.pages.rules()})
