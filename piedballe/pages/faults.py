"""What is wrong with an order, a line-up or a ruleset: place and reason."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.contract import Caution, Refused
from piedballe.pages.words import Casts, called, square

REFUSALS = {
    # An order's text
    "empty": gettext_noop("The order is empty. Write “rien” to stand still."),
    "too-long": gettext_noop("This text is longer than any order."),
    "word": gettext_noop("“%(word)s” is no step of an order."),
    "step": gettext_noop("“%(text)s” does not read."),
    "squares": gettext_noop("No square is named here."),
    "slot": gettext_noop("No order is awaited from “%(slot)s”."),
    "over": gettext_noop("The match is over: it takes no more orders."),
    # A placing
    "count": gettext_noop("%(got)s squares, and %(want)s are needed."),
    "half": gettext_noop("%(at)s is not in your own half."),
    "zone": gettext_noop("%(at)s lies in a keeper zone: nobody is placed there."),
    "twice": gettext_noop("%(at)s is named twice."),
    # A turn
    "off-pitch": gettext_noop("%(at)s is not on the pitch."),
    "gap": gettext_noop("%(at)s is not next to the square before it."),
    "occupied": gettext_noop("%(who)s stands on %(at)s."),
    "run": gettext_noop("%(got)s squares, and he runs %(most)s in all."),
    "two-actions": gettext_noop("An order has one action at most."),
    "sprint-first": gettext_noop("A sprint is the first step, and the only action."),
    "no-ball": gettext_noop("He does not have the ball."),
    "has-ball": gettext_noop("He has the ball: he cannot do that."),
    "figure": gettext_noop("“%(figure)s” is nobody of this match."),
    "self": gettext_noop("He cannot do that to himself."),
    "team-mate": gettext_noop("%(who)s is no team-mate."),
    "opponent": gettext_noop("%(who)s is no opponent."),
    "marked": gettext_noop("%(who)s is marked."),
    "keeper": gettext_noop("This cannot be done to a keeper."),
    "carrier": gettext_noop("%(who)s has the ball: he cannot be marked."),
    "not-carrier": gettext_noop("%(who)s does not have the ball."),
    "far": gettext_noop("%(who)s is not next to him."),
    "power": gettext_noop("Power +%(got)s, and his strength is %(most)s."),
    "target": gettext_noop("He cannot shoot at %(at)s."),
    "target-mate": gettext_noop("%(who)s stands on %(at)s: that is a pass."),
    "beside-goal": gettext_noop("This shot does not cross the line between the posts."),
    "no-pass-yet": gettext_noop(
        "No shot at goal yet: your side has completed no pass since it got the ball."
    ),
    "shot-from-zone": gettext_noop("No shot at goal from a keeper zone."),
    "dribble-start": gettext_noop("A dribble begins with the opponent’s square."),
    "dribble-end": gettext_noop("A dribble goes on at least one square behind the opponent."),
    "keeper-zone": gettext_noop("A keeper never leaves his zone."),
    "keeper-must": gettext_noop("A keeper must make one pass or shoot, and nothing else."),
    "throw-in": gettext_noop("A throw-in begins with a pass."),
    # A line-up
    "seated": gettext_noop("The players have taken the pitch: the line-up changes no more."),
    "line-up": gettext_noop("This is no line-up."),
    "line-up-key": gettext_noop("A line-up knows no “%(key)s”."),
    "line-up-value": gettext_noop("The line-up’s “%(key)s” cannot be taken."),
    "line-up-size": gettext_noop("%(got)s players, and %(want)s are needed."),
    "no-bench": gettext_noop("Pied-balle has no bench."),
    "attribute-range": gettext_noop("An attribute is a whole number, at most %(most)s."),
    "attribute-points": gettext_noop("The attributes come to more than %(most)s."),
    # A ruleset, a state that a referee has amended, a word of his
    "ruleset": gettext_noop("This is no ruleset."),
    "ruleset-key": gettext_noop("The rules of pied-balle know no “%(key)s”."),
    "ruleset-value": gettext_noop("The rules cannot take this value for “%(key)s”."),
    "preset": gettext_noop("Pied-balle has no set of rules of this name."),
    "state": gettext_noop("This is no state of a match."),
    "state-key": gettext_noop("The state has one “%(key)s” too many or too few."),
    "state-value": gettext_noop("The state’s “%(key)s” cannot be."),
    "not-suspended": gettext_noop("This match does not wait for the referee’s word."),
}
"""The sentence for each kind of refusal."""

CAUTIONS: dict[str, str] = {}
"""The sentence for each kind of caution; the rules of pied-balle have none yet."""


def refusal(refused: Refused, cast: Casts) -> str:
    """The place, where it has one, and the reason."""
    facts = dict(refused.facts)
    if isinstance(facts.get("at"), (list, tuple)):
        facts["at"] = square(facts["at"])
    if isinstance(facts.get("who"), str):
        facts["who"] = called(facts["who"], cast)
    reason = _(REFUSALS[refused.kind]) % facts
    if refused.place is None:
        return reason
    if refused.kind.startswith(("line-up", "attribute")):
        return _("Player %(n)s: %(reason)s") % {"n": refused.place, "reason": reason}
    return _("Step %(n)s: %(reason)s") % {"n": refused.place, "reason": reason}


def caution(caution: Caution, cast: Casts) -> str:
    """What the captain may not have meant, and why."""
    return _(CAUTIONS[caution.kind]) % caution.facts
