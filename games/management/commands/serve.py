"""``manage.py serve``: set the site up and serve it, its clock inside (``make play``)."""

import os
import socket
import subprocess
import sys
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.management.commands.demo import PASSWORD, PEOPLE, address_of
from games.models import User

HOST = "127.0.0.1"


class Command(BaseCommand):
    """Everything a fresh clone needs, then one web server process with the clock inside."""

    help = "Set up the database, load the demo into an empty one, and serve the site (PORT, 8000)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Never returns: this process becomes the web server, and Ctrl-C reaches that."""
        port = _port()
        self.stdout.write("Setting up...")
        self._set_up()
        address = f"http://localhost:{port}"
        self.stdout.write(f"\nLe Pré commun is at {address}/   (Ctrl-C ends it)\n")
        self.stdout.flush()
        _become_the_web_server(port, address)

    def _set_up(self) -> None:
        messages = settings.BASE_DIR / "tools" / "messages.py"
        subprocess.run([sys.executable, messages, "compile"], check=True)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if User.objects.exists():
            self._welcome_back()
        else:
            call_command("demo", stdout=self.stdout)

    def _welcome_back(self) -> None:
        """The demo's people can log in as they could before."""
        people = User.objects.filter(email__in=map(address_of, PEOPLE), username__in=PEOPLE)
        names = ", ".join(people.order_by("id").values_list("username", flat=True))
        self.stdout.write("People and matches are as you left them (make clean forgets them).")
        if names:
            self.stdout.write(f"Demo people: {names}; password for all: {PASSWORD}")


def _port() -> int:
    """The port to serve on; CommandError when somebody has it already."""
    port = int(os.environ.get("PORT", "8000"))
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is taken: is the site running already? "
                "End that, or choose another: PORT=8001 make play"
            ) from error
    return port


def _become_the_web_server(port: int, address: str) -> NoReturn:
    """One process: the threads share its cache, and the clock inside runs once."""
    os.environ["EMBEDDED_CLOCK"] = "1"
    os.environ.setdefault("SITE_URL", address)
    arguments = ["--bind", f"{HOST}:{port}", "--worker-class", "gthread", "--workers", "1"]
    arguments += ["--threads", "8", "--graceful-timeout", "3", "--log-level", "warning"]
    arguments += ["--no-control-socket"]
    os.chdir(settings.BASE_DIR)
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "config.wsgi", *arguments])
