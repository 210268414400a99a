"""PostgreSQL's own copies: a base copy and the log since then bring a site back to the moment before a mistake."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

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


def test_a_site_is_brought_back_to_the_moment_before_a_mistake(archived: Cluster, tmp_path: Path) -> None:
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
    report = check(engine)
    assert (report.faults, report.matches) == ([], 2)
    stored = Reader(engine).match(MATCH)
    assert stored is not None
    assert len(stored[1]) == 9, "the move after the base copy is there"
    engine.dispose()
