"""Where everybody stands while a turn is told: the position that its events change one by one."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from games.contract import JSON
from piedballe.pages.words import Casts, Square, line

At = tuple[int, int]


@dataclass
class Scene:
    """Where everybody stands while a turn is told."""

    cast: Casts
    rules: JSON
    figures: dict[str, JSON]
    at: dict[str, At | None]
    marked: set[str]
    ball: At | None
    holder: str | None
    way: list[At] = field(default_factory=list)
    """The way of the figure who moved in the event just told."""
    flight: list[At] = field(default_factory=list)
    """The way of the ball in it."""
    runs: list[list[At]] = field(default_factory=list)
    flights: list[list[At]] = field(default_factory=list)
    """All ways since the scene began."""


def scene_of(view: JSON, cast: Casts) -> Scene:
    """The scene as ``view`` shows it, before anything happens."""
    ball = view["ball"] or {"at": None, "holder": None}
    return Scene(
        cast=cast,
        rules=view["ruleset"],
        figures=view["figures"],
        at={each: _at(man["at"]) for each, man in view["figures"].items()},
        marked={each for each, man in view["figures"].items() if man["marked"]},
        ball=_at(ball["at"]),
        holder=ball["holder"],
    )


def state_of(scene: Scene, who: str = "") -> str:
    """The scene for the scripts, as JSON."""
    state = {
        "at": scene.at,
        "marked": sorted(scene.marked),
        "ball": scene.ball,
        "holder": scene.holder,
        "who": who,
        "way": scene.way,
        "flight": scene.flight,
    }
    return json.dumps(state, separators=(",", ":"))


def follow(event: JSON, scene: Scene) -> None:
    """Bring the scene to the moment after the event."""
    scene.way, scene.flight = [], []
    change = FOLLOW.get((event["kind"], event.get("ok")))
    if change:
        change(event, scene)
    if scene.way:
        scene.runs.append(scene.way)
    if scene.flight:
        scene.flights.append(scene.flight)


def _moved(event: JSON, scene: Scene) -> None:
    figure, path = event["figure"], [_square(each) for each in event["path"]]
    scene.way = [_of(scene, figure), *path]
    scene.at[figure] = path[-1]
    if scene.holder == figure:
        scene.ball = path[-1]


def _kicked_off(event: JSON, scene: Scene) -> None:
    scene.ball, scene.holder = _of(scene, event["figure"]), event["figure"]


def _gathered(event: JSON, scene: Scene) -> None:
    scene.at[event["figure"]] = _square(event["at"])
    _had(event, scene)


def _thrown_in(event: JSON, scene: Scene) -> None:
    """The ball goes out, and the thrower-in is put where it left, or near."""
    figure = event["figure"]
    scene.marked.discard(figure)
    _flown(scene, _square(event["at"]), None)
    scene.at[figure] = scene.ball = _square(event["put"])
    scene.holder = figure


def _had(event: JSON, scene: Scene) -> None:
    _flown(scene, _of(scene, event["figure"]), event["figure"])


def _let_down(event: JSON, scene: Scene) -> None:
    _flown(scene, _of(scene, event["on"]), event["on"])


def _passed(event: JSON, scene: Scene) -> None:
    _flown(scene, _of(scene, event["to"]), None)


def _rested(event: JSON, scene: Scene) -> None:
    _flown(scene, _square(event["at"]), None)


def _shot(event: JSON, scene: Scene) -> None:
    """The ball flies the line, seen as far as its target or its distance; then what happens."""
    start, scene.holder = scene.ball, None
    if start is not None:
        flown = list(line(start, event["target"]))[: event["distance"]]
        scene.flight = [start, *flown[-1:]]
        scene.ball = flown[-1]


def _lost(event: JSON, scene: Scene) -> None:
    scene.holder = None


def _marked(event: JSON, scene: Scene) -> None:
    scene.marked.add(event["on"])


def _unmarked(event: JSON, scene: Scene) -> None:
    scene.marked.discard(event["figure"])


def _scored(event: JSON, scene: Scene) -> None:
    """Everybody goes back to his starting square."""
    for figure, man in scene.figures.items():
        scene.at[figure] = _at(man["home"])
    scene.marked.clear()
    scene.holder = None


FOLLOW: dict[tuple[str, bool | None], Callable[[JSON, Scene], None]] = {
    ("run", None): _moved,
    ("take", None): _had,
    ("gather", None): _gathered,
    ("kickoff", None): _kicked_off,
    ("out", None): _thrown_in,
    ("rest", None): _rested,
    ("skip", None): _unmarked,
    ("goal", None): _scored,
    ("keep", False): _lost,
    ("pass", False): _lost,
    ("pass", True): _passed,
    ("shoot", False): _lost,
    ("shoot", True): _shot,
    ("receive", True): _had,
    ("save", True): _had,
    ("steal", True): _had,
    ("tackle", True): _had,
    ("intercept", True): _had,
    ("dribble", False): _let_down,
    ("mark", True): _marked,
}
"""What an event that succeeds (True), fails or is no test (None) changes."""


def _flown(scene: Scene, end: At, holder: str | None) -> None:
    if scene.ball is not None and scene.ball != end:
        scene.flight = [scene.ball, end]
    scene.ball, scene.holder = end, holder


def _of(scene: Scene, figure: str) -> At:
    at = scene.at[figure]
    assert at is not None, figure
    return at


def _square(at: Square) -> At:
    return at[0], at[1]


def _at(at: Square | None) -> At | None:
    return None if at is None else (at[0], at[1])
