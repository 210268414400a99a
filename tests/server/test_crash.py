"""SIGKILL in the middle of play: nothing acknowledged is lost. Fifty kills: ``python -m server.crashes 50``."""

from __future__ import annotations

import time
from collections.abc import Callable

from server import crashes
from server.cluster import Cluster
from server.servers import Server


def test_no_acknowledged_move_is_lost_on_sqlite(another: Callable[..., Server]) -> None:
    report = crashes.run(another(), kills=3)
    print(report)
    assert not report.lost
    assert report.acknowledged > 20


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
    ada.move(match["id"], 0, "d3")
    began = time.monotonic()
    with_engine = ada.new("othello", "me", {"kind": "engine", "level": 1})
    time.sleep(0.5)
    server.kill()
    killed = time.monotonic()
    time.sleep(4)
    server.process.stdout.close()  # type: ignore[union-attr]
    started = time.monotonic()
    server.start()
    clock = ben.see(match["id"])["clock"]
    there = killed - began + time.monotonic() - started
    assert clock["running"] == 1
    assert clock["sides"][0]["seconds"] == 60
    # Only the time that the server was there has passed; what it was away is given back.
    assert 30 - there - 0.2 < clock["sides"][1]["seconds"] <= 30
    ben.move(match["id"], 1, "c3")
    assert ada.see(match["id"])["ply"] == 2
    ada.move(with_engine["id"], 0, "d3")
    deadline = time.monotonic() + 15
    while ada.see(with_engine["id"])["ply"] < 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
