"""Soule Royale, as the forum knows it."""

from games.registry import Game
from soule import bot, engine, pages
from soule.forms import RulesetForm

GAME = Game(
    key="soule",
    elimination={"max_turns": None},
    engine=engine,
    pages=pages,
    bot=bot.order,
    ruleset_form=RulesetForm,
    not_of_its_pace=("limit_hours",),
)
