"""Every command of docker-compose.yml runs, and every health check tells how its service is."""

import pytest
import redis
from django.db import connection

from games.models import Pulse
from tests.deployment.compose import SERVICES, command, health_command
from tests.e2e.site import Site, free_port

pytestmark = [pytest.mark.services, pytest.mark.timeout(300)]


def test_the_migration_runs_and_finds_all_done(site: Site) -> None:
    done = site.ask(command("migrate"))
    assert done.returncode == 0, done.stderr
    assert "No migrations to apply" in done.stdout


def test_web_worker_and_beat_run_and_say_that_they_are_well(site: Site) -> None:
    port = free_port()
    site.start("web", "web", port=port)
    site.start("worker", "worker", "--hostname", "celery@worker")
    site.wait("web", lambda: well(site, "web", port))
    site.wait("worker", lambda: well(site, "worker", port))
    assert not well(site, "beat", port)
    site.start("beat", "beat")
    site.wait("the first beat", Pulse.objects.exists)
    assert well(site, "beat", port)


def test_a_check_fails_when_its_service_is_gone(site: Site) -> None:
    port = free_port()
    assert not well(site, "web", port)
    assert not well(site, "worker", port)


def test_the_database_and_redis_answer_their_checks(site: Site) -> None:
    db = connection.settings_dict
    asked = site.ask(health_command("db"), PGHOST=db["HOST"], PGPORT=str(db["PORT"] or 5432))
    assert asked.returncode == 0, asked.stdout
    port = free_port()
    site.start("redis", "redis", "--port", str(port))
    check = [*health_command("redis")[:1], "-p", str(port), *health_command("redis")[1:]]
    site.wait("redis", lambda: site.ask(check).stdout.strip() == "PONG")
    kept = redis.Redis(port=port).config_get("maxmemory-policy")
    assert kept == {"maxmemory-policy": "noeviction"}


def test_every_service_with_a_command_was_run_here() -> None:
    assert {name for name in SERVICES if "command" in SERVICES[name]} == {
        "migrate",
        "web",
        "worker",
        "beat",
        "redis",
    }


def well(site: Site, service: str, port: int) -> bool:
    """What the service's own health check says, asked where it runs here."""
    words = [
        word.replace("web:8000", f"localhost:{port}").replace("localhost:8000", f"localhost:{port}")
        for word in health_command(service)
    ]
    return site.ask(words, HOSTNAME=service).returncode == 0
