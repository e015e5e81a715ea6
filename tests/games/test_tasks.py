"""What Celery is asked to do now and then."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from games.tasks import tidy


@pytest.mark.django_db
def test_expired_sessions_are_forgotten_and_others_kept() -> None:
    for seconds in (-1, 3600):
        session = SessionStore()
        session.set_expiry(timedelta(seconds=seconds))
        session.create()
    tidy()
    [kept] = Session.objects.all()
    assert kept.session_key == session.session_key
