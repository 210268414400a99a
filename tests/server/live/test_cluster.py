"""`quintet serve --processes`: one port, several processes, and what happens when one of them dies."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from amounts import whole
from quintet.server.storage import database
from quintet.server.storage.match_queries import Reader
from quintet.terminal.cli import main
from server import crashes, short_lived
from server.cluster import Cluster
from server.forks import CONTEXT
from server.pressing import crowd
from server.servers import PATIENCE, Server


def running(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


@whole
def test_two_processes_share_a_port_and_one_that_dies_is_replaced(
    another: Callable[..., Server], postgres: Cluster
) -> None:
    server = another(postgres.new(), processes=2)
    found = crowd(server, "quentin", 6)
    assert sorted(map(found.count, found)) == [2] * 6
    with ExitStack() as stack:  # whichever process each of them is at
        sockets = [stack.enter_context(server.client().live(found[0])) for _ in range(4)]
        server.client().post(f"/api/matches/{found[0]}/chat", {"text": "hello"}, 201)
        assert {socket.until("said")["line"]["text"] for socket in sockets} == {"hello"}
    report = crashes.run(server, kills=3)
    print(report)
    assert not report.lost
    assert report.acknowledged > 20
    assert server.log.read_text().count("process died") == 3
    children = server.children()
    assert server.stop() == 0
    assert not any(running(pid) for pid in children)


def test_processes_end_when_their_parent_is_killed(another: Callable[..., Server], postgres: Cluster) -> None:
    server = another(postgres.new(), processes=2)
    children = server.children()
    server.kill()
    deadline = time.monotonic() + PATIENCE
    while any(running(pid) for pid in children):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_several_processes_may_be_the_first(postgres: Cluster) -> None:
    """Each makes what a new database lacks; none of them may die of it."""
    url = postgres.new()
    together = threading.Barrier(8)

    def begin(number: int) -> bytes:
        engine = database.engine_for(url)
        together.wait()
        database.migrate(engine)
        secret = database.secret_of(engine)
        together.wait()
        Reader(engine).alive(float(number))
        engine.dispose()
        return secret

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(begin, range(8)))) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--processes", "2"], "several processes cannot share SQLite"),
        (["--processes", "0"], "processes must be 1 to 64, got 0"),
    ],
)
def test_why_there_cannot_be_so_many(
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("QUINTET_HOME", str(tmp_path))
    assert main(["serve", "--port", "0", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_one_that_dies_at_once_is_replaced_after_a_pause(tmp_path: Path) -> None:
    """In a process with one thread, as the command is: among several another than the first may hear the signal."""
    parent = CONTEXT.Process(target=short_lived.parent, args=(tmp_path / "lives",), daemon=True)
    parent.start()
    parent.join(PATIENCE)
    assert parent.exitcode == 0
    assert (tmp_path / "lives").read_text() == "xxxx"
