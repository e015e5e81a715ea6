"""The village square: what is being played now, and when the next game times are."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from games import registry
from games.models import Match
from games.selectors import threads
from games.selectors.clock import now

HOURS = 3
CARDS = 3
NEWS = 4


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page."""
    playing = threads.newest_matches(
        Match.objects.filter(status=Match.Status.PLAYING, paused_at=None, held="")
    ).order_by("turn__game_time", "id")
    cards = threads.cards_of(list(playing[: 1 + CARDS]))
    context = {
        "hours": cards[:HOURS],
        "first": cards[0] if cards else None,
        "cards": cards[1:],
        "count": threads.unfinished().count(),
        "games": registry.named_games(),
        "news": threads.latest_news(NEWS),
        "now": now(),
    }
    return render(request, "games/home.html", context)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, for who asks at the old address without having read a page."""
    return redirect(static("icon.svg"))
