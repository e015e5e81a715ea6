"""Pied-balle, as the forum knows it."""

from django.utils.translation import gettext_lazy as _

from games.registry import Game
from piedballe import bot, engine, pages
from piedballe.forms import RulesetForm

GAME = Game(
    key="piedballe",
    elimination={},
    engine=engine,
    pages=pages,
    bot=bot.order,
    ruleset_form=RulesetForm,
    not_of_its_pace=("strikes",),
    traits={"agility": _("Agility"), "strength": _("Strength"), "robustness": _("Robustness")},
    demo={"preset": "lively"},
)
