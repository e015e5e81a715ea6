"""A whole site for a test: the commands of docker-compose.yml, run here, on rows that are its own.

The database is the test's (made and thrown away by pytest), the Redis one of the server's sixteen
that nobody uses. Only places differ from the container: ports, the file of beat, the mail's folder.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import redis
from django.db import connection

from tests.deployment.compose import ROOT, command

CLAIM = "pre-commun-test"


@dataclass
class Site:
    """The site's environment and the processes that run in it."""

    folder: Path
    redis_url: str
    email_url: str
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def env(self) -> dict[str, str]:
        """The environment of production, on the test's database."""
        db = connection.settings_dict
        host = f"{db['HOST'] or '127.0.0.1'}:{db['PORT'] or 5432}"
        secret = f":{db['PASSWORD']}" if db["PASSWORD"] else ""
        return {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(self.folder),
            "HOSTNAME": "here",
            "MODE": "production",
            "SECRET_KEY": "of-no-meaning-" * 5,
            "ALLOWED_HOSTS": "pre.example.org",
            "DATABASE_URL": f"postgres://{db['USER']}{secret}@{host}/{db['NAME']}",
            "REDIS_URL": self.redis_url,
            "EMAIL_URL": self.email_url,
        }

    def start(self, service: str, name: str, *more: str, port: int = 8000) -> None:
        """Start a service's command (and ``more`` words of it) under a name of its own."""
        swaps = (("/tmp/", f"{self.folder}/{name}-"), ("0.0.0.0:8000", f"127.0.0.1:{port}"))
        words = [*command(service), *more]
        for place, here in swaps:
            words = [word.replace(place, here) for word in words]
        with self.log(name).open("wb") as log:
            self.running[name] = subprocess.Popen(
                words,
                cwd=ROOT,
                env={**self.env, "PGAPPNAME": name, "HOSTNAME": name},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def ask(self, words: list[str], **env: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end in the site's environment."""
        return subprocess.run(
            words,
            cwd=ROOT,
            env={**self.env, **env},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def kill(self, name: str) -> None:
        """End a service and all its children at once, in the middle of whatever they do."""
        process = self.running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        for name in list(self.running):
            if self.running[name].poll() is None:
                self.kill(name)

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def mails(self) -> list[str]:
        """The Message-ID of each mail that was handed to the mail server."""
        text = "".join(path.read_text("utf-8") for path in (self.folder / "mail").glob("*"))
        return re.findall(r"^Message-ID: (\S+)", text, re.M)

    def wait(self, what: str, reached: Callable[[], object], seconds: float = 60) -> None:
        """Wait until it is so; AssertionError with every log when it does not come to that."""
        ends = time.monotonic() + seconds
        while not reached():
            logs = {name: self.log(name).read_text("utf-8")[-3000:] for name in self.running}
            assert time.monotonic() < ends, f"{what}: {logs}"
            dead = [name for name, process in self.running.items() if process.poll() is not None]
            assert not dead, f"{dead} ended: {logs}"
            time.sleep(0.1)


@contextmanager
def site_in(folder: Path) -> Iterator[Site]:
    """A site whose files are in ``folder``; all that was started is ended."""
    assert connection.vendor == "postgresql", "DATABASE_URL must name a PostgreSQL server"
    (folder / "mail").mkdir()
    with own_redis() as url:
        site = Site(folder, url, f"filemail:///{folder / 'mail'}")
        try:
            yield site
        finally:
            site.close()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def own_redis() -> Iterator[str]:
    """The address of a Redis database that nobody uses, emptied afterwards."""
    server = os.environ["REDIS_URL"].rpartition("/")[0]
    for number in range(15, 1, -1):
        client = redis.Redis.from_url(f"{server}/{number}")
        if client.dbsize() == 0 and client.set(CLAIM, os.getpid(), nx=True):
            try:
                yield f"{server}/{number}"
            finally:
                client.flushdb()
            return
    raise AssertionError("every Redis database is in use")
