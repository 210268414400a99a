"""Databases of older versions are changed when a server opens them, and keep what they had."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from quintet.server.storage import database
from quintet.server.storage.accounts import People
from quintet.server.storage.friends import Friends
from quintet.server.storage.recovery import CONFIRMATION_SECONDS, Recovery
from server.cluster import Cluster

ROW = """
insert into players (id, name, kind, username, folded, password, created)
values (:id, :name, 'account', :name, :folded, 'hash', 1)
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_accounts_of_an_old_database_get_recovery_and_friends(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    else:
        cluster: Cluster = request.getfixturevalue("postgres")
        url = cluster.new()
    engine = database.engine_for(url)
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0008")
        for name in ("Ada", "Ben"):
            connection.execute(text(ROW), {"id": f"v{name}", "name": name, "folded": name.lower()})
    database.migrate(engine)
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
    engine.dispose()


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
