"""The agreement between the forum and a game: pure data and one protocol.

The forum (``games``) knows people, time and paper; a game knows only its rules. A module of
functions satisfies :class:`Engine`. Source: docs/adding-a-game.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

JSON = Any
Side = Literal["A", "B"]
Slot = str
"""Whose order is awaited: ``A`` (the side's captain), ``A3`` (one player, or one of two teams)."""

SIDES: tuple[Side, Side] = ("A", "B")

S = TypeVar("S")


def other(side: Side) -> Side:
    """The opposing side."""
    return "B" if side == "A" else "A"


def side_of(slot: Slot) -> Side:
    """The side a slot belongs to: ``A3`` is of side A."""
    return "A" if slot[0] == "A" else "B"


class Draw(Protocol):
    """One uniform integer in ``0..bound-1`` from the match's stream (rules/fairness.md, 1)."""

    def __call__(self, purpose: str, bound: int) -> int: ...


Event = tuple[Any, ...]
"""Something that happened, compact: the kind, then its facts in the order of ``Engine.FACTS``."""


def named(event: Event, facts: Mapping[str, tuple[str, ...]]) -> dict[str, JSON]:
    """The event with its facts named: ``{"kind": "hit", "side": "A", ...}``."""
    kind, *values = event
    return {"kind": kind, **dict(zip(facts[kind], values, strict=True))}


class Step(NamedTuple, Generic[S]):
    """What a start or a turn left: the new state (of the engine's own type) and its events."""

    state: S
    events: tuple[Event, ...]


class Caution(NamedTuple):
    """Something legal that a captain may not have meant; ``place`` counts signs from 1."""

    kind: str
    place: int
    facts: Mapping[str, JSON]


class Read(NamedTuple):
    """An order as it was read: its canonical line, and what its author should know."""

    line: str
    cautions: tuple[Caution, ...] = ()


@dataclass
class Refused(Exception):
    """Something the rules cannot take: what kind of fault, at which place (from 1), the facts.

    ``kind`` selects the sentence in the reader's language; it is never shown itself.
    """

    kind: str
    place: int | None = None
    facts: dict[str, JSON] = field(default_factory=dict)


class Awaits(NamedTuple):
    """The slots whose order is awaited, ``all`` of them sealed together or the first ``one``.

    Where all are awaited a turn has a game time, a grace and, unless the game spares them
    (``strikes``), strikes for what is missing. Where one is, it is played as soon as it comes,
    and silence until the time limit is for the rules to judge.
    """

    slots: tuple[Slot, ...]
    mode: Literal["all", "one"] = "all"
    strikes: bool = True


class Traits(NamedTuple):
    """What a player is good at: whole numbers 0 to ``most``, together ``total`` at most."""

    names: tuple[str, ...]
    most: int
    total: int


class Squad(NamedTuple):
    """What a side fields: how many players, whether it may name a bench beside them, or somebody
    to keep goal (slot ``AG``), and what is told of each."""

    players: int
    bench: bool
    keeper: bool = False
    traits: Traits | None = None


class Outcome(NamedTuple):
    """How a match ended by its rules: the winner (None: nobody) and the reason."""

    winner: Side | None
    reason: str


class Engine(Protocol[S]):
    """The rules of one game. Pure and deterministic: chance comes only through ``draw``."""

    VERSION: int
    FACTS: Mapping[str, tuple[str, ...]]
    """For each kind of event, the names of its facts in order."""
    SECRET_DRAWS: frozenset[str]
    """The purposes of the draws that nobody may know before the match is over."""
    DRAWS_LATER: bool
    """Whether any draw may follow the start's: such a match cannot be reopened once its seed is
    out (rules/fairness.md, 1)."""

    def squad(self, ruleset: JSON) -> Squad:
        """What a side fields under this ruleset; Refused for one that the rules cannot take."""
        ...

    def pin(self, ruleset: JSON) -> JSON:
        """The ruleset with every number written out, as a match stores it: a default that changes
        later changes no match (rules/fairness.md, 5). Refused for one the rules cannot take."""
        ...

    def start(self, ruleset: JSON, draw: Draw) -> Step[S]:
        """When the match is announced: first state and draws. A wrong ruleset is Refused."""
        ...

    def seat(self, state: S, side: Side, line_up: JSON) -> S:
        """A side's players take the field. Draws nothing; Refused if they cannot."""
        ...

    def awaits(self, state: S) -> Awaits:
        """Whose orders are awaited now. No slot: the match is over, or waits for the referee."""
        ...

    def read(self, state: S, slot: Slot, text: str) -> Read:
        """The order that ``text`` says, or Refused with its place. Never guesses."""
        ...

    def play(self, state: S, orders: Mapping[Slot, str], draw: Draw) -> Step[S]:
        """Play a turn from canonical lines. An absent slot sent nothing in time."""
        ...

    def resume(self, state: S, side: Side | None) -> S:
        """The referee's word to a match that the rules left to him (nobody is awaited): it goes
        on, with the hand to ``side`` if he gives it. Refused (``not-suspended``) for any other."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        ...

    def show(self, state: S, viewer: Side | None) -> JSON:
        """All that ``viewer`` (None: everybody) may see: the only way out of a state."""
        ...

    def dump(self, state: S) -> JSON:
        """The whole state as JSON, secrets included; ``load(dump(s)) == s``."""
        ...

    def load(self, data: JSON) -> S:
        """The state from its dump; Refused if it is none."""
        ...


class Bot(Protocol):
    """A pure function that orders for a slot from what its captain sees."""

    def __call__(self, view: JSON, slot: Slot, draw: Draw) -> str: ...


def tell(events: Iterable[Event], engine: Engine[Any]) -> list[dict[str, JSON]]:
    """Events with their facts named, as reports, the match file and the API show them."""
    return [named(event, engine.FACTS) for event in events]


class Cast(NamedTuple):
    """A side as it is told: the team's name, and its players' names, number 1 first, bench last.

    ``keeper`` is the name of who keeps goal, where a player does.
    """

    team: str
    players: tuple[str, ...]
    keeper: str = ""


class Sheet(NamedTuple):
    """All that a game needs to tell one turn: what was before, what happened, what it left."""

    ruleset: JSON
    number: int
    before: JSON
    events: tuple[dict[str, JSON], ...]
    after: JSON
    orders: Mapping[Slot, str | None]
    outcome: Outcome | None
    cast: Mapping[Side, Cast]


class Pages(Protocol):
    """How a game is drawn and told: contexts for its templates, sentences in the reader's language.

    The templates are ``<key>/board.html``, ``report.html``, ``report.txt``, ``report.bbcode``,
    ``order.html``, ``rules.html`` and ``lesson.html``. What is told of a match is told from what
    ``show`` lets out, never from its state.
    """

    def name(self, ruleset: JSON) -> str:
        """The name under which a match with this ruleset is shown."""
        ...

    def turn_name(self, number: int) -> str:
        """What a turn is called: "Initial", "Turn 3"."""
        ...

    def situation(self, view: JSON, cast: Mapping[Side, Cast]) -> dict[str, Any]:
        """The context of ``board.html``: the ground, drawn in each of its sizes."""
        ...

    def beside(self, view: JSON, cast: Mapping[Side, Cast]) -> Mapping[Side, str]:
        """A few words under each team's name: what it attacks, what it has left.

        Before the announcement ``view`` is None.
        """
        ...

    def status(self, view: JSON, cast: Mapping[Side, Cast]) -> list[tuple[str, str]]:
        """Short facts for the head of the match page: a term and its value."""
        ...

    def summary(self, view: JSON, cast: Mapping[Side, Cast]) -> str:
        """The situation in one sentence, for cards, lists and mails."""
        ...

    def report(self, sheet: Sheet) -> dict[str, Any]:
        """The context of ``report.html``, ``.txt`` and ``.bbcode``; has ``title`` and ``gist``."""
        ...

    def refusal(self, refused: Refused, cast: Mapping[Side, Cast]) -> str:
        """The sentence for a refused order: the place and the reason."""
        ...

    def caution(self, caution: Caution, cast: Mapping[Side, Cast]) -> str:
        """The sentence for something legal that the captain may not have meant."""
        ...

    def compose(self, view: JSON, slot: Slot, data: Mapping[str, str]) -> str:
        """The order's text from a posted form: its own controls or the line, whichever changed.

        Raises Refused (kind ``two-orders``) when both changed and say different things.
        """
        ...

    def order(
        self, view: JSON, slot: Slot, cast: Mapping[Side, Cast], text: str, read: Read | None
    ) -> dict[str, Any]:
        """The context of ``order.html``: the controls filled from ``text`` as far as it reads."""
        ...

    def rules(self) -> dict[str, Any]:
        """The context of ``rules.html``: examples, best played by the engine itself."""
        ...
