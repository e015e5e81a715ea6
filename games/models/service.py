"""The service's own pulse: when its clock last ran, and when it stood still."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Pulse(models.Model):
    """One row (id 1): the last moment at which the clock ran."""

    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.beat_at)


class Outage(models.Model):
    """A time in which the clock stood still: nobody pays for it (rules/soule.md, Outage)."""

    start = models.DateTimeField(_("start"))
    end = models.DateTimeField(_("end"))

    class Meta:
        verbose_name = _("outage of the clock")
        verbose_name_plural = _("outages of the clock")
        ordering = ("start",)

    def __str__(self) -> str:
        return f"{self.start} - {self.end}"
