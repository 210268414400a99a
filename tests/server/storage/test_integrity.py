"""Copies that are proved: every kind of action leaves a sound database, and what is damaged is told."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from quintet.core.types import Player
from quintet.server.storage import database
from quintet.server.storage.administration import recompute_ratings
from quintet.server.storage.integrity import check
from quintet.terminal.cli import main
from server.cluster import Cluster
from server.servers import Client, Server
from server.storage.test_failing_writes import ACTIONS, MATCH, NOW, RATED, append, match, played, prepare


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    prepare(engine)
    return engine


@pytest.mark.parametrize("name", ACTIONS)
def test_every_action_leaves_a_sound_database(engine: Engine, name: str) -> None:
    ACTIONS[name](engine)
    report = check(engine)
    assert (report.faults, report.matches > 0, report.events > report.matches) == ([], True, True), str(report)
    engine.dispose()


def test_every_action_leaves_a_sound_postgresql(postgres: Cluster) -> None:
    for name, action in ACTIONS.items():
        engine = database.engine_for(postgres.new())
        prepare(engine)
        action(engine)
        assert check(engine).faults == [], name
        engine.dispose()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (f"DELETE FROM events WHERE match = '{MATCH}' AND version = 4", "has 8 events, and 7 are stored"),
        (f"UPDATE events SET move = 'h8' WHERE match = '{MATCH}' AND version = 4", "cannot be replayed: "),
        (f"UPDATE matches SET ply = 3 WHERE id = '{MATCH}'", "is listed with another ply than its moves lead to"),
        (f"UPDATE matches SET first = 'eve' WHERE id = '{MATCH}'", "is listed with another first"),
        ("UPDATE ratings SET rating = rating + 1 WHERE player = 'ada'", "the rating of ada in othello is"),
        ("DELETE FROM ratings WHERE player = 'ben'", "the rating of ben in othello is missing"),
        ("INSERT INTO events SELECT 'nobody', version, kind, at, seat, move, data FROM events LIMIT 1", "belong to"),
    ],
)
def test_what_is_damaged_is_told(engine: Engine, damage: str, said: str) -> None:
    ACTIONS["the end of a rated match"](engine)
    assert check(engine).faults == []
    with closing(sqlite3.connect(str(engine.url.database))) as connection:  # without foreign keys
        connection.execute(damage)
        connection.commit()
    (fault,) = check(engine).faults
    assert said in fault
    engine.dispose()


def test_ratings_are_counted_again_in_the_order_in_which_they_were_stored(engine: Engine) -> None:
    """A match that ended a moment before another one may be stored after it."""
    for number, ended in enumerate((80.0, 75.0, 79.0)):
        begun = played(match(f"rated-{number:010}", True), 7)
        append(engine, begun, 0, header=begun.header)
        seat = Player.FIRST if number % 2 else Player.SECOND
        over = begun.after(begun.resign(seat, NOW + ended))
        from quintet.server.live.hub import _rated

        append(engine, over, begun.version, rated=_rated(over))
    assert check(engine).faults == []
    recompute_ratings(engine)
    assert check(engine).faults == []
    engine.dispose()


def test_a_game_that_is_gone_is_left_out_and_said(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE matches SET spec = 'gone' WHERE id = '{RATED}'"))
    report = check(engine)
    assert (report.faults, report.left_out) == ([], {"gone": 1})
    assert "1 of gone left out: it is not installed" in str(report)
    engine.dispose()


# The drill: a server plays, its database is copied, verified and restored, and another server goes on from it


def _played(server: Server) -> tuple[Client, str]:
    ada = server.client().register("ada_drill")
    match_id: str = ada.new("othello", "me", "me", private=False)["id"]
    for ply, move in enumerate(("d3", "c3", "c4")):
        ada.move(match_id, ply, move)
    return ada, match_id


def _drill(
    server: Server, another: Callable[..., Server], restored: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, match_id = _played(server)
    source = server.database or f"sqlite:///{server.home / 'site.sqlite'}"
    assert ada.get("/healthz")["backup"] is None
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy), "--verify", "--database", source]) == 0
    assert "1 matches with 4 events were replayed, 0 ratings counted again: all is well." in capsys.readouterr().out
    deadline = time.monotonic() + 30
    while not (verified := ada.get("/healthz")["backup"]):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert verified.startswith("20")
    assert main(["admin", "check", "--database", source]) == 0, "also while it runs"
    ada.move(match_id, 3, "c5")  # after the copy
    server.stop()
    assert main(["restore", str(copy), "--database", restored]) == 0
    assert main(["restore", str(copy), "--database", restored]) == 2
    assert "is not empty" in capsys.readouterr().err
    again = another(restored).client()
    again.http.cookies.update(ada.http.cookies)
    assert again.get("/api/me")["username"] == "ada_drill", "still logged in"
    assert again.see(match_id)["ply"] == 3
    again.move(match_id, 3, "c5")


def test_a_copy_is_verified_restored_and_played_on(
    another: Callable[..., Server], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _drill(another(), another, f"sqlite:///{tmp_path / 'restored.sqlite'}", tmp_path, capsys)


def test_a_copy_of_postgresql_is_verified_restored_and_played_on(
    another: Callable[..., Server], postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _drill(another(postgres.new()), another, postgres.new(), tmp_path, capsys)


def test_a_copy_of_what_is_damaged_is_not_called_verified(
    tmp_path: Path, engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE events SET move = 'h8' WHERE match = '{MATCH}' AND version = 4"))
    engine.dispose()
    url = f"sqlite:///{tmp_path / 'site.sqlite'}"
    assert main(["backup", str(tmp_path / "copy.sqlite"), "--verify", "--database", url]) == 1
    assert "cannot be replayed" in capsys.readouterr().out
    assert main(["admin", "check", "--database", url]) == 1
    with closing(sqlite3.connect(tmp_path / "site.sqlite")) as connection:
        assert not connection.execute("SELECT * FROM settings WHERE key = 'verified'").fetchall()
