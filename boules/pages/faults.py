"""What is wrong with a throw, a line-up or a ruleset, or may not be meant: place and reason."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from boules.pages.words import Casts, bowler
from games.contract import Caution, Refused, side_of

REFUSALS = {
    # A throw: boules.notation, boules.engine
    "empty": gettext_noop("Name a square first: [8,5], or 8 5."),
    "unreadable": gettext_noop("“%(sign)s” belongs to no square. Write it as [8,5], or 8 5."),
    "no-square": gettext_noop("This is no square. Write its column and its row: [8,5], or 8 5."),
    "off-ground": gettext_noop(
        "[%(x)s,%(y)s] is off the ground, whose columns and rows go from 1 to 20."
    ),
    "own-boule": gettext_noop("A boule of your own side lies on [%(x)s,%(y)s]."),
    "not-in-hand": gettext_noop("The other side has the hand."),
    "no-boule": gettext_noop("Bowler no. %(bowler)s has no boule left."),
    "slot": gettext_noop("No throw is awaited from “%(slot)s”."),
    "orders": gettext_noop("%(count)s throws came, and only one can be played."),
    "over": gettext_noop("The match is over: no more boules are thrown."),
    # The referee’s word: boules.engine
    "not-suspended": gettext_noop("This match does not wait for the referee’s word."),
    "no-boules": gettext_noop("This side has no boule left: it cannot have the hand."),
    # A line-up: boules.state
    "seated": gettext_noop("The first boule is thrown: the line-up changes no more."),
    "line-up": gettext_noop("This is no line-up."),
    "line-up-key": gettext_noop("A line-up knows no “%(key)s”."),
    "line-up-value": gettext_noop("The line-up’s “%(key)s” cannot be taken."),
    "line-up-size": gettext_noop("%(got)s bowlers, and %(want)s are needed."),
    "no-bench": gettext_noop("At boules nobody sits on a bench."),
    # A ruleset: boules.rules
    "ruleset": gettext_noop("This is no ruleset."),
    "ruleset-key": gettext_noop("The rules of boules know no “%(key)s”."),
    "ruleset-value": gettext_noop("The rules cannot take this value for “%(key)s”."),
    "preset": gettext_noop("Boules have no set of rules of this name."),
    # A state that a referee has amended: boules.state
    "state": gettext_noop("This is no state of a match."),
    "state-key": gettext_noop("The state has one “%(key)s” too many or too few."),
    "state-value": gettext_noop("The state’s “%(key)s” cannot be."),
}
"""The sentence for each kind of refusal."""


def refusal(refused: Refused, cast: Casts) -> str:
    """The place, where it has one, and the reason."""
    reason = _(REFUSALS[refused.kind]) % refused.facts
    if refused.place is None:
        return reason
    if refused.kind.startswith("line-up"):
        return _("Player %(n)s: %(reason)s") % {"n": refused.place, "reason": reason}
    return _("Character %(n)s: %(reason)s") % {"n": refused.place, "reason": reason}


def caution(caution: Caution, cast: Casts) -> str:
    """A shot, and what it costs."""
    slot: str = caution.facts["target"]
    name = bowler(cast[side_of(slot)], int(slot[1:]))
    return _("A shot at %(name)s’s boule on [%(x)s,%(y)s]: both boules are lost.") % {
        **caution.facts,
        "name": name,
    }
