"""The admin site of this project: the referee's office."""

from django.contrib.admin.apps import SimpleAdminConfig


class Office(SimpleAdminConfig):
    """Django's admin, with the office as its site; what other packages would add stays out."""

    default_site = "games.admin.site.Office"
