"""Moments as they are told, on pages and in mails alike."""

from datetime import datetime

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def moment(local: datetime) -> str:
    """Date and time without its zone: "Tuesday 1 December, 21:00"; French says "1er"."""
    if local.day == 1:
        return formats.date_format(local, pgettext("the first of a month", "l j F, H:i"))
    return formats.date_format(local, _("l j F, H:i"))


def day(local: datetime) -> str:
    """The date alone, for tables: "1 December 2026"."""
    if local.day == 1:
        return formats.date_format(local, pgettext("the first of a month", "j F Y"))
    return formats.date_format(local, _("j F Y"))


def city(zone: str) -> str:
    """A zone by its city: "Europe/Paris" is "Paris"."""
    return zone.rpartition("/")[2].replace("_", " ")
