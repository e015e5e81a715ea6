"""People: who reads, who plays, and the teams that outlive matches."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person with an account. Staff are referees; superusers look after the site."""

    first_name = None  # type: ignore[assignment]  # one name is enough
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    language = models.CharField(
        _("language"), max_length=5, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    zone = models.CharField(_("time zone"), max_length=64, default=settings.DEFAULT_ZONE)
    muted = models.JSONField(_("mails switched off"), default=list, blank=True)


class Team(models.Model):
    """A team: a name, a captain, a roster. A bot's team has no captain."""

    name = models.CharField(_("name"), max_length=40)
    slug = models.SlugField(max_length=50, unique=True)
    captain = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="captaincies",
        verbose_name=_("captain"),
    )
    bot = models.BooleanField(_("played by a bot"), default=False)
    created_at = models.DateTimeField(_("founded"))

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ("name",)
        constraints = (models.UniqueConstraint(Lower("name"), name="one_name_a_team"),)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("team_detail", args=[self.slug])


class Player(models.Model):
    """A character of a team's roster, played by a member or (``user`` empty) by nobody else."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    name = models.CharField(_("character's name"), max_length=30)
    co_captain = models.BooleanField(_("co-captain"), default=False)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("joined_at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("team", "name"), condition=Q(left_at=None), name="one_name_a_roster"
            ),
            models.UniqueConstraint(
                fields=("team", "user"), condition=Q(left_at=None), name="one_player_a_member"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """A captain's offer of a place in his roster; the row goes when it is answered."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invitations")
    name = models.CharField(_("character's name"), max_length=30)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("team", "user"), name="one_invitation_a_member"),
        )

    def __str__(self) -> str:
        return f"{self.team}: {self.user}"
