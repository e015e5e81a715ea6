"""What docker-compose.yml says, for the tests that check it and those that run its commands."""

import shlex
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def command(service: str) -> list[str]:
    """The command of a service, split as Compose splits it."""
    return shlex.split(SERVICES[service]["command"])


def health_command(service: str) -> list[str]:
    """The command that asks a service how it is, as the container runs it."""
    words: list[str]
    kind, *words = SERVICES[service]["healthcheck"]["test"]
    if kind == "CMD":
        return words
    [line] = words
    return ["/bin/sh", "-c", line.replace("$$", "$")]
