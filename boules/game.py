"""Jeu de boules, as the forum knows it."""

from boules import bot, engine, pages
from boules.forms import RulesetForm
from games.registry import Game

GAME = Game(
    key="boules",
    elimination={"needs_winner": True},
    engine=engine,
    pages=pages,
    bot=bot.order,
    ruleset_form=RulesetForm,
    not_of_its_pace=("at_once", "days", "grace_minutes", "strikes"),
    demo={"bowlers": 2},
)
