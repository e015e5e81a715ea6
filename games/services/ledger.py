"""What a change of matches will write: gathered in memory, then written as sets.

A service locks the matches it changes, tells the ledger what happened, and writes it in the same
transaction. One match or two hundred: the same code, the same number of queries.
"""

from dataclasses import dataclass, field
from datetime import datetime

from games import fairness
from games.contract import JSON
from games.models import JournalLine, Match, Notice, Post, Seat, Strike, Submission, Turn, User

TURN_FIELDS = (
    "live",
    "game_time",
    "closed_at",
    "ending",
    "excused",
    "next_at",
    "winner",
    "engine",
    "before",
    "after",
    "events",
    "draws",
    "orders",
    "acts",
    "amend",
)
MATCH_FIELDS = (
    "status",
    "announced_at",
    "ended_at",
    "winner",
    "reason",
    "turn",
    "due_at",
    "remind_at",
    "paused_at",
    "held",
    "draws_made",
    "posts_made",
    "head_n",
    "head_hash",
)
SUBMISSION_FIELDS = (
    "text",
    "line",
    "saved_at",
    "saved_by",
    "saved_as",
    "sends_itself",
    "order",
    "sealed_at",
    "sealed_by",
    "sealed_as",
    "nonce",
    "receipt",
    "reopened_at",
    "earlier",
)


@dataclass
class Ledger:
    """The rows to write; each list is written with one query (or one for each 500 rows)."""

    matches: dict[int, Match] = field(default_factory=dict)
    turns: dict[int, Turn] = field(default_factory=dict)
    opened: list[Turn] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    submissions: list[Submission] = field(default_factory=list)
    lines: list[JournalLine] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    def changed(self, match: Match, turn: Turn | None = None) -> None:
        """The match (and its turn) will be written as they stand at the end."""
        self.matches[match.pk] = match
        if turn is not None and turn.pk is not None:
            self.turns[turn.pk] = turn

    def add(self, other: "Ledger") -> None:
        """Write what ``other`` gathered too."""
        self.matches |= other.matches
        self.turns |= other.turns
        for name in ("opened", "seats", "submissions", "lines", "posts", "strikes", "notices"):
            getattr(self, name).extend(getattr(other, name))

    def line(
        self,
        match: Match,
        kind: str,
        data: JSON,
        *,
        now: datetime,
        by: str = "system",
        actor: User | None = None,
    ) -> JournalLine:
        """The next line of the match's journal (rules/fairness.md, 3)."""
        record = fairness.journal_line(match.head_n + 1, now, kind, by, data, match.head_hash)
        match.head_n, match.head_hash = record["n"], fairness.line_hash(record)
        self.changed(match)
        line = JournalLine(
            match=match,
            n=match.head_n,
            at=now,
            kind=kind,
            by=by,
            data=data,
            prev=record["prev"],
            hash=match.head_hash,
            actor=actor,
        )
        self.lines.append(line)
        return line

    def post(
        self,
        match: Match,
        *,
        now: datetime,
        author: User | None = None,
        body: str = "",
        turn: Turn | None = None,
        line: JournalLine | None = None,
    ) -> Post:
        """The next post of the match's thread."""
        match.posts_made += 1
        self.changed(match)
        post = Post(
            match=match,
            number=match.posts_made,
            at=now,
            author=author,
            body=body,
            turn=turn,
            line=line,
        )
        self.posts.append(post)
        return post

    def write(self) -> None:
        """Write all of it, in the caller's transaction."""
        Turn.objects.bulk_update(self.turns.values(), TURN_FIELDS, batch_size=500)
        Turn.objects.bulk_create(self.opened)
        Seat.objects.bulk_update(self.seats, ("line_up",), batch_size=500)
        _save_submissions(self.submissions)
        JournalLine.objects.bulk_create(self.lines)
        Post.objects.bulk_create(self.posts)
        Strike.objects.bulk_create(self.strikes)
        Notice.objects.bulk_create(self.notices, ignore_conflicts=True)
        for match in self.matches.values():
            match.turn = match.turn  # a turn opened here has its id only now
        Match.objects.bulk_update(self.matches.values(), MATCH_FIELDS, batch_size=500)


def _save_submissions(submissions: list[Submission]) -> None:
    new = [each for each in submissions if each.pk is None]
    old = [each for each in submissions if each.pk is not None]
    Submission.objects.bulk_create(new)
    Submission.objects.bulk_update(old, SUBMISSION_FIELDS, batch_size=500)
