"""The referee's acts as forms: what each asks for, when it is offered, the service it calls.

Each asks for a reason, which becomes public. What a form refuses, and what the service refuses,
is said on the form, and what was typed is kept.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games import clock
from games.contract import SIDES, Refused, Side, Slot, side_of
from games.models import Match, Strike, User
from games.selectors.threads import Thread
from games.services import referee as acts
from games.services.matches import match_announce
from games.views.refusals import sentence

WHY_LENGTH = 500
ORDER_LENGTH = 2000

BOTH = "AB"
"""Both sides lose by forfeit: nobody wins."""


class ActForm(forms.Form):
    """One act at the desk on the match of ``thread``."""

    name: ClassVar[str]
    title: ClassVar[Any]
    button: ClassVar[Any]
    done: ClassVar[Any]
    """What is said once it is done; nothing that is secret, for messages are stored."""
    note: ClassVar[Any] = ""

    why = forms.CharField(
        label=_("Reason"),
        max_length=WHY_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("It stands in the public journal, beside the act."),
    )

    def __init__(self, thread: Thread, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{self.name}_%s")
        self.thread, self.match = thread, thread.match
        self.order_fields([*(name for name in self.fields if name not in LAST), *LAST])

    @classmethod
    def offered(cls, thread: Thread) -> bool:
        """Whether the match, as it stands, can take this act."""
        return not thread.match.is_over

    def is_ready(self) -> bool:
        """Whether the form says all that the act needs."""
        return self.is_valid()

    def act(self, referee: User, now: datetime) -> None:
        """Do it; the services' Refused."""
        raise NotImplementedError

    def refuse(self, refused: Refused, field: str | None = None) -> None:
        """Say why it was refused, in the forum's words or else the game's."""
        said: str | None = sentence(refused, default=None)
        pages, casts = self.thread.game.pages, self.thread.casts
        self.add_error(field, said or pages.refusal(refused, casts))

    def said(self, referee: User, now: datetime) -> dict[str, Any]:
        """What every service of the desk asks for."""
        return {
            "match": self.match,
            "referee": referee,
            "why": self.cleaned_data["why"],
            "now": now,
        }
