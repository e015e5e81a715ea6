"""Lock files and settings name no place to fetch from, and hold no secret."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.deployment.compose import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
CONFIGS = [*LOCKS, ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / "tools" / "lock"]
CONFIGS += [ROOT / "Dockerfile", *ROOT.glob("**/package-lock.json")]
ADDRESS = re.compile(r"[a-z+]+://(?!localhost)|\bfile:|index-url|find-links\b|resolved", re.I)
SECRET = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|ghp_\w{36}|glpat-\w{20}|xox[bp]-\w{10}"
)
ALLOWED = ("--no-emit-index-url", "--no-emit-find-links", "http://localhost", "postgres://nobody@")


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_address_in(path: Path) -> None:
    text = path.read_text("utf-8")
    for allowed in ALLOWED:
        text = text.replace(allowed, "")
    assert ADDRESS.findall(text) == []


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_package_is_pinned_with_its_hashes(path: Path) -> None:
    text = path.read_text("utf-8").replace("\\\n", "")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert lines
    for line in lines:
        assert re.match(r"[\w.\[\]-]+==\S+.*--hash=sha256:[0-9a-f]{64}", line), line[:80]


def test_the_lock_for_running_has_every_package_that_the_project_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = [re.match(r"[\w-]+", line) for line in project["dependencies"]]
    locked = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    for name in names:
        assert name
        assert re.search(rf"^{name.group()}(\[\w+\])?==", locked, re.M), name.group()


def test_no_key_or_token_lies_about() -> None:
    folders = ("config", "games", "soule", "docs", "tools", "requirements", ".ci")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    guilty = [path.name for path in files if SECRET.search(path.read_text("utf-8", "ignore"))]
    assert guilty == []
