"""What the referee may set of a match of pied-balle; the engine checks all of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class RulesetForm(forms.Form):
    """A ruleset; ``cleaned_data`` is what differs from the rules' own numbers.

    A match of pied-balle may end in a draw whatever its kind, so ``elimination`` changes nothing.
    """

    figures = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=((4, _("4 a side and a keeper")), (3, _("3 a side and a keeper"))),
    )
    preset = forms.ChoiceField(
        label=_("Numbers"),
        choices=(
            ("classic", _("classic: tests succeed at 9, 20 rounds")),
            ("lively", _("lively: tests succeed at 8, 12 rounds, more goals")),
        ),
        help_text=_("Lively is made for play by post."),
    )

    def __init__(self, *args: Any, elimination: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
