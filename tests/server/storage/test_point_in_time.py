"""Copies of any moment, by PostgreSQL's own means and by Litestream, bring a site back to before a mistake."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from needs import need
from quintet.server.storage import database
from quintet.server.storage.integrity import check
from quintet.server.storage.match_queries import Reader
from server.cluster import Cluster
from server.storage.test_failing_writes import ACTIONS, MATCH, prepare


@pytest.fixture
def archived() -> Iterator[Cluster]:
    """A PostgreSQL that copies its log, as docs/operating.md says."""
    cluster = Cluster()
    cluster.start()
    cluster._run("pg_ctl", "-D", str(cluster.folder), "-m", "fast", "-w", "stop")
    archive = cluster.folder.parent / "archive"
    archive.mkdir(mode=0o777)
    archive.chmod(0o777)
    with (cluster.folder / "postgresql.auto.conf").open("a") as settings:
        settings.write(f"archive_mode = on\narchive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'\n")
    cluster.resume()
    yield cluster
    cluster.close()


def test_postgresql_is_brought_back_to_the_moment_before_a_mistake(archived: Cluster, tmp_path: Path) -> None:
    url, base = archived.new(), archived.folder.parent / "base"
    archive = archived.folder.parent / "archive"
    engine = database.engine_for(url)
    prepare(engine)
    server = ("-h", "127.0.0.1", "-p", str(archived.port), "-U", "postgres")
    archived._run("pg_basebackup", *server, "-D", str(base), "-X", "stream", "--checkpoint=fast")
    ACTIONS["a move"](engine)  # after the base copy: it is in the log alone
    with engine.connect() as connection:
        moment = connection.scalar(text("SELECT clock_timestamp()"))
    time.sleep(0.2)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM matches"))
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        last = connection.scalar(text("SELECT pg_walfile_name(pg_switch_wal())"))
        deadline = time.monotonic() + 60
        while (connection.scalar(text("SELECT last_archived_wal FROM pg_stat_archiver")) or "") < str(last):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    engine.dispose()
    archived.stop()
    with (base / "postgresql.auto.conf").open("a") as settings:
        settings.write(f"restore_command = 'cp {archive}/%f %p'\nrecovery_target_time = '{moment}'\n")
        settings.write("recovery_target_action = 'promote'\n")
    (base / "recovery.signal").touch()
    archived.folder = base
    archived.resume()
    engine, deadline = database.engine_for(url), time.monotonic() + 60
    while True:  # it answers reads before it has become a server of its own
        with engine.connect() as connection:
            if not connection.scalar(text("SELECT pg_is_in_recovery()")):
                break
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert moves(engine) == 8, "the move after the base copy is there"
    engine.dispose()


def test_sqlite_is_brought_back_to_the_moment_before_a_mistake(tmp_path: Path) -> None:
    program = need("Litestream")
    live, copies = tmp_path / "site.sqlite", f"file://{tmp_path / 'copies'}"

    def restored(name: str, *options: str) -> int:
        command = [program, "restore", *options, "-o", str(tmp_path / name), copies]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if done.returncode:  # nothing is copied yet
            return 0
        copy = database.engine_for(f"sqlite:///{tmp_path / name}")
        try:
            return moves(copy)
        finally:
            copy.dispose()

    def wait_for(count: int) -> None:
        names, deadline = iter(range(1000)), time.monotonic() + 60
        while restored(f"{count} {next(names)}") != count:
            assert time.monotonic() < deadline
            time.sleep(0.1)

    engine = database.engine_for(f"sqlite:///{live}")
    prepare(engine)
    copying = subprocess.Popen([program, "replicate", str(live), copies])
    try:
        wait_for(7)
        ACTIONS["a move"](engine)
        wait_for(8)
        moment = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM matches"))
        wait_for(-1)
    finally:
        copying.terminate()
        copying.wait(60)
        engine.dispose()
    assert restored("before.sqlite", "-timestamp", moment) == 8


def moves(engine: Engine) -> int:
    """How many moves the match has in a database in which nothing is wrong; -1 if it is gone."""
    report, stored = check(engine), Reader(engine).match(MATCH)
    assert (report.faults, report.matches) == ([], 2 if stored else 0)
    return len(stored[1]) - 1 if stored else -1
