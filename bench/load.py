"""Load: many live matches at once, bots moving in all of them, on this machine.

    python bench/load.py [--matches 500] [--seconds 30] [--pace 5] [--game SPEC] [--database URL]

Starts its own server on 127.0.0.1, plays with two WebSockets a match (a random move about every `pace` seconds), and
prints moves a second and how long a move takes from being sent to its arrival at the opponent's (p50, p99).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect


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
    over: asyncio.Event = field(default_factory=asyncio.Event)


async def person(http: httpx.AsyncClient) -> dict[str, str]:
    """A new visitor: the headers that make a request theirs."""
    answer = (await http.get("/api/me")).raise_for_status()
    http.cookies.clear()
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in answer.cookies.items())}


async def news(socket: ClientConnection, version: int) -> dict[str, Any]:
    """The next update beyond a version; a refusal is an error."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message["type"] == "refused":
            raise RuntimeError(message["error"])
        if message["type"] in ("snapshot", "update") and message["version"] > version:
            found: dict[str, Any] = message
            return found


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
            await mover.send(json.dumps({"type": "move", "ply": view["ply"], "move": move}))
            message = await news(other, version)
            if count.measuring:
                count.seconds.append(time.perf_counter() - sent)
            await news(mover, version)
            version, view = message["version"], message["view"]
        count.finished += bool(view["outcome"])
    finally:
        count.live -= 1


async def run(url: str, matches: int, seconds: float, pace: float, spec: str) -> Count:
    """Begin all matches, then measure for so many seconds."""
    count = Count()
    limits = httpx.Limits(max_connections=50)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as http:
        tasks = [
            asyncio.create_task(match(http, spec, pace, random.Random(number), count)) for number in range(matches)
        ]
        began = time.monotonic()
        while count.live < matches and time.monotonic() - began < 120 and not count.errors:
            await asyncio.sleep(0.05)
        print(f"{count.live} matches live after {time.monotonic() - began:.1f} s", flush=True)
        count.measuring, count.least_live = True, count.live
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(0.1)
            count.least_live = min(count.least_live, count.live)
        count.measuring = False
        count.over.set()
        await asyncio.gather(*tasks)
    return count


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--matches", type=int, default=500)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--pace", type=float, default=5.0)
    options.add_argument("--game", default="othello")
    options.add_argument("--database")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "quintet", "serve", "--port", "0"]
        if chosen.database:
            command += ["--database", chosen.database]
        environment = {**os.environ, "QUINTET_HOME": home, "QUINTET_RATE": "10000", "QUINTET_LOG": "error"}
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            url = server.stdout.readline().split()[3]
            count = asyncio.run(run(url, chosen.matches, chosen.seconds, chosen.pace, chosen.game))
        finally:
            server.terminate()
            server.wait(20)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = sorted(count.seconds) or [0.0]
    print(
        f"never fewer than {count.least_live} matches live, {len(count.seconds)} moves "
        f"({len(count.seconds) / chosen.seconds:.0f} a second), {count.finished} games finished, "
        f"p50 {1000 * seconds[len(seconds) // 2]:.1f} ms, p99 {1000 * seconds[int(len(seconds) * 0.99)]:.1f} ms, "
        f"{len(count.errors)} errors; the server used {used.ru_utime + used.ru_stime:.1f} s of processor time in all"
    )
    for error in sorted(set(count.errors))[:10]:
        print("  ", error)
    return bool(count.errors)


if __name__ == "__main__":
    sys.exit(main())
