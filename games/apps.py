"""The forum, as an app of Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Games(AppConfig):
    """What the office calls the forum's registers."""

    name = "games"
    verbose_name = _("The village")
