"""A site to each test, with rows of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.site import Site, site_in


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    """The environment of production; nothing runs in it yet."""
    with site_in(tmp_path) as site:
        yield site
