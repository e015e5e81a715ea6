"""Paper: what one reads (posts), what was done (the journal), what is mailed (the outbox)."""

from django.db import models
from django.urls import reverse

from games.models.matches import Match, Turn
from games.models.people import User


class JournalLine(models.Model):
    """A public, hash-chained line of what happened to a match (rules/fairness.md, 3).

    ``at``, ``kind``, ``by``, ``data``, ``prev`` and ``hash`` are the record; ``actor`` only finds
    the name to show, and may be forgotten with its account.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="journal")
    n = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=12)
    by = models.CharField(max_length=20)
    data = models.JSONField()
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    actor = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("n",)
        constraints = (models.UniqueConstraint(fields=("match", "n"), name="one_line_a_number"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.n} {self.kind}"


class Post(models.Model):
    """What one reads in a match's thread: a member's words, a turn's report, or a notice.

    A report has a ``turn`` and a notice a ``line`` of the journal; both are put into words when
    they are read, in the reader's language. Only a member's post has a ``body`` (Markdown).
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="posts")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    author = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="posts")
    body = models.TextField(blank=True)
    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, null=True, related_name="post")
    line = models.OneToOneField(JournalLine, on_delete=models.CASCADE, null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_post_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} #{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("post", args=[self.match.public_id, self.number])


class Notice(models.Model):
    """A mail to send: written in the same transaction as its cause, sent after commit.

    ``key`` is unique, so that the same thing is told to the same person once. ``facts`` holds what
    the mail says that may change later (a game time); all else is read when it is sent.
    """

    key = models.CharField(max_length=120, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True)
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    try_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(
                fields=("try_at", "id"), name="to_send", condition=models.Q(try_at__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return self.key
