"""The events of a turn told one by one, and the position after each (rules/piedballe.md, Events).

The telling follows a turn from the pitch before it, so that a sentence can say who lost the ball
and the replay can draw each step.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import JSON
from piedballe.pages.dice import opposed, plain
from piedballe.pages.scene import Scene, follow, state_of
from piedballe.pages.words import called, scored, square, written


class Action(NamedTuple):
    """One event as it is told.

    ``who`` is its figure ("" for none), ``look`` the class of its mark (``won``, ``lost``,
    ``goal`` or ""); ``dice`` the roll with its test, or ""; ``state`` the replay's position.
    """

    who: str
    side: str
    shown: str
    text: str
    dice: str
    look: str
    state: str


def actions(scene: Scene, events: Sequence[JSON]) -> Iterator[Action]:
    """Each event told in turn; ``scene`` follows."""
    for event in events:
        text, dice = sentence(event, scene), rolled(event, scene)
        follow(event, scene)
        who = event.get("figure") or ""
        yield Action(
            who=who,
            side=who[:1].lower(),
            shown=who[1:],
            text=text,
            dice=dice,
            look=_look(event),
            state=state_of(scene, who),
        )


def sentence(event: JSON, scene: Scene) -> str:
    """What happened, in one sentence; ``scene`` is the moment before it."""
    return SENTENCES[event["kind"]](event, scene)


def rolled(event: JSON, scene: Scene) -> str:
    """The dice of an event with their test: "2D6 = 4 + 3, agility 3, easy +2: 12 ≥ 9"."""
    kind = event["kind"]
    if kind in ("keep", "save", "intercept", "pass", "receive", "shoot"):
        return plain(event, scene.figures[event["figure"]], scene.rules)
    if kind in ("steal", "tackle", "mark", "dribble"):
        return opposed(event, scene.figures)
    if kind == "ring":
        return _("2D6 = %(a)s + %(b)s: square %(n)s of the ring") % _dice(event)
    if kind == "scatter":
        return _("2D6 = %(a)s + %(b)s: direction %(n)s; 1D6 = %(squares)s") % _dice(event)
    if kind == "coin":
        return _("coin: %(n)s") % {"n": event["dice"][0]}
    if kind == "initiative":
        return _("dice: %(dice)s") % {"dice": " ".join(map(str, event["dice"]))}
    return ""


def _dice(event: JSON) -> dict[str, int]:
    a, b, *rest = event["dice"]
    return {"a": a, "b": b, "n": event["number"], "squares": rest[0] if rest else 0}


def _facts(event: JSON, scene: Scene) -> dict[str, str]:
    """What sentences insert: the figures by name, squares, teams."""
    facts = {}
    for key, name in (("figure", "who"), ("on", "foe"), ("to", "mate")):
        if event.get(key):
            facts[name] = called(event[key], scene.cast)
    for key, name in (("at", "where"), ("put", "put"), ("target", "target")):
        if event.get(key):
            facts[name] = square(event[key])
    if event.get("side"):
        facts["team"] = scene.cast[event["side"]].team
    return facts


def _initiative(event: JSON, scene: Scene) -> str:
    totals = ", ".join(f"{each} {event['totals'][each]}" for each in event["order"])
    return _("Initiative, for the whole match: %(totals)s.") % {"totals": totals}


def _coin(event: JSON, scene: Scene) -> str:
    return _("The coin gives the kick-off to %(team)s.") % _facts(event, scene)


def _round(event: JSON, scene: Scene) -> str:
    return _("Round %(n)s begins.") % {"n": event["round"]}


def _kickoff(event: JSON, scene: Scene) -> str:
    return _("%(who)s has the ball for the kick-off.") % _facts(event, scene)


def _end(event: JSON, scene: Scene) -> str:
    points = scored(event["score"])
    if event["winner"] not in scene.cast:
        return _("The match is over: %(score)s, a draw.") % {"score": points}
    facts = {"score": points, "team": scene.cast[event["winner"]].team}
    return _("The match is over: %(score)s, %(team)s wins.") % facts


def _turn(event: JSON, scene: Scene) -> str:
    facts = {**_facts(event, scene), "order": written(event["order"])}
    if not event["order"]:
        return _("%(who)s stands still.") % facts
    if event["turn"] == "bonus":
        return _("Bonus turn of %(who)s: “%(order)s”.") % facts
    if event["turn"] == "throwin":
        return _("Throw-in by %(who)s: “%(order)s”.") % facts
    return _("Turn of %(who)s: “%(order)s”.") % facts


def _timeout(event: JSON, scene: Scene) -> str:
    return _("The time limit ran out for %(who)s: no order came.") % _facts(event, scene)


def _skip(event: JSON, scene: Scene) -> str:
    return _("%(who)s was marked and is passed over; the mark is lifted.") % _facts(event, scene)


def _drop(event: JSON, scene: Scene) -> str:
    facts = {**_facts(event, scene), "n": str(event["step"] + 1)}
    return {
        "ball": _("%(who)s no longer has the ball: the rest, from step %(n)s, is dropped."),
        "square": _(
            "The square is taken: the rest of %(who)s’s order, from step %(n)s, is dropped."
        ),
        "turn": _("The turn of %(who)s is over: the rest, from step %(n)s, is dropped."),
    }[event["why"]] % facts


def _sprint(event: JSON, scene: Scene) -> str:
    facts = {**_facts(event, scene), "n": event["squares"]}
    return (
        ngettext(
            "%(who)s sprints: %(n)s square more.",
            "%(who)s sprints: %(n)s squares more.",
            event["squares"],
        )
        % facts
    )


def _run(event: JSON, scene: Scene) -> str:
    path = event["path"]
    facts = {**_facts(event, scene), "end": square(path[-1]), "n": len(path)}
    if scene.holder == event["figure"]:
        said = ngettext(
            "%(who)s runs to %(end)s with the ball, %(n)s square.",
            "%(who)s runs to %(end)s with the ball, %(n)s squares.",
            len(path),
        )
    else:
        said = ngettext(
            "%(who)s runs to %(end)s, %(n)s square.",
            "%(who)s runs to %(end)s, %(n)s squares.",
            len(path),
        )
    return said % facts


def _take(event: JSON, scene: Scene) -> str:
    return _("%(who)s has the ball at %(where)s.") % _facts(event, scene)


def _rest(event: JSON, scene: Scene) -> str:
    return _("The ball comes to rest at %(where)s.") % _facts(event, scene)


def _gather(event: JSON, scene: Scene) -> str:
    return _("%(who)s gathers the ball at %(where)s.") % _facts(event, scene)


def _keep(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s keeps the ball.") % _facts(event, scene)
    return _("%(who)s loses control of the ball.") % _facts(event, scene)


def _save(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s saves!") % _facts(event, scene)
    return _("%(who)s dives, and does not reach it.") % _facts(event, scene)


def _intercept(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s intercepts the ball, and gets a bonus turn.") % _facts(event, scene)
    return _("%(who)s tries to intercept: missed.") % _facts(event, scene)


def _pass(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s passes to %(mate)s.") % _facts(event, scene)
    return _("%(who)s misses the pass to %(mate)s.") % _facts(event, scene)


def _receive(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s receives the ball.") % _facts(event, scene)
    return _("%(who)s does not hold the pass.") % _facts(event, scene)


def _shoot(event: JSON, scene: Scene) -> str:
    facts = {**_facts(event, scene), "power": event["power"], "n": event["distance"] or 0}
    if not event["ok"]:
        return _("%(who)s misses the shot at %(target)s.") % facts
    said = ngettext(
        "%(who)s shoots at %(target)s: the ball flies %(n)s square.",
        "%(who)s shoots at %(target)s: the ball flies %(n)s squares.",
        facts["n"],
    )
    return said % facts


def _steal(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s steals the ball from %(foe)s.") % _facts(event, scene)
    return _("%(who)s tries to steal the ball from %(foe)s: missed.") % _facts(event, scene)


def _tackle(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s tackles %(foe)s: the ball is his, and a bonus turn.") % _facts(
            event, scene
        )
    return _("%(who)s tries to tackle %(foe)s: missed.") % _facts(event, scene)


def _mark(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s marks %(foe)s.") % _facts(event, scene)
    return _("%(who)s tries to mark %(foe)s: missed.") % _facts(event, scene)


def _dribble(event: JSON, scene: Scene) -> str:
    if event["ok"]:
        return _("%(who)s dribbles through %(foe)s.") % _facts(event, scene)
    return _("%(who)s fails to dribble %(foe)s, who has the ball and a bonus turn.") % _facts(
        event, scene
    )


def _ring(event: JSON, scene: Scene) -> str:
    return _("The ball slips away to one of the eight squares around.")


def _scatter(event: JSON, scene: Scene) -> str:
    squares = event["squares"]
    return ngettext(
        "The ball goes astray, %(n)s square away.",
        "The ball goes astray, %(n)s squares away.",
        squares,
    ) % {"n": squares}


def _out(event: JSON, scene: Scene) -> str:
    return _("Out at %(where)s. Throw-in for %(team)s: %(who)s, at %(put)s.") % _facts(event, scene)


def _goal(event: JSON, scene: Scene) -> str:
    facts = {**_facts(event, scene), "score": scored(event["score"])}
    return _("Goal! %(who)s scores for %(team)s: %(score)s.") % facts


SENTENCES: dict[str, Callable[[JSON, Scene], str]] = {
    "initiative": _initiative,
    "coin": _coin,
    "round": _round,
    "kickoff": _kickoff,
    "end": _end,
    "turn": _turn,
    "timeout": _timeout,
    "skip": _skip,
    "drop": _drop,
    "sprint": _sprint,
    "run": _run,
    "take": _take,
    "rest": _rest,
    "gather": _gather,
    "keep": _keep,
    "save": _save,
    "intercept": _intercept,
    "pass": _pass,
    "receive": _receive,
    "shoot": _shoot,
    "steal": _steal,
    "tackle": _tackle,
    "mark": _mark,
    "dribble": _dribble,
    "ring": _ring,
    "scatter": _scatter,
    "out": _out,
    "goal": _goal,
}
"""How each kind of event is told."""


def _look(event: JSON) -> str:
    if event["kind"] == "goal":
        return "goal"
    if "ok" not in event:
        return ""
    return "won" if event["ok"] else "lost"
