"""What may be set of a new match of boules; the engine checks all of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from boules.rules import TIME_OUTS, ruleset, written
from games.contract import JSON


class RulesetForm(forms.Form):
    """A ruleset; ``cleaned_data`` is the whole of it."""

    bowlers = forms.TypedChoiceField(
        label=_("Bowlers on each side"),
        coerce=int,
        choices=(
            (1, _("1, three boules")),
            (2, _("2, three boules each")),
            (3, _("3, two boules each")),
        ),
    )
    on_timeout = forms.ChoiceField(
        label=_("When a side does not throw in time"),
        choices=(
            ("pass", _("the hand passes")),
            ("lose_boule", _("it loses a boule")),
            ("referee", _("the referee decides")),
        ),
        help_text=ngettext_lazy(
            "Where the hand passes, %(n)s time-out in a row calls the referee.",
            "Where the hand passes, %(n)s time-outs in a row call the referee.",
            TIME_OUTS,
        )
        % {"n": TIME_OUTS},
    )

    def __init__(self, *args: Any, elimination: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.elimination = elimination

    def clean(self) -> JSON:
        data = {**(super().clean() or self.cleaned_data), "needs_winner": self.elimination}
        return data if self.errors else written(ruleset(data))
