"""What is wrong with an order, a line-up or a ruleset: place and reason."""

from django.utils.translation import gettext as _

from games.contract import Caution, Refused
from piedballe.pages.words import Casts

REFUSALS: dict[str, str] = {}
CAUTIONS: dict[str, str] = {}


def refusal(refused: Refused, cast: Casts) -> str:
    """The place, where it has one, and the reason."""
    return _(REFUSALS[refused.kind]) % refused.facts


def caution(caution: Caution, cast: Casts) -> str:
    """What the captain may not have meant, and why."""
    return _(CAUTIONS[caution.kind]) % caution.facts
