"""The files of the database."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from quintet.server.storage import database


def test_the_database_and_its_copies_are_for_their_owner(tmp_path: Path) -> None:
    path, copy = tmp_path / "site.sqlite", tmp_path / "copy.sqlite"
    path.touch(0o644)
    before = os.umask(0o022)
    try:
        engine = database.engine_for(f"sqlite:///{path}")
        database.migrate(engine)
        with engine.begin():
            files = [one for one in tmp_path.iterdir() if one.name.startswith("site.sqlite")]
            assert len(files) > 1, "SQLite's own files too"
            assert {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}
        engine.dispose()
        database.backup(f"sqlite:///{path}", copy)
    finally:
        os.umask(before)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_connection_that_a_thread_still_uses_is_closed_when_it_comes_back(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    with engine.connect() as late:
        used = late.connection.dbapi_connection
        assert isinstance(used, sqlite3.Connection)
        database.close(engine)
        used.execute("SELECT 1")
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        used.execute("SELECT 1")
