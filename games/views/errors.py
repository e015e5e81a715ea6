"""The pages that say no."""

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template import loader
from django.views.debug import SafeExceptionReporterFilter

CSRF_FIELD = "csrfmiddlewaretoken"


class ReportFilter(SafeExceptionReporterFilter):
    """What the report of a mistake, which is mailed, may hold: of what was posted only the names.

    An order is sealed for those who look after the site too (rules/fairness.md, 2).
    """

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, str]:
        """The names of the posted fields, their values hidden, wherever the mistake was made."""
        return dict.fromkeys(request.POST, self.cleansed_substitute) if request else {}


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from an old page: say so, and give back what was typed (but no password)."""
    typed = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if value and name != CSRF_FIELD and "password" not in name.lower()
    ]
    return render(request, "403_csrf.html", {"typed": typed}, status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: rendered without the request, for whose session the database may be missing."""
    return HttpResponseServerError(loader.render_to_string("500.html"))
