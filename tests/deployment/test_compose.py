"""docker-compose.yml keeps to the compose specification, and says what operating.md says."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft201909Validator, ValidationError

from config.celery import app
from tests.deployment.compose import COMPOSE, ROOT, SERVICES, command

SCHEMA = Path(__file__).with_name("compose_spec.json")
APP = ("migrate", "web", "worker", "mailer", "beat")
LASTING = sorted(set(SERVICES) - {"migrate"})


def validate(compose: Any) -> None:
    Draft201909Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(compose)


def test_it_keeps_to_the_schema_of_the_compose_specification() -> None:
    validate(COMPOSE)


def test_the_schema_is_the_published_one_and_would_find_a_misspelt_key() -> None:
    described = SCHEMA.with_suffix(".txt").read_text("utf-8")
    assert sha256(SCHEMA.read_bytes()).hexdigest() in described
    with pytest.raises(ValidationError):
        validate({"services": {"web": {"image": "x", "comand": "y"}}})


@pytest.mark.parametrize("name", LASTING)
def test_what_lasts_tells_how_it_is_and_comes_back_by_itself(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]
    assert SERVICES[name]["restart"] == "unless-stopped"


def test_migrations_run_once_and_everything_of_the_site_waits_for_them() -> None:
    assert SERVICES["migrate"]["restart"] == "no"
    for name in APP[1:]:
        needs = SERVICES[name]["depends_on"]
        assert needs["migrate"]["condition"] == "service_completed_successfully"
        assert needs["db"]["condition"] == needs["redis"]["condition"] == "service_healthy"


def test_all_of_the_site_is_one_image() -> None:
    assert len({SERVICES[name]["image"] for name in APP}) == 1


def test_every_task_has_a_worker_and_mail_one_of_its_own() -> None:
    queues = {
        name: words[words.index("--queues") + 1].split(",")
        for name in APP
        if "--queues" in (words := command(name))
    }
    assert queues == {"worker": [app.conf.task_default_queue], "mailer": ["mail"]}
    assert app.conf.task_routes == {"games.tasks.post": {"queue": "mail"}}


def test_no_access_log_tells_who_sends_an_order_and_when() -> None:
    assert "--access-logfile" not in command("web")
    assert "access" not in (ROOT / "Dockerfile").read_text("utf-8")


def test_redis_throws_nothing_out_and_keeps_nothing() -> None:
    words = SERVICES["redis"]["command"]
    assert "--maxmemory-policy noeviction" in words
    assert "--appendonly no" in words


def test_every_secret_comes_from_outside() -> None:
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    for line in text.splitlines():
        if re.search(r"PASSWORD|SECRET|KEY|postgres://", line) and not line.lstrip().startswith(
            "#"
        ):
            assert "${" in line, line


def test_the_example_of_settings_holds_no_secret_and_every_variable_is_read() -> None:
    pairs = re.findall(r"^(\w+)=(.*)$", (ROOT / ".env.example").read_text("utf-8"), re.M)
    example = dict(pairs)
    assert example["SECRET_KEY"] == example["POSTGRES_PASSWORD"] == ""
    readers = (ROOT / "config" / "settings.py").read_text("utf-8") + json.dumps(COMPOSE)
    assert [name for name in example if name not in readers] == []


def test_nothing_that_differs_from_place_to_place_is_baked_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert ".*" in ignored  # .env and .git
    assert "var" in ignored
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    assert dockerfile.index("USER crieur") < dockerfile.index("CMD ")
    assert "--require-hashes" in dockerfile
