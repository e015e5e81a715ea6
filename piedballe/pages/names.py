"""What a match and its turns are called."""

from django.utils.translation import gettext as _

from games.contract import JSON


def name(ruleset: JSON) -> str:
    """The name of a match with this ruleset: "Pied-balle"."""
    return _("Pied-balle")


def turn_name(number: int) -> str:
    """What a turn is called: "Placing", "Turn of play 3" (a round has many)."""
    return _("Turn of play %(n)s") % {"n": number} if number else _("Placing")
