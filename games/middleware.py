"""What the reader chose and we remember."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone


def reader_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """French for whoever has chosen nothing, whatever the browser asks for."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            request.META["HTTP_ACCEPT_LANGUAGE"] = settings.LANGUAGE_CODE
        return get_response(request)

    return middleware


def reader_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Times as the reader's own clocks show them; a visitor's are the site's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        zone = getattr(request.user, "zone", "") or settings.DEFAULT_ZONE
        with timezone.override(ZoneInfo(zone)):
            return get_response(request)

    return middleware
