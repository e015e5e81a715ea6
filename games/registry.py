"""The games that this site plays: one word each in ``settings.GAMES`` (docs/adding-a-game.md)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from django import forms
from django.conf import settings

from games.contract import JSON, Bot, Engine, Pages


@dataclass(frozen=True)
class Game:
    """One game, whole: its rules, how it is told, and who plays it when nobody else does.

    ``ruleset_form(data, prefix=..., elimination=...)`` is the form for what a referee may set of
    a new match, one that must have a winner if ``elimination``; its ``cleaned_data`` is the
    ruleset. ``elimination`` is the usual ruleset of a match that must have a winner.
    ``not_of_its_pace`` names what the forms for a match's pace need not ask, since it means nothing
    in this game (``games.forms.PaceForm``). ``traits`` has the words for the
    traits of its squads, ``demo`` is the ruleset of the demo's matches.
    """

    key: str
    elimination: JSON
    engine: Engine[Any]
    pages: Pages
    bot: Bot
    ruleset_form: Callable[..., forms.Form]
    not_of_its_pace: tuple[str, ...] = ()
    traits: Mapping[str, Any] = field(default_factory=dict)
    demo: JSON = field(default_factory=dict)

    @property
    def alternates(self) -> bool:
        """Whether its turns are played as they come, each within a limit, and not by the hour."""
        return "limit_hours" not in self.not_of_its_pace


@cache
def get(key: str) -> Game:
    """The game named ``key``; LookupError when this site does not play it."""
    if key not in settings.GAMES:
        raise LookupError(key)
    game: Game = import_module(f"{key}.game").GAME
    return game


def named_games() -> list[dict[str, str]]:
    """The key and the name, in the reader's language, of every game."""
    return [{"key": game.key, "name": game.pages.name({})} for game in games()]


def games() -> list[Game]:
    """Every game of this site, in the order of the settings."""
    return [get(key) for key in settings.GAMES]
