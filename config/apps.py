"""The admin site of this project: the referee's office."""

from django.contrib.admin.apps import AdminConfig


class Office(AdminConfig):
    """Django's admin, with the office as its site."""

    default_site = "games.admin.site.Office"
