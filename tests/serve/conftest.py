"""Servers for tests that talk to one."""

from collections.abc import Iterator

import pytest

from tests.serve.serving import Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Give a server that all tests share, with limits that none of them meets."""
    with Served(tmp_path_factory.mktemp("served") / "rooms.sqlite3") as server:
        yield server
        complaints = server.stop()
    assert complaints == ""
