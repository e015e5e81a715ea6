"""What a match and its turns are called (rules/soule.md, Variants, Name)."""

from django.utils.translation import gettext as _

from games.contract import JSON
from soule import rules


def name(ruleset: JSON) -> str:
    """The name of a match with this ruleset: "Soule Royale", "Soule, polyplayed"."""
    kind, polyplayed = rules.name(rules.ruleset(ruleset))
    if kind == "royale":
        return _("Soule Royale, polyplayed") if polyplayed else _("Soule Royale")
    return _("Soule, polyplayed") if polyplayed else _("Soule")


def turn_name(number: int) -> str:
    """What a turn is called: "Initial", "Turn 3"."""
    return _("Turn %(n)s") % {"n": number} if number else _("Initial")
