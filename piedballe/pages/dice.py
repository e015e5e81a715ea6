"""Dice with their test, as a report shows them (rules/piedballe.md, Tests)."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.contract import JSON

EASE = {"keep": "easy", "save": "hard", "intercept": "hard", "shoot": "medium"}
"""The modifier of the tests that always have the same."""
ATTRIBUTES = {"mark": "strength"}
"""What an opposed test is rolled on, where it is not agility."""


def plain(event: JSON, man: JSON, rules: JSON) -> str:
    """A plain test: "2D6 = 4 + 3, agility 3, easy +2: 12 ≥ 9"."""
    a, b = event["dice"]
    modifier = event.get("modifier", rules[EASE.get(event["kind"], "medium")])
    said = eased(modifier, rules)
    facts = {"a": a, "b": b, "agility": man["agility"], "modifier": said}
    facts |= {"total": event["total"], "needed": rules["success_at"]}
    if event["ok"]:
        return (
            _("2D6 = %(a)s + %(b)s, agility %(agility)s, %(modifier)s: %(total)s ≥ %(needed)s")
            % facts
        )
    return (
        _("2D6 = %(a)s + %(b)s, agility %(agility)s, %(modifier)s: %(total)s < %(needed)s") % facts
    )


def opposed(event: JSON, figures: Mapping[str, JSON]) -> str:
    """An opposed test: "A1: 2D6 = 3 + 3, agility 3: 9; B1: 2D6 = 2 + 4, agility 3: 9"."""
    asker, answerer = event["figure"], event["on"]
    first, second = event["dice"][:2], event["dice"][2:]
    semicolon = _("; ")
    return semicolon.join(
        _side(event["kind"], figure, figures[figure], dice, total)
        for figure, dice, total in zip(
            (asker, answerer), (first, second), event["totals"], strict=True
        )
    )


def eased(modifier: int, rules: JSON) -> str:
    """A modifier by its name: "easy +2"; its number alone where it has none."""
    names = (("easy", _("easy")), ("medium", _("medium")), ("hard", _("medium-hard")))
    for key, name in names:
        if modifier == rules[key]:
            return f"{name} {with_sign(modifier)}"
    return with_sign(modifier)


def with_sign(modifier: int) -> str:
    """A modifier with a true minus: "+2", "−1", "±0"."""
    if modifier == 0:
        return "±0"
    return f"+{modifier}" if modifier > 0 else f"−{-modifier}"


def _side(kind: str, figure: str, man: JSON, dice: list[int], total: int) -> str:
    attribute = ATTRIBUTES.get(kind, "agility")
    facts = {"who": figure, "a": dice[0], "b": dice[1], "n": man[attribute], "total": total}
    if attribute == "strength":
        return _("%(who)s: 2D6 = %(a)s + %(b)s, strength %(n)s: %(total)s") % facts
    return _("%(who)s: 2D6 = %(a)s + %(b)s, agility %(n)s: %(total)s") % facts
