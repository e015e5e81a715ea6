"""What is wrong with an order, a line-up or a ruleset, or may not be meant: place and reason."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.contract import Caution, Refused
from soule.pages.words import Casts, at_square

REFUSALS = {
    # An order: soule.notation, soule.engine
    "sign": gettext_noop("“%(sign)s” is no action."),
    "initial": gettext_noop("“%(sign)s” is no place: an initial holds 1, 2 and 3 only."),
    "not-opponent": gettext_noop(
        "“%(sign)s” is no player of the other side, whose numbers go from 1 to %(most)s."
    ),
    "no-substitutions": gettext_noop("“%(sign)s”: this match has no substitutions."),
    "own-bench": gettext_noop("“%(sign)s”: nobody of your bench has this number."),
    "bench-twice": gettext_noop("“%(sign)s”: this player has come in already, or cannot."),
    "bench-empty": gettext_noop("“%(sign)s”: nobody is left on your bench."),
    "too-few": gettext_noop("%(got)s signs of the %(want)s that are needed."),
    "too-many": gettext_noop("%(got)s signs, and only %(want)s are needed."),
    "too-long": gettext_noop("This text is longer than any order: %(most)s characters at most."),
    "count": gettext_noop("%(got)s signs of the %(want)s that are needed (%(slot)s)."),
    "slot": gettext_noop("No order is awaited from “%(slot)s”."),
    "not-suspended": gettext_noop("This match does not wait for the referee’s word."),
    "over": gettext_noop("The match is over: it takes no more orders."),
    "two-orders": gettext_noop(
        "The rows and the line say different things. Keep the one you mean and send again."
    ),
    "two-choices": gettext_noop(
        "Two actions are chosen for no. %(n)s: a key, and another in the list. Keep one."
    ),
    # A line-up: soule.state
    "seated": gettext_noop("The players have taken the field: the line-up changes no more."),
    "line-up": gettext_noop("This is no line-up."),
    "line-up-key": gettext_noop("A line-up knows no “%(key)s”."),
    "line-up-value": gettext_noop("The line-up’s “%(key)s” cannot be taken."),
    "line-up-size": gettext_noop("%(got)s players, and %(want)s are needed."),
    "no-bench": gettext_noop("This match has no substitutions, so no bench."),
    # A ruleset: soule.rules
    "ruleset": gettext_noop("This is no ruleset."),
    "ruleset-key": gettext_noop("The rules of soule know no “%(key)s”."),
    "ruleset-value": gettext_noop("The rules cannot take this value for “%(key)s”."),
    "ruleset-clash": gettext_noop("“%(key)s” does not go with this “%(other)s”."),
    "preset": gettext_noop("Soule has no set of rules of this name."),
    # A state that a referee has amended: soule.state
    "state": gettext_noop("This is no state of a match."),
    "state-key": gettext_noop("The state has one “%(key)s” too many or too few."),
    "state-value": gettext_noop("The state’s “%(key)s” cannot be."),
}
"""The sentence for each kind of refusal."""

CAUTIONS = {
    "ko": gettext_noop("No. %(n)s is KO and will do nothing."),
    "fit": gettext_noop("No. %(n)s is fit: his X is read as 0."),
    "edge": gettext_noop("No. %(n)s is %(where)s: this sign has no effect there."),
    "target-ko": gettext_noop("No. %(target)s of the other side is KO: this has no effect."),
    "far": gettext_noop("No. %(target)s of the other side is %(where)s for now, not beside him."),
    "referee-blow": gettext_noop("A hit at the referee: no effect in play, and he will see it."),
}
"""The sentence for each kind of caution."""

MISSING = "·"
"""What stands in a line for an action that is not chosen yet; it is no sign of the rules."""


def refusal(refused: Refused, cast: Casts) -> str:
    """The place, where it has one, and the reason."""
    reason = _(REFUSALS[refused.kind]) % refused.facts
    if refused.facts.get("sign") == MISSING:
        reason = _("the action is missing. An incomplete draft is no order.")
    if refused.place is None:
        return reason
    if refused.kind.startswith("line-up"):
        return _("Player %(n)s: %(reason)s") % {"n": refused.place, "reason": reason}
    return _("Sign %(n)s: %(reason)s") % {"n": refused.place, "reason": reason}


def caution(caution: Caution, cast: Casts) -> str:
    """What the captain may not have meant, and why."""
    facts = dict(caution.facts)
    if "at" in facts:
        facts["where"] = at_square(facts["at"], cast)
    return _(CAUTIONS[caution.kind]) % facts
