"""The referee's acts: the form that each asks for, when it is offered, the service that does it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.admin.forms import (
    EndForm,
    ForfeitForm,
    GivenStrikeForm,
    MoveForm,
    OrderForm,
    ReasonForm,
    ResumeForm,
    SideForm,
    SlotForm,
    StrikeForm,
)
from games.models import Match, Strike, User
from games.selectors.threads import Thread
from games.services import referee as desk
from games.services.matches import match_announce


@dataclass(frozen=True)
class Act:
    """One act: its words, its form, when it is offered, and the service that does it.

    ``do`` takes ``match``, ``referee``, ``now`` and the form's facts. ``done`` is what is said
    afterwards: nothing of an order, for messages are stored.
    """

    name: str
    title: Any
    note: Any
    button: Any
    done: Any
    form: type[ReasonForm]
    do: Callable[..., object]
    offered: Callable[[Thread], bool]


def _announce(*, match: Match, referee: User, why: str, now: datetime) -> None:
    match_announce(match=match, now=now, by="referee", actor=referee, why=why)


def _waive(*, match: Match, strike: Strike, referee: User, why: str, now: datetime) -> None:
    desk.strike_waive(strike=strike, referee=referee, why=why, now=now)


def _is_created(thread: Thread) -> bool:
    return thread.match.status == Match.Status.CREATED


def _is_playing(thread: Thread) -> bool:
    return thread.match.status == Match.Status.PLAYING


def _runs(thread: Thread) -> bool:
    return _is_playing(thread) and thread.match.paused_at is None


def _stands(thread: Thread) -> bool:
    match = thread.match
    return _is_playing(thread) and (match.paused_at is not None or bool(match.held))


def _has_strikes(thread: Thread) -> bool:
    return bool(thread.strikes)


def _is_not_over(thread: Thread) -> bool:
    return not thread.match.is_over


def _always(thread: Thread) -> bool:
    return True


CLOCK = (
    Act(
        name="announce",
        title=_("Announce the match"),
        note=_(
            "The first draw is made, and the first orders are awaited. One that is no friendly is "
            "announced a day after its creation at the earliest, three days before its first game "
            "time at the latest."
        ),
        button=_("Announce"),
        done=_("The match is announced."),
        form=ReasonForm,
        do=_announce,
        offered=_is_created,
    ),
    Act(
        name="pause",
        title=_("Pause the match"),
        note=_("Orders may still be sent, and nothing falls due."),
        button=_("Pause"),
        done=_("The match is paused."),
        form=ReasonForm,
        do=desk.match_pause,
        offered=_runs,
    ),
    Act(
        name="resume",
        title=_("Resume the match"),
        note=_("A game time that went by meanwhile moves to the next of the match’s hours."),
        button=_("Resume"),
        done=_("The match goes on."),
        form=ResumeForm,
        do=desk.match_resume,
        offered=_stands,
    ),
    Act(
        name="move",
        title=_("Move the game time"),
        note=_("On time or late is then judged by the new one."),
        button=_("Move"),
        done=_("The game time is moved."),
        form=MoveForm,
        do=desk.game_time_move,
        offered=_is_playing,
    ),
)
ORDERS = (
    Act(
        name="reopen",
        title=_("Reopen an order"),
        note=_(
            "An order that was sent becomes a draft again. You are not told whether there was "
            "one. The act becomes public when the turn closes."
        ),
        button=_("Reopen"),
        done=_("If an order had been sent, it is a draft again."),
        form=SlotForm,
        do=desk.order_reopen,
        offered=_is_playing,
    ),
    Act(
        name="enter",
        title=_("Enter an order for a team"),
        note=_(
            "It replaces what was there, if anything was, and arrives the moment you enter it. "
            "The act becomes public when the turn closes."
        ),
        button=_("Enter the order"),
        done=_("The order is entered and sealed."),
        form=OrderForm,
        do=desk.order_enter,
        offered=_is_playing,
    ),
)
DISCIPLINE = (
    Act(
        name="excuse",
        title=_("Excuse the turn"),
        note=_("Nobody is late for the open turn, and nobody gets a strike for it."),
        button=_("Excuse"),
        done=_("The turn is excused."),
        form=ReasonForm,
        do=desk.turn_excuse,
        offered=_is_playing,
    ),
    Act(
        name="strike",
        title=_("Give a strike"),
        note=_("The one that fills the measure ends the match by forfeit."),
        button=_("Give a strike"),
        done=_("The strike is given."),
        form=GivenStrikeForm,
        do=desk.strike_give,
        offered=_is_playing,
    ),
    Act(
        name="waive",
        title=_("Waive a strike"),
        note=_("A forfeit that it had brought about is lifted: the turn is played again."),
        button=_("Waive the strike"),
        done=_("The strike is waived."),
        form=StrikeForm,
        do=_waive,
        offered=_has_strikes,
    ),
    Act(
        name="sanction",
        title=_("Pronounce a sanction"),
        note=_("In your own words; it goes on record and changes nothing in play."),
        button=_("Pronounce"),
        done=_("The sanction is on record."),
        form=SideForm,
        do=desk.sanction_give,
        offered=_always,
    ),
)
END = (
    Act(
        name="forfeit",
        title=_("Declare a forfeit"),
        note=_("The match ends at once, and the open turn is not played."),
        button=_("Declare the forfeit"),
        done=_("The match has ended by forfeit."),
        form=ForfeitForm,
        do=desk.forfeit_declare,
        offered=_is_not_over,
    ),
    Act(
        name="stop",
        title=_("Stop the match"),
        note=_("The match ends at once, and nobody wins."),
        button=_("Stop the match"),
        done=_("The match is stopped."),
        form=EndForm,
        do=desk.match_stop,
        offered=_is_not_over,
    ),
)
GROUPS = (
    (_("The clock"), CLOCK),
    (_("Orders"), ORDERS),
    (_("Strikes and sanctions"), DISCIPLINE),
    (_("The end"), END),
)
ACTS = {act.name: act for _title, acts in GROUPS for act in acts}
