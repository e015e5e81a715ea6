"""How squares and people are called in sentences (rules/soule.md, Field).

Squares are absolute, -3..3. What is inserted into a sentence carries its own preposition, for
languages bend it: "from 2L", "from Castillon’s goal".
"""

from collections.abc import Mapping
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.contract import JSON, Cast, Side
from soule.rules import GOAL, Ruleset, ruleset

Casts = Mapping[Side, Cast]

SHORT = {
    -3: gettext_lazy("Goal"),
    -2: gettext_lazy("2L"),
    -1: gettext_lazy("1L"),
    0: "0",
    1: gettext_lazy("1R"),
    2: gettext_lazy("2R"),
    3: gettext_lazy("Goal"),
}
"""A square in the fewest letters, as side A sees it from its left."""


def square(at: int, cast: Casts) -> str:
    """A square by its whole name: "2L", "Castillon’s goal"."""
    return _("%(team)s’s goal") % _owner(at, cast) if _is_goal(at) else str(SHORT[at])


def at_square(at: int, cast: Casts) -> str:
    """Where somebody is: "at 2L", "at Castillon’s goal"."""
    if _is_goal(at):
        return _("at %(team)s’s goal") % _owner(at, cast)
    return _("at %(square)s") % {"square": SHORT[at]}


def from_square(at: int, cast: Casts) -> str:
    """Whence somebody comes: "from 2L", "from Castillon’s goal"."""
    if _is_goal(at):
        return _("from %(team)s’s goal") % _owner(at, cast)
    return _("from %(square)s") % {"square": SHORT[at]}


def to_square(at: int, cast: Casts) -> str:
    """Whither somebody or the soule goes: "to 2L", "to Castillon’s goal"."""
    if _is_goal(at):
        return _("to %(team)s’s goal") % _owner(at, cast)
    return _("to %(square)s") % {"square": SHORT[at]}


def from_middle(n: int) -> str:
    """A place of the initial: "2 squares from the middle"."""
    return ngettext("%(n)s square from the middle", "%(n)s squares from the middle", n) % {"n": n}


def rules_of(view: JSON) -> Ruleset:
    """The whole ruleset of the match that ``view`` shows."""
    return ruleset(view["ruleset"])


def on_field(view: JSON, cast: Casts) -> dict[Side, Cast]:
    """The cast with each number's present holder at its place (rules/soule.md, Substitution)."""
    now = dict(cast)
    for change in view.get("changes", ()):
        now[change["side"]] = replaced(now[change["side"]], change["n"], change["by"])
    return now


def replaced(cast: Cast, n: int, by: int) -> Cast:
    """The cast after bench number ``by`` has taken number ``n``."""
    players = [name or "" for name, _n in zip_longest(cast.players, range(max(n, by)))]
    players[n - 1] = players[by - 1]
    return Cast(cast.team, tuple(players))


def named(cast: Cast, n: int) -> str:
    """The name of number ``n``, or "" when nobody gave him one."""
    return " ".join(cast.players[n - 1].split()) if 0 < n <= len(cast.players) else ""


def player(cast: Cast, n: int) -> str:
    """Number ``n`` as the subject of a sentence: his name, or "No. 3"."""
    return named(cast, n) or pgettext("who acts", "No. %(n)s") % {"n": n}


def target(cast: Cast, n: int) -> str:
    """Number ``n`` as somebody else’s target: "no. 9, Landry", or "no. 9"."""
    name = named(cast, n)
    if name:
        return _("no. %(n)s, %(name)s") % {"n": n, "name": name}
    return _("no. %(n)s") % {"n": n}


def _is_goal(at: int) -> bool:
    return abs(at) == GOAL


def _owner(at: int, cast: Casts) -> dict[str, str]:
    return {"team": cast["A" if at < 0 else "B"].team}
