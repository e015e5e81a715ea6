"""The games that this site plays: one word each in ``settings.GAMES`` (docs/adding-a-game.md)."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings

from games.contract import Bot, Engine, Pages


@dataclass(frozen=True)
class Game:
    """One game, whole: its rules, how it is told, and who plays it when nobody else does."""

    key: str
    engine: Engine[Any]
    pages: Pages
    bot: Bot


@cache
def get(key: str) -> Game:
    """The game named ``key``; LookupError when this site does not play it."""
    if key not in settings.GAMES:
        raise LookupError(key)
    game: Game = import_module(f"{key}.game").GAME
    return game


def games() -> list[Game]:
    """Every game of this site, in the order of the settings."""
    return [get(key) for key in settings.GAMES]
