"""SIGKILL in the middle of play: nothing acknowledged is lost. Fifty kills: ``python -m server.crashes 50``."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from amounts import whole
from server import crashes
from server.cluster import Cluster
from server.servers import Server


@whole
def test_no_acknowledged_move_is_lost_on_sqlite(another: Callable[..., Server]) -> None:
    report = crashes.run(another(), kills=3)
    print(report)
    assert not report.lost
    assert report.acknowledged > 20


@whole
def test_no_acknowledged_move_is_lost_on_postgresql(another: Callable[..., Server], postgres: Cluster) -> None:
    report = crashes.run(another(postgres.new()), kills=2)
    print(report)
    assert not report.lost
    assert report.acknowledged > 20


def test_matches_and_clocks_resume_after_a_kill(another: Callable[..., Server]) -> None:
    server = another()
    ada, ben = server.client(), server.client()
    match = ada.new(clock={"kind": "fischer", "first": {"seconds": 60, "increment": 2}, "second": {"seconds": 30}})
    ben.join(match)
    began = time.monotonic()
    ada.move(match["id"], 0, "d3")
    with_engine = ada.new("othello", "me", {"kind": "engine", "level": 1})
    server.kill()
    server.process.stdout.close()  # type: ignore[union-attr]
    _an_hour_passes(server.home / "site.sqlite")
    server.start()
    clock = ben.see(match["id"])["clock"]
    assert clock["running"] == 1
    assert clock["sides"][0]["seconds"] == 60
    # Only the time that the server was there has passed; what it was away is given back.
    assert 30 - (time.monotonic() - began) < clock["sides"][1]["seconds"] <= 30
    ben.move(match["id"], 1, "c3")
    assert ada.see(match["id"])["ply"] == 2
    with ada.live(with_engine["id"]) as live:
        live.say(type="move", ply=0, move="d3")
        while live.until("update")["view"]["ply"] < 2:
            pass


def test_a_plan_survives_a_kill_and_is_played(another: Callable[..., Server]) -> None:
    server = another()
    ada, ben = server.client(), server.client()
    match = ada.new(clock={"kind": "days", "first": {"seconds": 86400}})
    ben.join(match)
    ada.move(match["id"], 0, "d3")
    path = f"/api/matches/{match['id']}/plan"
    assert ada.http.put(path, json={"ply": 1, "lines": [["c3", "c4"], ["e3", "f6"]]}).status_code == 200
    server.restart()
    assert ada.get(path)["lines"] == [["c3", "c4"], ["e3", "f6"]]
    ben.move(match["id"], 1, "e3")
    server.restart()
    assert [move["text"] for move in ben.see(match["id"])["history"]] == ["d3", "e3", "f6"]
    assert ada.get(path) == {"ply": 3, "lines": []}


def _an_hour_passes(path: Path) -> None:
    """Whatever happened has happened an hour earlier."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET at = at - 3600")
        database.execute(
            "UPDATE matches SET created = created - 3600, changed = changed - 3600, "
            "deadline = deadline - 3600, engine_since = engine_since - 3600"
        )
        database.execute(
            "UPDATE matches SET state = json_set(state, '$.clock.since', json_extract(state, '$.clock.since') - 3600)"
        )
        database.execute("UPDATE settings SET value = CAST(value - 3600 AS TEXT) WHERE key = 'alive'")
