"""What is said to somebody whom the forum refuses something: cause, consequence, way out.

A game's own refusals are put into words by its ``pages.refusal``.
"""

from typing import Any, overload

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.contract import Refused

SENTENCES: dict[str, Any] = {
    # teams and their people
    "already-invited": _("%(name)s is invited already, and has not answered yet."),
    "already-member": _("%(name)s belongs to this team already."),
    "captain-stays": _(
        "This is the captain. Before he can leave or change his rank, he hands over the captaincy."
    ),
    "invitation-gone": _("This invitation is gone: it was answered already, or taken back."),
    "name-taken": _("“%(name)s” is already in the roster. Choose another name."),
    "nobody-plays": _("Nobody plays %(name)s: invite a member first."),
    "not-captain": _("You are no longer the captain of this team."),
    "not-a-member": _("%(name)s does not belong to this team."),
    "team-name-taken": _("Another team is called “%(name)s”. Choose another name."),
    "unknown-member": _("Nobody here is called “%(name)s”. Write the name as on his messages."),
    # two teams and a match
    "challenge-gone": _("This challenge is gone: it was answered already, or taken back."),
    "challenge-waiting": _(
        "A challenge between your team and %(team)s already waits for its answer."
    ),
    "roster-short": ngettext_lazy(
        "%(team)s has %(count)s character, and %(needed)s are needed. "
        "Add some to the roster first.",
        "%(team)s has %(count)s characters, and %(needed)s are needed. "
        "Add some to the roster first.",
        "count",
    ),
    "same-team": _("A team cannot play against itself."),
    "shared-captain": _(
        "%(name)s would be captain or co-captain on both sides of a match. "
        "Nobody may see the orders of both: one of the teams needs another."
    ),
    "game-time-far": _("This game time is more than a year away. Choose an earlier one."),
    "game-time-past": _("This game time is already past. Choose a later one."),
    "already-announced": _("This match is announced already."),
    "at-once-official": _(
        "Only a friendly can be played as soon as all are in: a match that is none has its days."
    ),
    "announced-late": ngettext_lazy(
        "An official match is announced at least %(days)s day before its first game time. "
        "Choose a later one.",
        "An official match is announced at least %(days)s days before its first game time. "
        "Choose a later one.",
        "days",
    ),
    "words-open": ngettext_lazy(
        "The captains have %(hours)s hour from the creation to add a word. "
        "Announce the match after that.",
        "The captains have %(hours)s hours from the creation to add a word. "
        "Announce the match after that.",
        "hours",
    ),
    # captains' words
    "word-control": _("Your word holds a character that cannot be seen, at place %(place)s."),
    "word-empty": _("Write a word first."),
    "word-said": _("Your side has already given its word, and it is final."),
    "word-too-long": _("A word has %(limit)s characters at most; yours has %(length)s."),
    "words-closed": _("The match is announced: words no longer count."),
    # line-ups
    "line-up-closed": _("The line-ups are fixed: the match has begun."),
    "line-up-count": _("%(needed)s players take the field; you named %(has)s."),
    "line-up-player": _("A player of the line-up is not in the roster, or is named twice."),
    # orders
    "already-sealed": _(
        "Your order is sealed already, and it is final: only the referee can reopen it."
    ),
    "match-over": _("The match is over: nothing can be changed in it any more."),
    "not-awaited": _("No order is awaited from there this turn."),
    "not-begun": _("The match begins at its first game time: nothing is played before."),
    "too-late": _(
        "The time for this turn is up: your order does not count. "
        "It is kept as a draft, which is not sent by itself."
    ),
    "turn-played": _(
        "This turn has been played: your order does not count. "
        "It is kept as a draft, which is not sent by itself."
    ),
    # the referee's desk
    "act-repeated": _("You did the very same a moment ago: nothing was changed."),
    "already-excused": _("The turn is excused already."),
    "already-paused": _("The match is paused already."),
    "already-waived": _("This strike is waived already."),
    "draws-to-come": _(
        "This match cannot be played on: its seed is public, and would tell every draw to come."
    ),
    "no-loser": _("Say which side forfeits."),
    "no-reason": _("Every act of the referee needs a reason."),
    "not-announced": _("The match is not announced yet."),
    "not-its-referee": _(
        "You cannot referee this match: you belong to one of its teams, or you are no referee."
    ),
    "not-paused": _("The match is not paused."),
    "state-broken": _(
        "The state of this match cannot be read: somebody must mend it, or you stop the match."
    ),
    "turn-closing": _("The time for this turn is up, and it is about to be played."),
    "turn-gone": _("The turn that you meant is closed by now: nothing was changed."),
    # posts
    "post-empty": _("Write something first."),
    "post-long": _("A message has %(limit)s characters at most; yours has %(length)s."),
}


@overload
def sentence(refused: Refused) -> str: ...
@overload
def sentence(refused: Refused, default: None) -> str | None: ...
def sentence(refused: Refused, default: Any = KeyError) -> str | None:
    """The sentence for a refusal of the forum's, in the reader's language.

    For one of a game's it is ``default``, where that is given, and otherwise a KeyError.
    """
    if refused.kind not in SENTENCES and default is None:
        return None
    return str(SENTENCES[refused.kind] % {"place": refused.place, **refused.facts})
