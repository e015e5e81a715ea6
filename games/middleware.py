"""What the reader chose and we remember."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def reader_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """French for whoever has chosen nothing, whatever the browser asks for."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            request.META["HTTP_ACCEPT_LANGUAGE"] = settings.LANGUAGE_CODE
        return get_response(request)

    return middleware
