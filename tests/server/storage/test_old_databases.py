"""Databases of older versions are changed when a server opens them, and keep what they had."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Engine, text

from quintet.server.storage import database, tables
from quintet.server.storage.accounts import People
from quintet.server.storage.friends import Friends
from quintet.server.storage.notices import NoticeChoices, Notices
from quintet.server.storage.recovery import CONFIRMATION_SECONDS, Recovery
from quintet.server.storage.teaching import Teaching
from quintet.study.daily import DailyResult
from server.cluster import Cluster

ROW = """
insert into players (id, name, kind, username, folded, password, created)
values (:id, :name, 'account', :name, :folded, 'hash', 1)
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], Engine]]:
    """Opens a database with the tables of a revision and two accounts, changed into today's."""
    engines = []

    def opened(revision: str) -> Engine:
        if request.param == "sqlite":
            url = f"sqlite:///{tmp_path / 'old.sqlite'}"
        else:
            cluster: Cluster = request.getfixturevalue("postgres")
            url = cluster.new()
        engines.append(engine := database.engine_for(url))
        config = Config()
        config.set_main_option("script_location", str(database.MIGRATIONS))
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            for name in ("Ada", "Ben"):
                connection.execute(text(ROW), {"id": f"v{name}", "name": name, "folded": name.lower()})
        database.migrate(engine)
        return engine

    yield opened
    for engine in engines:
        engine.dispose()


def test_accounts_of_an_old_database_get_recovery_and_friends(older: Callable[[str], Engine]) -> None:
    engine = older("0008")
    people, recovery, friends = People(engine), Recovery(engine), Friends(engine)
    secret = recovery.new_link("vAda", "confirmation", 10, "ada@example.org")
    assert secret
    assert recovery.confirm(secret, 20) == "ada@example.org"
    assert people.email_of("vAda") == "ada@example.org"
    assert people.email_of("vBen") is None
    code = recovery.new_codes("vBen", 10)[0]
    assert recovery.opened_by(code, 20) == ("vBen", "Ben")
    friends.add("vAda", "vBen", 30)
    friends.saw(["vBen"], 40)
    assert [(friend.username, friend.mutual, friend.seen) for friend in friends.of("vAda")] == [("Ben", False, 40)]
    people.delete("vBen")
    assert friends.of("vAda") == []
    assert recovery.opened_by(code, 20) is None


def test_accounts_of_an_old_database_get_days_runs_and_notices(older: Callable[[str], Engine]) -> None:
    engine = older("0009")
    with engine.connect() as connection:
        assert not compare_metadata(MigrationContext.configure(connection), tables.metadata)
    teaching, notices, people = Teaching(engine), Notices(engine), People(engine)
    today = date(2026, 11, 19)
    assert teaching.settle("vAda", "othello", "p", 1500, True, 10, today)
    assert teaching.dailies("vAda") == {today: DailyResult(0, True, False)}
    run = teaching.begin_run("r", "vAda", None, 10)
    teaching.count_run("r", run.run, run.run.after(True))
    assert teaching.best_run("vAda", None) == 1
    kept = notices.keep_device("vAda", "https://push.example/1", "key", "auth", "Firefox", 10)
    assert [(device.label, device.created) for device in kept.devices] == [("Firefox", 10)]
    assert notices.set_pace("vAda", "email", "every", 20).paces == {"push": "daily", "email": "every"}
    people.delete("vAda")
    assert notices.chosen("vAda") == NoticeChoices({}, [], None)
    assert teaching.dailies("vAda") == {}
    assert teaching.best_run("vAda", None) == 0


def test_an_address_that_nobody_confirms_is_not_kept(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)
    with engine.begin() as connection:
        for name in ("Ada", "Ben"):
            connection.execute(text(ROW), {"id": f"v{name}", "name": name, "folded": name.lower()})
    recovery = Recovery(engine)
    late = recovery.new_link("vAda", "confirmation", 0, "ada@example.org")
    assert late
    assert recovery.confirm(late, CONFIRMATION_SECONDS + 1) is None
    recovery.new_link("vBen", "link", CONFIRMATION_SECONDS + 1)
    with engine.connect() as connection:
        assert connection.scalars(text("select player from account_secrets")).all() == ["vBen"]
    engine.dispose()
