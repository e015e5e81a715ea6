"""A member's own page: language, time zone, mails."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views import i18n
from django.views.decorators.http import require_http_methods

from games.accounts import remember_language
from games.forms import PreferencesForm
from games.models import User
from games.notify.outbox import Kind
from games.services.people import language_save, preferences_save
from games.views.requests import user_of
from games.views.teams import waiting_for


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """What a member prefers; and what waits for his answer."""
    user = user_of(request)
    form = PreferencesForm(request.POST or None, mails=Kind.choices, initial=_initial(user))
    if request.method == "POST" and form.is_valid():
        preferences_save(user=user, **form.cleaned_data)
        with override(user.language):
            messages.success(request, str(_("Your preferences are kept.")))
        response = redirect("preferences")
        remember_language(response, user.language)
        return response
    context = {"form": form, "teams": user.captaincies.all(), **waiting_for(user)}
    status = 422 if form.errors else 200
    return render(request, "games/people/preferences.html", context, status=status)


def set_language(request: HttpRequest) -> HttpResponse:
    """Show the site in another language, and remember the choice of who is signed in."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        language_save(user=user_of(request), language=language)
    return i18n.set_language(request)


def _initial(user: User) -> dict[str, object]:
    mails = [kind for kind in Kind.values if kind not in user.muted]
    return {"language": user.language, "zone": user.zone, "mails": mails}
