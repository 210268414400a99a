"""The crash test: players play, the server is killed again and again, and no acknowledged move may be missing.

    python -m server.crashes KILLS [postgres | two | redis]        (in the folder tests)

On SQLite, or on PostgreSQL; `two` and `redis`: two processes on one PostgreSQL, one of which is killed each time, and
the news go through PostgreSQL or through Redis.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from server.cluster import Cluster, redis
from server.servers import Client, Server

SPECS = ("othello", "pentago", "quentin(size=5)", "bestgame", "magnetize")
CLOCK = {"kind": "fischer", "first": {"seconds": 3600}}


@dataclass
class Report:
    kills: int = 0
    acknowledged: int = 0
    unsure: int = 0
    """Moves sent whose answer the kill swallowed: stored or not, both are right."""
    matches: int = 0
    lost: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lost = f"LOST: {'; '.join(self.lost)}" if self.lost else "none lost"
        return (
            f"{self.kills} kills, {self.matches} matches, {self.acknowledged} moves acknowledged, "
            f"{self.unsure} cut off without an answer, {lost}"
        )


class Pair:
    """A hot-seat player who plays one match after the other and remembers what was acknowledged."""

    def __init__(self, server: Server, seed: int) -> None:
        self.client: Client = server.client()
        self.random = random.Random(seed)
        self.matches: dict[str, list[str]] = {}
        self.perhaps: dict[str, str] = {}
        """The move after the acknowledged ones that may have been stored."""
        self.current: str | None = None
        self.view: dict[str, Any] = {}
        self.acknowledged = 0
        self.unsure = 0

    def play(self) -> None:
        """One move, or a new match; the server may die under it."""
        if self.current is None:
            self.view = self.client.new(
                self.random.choice(SPECS), "me", "me", clock={"kind": "fischer", "first": {"seconds": 3600}}
            )
            self.current = str(self.view["id"])
            self.matches[self.current] = []
            return
        self.view = self.client.see(self.current)
        self.check(self.current, [move["text"] for move in self.view["history"]])
        if self.view["outcome"]:
            self.current = None
            return
        move = self.random.choice(self.view["moves"])["text"]
        ply = len(self.matches[self.current])
        self.perhaps[self.current] = move
        self.client.move(self.current, ply, move)
        del self.perhaps[self.current]
        self.matches[self.current].append(move)
        self.acknowledged += 1

    def check(self, match_id: str, history: list[str]) -> None:
        """What the server has is what was acknowledged, and at most the one move more that was in the air."""
        known = self.matches[match_id]
        perhaps = self.perhaps.pop(match_id, None)
        if perhaps is not None:
            self.unsure += 1
            if history == [*known, perhaps]:
                known.append(perhaps)
        if history != known:
            raise LostMove(f"{match_id}: acknowledged {' '.join(known)}, found {' '.join(history)}")


class LostMove(AssertionError):
    """The server has forgotten something, or made something up."""


def run(server: Server, kills: int, pairs: int = 4, seed: int = 1, most: int = 40) -> Report:
    """Kill after up to so many moves and restart; the server must be running, and runs afterwards."""
    report = Report()
    players = [Pair(server, seed * 100 + number) for number in range(pairs)]
    ended, runs = threading.Event(), threading.Event()
    runs.set()
    moved = threading.Condition()
    chance = random.Random(seed)

    def keep_playing(pair: Pair) -> None:
        while not ended.is_set():
            try:
                pair.play()
                with moved:
                    moved.notify()
            except httpx.TransportError:
                runs.wait()
            except LostMove as error:
                report.lost.append(str(error))
                return

    def wait_for_moves(count: int) -> None:
        goal = sum(pair.acknowledged for pair in players) + count
        with moved:
            moved.wait_for(lambda: report.lost or sum(pair.acknowledged for pair in players) >= goal, 60)

    threads = [threading.Thread(target=keep_playing, args=(pair,), daemon=True) for pair in players]
    for thread in threads:
        thread.start()
    for _ in range(kills):
        wait_for_moves(chance.randint(most // 4, most))
        if server.processes > 1:
            server.kill_one(chance)
        else:
            runs.clear()
            server.restart()
            runs.set()
        report.kills += 1
    wait_for_moves(most)
    ended.set()
    for thread in threads:
        thread.join(30)
    for pair in players:  # once more, every match from the beginning
        for match_id in pair.matches:
            try:
                pair.check(match_id, [move["text"] for move in pair.client.see(match_id)["history"]])
            except AssertionError as error:
                report.lost.append(str(error))
        report.acknowledged += pair.acknowledged
        report.unsure += pair.unsure
        report.matches += len(pair.matches)
    return report


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    how = sys.argv[2] if len(sys.argv) > 2 else ""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url, environment = None, {}
        if how:
            cluster = Cluster()
            stack.callback(cluster.close)
            cluster.start()
            url = cluster.new()
        if how == "redis":
            environment["QUINTET_REDIS"] = stack.enter_context(redis(folder)).url
        server = Server(folder / "home", url, **environment)
        server.processes = 2 if how in ("two", "redis") else 1
        stack.callback(server.close)
        report = run(server.start(), kills)
    print(report)
    sys.exit(bool(report.lost))


if __name__ == "__main__":
    main()
