"""One server for most tests; those that kill or fill it make their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog

from server.cluster import Cluster
from server.forks import cheap_hasher
from server.servers import Client, Server


@pytest.fixture(autouse=True)
def plain_log() -> Iterator[None]:
    """A test that sets the log up leaves none behind that writes to a closed file."""
    yield
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.server.accounts.identity.PasswordHasher", cheap_hasher)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    assert running.stop() == 0
    running.close()
    assert "Traceback" not in running.log.read_text()


@pytest.fixture
def ada(server: Server) -> Client:
    return server.client()


@pytest.fixture
def ben(server: Server) -> Client:
    return server.client()


@pytest.fixture
def eve(server: Server) -> Client:
    """Who should not be here."""
    return server.client()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def another(home: Path) -> Iterator[Callable[..., Server]]:
    """Makes servers that a test may kill, fill or flood."""
    made: list[Server] = []

    def start(database: str | None = None, processes: int = 1, **environment: str) -> Server:
        made.append(Server(home / str(len(made)), database, **environment))
        made[-1].processes = processes
        return made[-1].start()

    yield start
    for server in made:
        server.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A private PostgreSQL."""
    cluster = Cluster()
    cluster.start()
    yield cluster
    cluster.close()
