"""One server for most tests; those that kill or fill it make their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.servers import Client, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text()


@pytest.fixture
def ada(server: Server) -> Iterator[Client]:
    client = server.client()
    yield client
    client.close()


@pytest.fixture
def ben(server: Server) -> Iterator[Client]:
    client = server.client()
    yield client
    client.close()


@pytest.fixture
def eve(server: Server) -> Iterator[Client]:
    """Who should not be here."""
    client = server.client()
    yield client
    client.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"
