"""Matches: two seats, turn after turn, and what each side sent for it.

``Match`` is the aggregate: whoever changes anything of a match locks its row first. The seed, the
nonces, ``Turn.acts`` and everything in ``Submission`` are secret until a service publishes them.
"""

from datetime import time, timedelta

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import clock, fairness
from games.contract import Side
from games.models.people import Team, User

SIDE_CHOICES = (("A", "A"), ("B", "B"))


class Challenge(models.Model):
    """A friendly that one team offers another; the row goes when it is answered."""

    challenger = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="challenges_sent")
    challenged = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="challenges")
    game = models.CharField(max_length=20)
    ruleset = models.JSONField(default=dict)
    pace = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("challenger", "challenged", "game"), name="one_challenge_a_pair"
            ),
        )

    def __str__(self) -> str:
        return f"{self.challenger} - {self.challenged}"


class Match(models.Model):
    """A thread: a game and its ruleset, two seats, a pace, a sealed seed, turns."""

    class Kind(models.TextChoices):
        FRIENDLY = "friendly", _("friendly")
        OFFICIAL = "official", _("official")
        ELIMINATION = "elimination", _("elimination")

    class Status(models.TextChoices):
        CREATED = "created", _("created")
        PLAYING = "playing", _("in play")
        OVER = "over", _("over")

    class Held(models.TextChoices):
        """Why the clock leaves a match to the referee, though it is not paused."""

        NO = "", _("no")
        LINE_UP = "line-up", _("a roster has too few players")
        ERROR = "error", _("the turn could not be played")
        GAME = "game", _("the rules leave it to the referee")

    public_id = models.CharField(max_length=12, unique=True)
    game = models.CharField(_("game"), max_length=20)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    ruleset = models.JSONField(_("ruleset"), default=dict, blank=True)
    pace = models.JSONField(_("pace"))
    referee = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="matches_refereed"
    )

    status = models.CharField(max_length=8, choices=Status.choices, default=Status.CREATED)
    created_at = models.DateTimeField()
    announced_at = models.DateTimeField(null=True)
    first_game_time = models.DateTimeField(_("first game time"))
    ended_at = models.DateTimeField(null=True)
    winner = models.CharField(max_length=1, blank=True, choices=SIDE_CHOICES)
    reason = models.CharField(max_length=12, blank=True)

    turn = models.ForeignKey("Turn", on_delete=models.SET_NULL, null=True, related_name="+")
    due_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    held = models.CharField(max_length=8, blank=True, choices=Held.choices)

    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    draws_made = models.PositiveIntegerField(default=0)
    posts_made = models.PositiveIntegerField(default=0)
    head_n = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, default=fairness.GENESIS)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("due_at", "id"), name="due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=("remind_at", "id"), name="remind", condition=Q(remind_at__isnull=False)
            ),
            models.Index(fields=("status", "-created_at"), name="by_status"),
        )

    def __str__(self) -> str:
        return self.public_id

    def get_absolute_url(self) -> str:
        return reverse("match_detail", args=[self.public_id])

    @property
    def schedule(self) -> clock.Schedule:
        """When turns fall: zone, local time, days without play."""
        days_off = clock.WEEK - set(self.pace["days"])
        return clock.Schedule(self.pace["zone"], time.fromisoformat(self.pace["time"]), days_off)

    @property
    def grace(self) -> timedelta:
        """How long after its game time a turn still takes orders."""
        return timedelta(minutes=self.pace["grace_minutes"])

    @property
    def limit(self) -> timedelta:
        """How long one may think where one order of several is awaited."""
        return timedelta(hours=self.pace["limit_hours"])

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER


class Seat(models.Model):
    """A side of a match: the team on it, its line-up, its captain's word."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=1, choices=SIDE_CHOICES)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="seats")
    line_up = models.JSONField(null=True)
    word = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ("side",)
        constraints = (
            models.UniqueConstraint(fields=("match", "side"), name="one_seat_a_side"),
            models.UniqueConstraint(fields=("match", "team"), name="one_seat_a_team"),
        )

    def __str__(self) -> str:
        return f"{self.side}: {self.team}"


class Turn(models.Model):
    """A window in which orders may come, then what it left: state, events, draws.

    ``before`` and ``after`` are engine dumps (secret in some games: shown through ``show``);
    ``events`` are compact, ``draws`` are ``[n, purpose, bound, value]``. ``orders``, published
    when the turn closes, maps a slot to ``{text, nonce, receipt, at, by, class}``. ``next_at`` is
    the next game time as its closing set it (None: the match ended by it, and ``winner`` won),
    whatever was moved or waived later: a report is not rewritten. ``amend`` is
    the JSON merge patch by which the referee changed the public state after it.
    """

    class Ending(models.TextChoices):
        OPEN = "", _("open")
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        STOPPED = "stopped", _("stopped")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    live = models.BooleanField(default=True)
    opened_at = models.DateTimeField()
    game_time = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=8, blank=True, choices=Ending.choices)
    excused = models.BooleanField(default=False)
    next_at = models.DateTimeField(null=True)
    winner = models.CharField(max_length=1, blank=True, choices=SIDE_CHOICES)
    engine = models.PositiveIntegerField(default=0)
    before = models.JSONField()
    after = models.JSONField(null=True)
    events = models.JSONField(default=list)
    draws = models.JSONField(default=list)
    orders = models.JSONField(default=dict)
    acts = models.JSONField(default=list)
    amend = models.JSONField(null=True)

    class Meta:
        ordering = ("number", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "number"), condition=Q(live=True), name="one_live_turn_a_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class Submission(models.Model):
    """What one slot has for one turn: a draft as typed, and the order once sealed.

    ``text`` is the draft as typed, ``line`` its canonical form ("" while it is no whole valid
    order). ``order`` is the sealed canonical line ("" while nothing is sealed) that arrived at
    ``sealed_at``. ``earlier`` keeps the seal that the referee broke (orders are final but for him).
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="submissions")
    slot = models.CharField(max_length=4)

    text = models.TextField(blank=True)
    line = models.CharField(max_length=500, blank=True)
    saved_at = models.DateTimeField(null=True)
    saved_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    saved_as = models.CharField(max_length=12, blank=True)
    sends_itself = models.BooleanField(default=True)

    order = models.CharField(max_length=500, blank=True)
    sealed_at = models.DateTimeField(null=True)
    sealed_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    sealed_as = models.CharField(max_length=12, blank=True)
    nonce = models.CharField(max_length=32, blank=True)
    receipt = models.CharField(max_length=64, blank=True)

    reopened_at = models.DateTimeField(null=True)
    earlier = models.JSONField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("turn", "slot"), name="one_submission_a_slot"),
        )

    def __str__(self) -> str:
        return f"{self.turn_id}/{self.slot}"


class Strike(models.Model):
    """What a missed order, or the referee, cost a side; waived ones do not count."""

    class Kind(models.TextChoices):
        MISSED = "missed", _("missed order")
        GIVEN = "given", _("given by the referee")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="strikes")
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="strikes")
    side = models.CharField(max_length=1, choices=SIDE_CHOICES)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    at = models.DateTimeField()
    waived_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("turn", "side"),
                condition=Q(kind="missed"),
                name="one_missed_order_a_turn",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"


def winner_of(match: Match) -> Side | None:
    """The winning side of a match that is over; None when nobody won."""
    return "A" if match.winner == "A" else "B" if match.winner == "B" else None
