"""``make play``: one command serves the site with its clock inside, and ends when told to."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.core.management import call_command

from games.management.commands.serve import Command
from games.models import User
from tests.deployment.compose import ROOT

pytestmark = pytest.mark.timeout(300)

Serving = subprocess.Popen[str]


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
    return found


@pytest.fixture
def env(port: int, tmp_path: Path) -> dict[str, str]:
    database = tmp_path / "play.sqlite3"
    left = {name: text for name, text in os.environ.items() if "URL" not in name}
    return {**left, "MODE": "play", "DATABASE_URL": f"sqlite:///{database}", "PORT": str(port)}


@pytest.fixture
def serving(env: dict[str, str], tmp_path: Path) -> Iterator[Serving]:
    said = tmp_path / "said.txt"
    with said.open("w") as out:
        process = subprocess.Popen(serve(), cwd=ROOT, env=env, stdout=out, stderr=out, text=True)
    try:
        wait_for(f"http://localhost:{env['PORT']}/healthz?clock", process, said)
        yield process
    finally:
        process.kill()
        process.wait()


def serve() -> list[str]:
    return [sys.executable, "manage.py", "serve"]


def wait_for(address: str, process: Serving, said: Path) -> None:
    for _ in range(400):
        try:
            urlopen(address, timeout=5).close()
            return
        except (URLError, ConnectionError):
            assert process.poll() is None, said.read_text()
            time.sleep(0.2)
    pytest.fail(f"no answer: {said.read_text()}")


def test_it_serves_matches_and_a_beating_clock_once_a_port_and_ends_when_interrupted(
    serving: Serving, port: int, env: dict[str, str]
) -> None:
    assert "/m/" in page(f"http://localhost:{port}/matches/")
    assert "clock: ok" in page(f"http://localhost:{port}/healthz?clock")
    second = subprocess.run(
        serve(), cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert second.returncode == 1
    assert f"Port {port} is taken" in second.stderr
    assert "Traceback" not in second.stderr
    serving.send_signal(signal.SIGINT)
    assert serving.wait(timeout=30) == 0


@pytest.mark.django_db
def test_who_comes_back_is_told_of_the_demo_s_people_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("demo")
    User.objects.create_user("lambert", "lambert@example.org", "x")
    Command()._welcome_back()
    said = capsys.readouterr().out
    assert "mahaut" in said
    assert "lambert" not in said


def page(address: str) -> str:
    text: str = urlopen(address, timeout=10).read().decode()
    return text
