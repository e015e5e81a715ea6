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


def manage(*words: str, without: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    env = {name: text for name, text in DOCUMENTED.items() if name != without} | more
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


def settings(*names: str, without: str = "", **env: str) -> list[str]:
    """Those settings as the environment makes them."""
    shown = subprocess.run(
        [sys.executable, "-c", f"from config import settings as s; print({', '.join(names)})"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            **{name: text for name, text in DOCUMENTED.items() if name != without},
            **env,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return shown.stdout.split()


def test_it_never_shows_its_insides_and_keeps_cookies_to_tls() -> None:
    names = ("DEBUG", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT")
    assert settings(*(f"s.{name}" for name in names)) == ["False", "True", "True", "True"]


def test_it_binds_no_other_site_of_the_domain_to_tls_unless_told_to() -> None:
    names = ("s.SECURE_HSTS_INCLUDE_SUBDOMAINS", "s.SECURE_HSTS_PRELOAD")
    assert settings(*names) == ["False", "False"]
    assert settings(*names, HSTS_SUBDOMAINS="true") == ["True", "True"]
    checked = manage("check", "--deploy", "--fail-level", "WARNING", HSTS_SUBDOMAINS="true")
    assert checked.returncode == 0, checked.stderr


def test_behind_a_proxy_it_is_the_last_proxy_that_says_who_asks() -> None:
    counted = "getattr(s, 'ALLAUTH_TRUSTED_PROXY_COUNT', 0)"
    assert settings(counted) == ["1"]
    assert settings(counted, without="BEHIND_PROXY") == ["0"]


def test_without_redis_it_looks_for_none() -> None:
    cache = "s.CACHES['default']['BACKEND'].rsplit('.')[-1]"
    assert settings(cache, "s.CELERY_BROKER_URL or '-'", without="REDIS_URL") == [
        "LocMemCache",
        "-",
    ]
    assert settings(cache)[0] == "RedisCache"
