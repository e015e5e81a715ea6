"""Each event in a sentence, and the position after it (rules/soule.md, A turn).

The telling follows a turn event by event from the board before it, so that a sentence can say
why an action had no effect, and the replay can draw each step.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.contract import JSON, SIDES, Cast, Side, other
from soule.pages.board import level
from soule.pages.words import (
    Casts,
    at_square,
    from_square,
    on_field,
    player,
    replaced,
    target,
    to_square,
)

Who = tuple[Side, int]

TAGS = {
    "push": pgettext_lazy("action", "Push"),
    "hit": pgettext_lazy("action", "Hit"),
    "miss": pgettext_lazy("action", "Missed"),
    "vain": pgettext_lazy("action", "No effect"),
    "lost": pgettext_lazy("action", "Lost"),
    "ko": pgettext_lazy("action", "KO"),
    "change": pgettext_lazy("action", "Change"),
    "blow": pgettext_lazy("action", "Referee"),
}
"""What became of an action, where it deserves a label."""
DRAWN_AS = {"vain": "miss", "change": "move", "blow": "none"}
"""The marks that look like another in strips and labels."""


class Action(NamedTuple):
    """One event as it is told. ``n`` is None when it is no player’s action (a goal).

    ``sign`` is canonical; ``mark`` one of ``TAGS``, ``move`` or ``none``. ``state``: the
    replay’s "squares|PP|soule" after it; ``who`` and ``aim`` index its players (-1: nobody).
    """

    side: Side
    team: str
    n: int | None
    sign: str
    mark: str
    text: str
    state: str
    who: int
    aim: int

    @property
    def look(self) -> str:
        """The class of its sign in a strip, and of its label."""
        return DRAWN_AS.get(self.mark, self.mark)

    @property
    def tag(self) -> str:
        """The label of what became of it, or ""."""
        return str(TAGS.get(self.mark, ""))


@dataclass
class Scene:
    """Where everybody stands while a turn is told."""

    cast: dict[Side, Cast]
    at: dict[Who, int | None]
    pp: dict[Who, int]
    soule: int
    moved: set[Who] = field(default_factory=set)
    """Who has changed squares in this turn."""


def scene_of(view: JSON, cast: Casts) -> Scene:
    """The scene as ``view`` shows it, before anything happens."""
    men = {(side, man["n"]): man for side in SIDES for man in view["players"][side]}
    return Scene(
        cast=on_field(view, cast),
        at={who: man["at"] for who, man in men.items()},
        pp={who: man["pp"] for who, man in men.items()},
        soule=view["soule"],
    )


def actions(scene: Scene, events: Sequence[JSON]) -> Iterator[Action]:
    """Each event told in turn; ``scene`` follows."""
    for event in events:
        text = sentence(event, scene)
        _follow(event, scene)
        yield _action(event, text, scene)


def sentence(event: JSON, scene: Scene) -> str:
    """What happened, in one sentence; ``scene`` is the moment before it."""
    return SENTENCES[event["kind"]](event, scene)


def state_of(scene: Scene) -> str:
    """The scene for the scripts: "squares|PP|soule", A by number, then B; "." is unplaced."""
    squares = " ".join("." if at is None else str(at) for at in scene.at.values())
    return f"{squares}|{' '.join(str(level(pp)) for pp in scene.pp.values())}|{scene.soule}"


def _first_strike(event: JSON, scene: Scene) -> str:
    return _("The draw gives the initiative to %(team)s.") % {
        "team": scene.cast[event["side"]].team
    }


def _place(event: JSON, scene: Scene) -> str:
    facts = {"who": _who(event, scene), "where": at_square(event["at"], scene.cast)}
    return _("%(who)s stands %(where)s.") % facts


def _advance(event: JSON, scene: Scene) -> str:
    return _("%(who)s advances %(from)s %(to)s.") % _way(event, scene)


def _push(event: JSON, scene: Scene) -> str:
    facts = {**_way(event, scene), "soule": to_square(event["soule"], scene.cast)}
    return _("%(who)s advances %(from)s %(to)s and pushes the soule %(soule)s.") % facts


def _retreat(event: JSON, scene: Scene) -> str:
    return _("%(who)s falls back %(from)s %(to)s.") % _way(event, scene)


def _edge(event: JSON, scene: Scene) -> str:
    facts = {"who": _who(event, scene), "where": at_square(event["at"], scene.cast)}
    if event["sign"] == "+":
        return _("%(who)s is %(where)s and can go no farther: no effect.") % facts
    return _("%(who)s is %(where)s and cannot fall back: no effect.") % facts


def _hold(event: JSON, scene: Scene) -> str:
    at = scene.at[event["side"], event["n"]]
    facts = {"who": _who(event, scene), "where": at_square(at or 0, scene.cast)}
    if event["sign"][0] == "R":
        return _("%(who)s looks to the bench, but nobody is left there: no effect.") % facts
    return _("%(who)s does not stir, %(where)s.") % facts


def _hit(event: JSON, scene: Scene) -> str:
    facts = {**_blow(event, scene), "pp": event["pp"]}
    if event["pp"] > 0:
        return _("%(who)s hits %(target)s: %(pp)s PP left.") % facts
    if event["pp"] == 0:
        return _("%(who)s hits %(target)s: 0 PP, KO.") % facts
    return _("%(who)s hits %(target)s, already down: %(pp)s PP.") % facts


def _miss(event: JSON, scene: Scene) -> str:
    foe = (other(event["side"]), event["target"])
    facts = {**_blow(event, scene), "n": event["target"]}
    if event["why"] == "ko":
        return _("%(who)s aims at %(target)s, who was KO already: no effect.") % facts
    facts["where"] = at_square(event["at"], scene.cast)
    if foe in scene.moved:
        return _("%(who)s aims at %(target)s: missed, no. %(n)s is now %(where)s.") % facts
    return _("%(who)s aims at %(target)s: missed, no. %(n)s is %(where)s.") % facts


def _out(event: JSON, scene: Scene) -> str:
    facts = {"who": _who(event, scene)}
    if event["why"] == "now":
        return _("%(who)s has just fallen KO: the action is lost.") % facts
    return _("%(who)s is KO and does nothing.") % facts


def _replace(event: JSON, scene: Scene) -> str:
    cast = scene.cast[event["side"]]
    facts = {"who": _who(event, scene), "newcomer": target(cast, event["by"]), "pp": event["pp"]}
    return _("%(who)s leaves the field for %(newcomer)s, who has %(pp)s PP.") % facts


def _referee_blow(event: JSON, scene: Scene) -> str:
    return _("%(who)s lifts a hand against the referee: no effect in play.") % {
        "who": _who(event, scene)
    }


def _goal(event: JSON, scene: Scene) -> str:
    side = event["side"]
    facts = {"team": scene.cast[side].team, "beaten": scene.cast[other(side)].team}
    return _("The soule is in %(beaten)s’s goal: %(team)s wins the match!") % facts


SENTENCES: dict[str, Callable[[JSON, Scene], str]] = {
    "first-strike": _first_strike,
    "place": _place,
    "advance": _advance,
    "push": _push,
    "retreat": _retreat,
    "edge": _edge,
    "hold": _hold,
    "hit": _hit,
    "miss": _miss,
    "out": _out,
    "replace": _replace,
    "referee-blow": _referee_blow,
    "goal": _goal,
}
"""How each kind of event is told."""

MARKS = {
    "advance": "move",
    "push": "push",
    "retreat": "move",
    "edge": "vain",
    "hit": "hit",
    "miss": "miss",
    "replace": "change",
    "referee-blow": "blow",
}


def _who(event: JSON, scene: Scene) -> str:
    return player(scene.cast[event["side"]], event["n"])


def _way(event: JSON, scene: Scene) -> dict[str, str]:
    return {
        "who": _who(event, scene),
        "from": from_square(event["from"], scene.cast),
        "to": to_square(event["to"], scene.cast),
    }


def _blow(event: JSON, scene: Scene) -> dict[str, str]:
    foes = scene.cast[other(event["side"])]
    return {"who": _who(event, scene), "target": target(foes, event["target"])}


def _follow(event: JSON, scene: Scene) -> None:
    """Bring the scene to the moment after the event."""
    side, n = event["side"], event.get("n", 0)
    match event["kind"]:
        case "place":
            scene.at[side, n] = event["at"]
        case "advance" | "push" | "retreat":
            scene.at[side, n] = event["to"]
            scene.soule = event.get("soule", scene.soule)
            scene.moved.add((side, n))
        case "hit":
            scene.pp[other(side), event["target"]] = event["pp"]
        case "replace":
            scene.pp[side, n] = event["pp"]
            scene.cast[side] = replaced(scene.cast[side], n, event["by"])


def _action(event: JSON, text: str, scene: Scene) -> Action:
    side, n = event["side"], event.get("n")
    order = list(scene.at)
    return Action(
        side=side,
        team=scene.cast[side].team,
        n=n,
        sign=_sign(event),
        mark=_mark(event),
        text=text,
        state=state_of(scene),
        who=order.index((side, n)) if n else -1,
        aim=order.index((other(side), event["target"])) if "target" in event else -1,
    )


def _sign(event: JSON) -> str:
    match event["kind"]:
        case "advance" | "push":
            return "+"
        case "retreat":
            return "-"
        case "hit" | "miss":
            return str(event["target"])
        case "replace":
            return f"R{event['by']}"
        case "referee-blow":
            return "A"
        case "place":
            return str(abs(event["at"]))
    return str(event.get("sign", ""))


def _mark(event: JSON) -> str:
    if event["kind"] == "out":
        return "lost" if event["why"] == "now" else "ko"
    if event["kind"] == "hold" and event["sign"] != "0":
        return "vain"
    return MARKS.get(event["kind"], "none")
