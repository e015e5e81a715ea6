"""What happened in a turn, in sentences: from its events and nothing else."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from boules.pages.words import Casts, bowler, bowler_of, score, square
from games.contract import JSON, Side, side_of

WHY = {
    "closer": gettext_noop("%(team)s has the hand: the other side’s boule is now the closest."),
    "not-closer": gettext_noop("%(team)s keeps the hand: none of its boules is strictly closer."),
    "shot": gettext_noop("%(team)s keeps the hand after the shot."),
    "jack-hit-closest": gettext_noop(
        "%(team)s has the hand: its boule is the closest to the new jack."
    ),
    "jack-hit-equal": gettext_noop(
        "%(team)s keeps the hand: both sides are equally far from the new jack."
    ),
    "jack-hit-empty": gettext_noop("%(team)s keeps the hand: no boule lies on the ground."),
    "no-boules": gettext_noop("%(team)s has the hand: the other side has no boule left."),
    "time-out": gettext_noop("%(team)s has the hand."),
}
"""Who has the hand and why, by the reason of the ``hand`` event."""

TIME_OUT = {
    "pass": gettext_noop("%(team)s has not thrown in time: the hand passes."),
    "suspended": gettext_noop(
        "%(team)s has not thrown in time. It is the fourth time in a row that nobody throws: "
        "the match waits for the referee."
    ),
    "lose_boule": gettext_noop("%(team)s has not thrown in time: %(bowler)s loses a boule."),
    "referee": gettext_noop("%(team)s has not thrown in time: the match waits for the referee."),
}
"""What a time limit that ran out costs, by its effect."""


def sentence(event: Mapping[str, Any], cast: Casts) -> str:
    """One event in one sentence."""
    return _TELL[event["kind"]](event, cast)


def headline(event: Mapping[str, Any], cast: Casts) -> str:
    """The turn's main event as a title: "Josse points at [8,5]: announced 10"."""
    return _HEADLINES[event["kind"]](event, cast)


def main_event(events: tuple[JSON, ...]) -> Mapping[str, Any]:
    """The throw of a turn, or the time limit that ran out: every turn has one of them."""
    return next(event for event in events if event["kind"] in _HEADLINES)


def _thrown(event: Mapping[str, Any], cast: Casts) -> dict[str, Any]:
    side: Side = event["side"]
    return {
        "bowler": bowler_of(event, cast),
        "team": cast[side].team,
        "square": square(event["at"]),
        **({"announced": event["announced"]} if "announced" in event else {}),
    }


def _target(event: Mapping[str, Any], cast: Casts) -> str:
    slot: str = event["target"]
    return bowler(cast[side_of(slot)], int(slot[1:]))


def _first_hand(event: Mapping[str, Any], cast: Casts) -> str:
    return _("%(team)s throws first: the draw has said so.") % {"team": cast[event["side"]].team}


def _point(event: Mapping[str, Any], cast: Casts) -> str:
    return _(
        "%(bowler)s (%(team)s) throws at %(square)s. Announced distance: %(announced)s."
    ) % _thrown(event, cast)


def _shot(event: Mapping[str, Any], cast: Casts) -> str:
    facts = {**_thrown(event, cast), "target": _target(event, cast)}
    return (
        _("%(bowler)s (%(team)s) shoots %(target)s’s boule on %(square)s: both boules are lost.")
        % facts
    )


def _jack_hit(event: Mapping[str, Any], cast: Casts) -> str:
    return _(
        "%(bowler)s (%(team)s) throws at %(square)s and hits the jack: his boule is lost, the jack "
        "moves in secret, and every distance announced so far is void."
    ) % _thrown(event, cast)


def _time_out(event: Mapping[str, Any], cast: Casts) -> str:
    side: Side = event["side"]
    name = bowler(cast[side], event["bowler"]) if event["bowler"] else ""
    return _(TIME_OUT[event["effect"]]) % {"team": cast[side].team, "bowler": name}


def _hand(event: Mapping[str, Any], cast: Casts) -> str:
    return _(WHY[event["why"]]) % {"team": cast[event["side"]].team}


def _end(event: Mapping[str, Any], cast: Casts) -> str:
    facts = {"jack": square(event["jack"]), "score": score(event, cast)}
    return _("All boules are thrown. The jack was on %(jack)s: %(score)s.") % facts


def _point_title(event: Mapping[str, Any], cast: Casts) -> str:
    return _("%(bowler)s points at %(square)s: announced %(announced)s") % _thrown(event, cast)


def _shot_title(event: Mapping[str, Any], cast: Casts) -> str:
    facts = {**_thrown(event, cast), "target": _target(event, cast)}
    return _("%(bowler)s shoots %(target)s’s boule on %(square)s") % facts


def _jack_hit_title(event: Mapping[str, Any], cast: Casts) -> str:
    return _("%(bowler)s hits the jack on %(square)s") % _thrown(event, cast)


def _time_out_title(event: Mapping[str, Any], cast: Casts) -> str:
    return _("%(team)s lets the time run out") % {"team": cast[event["side"]].team}


_TELL = {
    "first-hand": _first_hand,
    "point": _point,
    "shot": _shot,
    "jack-hit": _jack_hit,
    "time-out": _time_out,
    "hand": _hand,
    "end": _end,
}
_HEADLINES = {
    "point": _point_title,
    "shot": _shot_title,
    "jack-hit": _jack_hit_title,
    "time-out": _time_out_title,
}
