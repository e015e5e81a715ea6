"""The crier’s title for a turn: chosen by what mattered most, always the same for the same turn."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.contract import Outcome, Side, other
from soule.pages.words import Casts, named


class Tale(NamedTuple):
    """What a turn comes to: the soule’s way, how often it was pushed, hits, who fell."""

    number: int
    cast: Casts
    soule_from: int
    soule: int
    pushes: int
    hits: int
    fallen: Sequence[tuple[Side, int]]
    outcome: Outcome | None


def headline(tale: Tale) -> str:
    """One short sentence, in the manner of a village crier."""
    sentences = _ended(tale) or _near_goal(tale) or _fell(tale) or _moved(tale) or _stood(tale)
    return sentences[(tale.number * 3 + tale.pushes + tale.hits) % len(sentences)]


def initial_headline(number_of_ones: int) -> str:
    """The title of the initial; how many stand in front decides which."""
    sentences = (
        _("The sides take the field"),
        _("The whole village lines the green"),
        _("Shoulders down, eyes on the soule"),
    )
    return sentences[number_of_ones % len(sentences)]


def _ended(tale: Tale) -> Sequence[str]:
    if tale.outcome is None:
        return ()
    if tale.outcome.winner:
        facts = _teams(tale, tale.outcome.winner)
        return (
            _("%(team)s carries the soule home!") % facts,
            _("%(team)s breaks through: goal!") % facts,
            _("The soule is in %(beaten)s’s goal!") % facts,
        )
    if tale.outcome.reason == "ko":
        return (_("Nobody is left standing"),)
    return (_("The bell rings, and nobody has won"), _("Night falls on a drawn match"))


def _near_goal(tale: Tale) -> Sequence[str]:
    if tale.soule == tale.soule_from or abs(tale.soule) < 2:
        return ()
    facts = _teams(tale, _pusher(tale))
    if (tale.soule > 0) != (_pusher(tale) == "A"):
        return (_("%(team)s breathes again") % facts,)
    return (
        _("%(team)s is at the gates") % facts,
        _("The soule knocks at %(beaten)s’s door") % facts,
    )


def _fell(tale: Tale) -> Sequence[str]:
    if not tale.fallen:
        return ()
    if len(tale.fallen) > 1:
        return (_("The scrum lays many low"), _("Hard blows on the green"))
    [(side, n)] = tale.fallen
    cast = tale.cast[side]
    name = named(cast, n) or _("No. %(n)s of %(team)s") % {"n": n, "team": cast.team}
    return (
        _("%(name)s bites the grass") % {"name": name},
        _("%(name)s goes down in the scrum") % {"name": name},
    )


def _moved(tale: Tale) -> Sequence[str]:
    if tale.soule == tale.soule_from:
        return ()
    facts = _teams(tale, _pusher(tale))
    if tale.soule * tale.soule_from < 0 or tale.soule == 0:
        return (_("%(team)s turns the scrum") % facts, _("%(team)s lifts its head") % facts)
    return (_("%(team)s gains ground") % facts, _("%(team)s leans into the scrum") % facts)


def _stood(tale: Tale) -> Sequence[str]:
    if tale.pushes:
        return (_("The soule comes and goes"), _("The scrum locks, and nothing gives"))
    if tale.hits:
        return (_("Blows rain, the soule sleeps"), _("More fists than feet"))
    return (_("The green holds its breath"), _("Each waits for the other"))


def _pusher(tale: Tale) -> Side:
    return "A" if tale.soule > tale.soule_from else "B"


def _teams(tale: Tale, side: Side) -> dict[str, str]:
    return {"team": tale.cast[side].team, "beaten": tale.cast[other(side)].team}
