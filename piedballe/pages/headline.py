"""The crier’s title for a turn, and its gist: what mattered most, always alike."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.contract import JSON, Sheet, other
from piedballe.pages.scene import scene_of
from piedballe.pages.telling import sentence
from piedballe.pages.words import called, score, scored, side

TOLD = ("save", "intercept", "tackle", "steal", "dribble", "mark", "receive", "out", "keep")
"""What a gist tells of a turn, first what matters most; then whatever the figure did."""


def headline(sheet: Sheet) -> str:
    """One short sentence, in the manner of a village crier."""
    said = _ended(sheet) or _goal(sheet) or _placed(sheet) or _played(sheet)
    return said[(sheet.number * 3 + len(sheet.events)) % len(said)]


def gist(sheet: Sheet) -> str:
    """The turn in a sentence, for news and mails."""
    if sheet.outcome:
        return _ending(sheet)
    goal = _first(sheet, "goal")
    scene = scene_of(sheet.before, sheet.cast)
    if goal:
        return sentence(goal, scene)
    if sheet.before["phase"] == "placing":
        return _("Both sides stand on the pitch; %(team)s kicks off.") % _kicking(sheet)
    for kind in (*TOLD, "timeout", "pass", "shoot", "rest", "run", "turn"):
        event = _first(sheet, kind)
        if event:
            return sentence(event, scene)
    return _("The score is %(score)s.") % {"score": score(sheet.after)}


def _ending(sheet: Sheet) -> str:
    assert sheet.outcome is not None
    facts = {"score": score(sheet.after)}
    if sheet.outcome.winner is None:
        return _("The match ends %(score)s: a draw.") % facts
    facts["team"] = sheet.cast[sheet.outcome.winner].team
    return _("The match ends %(score)s: %(team)s wins.") % facts


def _ended(sheet: Sheet) -> Sequence[str]:
    if sheet.outcome is None:
        return ()
    if sheet.outcome.winner is None:
        return (_("The bell rings, and nobody has won"), _("Night falls on a drawn match"))
    winner = sheet.outcome.winner
    facts = {"team": sheet.cast[winner].team, "beaten": sheet.cast[other(winner)].team}
    return (
        _("%(team)s wins the day!") % facts,
        _("%(beaten)s goes home beaten") % facts,
        _("The bell rings: victory for %(team)s") % facts,
    )


def _goal(sheet: Sheet) -> Sequence[str]:
    goal = _first(sheet, "goal")
    if not goal:
        return ()
    facts = {"who": called(goal["figure"], sheet.cast), "score": scored(goal["score"])}
    facts["team"] = sheet.cast[side(goal["figure"])].team
    return (
        _("Goal by %(who)s!") % facts,
        _("%(who)s finds the net: %(score)s") % facts,
        _("The bells ring for %(team)s: %(score)s") % facts,
    )


def _placed(sheet: Sheet) -> Sequence[str]:
    if sheet.before["phase"] != "placing":
        return ()
    return (_("The sides take the pitch"), _("All stand ready, and the coin is tossed"))


def _played(sheet: Sheet) -> Sequence[str]:
    """Titles for what mattered most in a turn; for anything else, that it was somebody's."""
    for kind in (*TOLD, "pass", "shoot", "run"):
        event = _first(sheet, kind)
        if event and (kind, event.get("ok")) in _titles():
            return [each % _facts(sheet, event) for each in _titles()[kind, event.get("ok")]]
    turn = _first(sheet, "turn")
    if not turn:
        return (_("The pitch holds its breath"),)
    return (_("%(who)s waits for his hour") % _facts(sheet, turn),)


def _titles() -> Mapping[tuple[str, bool | None], Sequence[str]]:
    return {
        ("save", True): (_("%(who)s saves!"), _("The goal of %(team)s stays shut")),
        ("intercept", True): (_("%(who)s cuts the way"), _("The ball falls to %(who)s")),
        ("tackle", True): (_("%(who)s takes the ball from %(foe)s"),),
        ("steal", True): (_("%(who)s robs %(foe)s"),),
        ("steal", False): (_("%(foe)s will not be robbed"),),
        ("dribble", True): (_("%(who)s dances past %(foe)s"),),
        ("dribble", False): (_("%(foe)s stops %(who)s"),),
        ("mark", True): (_("%(who)s sticks to %(foe)s"),),
        ("mark", False): (_("%(foe)s shakes off %(who)s"),),
        ("receive", True): (_("%(who)s has the ball at his feet"), _("A fine pass to %(who)s")),
        ("receive", False): (_("The pass escapes %(who)s"),),
        ("out", None): (_("Over the line"), _("The ball visits the spectators")),
        ("keep", False): (_("The ball escapes %(who)s"),),
        ("keep", True): (_("%(who)s runs with the ball"), _("%(who)s carries the ball onward")),
        ("pass", False): (_("%(who)s passes to nobody"),),
        ("shoot", True): (_("%(who)s lets fly"),),
        ("shoot", False): (_("%(who)s shoots at the clouds"),),
        ("run", None): (_("%(who)s changes place"), _("%(who)s takes up position")),
    }


def _facts(sheet: Sheet, event: JSON) -> dict[str, str]:
    figure = event["figure"]
    facts = {"who": called(figure, sheet.cast), "team": sheet.cast[side(figure)].team}
    if event.get("on"):
        facts["foe"] = called(event["on"], sheet.cast)
    return facts


def _kicking(sheet: Sheet) -> dict[str, str]:
    coin = _first(sheet, "coin")
    return {"team": sheet.cast[coin["side"]].team if coin else ""}


def _first(sheet: Sheet, kind: str) -> JSON:
    """The first event of a kind, won before lost."""
    found = [event for event in sheet.events if event["kind"] == kind]
    won = [event for event in found if event.get("ok")]
    return next(iter(won or found), None)
