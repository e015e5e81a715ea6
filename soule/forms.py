"""What the referee may set of a match of soule; the engine knows more, and checks all of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.contract import JSON
from soule.rules import ruleset, written

UNTIL_A_GOAL = "goal"


def _length(chosen: str) -> int | None:
    return None if chosen == UNTIL_A_GOAL else int(chosen)


class RulesetForm(forms.Form):
    """A ruleset; ``cleaned_data`` is what differs from the rules' own numbers."""

    pp = forms.TypedChoiceField(
        label=_("Points of physique"),
        coerce=int,
        choices=((4, _("4, as the rules have it")), (3, _("3, as in some duchies"))),
    )
    max_turns = forms.TypedChoiceField(
        label=_("Length"),
        coerce=_length,
        choices=(("7", _("7 turns, then a draw")), (UNTIL_A_GOAL, _("until a goal"))),
        help_text=_("An elimination match is always played until a goal."),
    )
    substitutions = forms.BooleanField(
        label=_("Players may be replaced during the match"), required=False
    )

    def __init__(self, *args: Any, elimination: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.elimination = elimination

    def clean(self) -> JSON:
        data = {**(super().clean() or self.cleaned_data)}
        if self.elimination:
            data["max_turns"] = None
        return data if self.errors else written(ruleset(data))
