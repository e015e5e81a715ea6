"""Every command of docker-compose.yml runs, and every health check tells how its service is."""

from functools import partial

import pytest
import redis
from django.db import connection

from games.models import Pulse
from tests.deployment.compose import SERVICES, command, health_command
from tests.e2e.site import Site, free_port

LASTING = [name for name in SERVICES if "command" in SERVICES[name] and name != "migrate"]

pytestmark = [pytest.mark.services, pytest.mark.timeout(300)]


def test_the_migration_runs_and_finds_all_done(site: Site) -> None:
    done = site.ask(command("migrate"))
    assert done.returncode == 0, done.stderr
    assert "No migrations to apply" in done.stdout


def test_each_service_runs_and_says_that_it_is_well(site: Site) -> None:
    port, redis_port = free_port(), free_port()
    here = {"redis": ("--port", str(redis_port))}
    for name in LASTING:
        assert not well(site, name, port, redis_port), name
        own = ("--hostname", f"celery@{name}") if "worker" in command(name) else ()
        site.start(name, name, *here.get(name, own), port=port)
    for name in LASTING:
        site.wait(name, partial(well, site, name, port, redis_port))
    assert Pulse.objects.exists()
    kept = redis.Redis(port=redis_port).config_get("maxmemory-policy")
    assert kept == {"maxmemory-policy": "noeviction"}


def test_the_database_answers_its_check(site: Site) -> None:
    db = connection.settings_dict
    asked = site.ask(health_command("db"), PGHOST=db["HOST"], PGPORT=str(db["PORT"] or 5432))
    assert asked.returncode == 0, asked.stdout


def well(site: Site, service: str, port: int, redis_port: int) -> bool:
    """What the service's own health check says, asked where it runs here."""
    words = [
        word.replace("web:8000", f"localhost:{port}").replace("localhost:8000", f"localhost:{port}")
        for word in health_command(service)
    ]
    if words[0] == "redis-cli":
        words[1:1] = ["-p", str(redis_port)]
    return site.ask(words, HOSTNAME=service).returncode == 0
