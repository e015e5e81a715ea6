"""The settings of production: safe as they stand, and plain about what is missing."""

import os
import subprocess
import sys

from tests.deployment.compose import ROOT

DOCUMENTED = {
    "SECRET_KEY": "a-long-random-text-of-no-meaning-but-of-many-different-signs-0123456789",
    "ALLOWED_HOSTS": "pre.example.org",
    "SITE_URL": "https://pre.example.org",
    "BEHIND_PROXY": "true",
    "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    "MAIL_FROM": "Le Pré commun <crieur@pre.example.org>",
    "ADMINS": "",
    "DEFAULT_ZONE": "Europe/Paris",
    "DATABASE_URL": "postgres://nobody@localhost/none",
    "REDIS_URL": "redis://localhost:6379/0",
}


def manage(*words: str, without: str = "") -> subprocess.CompletedProcess[str]:
    env = {name: text for name, text in DOCUMENTED.items() if name != without}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "MODE": "production", **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_documented_settings_pass_every_check_of_deployment() -> None:
    checked = manage("check", "--deploy", "--fail-level", "WARNING")
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


def test_without_a_key_or_hosts_it_does_not_start() -> None:
    for name in ("SECRET_KEY", "ALLOWED_HOSTS"):
        refused = manage("check", without=name)
        assert refused.returncode != 0
        assert name in refused.stderr


def test_it_never_shows_its_insides_and_keeps_cookies_to_tls() -> None:
    code = (
        "from config import settings as s; "
        "print(s.DEBUG, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **DOCUMENTED},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.split() == ["False", "True", "True", "True"]
