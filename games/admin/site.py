"""The referee's office: Django's admin, open to referees (staff) and admins (superusers).

Referees see the desk and run matches. Admins also look after people, teams and outages. Nothing
else has an office: no order, no draft, no receipt, no mail, no journal to be changed.
"""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _

from games.admin.matches import MatchOffice
from games.admin.people import OutageOffice, TeamOffice, UserOffice
from games.models import Match, Outage, Team, User


class Office(admin.AdminSite):
    """The site at /office/. What it holds is said here, and nowhere else."""

    site_header = _("Referee’s office")
    site_title = _("Referee’s office")
    index_title = _("At the desk")

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.register(Match, MatchOffice)
        self.register(Team, TeamOffice)
        self.register(User, UserOffice)
        self.register(Outage, OutageOffice)

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """One signs in where everybody does, within the same limits."""
        return redirect("admin:index")

    def index(  # type: ignore[override]  # a redirect is no TemplateResponse
        self, request: HttpRequest, extra_context: object = None
    ) -> HttpResponse:
        """The office opens on the desk."""
        return redirect("admin:games_match_changelist")
