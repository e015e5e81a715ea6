"""What views need to know of a request."""

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest

from games import registry
from games.models import User

KEPT_FOR = timedelta(days=1)
"""How long a visitor's session keeps what he typed before he signed in."""


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks, for a part of the page it has already."""
    return bool(getattr(request, "htmx", False))


def user_of(request: HttpRequest) -> User:
    """The member who is logged in (the view asked for one)."""
    assert isinstance(request.user, User)
    return request.user


def keep_typed(request: HttpRequest, key: str, typed: Any) -> None:
    """Keep what a visitor typed until he signs in; from then on he has the usual time again."""
    request.session[key] = typed
    request.session.set_expiry(KEPT_FOR)


def asked_game(request: HttpRequest) -> registry.Game:
    """The game that ``?game`` names, the site's first where it names none; else 404."""
    try:
        return registry.get(request.GET.get("game") or registry.games()[0].key)
    except LookupError:
        raise Http404 from None
