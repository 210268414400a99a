"""Load: many live matches at once, bots moving in all of them, on this machine.

    python -m bench.load [--matches 1000] [--seconds 30] [--pace 5] [--game SPEC ...] [--database URL] [--processes N]
    python -m bench.load --fastest             as many moves a second as arrive in time
    python -m bench.load --idle 10000          so many matches with one reader each, in which nothing happens
    python -m bench.load --spectators 2000     so many readers of one match
    python -m bench.load --all                 each of them in turn, beside the figures of the last time (results.md)

Starts its own server on 127.0.0.1, plays with two WebSockets a match (a random move about every `pace` seconds), and
prints moves a second and how long a move takes from being sent to its arrival at the opponent's (p50, p99). A move
counts when both players have the position after it and the mover its acknowledgement. Of several games the matches
take turns. Where the machine is shared, the processor time of the server says more than the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

IN_TIME = 0.25
"""Seconds in which 99 of 100 moves have to arrive at the opponent's."""
SAME = ("ply", "position", "moves", "outcome", "status")
"""What both players see, also at two processes; each of these has a time of its own."""
RESULTS = Path(__file__).with_name("results.md")
HEAD = "| site, `python -m bench.load --all` |"
"""Of the table in it."""


@dataclass
class Server:
    """A server, of one process or several, and PostgreSQL if it runs on this machine."""

    url: str
    pid: int
    postgres: int | None = None

    def used(self) -> float:
        """Seconds of processor time so far."""
        return processor_time(self.pid)

    def used_by_postgres(self) -> float:
        return processor_time(self.postgres) if self.postgres else 0.0

    def memory(self) -> float:
        """Megabytes that it holds."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in with_children(self.pid))
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_time(pid: int) -> float:
    """Seconds of a process and its children, also of those that have ended."""
    fields = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in with_children(pid)]
    return sum(sum(map(int, each[11:15])) for each in fields) / os.sysconf("SC_CLK_TCK")


def with_children(pid: int) -> list[int]:
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def postgres_process(database: str | None) -> int | None:
    """The first process of PostgreSQL, the parent of those that serve connections; None if it is elsewhere."""
    if database is None or not database.startswith("postgresql"):
        return None
    import psycopg

    with psycopg.connect(database) as connection:
        status = Path(f"/proc/{connection.info.backend_pid}/status")
        return int(status.read_text().partition("PPid:")[2].split()[0]) if status.exists() else None


@contextmanager
def serving(database: str | None = None, processes: int = 1, rate: float = 10_000) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "quintet", "serve", "--port", "0"]
        if database:
            command += ["--database", database, "--processes", str(processes)]
        environment = {**os.environ, "QUINTET_HOME": home, "QUINTET_RATE": str(rate), "QUINTET_LOG": "error"}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout
            yield Server(process.stdout.readline().split()[3], process.pid, postgres_process(database))
        finally:
            process.terminate()
            process.wait(20)


@dataclass
class Count:
    """What was seen."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    finished: int = 0
    live: int = 0
    least_live: int = 0
    """While measuring."""
    measuring: bool = False
    used: float = 0.0
    """Processor time of the server while measuring."""
    postgres: float = 0.0
    """... of PostgreSQL, if it is on this machine."""
    own: float = 0.0
    """Processor time of this client, which plays on the same machine."""
    memory: float = 0.0
    """Megabytes that a live match takes."""
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def share(self, part: float) -> float:
        """The time in which this part of the moves arrived."""
        return sorted(self.seconds)[int(len(self.seconds) * part)] if self.seconds else 0.0

    def figures(self, seconds: float) -> dict[str, str]:
        moves = len(self.seconds)
        return {
            f"{self.least_live} live matches: moves a second": f"{moves / seconds:.0f}",
            "... from send to the opponent's receipt, p50": f"{1000 * self.share(0.5):.1f} ms",
            "... p99": f"{1000 * self.share(0.99):.1f} ms",
            "... processor time of the server for a move": f"{1000 * self.used / max(1, moves):.2f} ms",
            **({"... of PostgreSQL": f"{1000 * self.postgres / max(1, moves):.2f} ms"} if self.postgres else {}),
            "... of the client beside it": f"{1000 * self.own / max(1, moves):.2f} ms",
            "... memory for a match with two WebSockets": f"{1000 * self.memory:.0f} KB",
            "... games finished, errors": f"{self.finished}, {len(self.errors)}",
        }


async def person(http: httpx.AsyncClient) -> dict[str, str]:
    """A new visitor: the headers that make a request theirs."""
    answer = (await http.get("/api/me")).raise_for_status()
    http.cookies.clear()
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in answer.cookies.items())}


async def news(socket: ClientConnection, version: int) -> dict[str, Any]:
    """The next update beyond a version; a refusal is an error."""
    while True:
        async with asyncio.timeout(60):
            message = json.loads(await socket.recv())
        if message["type"] == "refused":
            raise RuntimeError(message["error"])
        if message["type"] in ("snapshot", "update") and message["version"] > version:
            found: dict[str, Any] = message
            return found


async def both(socket: ClientConnection, version: int, number: int) -> dict[str, Any]:
    """The next update beyond a version, and the acknowledgement of the message with this number."""
    update: dict[str, Any] | None = None
    acknowledged = 0
    while update is None or not acknowledged:
        async with asyncio.timeout(60):
            message = json.loads(await socket.recv())
        if message["type"] == "refused":
            raise RuntimeError(message["error"])
        if message["type"] == "update" and message["version"] > version:
            update = message
        elif message["type"] == "ack" and message["id"] == number:
            acknowledged = message["version"]
    if acknowledged != update["version"]:
        raise RuntimeError(f"version {update['version']} was sent, {acknowledged} acknowledged")
    return update


async def match(http: httpx.AsyncClient, spec: str, pace: float, chance: random.Random, count: Count) -> None:
    """Two bots, one match after the other."""
    try:
        ada, ben = await person(http), await person(http)
        while not count.over.is_set():
            seats = [{"kind": "me"}, {"kind": "open"}]
            answer = await http.post("/api/matches", json={"spec": spec, "seats": seats}, headers=ada)
            made = answer.raise_for_status().json()
            wish = {"invite": made["invite"]}
            (await http.post(f"/api/matches/{made['id']}/join", json=wish, headers=ben)).raise_for_status()
            live = f"{str(http.base_url).replace('http', 'ws').rstrip('/')}/api/matches/{made['id']}/live"
            options: dict[str, Any] = {"proxy": None, "compression": None, "open_timeout": 60}
            async with (
                connect(live, additional_headers=ada, **options) as first,
                connect(live, additional_headers=ben, **options) as second,
            ):
                await play(first, second, pace, chance, count)
    except Exception as error:
        count.errors.append(repr(error))


async def play(
    first: ClientConnection, second: ClientConnection, pace: float, chance: random.Random, count: Count
) -> None:
    sockets = (first, second)
    message = await news(first, 0)
    await news(second, 0)
    version, view = message["version"], message["view"]
    count.live += 1
    try:
        while not view["outcome"] and not count.over.is_set():
            await asyncio.sleep(chance.uniform(0.5, 1.5) * pace)
            mover, other = sockets[view["to_move"]], sockets[1 - view["to_move"]]
            move = chance.choice(view["moves"])["text"]
            sent = time.perf_counter()
            await mover.send(json.dumps({"type": "move", "id": version, "ply": view["ply"], "move": move}))
            message = await news(other, version)
            arrived = time.perf_counter()
            mine = await both(mover, version, version)
            if any(mine["view"][key] != message["view"][key] for key in SAME):
                raise RuntimeError(f"the players see different positions after {move}")
            if count.measuring:
                count.seconds.append(arrived - sent)
            version, view = message["version"], message["view"]
        count.finished += bool(view["outcome"])
    finally:
        count.live -= 1


async def run(server: Server, matches: int, seconds: float, pace: float, specs: list[str]) -> Count:
    """Begin all matches, then measure for so many seconds."""
    count = Count()
    limits = httpx.Limits(max_connections=50)
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits) as http:
        await person(http)
        before = server.memory()
        tasks = [
            asyncio.create_task(match(http, specs[number % len(specs)], pace, random.Random(number), count))
            for number in range(matches)
        ]
        began = time.monotonic()
        while count.live < matches and time.monotonic() - began < 120 and not count.errors:
            await asyncio.sleep(0.05)
        print(f"{count.live} matches live after {time.monotonic() - began:.1f} s", flush=True)
        count.memory = (server.memory() - before) / max(1, count.live)
        count.measuring, count.least_live = True, count.live
        used, postgres, own = server.used(), server.used_by_postgres(), time.process_time()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(0.1)
            count.least_live = min(count.least_live, count.live)
        count.measuring, count.own = False, time.process_time() - own
        count.used, count.postgres = server.used() - used, server.used_by_postgres() - postgres
        count.over.set()
        await asyncio.gather(*tasks)
    return count


async def fastest(server: Server, matches: int, seconds: float, specs: list[str]) -> dict[str, str]:
    """Faster and faster until moves do not arrive in time."""
    pace, best = 4.0, "none"
    while True:
        count = await run(server, matches, seconds, pace, specs)
        show(count.figures(seconds))
        if count.share(0.99) > IN_TIME or count.errors:
            break
        pace, best = pace / 1.3, f"{len(count.seconds) / seconds:.0f}"
    return {f"{matches} live matches: the most moves a second with p99 under {1000 * IN_TIME:.0f} ms": best}


async def reader(server: Server, match_id: str, headers: dict[str, str]) -> asyncio.StreamReader:
    """Somebody who watches a match and says nothing; only as much of a WebSocket as that takes."""
    host, port = server.url.removeprefix("http://").rstrip("/").split(":")
    incoming, outgoing = await asyncio.open_connection(host, int(port), limit=2**20)
    outgoing.write(
        f"GET /api/matches/{match_id}/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Cookie: {headers['Cookie']}\r\n\r\n".encode()
    )
    await incoming.readuntil(b"\r\n\r\n")
    await incoming.read(2**20)
    KEEP.append(outgoing)
    return incoming


KEEP: list[asyncio.StreamWriter] = []
"""A connection is closed when nothing holds its writer."""


async def in_turn(work: list[Any], at_once: int) -> list[Any]:
    """What these give, so many of them at a time."""
    free = asyncio.Semaphore(at_once)

    async def one(each: Any) -> Any:
        async with free:
            return await each

    return await asyncio.gather(*(one(each) for each in work))


async def new(http: httpx.AsyncClient, spec: str, headers: dict[str, str]) -> str:
    """A match of one person against themselves; its id."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    answer = await http.post("/api/matches", json={"spec": spec, "seats": seats, "private": False}, headers=headers)
    found: str = answer.raise_for_status().json()["id"]
    return found


async def idle(server: Server, matches: int, spec: str) -> dict[str, str]:
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=httpx.Limits(max_connections=50)) as http:
        ada = await person(http)
        began, memory, used = time.monotonic(), server.memory(), server.used()
        made = await in_turn([new(http, spec, ada) for _ in range(matches)], 20)
        await in_turn([reader(server, match_id, ada) for match_id in made], 20)
        cost, each = (server.used() - used) / matches, (server.memory() - memory) / matches
        took, used = time.monotonic() - began, server.used()
        await asyncio.sleep(10)
        return {
            f"{matches} idle matches with a reader each: open after": f"{took:.0f} s",
            "... processor time to make and open one": f"{1000 * cost:.2f} ms",
            "... memory for an idle match": f"{1000 * each:.0f} KB",
            "... of a processor while nothing happens": f"{100 * (server.used() - used) / 10:.1f} %",
        }


async def spectators(server: Server, readers: int, spec: str, moves: int = 10) -> dict[str, str]:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        ada, eve = await person(http), await person(http)
        match_id = await new(http, spec, ada)
        began, memory, used = time.monotonic(), server.memory(), server.used()
        crowd = await in_turn([reader(server, match_id, eve) for _ in range(readers)], 20)
        cost, each = (server.used() - used) / readers, (server.memory() - memory) / readers
        there = time.monotonic() - began
        await asyncio.sleep(2)
        took: list[float] = []
        used = server.used()
        for ply in range(moves):
            view = (await http.get(f"/api/matches/{match_id}", headers=ada)).raise_for_status().json()
            told = [asyncio.create_task(one.read(2**20)) for one in crowd]
            await asyncio.sleep(0.2)
            sent = time.perf_counter()
            wish = {"ply": ply, "move": view["moves"][0]["text"]}
            (await http.post(f"/api/matches/{match_id}/move", json=wish, headers=ada)).raise_for_status()
            await asyncio.gather(*told)
            took.append(time.perf_counter() - sent)
        told_cost, middle = (server.used() - used) / moves, sorted(took)[len(took) // 2]
        return {
            f"{readers} spectators of one match: there after": f"{there:.0f} s",
            "... processor time for one to come": f"{1000 * cost:.2f} ms",
            "... memory for a spectator": f"{1000 * each:.0f} KB",
            "... a move is with all of them after, median": f"{1000 * middle:.0f} ms",
            "... the slowest": f"{1000 * max(took):.0f} ms",
            "... processor time of the server for such a move": f"{1000 * told_cost:.1f} ms",
        }


# What is printed


def show(figures: dict[str, str], before: dict[str, str] | None = None) -> None:
    for name, figure in figures.items():
        print(f"| {name} | {'' if before is None else before.get(name, '') + ' | '}{figure} |", flush=True)


def last_time() -> dict[str, str]:
    """The figures in results.md; the last column is the newest."""
    after = RESULTS.read_text().partition(HEAD)[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in after.splitlines()[2:]]
    return {row[0]: row[-1] for row in rows}


def everything(database: str | None, processes: int, specs: list[str]) -> None:
    before = last_time()
    print(f"{HEAD} last time | now |\n| --- | --- | --- |")
    with serving(database, processes) as server:
        show(asyncio.run(run(server, 1000, 30, 4.9, specs)).figures(30), before)
    with serving(database, processes) as server:
        show(asyncio.run(fastest(server, 1000, 15, specs)), before)
    with serving(database, processes) as server:
        show(asyncio.run(idle(server, 10_000, specs[0])), before)
    with serving(database, processes) as server:
        show(asyncio.run(spectators(server, 2000, specs[0])), before)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--matches", type=int, default=500)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--pace", type=float, default=5.0)
    options.add_argument("--game", nargs="+", default=["othello"])
    options.add_argument("--database")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--fastest", action="store_true")
    options.add_argument("--idle", type=int)
    options.add_argument("--spectators", type=int)
    options.add_argument("--all", action="store_true")
    chosen = options.parse_args()
    gc.disable()  # a pause of the client is no delay of the server's
    if chosen.all:
        everything(chosen.database, chosen.processes, chosen.game)
        return 0
    with serving(chosen.database, chosen.processes) as server:
        if chosen.fastest:
            show(asyncio.run(fastest(server, chosen.matches, chosen.seconds, chosen.game)))
        elif chosen.idle:
            show(asyncio.run(idle(server, chosen.idle, chosen.game[0])))
        elif chosen.spectators:
            show(asyncio.run(spectators(server, chosen.spectators, chosen.game[0])))
        else:
            count = asyncio.run(run(server, chosen.matches, chosen.seconds, chosen.pace, chosen.game))
            show(count.figures(chosen.seconds))
            for error in sorted(set(count.errors))[:10]:
                print("  ", error)
            return bool(count.errors)
    return 0


if __name__ == "__main__":
    sys.exit(main())
