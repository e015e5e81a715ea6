"""Whether the service is well, for those who look after it: no secrets, no sign-in.

``/healthz`` is about the web: 200 while the database answers. ``/healthz?clock`` is for the
alarm: it also fails when the clock is silent. A silent clock must not take the web away, for
orders can still be sent and nobody pays for an outage.
"""

from datetime import datetime, timedelta

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Pulse
from games.selectors.clock import now

SILENCE = timedelta(minutes=2)
"""A clock that has not beaten for so long is in trouble; it beats every few seconds."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """One line for the database and one for the clock; 503 when what is asked for is not well."""
    try:
        clock, beats = _clock(now())
    except Error:
        return _answer(["database: no answer"], well=False)
    return _answer(["database: ok", f"clock: {clock}"], well=beats or "clock" not in request.GET)


def _clock(at: datetime) -> tuple[str, bool]:
    """What is to say of the clock, and whether it is well."""
    pulse = Pulse.objects.first()
    if pulse is None:
        return "has not started yet", False
    silence = at - pulse.beat_at
    beats = silence <= SILENCE
    return "ok" if beats else f"silent for {silence // timedelta(seconds=1)} s", beats


def _answer(lines: list[str], *, well: bool) -> HttpResponse:
    text = "\n".join(["ok" if well else "not well", *lines, ""])
    return HttpResponse(text, status=200 if well else 503, content_type="text/plain")
