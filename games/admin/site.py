"""The referee's office: Django's admin, open to referees (staff) and admins (superusers)."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _


class Office(admin.AdminSite):
    """The site at /office/."""

    site_header = _("Referee's office")
    site_title = _("Referee's office")
    index_title = _("At the desk")
