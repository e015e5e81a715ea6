"""What only admins (superusers) look after: people, teams, and the clock's outages.

Accounts and teams are neither made nor deleted here: a page that lists what would go with them
would list mails, and so tell who was reminded. One who must go is made inactive.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Match, Team, User


class _Kept(admin.ModelAdmin[Any]):
    """Rows that can be changed, but neither added nor deleted here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only the filters that are offered: any column could be guessed at by others."""
        offered = {each[0] if isinstance(each, tuple) else each for each in self.list_filter}
        return lookup.split("__")[0] in offered


class _RefereeFilter(admin.BooleanFieldListFilter):
    """Referees, or the others."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = _("Referee")


class UserOffice(_Kept):
    """Members: who is a referee, who may sign in. Their password and mails are their own."""

    fields = ("username", "email", "is_active", "is_staff", "date_joined")
    readonly_fields = ("email", "date_joined")
    list_display = ("username", "email", "referee", "is_active", "date_joined")
    list_filter = (("is_staff", _RefereeFilter), "is_active")
    search_fields = ("username", "email")
    ordering = ("username",)

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        labels = {"is_staff": _("Referee")}
        help_texts = {"is_staff": _("Enters the office, and judges the matches of other teams.")}
        return super().get_form(request, *args, labels=labels, help_texts=help_texts, **kwargs)

    @admin.display(boolean=True, description=_("Referee"), ordering="is_staff")
    def referee(self, user: User) -> bool:
        return user.is_staff


class TeamOffice(_Kept):
    """Teams: their name, and a new captain for one that has lost its own."""

    fields = ("name", "captain", "bot", "created_at")
    readonly_fields = ("bot", "created_at")
    raw_id_fields = ("captain",)
    list_display = ("name", "captain", "bot", "created_at")
    list_filter = ("bot",)
    list_select_related = ("captain",)
    search_fields = ("name", "captain__username")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Who commands a side reads its orders: no new captain by this door during a match."""
        playing = obj is not None and _has_a_match(obj)
        return (*self.readonly_fields, "captain") if playing else self.readonly_fields


class OutageOffice(_Kept):
    """When the clock stood still: a register, of which nothing can be changed."""

    list_display = ("start", "end")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _has_a_match(team: Team) -> bool:
    return team.seats.exclude(match__status=Match.Status.OVER).exists()
