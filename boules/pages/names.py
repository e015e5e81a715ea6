"""What a match of boules and its turns are called."""

from django.utils.translation import gettext as _

from boules.rules import ruleset as read_ruleset
from games.contract import JSON


def name(ruleset: JSON) -> str:
    """The name of a match with this ruleset: "Jeu de boules, 2 against 2"."""
    bowlers = read_ruleset(ruleset).bowlers
    if bowlers == 1:
        return _("Jeu de boules")
    return _("Jeu de boules, %(n)s against %(n)s") % {"n": bowlers}


def turn_name(number: int) -> str:
    """What a turn is called: "Throw 3"; a time limit that runs out counts as one."""
    return _("Throw %(n)s") % {"n": number + 1}
