"""What views need to know of a request."""

from django.http import HttpRequest

from games.models import User


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks, for a part of the page it has already."""
    return bool(getattr(request, "htmx", False))


def user_of(request: HttpRequest) -> User:
    """The member who is logged in (the view asked for one)."""
    assert isinstance(request.user, User)
    return request.user
