"""What signing up and signing in do here beside what allauth does."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games.models import User


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """A new account speaks the language of its first page; who signs in reads his own."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Fill the account from the form of the sign-up."""
        user.language = translation.get_language()
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        """Where one goes after signing in, in the language that one has chosen."""
        with translation.override(user.language):
            response: HttpResponse = super().post_login(request, user, **how)
        remember_language(response, user.language)
        return response


def remember_language(response: HttpResponse, language: str) -> None:
    """Have the reader's browser ask for ``language`` from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
