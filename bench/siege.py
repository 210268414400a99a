"""A siege: one address does its worst for a while, and somebody else plays on.

    python -m bench.siege [--seconds 60] [KIND ...]

Kinds: `slow` readers take a byte a second of large answers; `half` requests never end; `flood` asks as fast as it can;
`pings` are control frames of sixty WebSockets; `moves` are refused moves on 58 of them; `pairing` looks for
opponents and leaves. Starts a server of its own with the limits that everybody gets. The attackers are a process of
their own, at 127.0.0.66; the two victims play at 127.0.0.1, four moves a second.
Printed is how long a move takes from being sent to its arrival at the opponent's, before the attack and during it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.load import Server, news, person, serving

AT = "127.0.0.66"
PACE = 0.25
"""Seconds between two moves of the victims."""
IN_TIME = 0.3
HEAD = "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = b"\x89\x80\x00\x00\x00\x00" * 200


# The attackers


async def opened(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    return await asyncio.open_connection(host, int(port), local_addr=(AT, 0), limit=1024)


async def slow(url: str) -> None:
    """Asks for much and takes a byte a second."""
    reader, writer = await opened(url)
    writer.write((HEAD.format(path="/api/games") + "\r\n").encode() * 20)
    while await reader.read(1):
        await asyncio.sleep(1)


async def half(url: str) -> None:
    """Headers without an end, a byte at a time."""
    _, writer = await opened(url)
    writer.write(HEAD.format(path="/").encode() + b"X-Slow: ")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(1)


async def flood(url: str) -> None:
    """One request after the other, without waiting for answers."""
    reader, writer = await opened(url)
    while True:
        writer.write((HEAD.format(path="/api/games/othello") + "\r\n").encode() * 10)
        await writer.drain()
        if not await reader.read(1 << 16):
            return


async def pings(url: str) -> None:
    """Control frames, of which no limit of messages knows."""
    reader, writer = await opened(url)
    async with httpx.AsyncClient(base_url=url, transport=httpx.AsyncHTTPTransport(local_address=AT)) as http:
        lobby = (await http.get("/api/lobby")).raise_for_status().json()
    writer.write((HEAD.format(path=f"/api/matches/{lobby['live'][0]['id']}/live") + UPGRADE).encode())
    while await reader.read(1 << 16):
        writer.write(PING)
        await writer.drain()


async def moves(url: str) -> None:
    """Moves in a match of others: each is refused, after a look at it."""
    async with httpx.AsyncClient(base_url=url, transport=httpx.AsyncHTTPTransport(local_address=AT)) as http:
        lobby = (await http.get("/api/lobby")).raise_for_status().json()
    path = f"{url.replace('http', 'ws').rstrip('/')}/api/matches/{lobby['live'][0]['id']}/live"
    async with connect(path, proxy=None, local_addr=(AT, 0)) as socket:
        while True:
            await socket.send(json.dumps({"type": "move", "ply": 0, "move": "d3"}))
            await asyncio.sleep(0.5)  # about as much as an address may


async def pairing(url: str) -> None:
    """Looks for an opponent and leaves, each time as somebody new."""
    async with (
        httpx.AsyncClient(base_url=url, transport=httpx.AsyncHTTPTransport(local_address=AT)) as http,
        http.stream("POST", "/api/pairing", json={"game": "othello", "pace": "3+2", "rated": False}) as answer,
    ):
        await anext(answer.aiter_lines(), None)


KINDS: dict[str, tuple[Callable[[str], Awaitable[None]], int]] = {
    "slow": (slow, 250),
    "half": (half, 250),
    "flood": (flood, 50),
    "pings": (pings, 60),
    "moves": (moves, 58),
    "pairing": (pairing, 20),
}
"""What each does, and how many do it at once."""


async def attack(kind: str, url: str, seconds: float) -> None:
    """Again and again, also when it is thrown out."""
    one, many = KINDS[kind]

    async def again() -> None:
        while True:
            with suppress(OSError, httpx.HTTPError, WebSocketException, KeyError, IndexError):
                await one(url)
            await asyncio.sleep(0.05)

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(again() for _ in range(many)))


# The victims


@dataclass(frozen=True)
class Felt:
    """How long moves took, in seconds."""

    rest: list[float]
    attacked: list[float]
    used: float
    """Processor time of the server while it was attacked, as a share of one processor."""

    def __str__(self) -> str:
        return f"at rest {_words(self.rest)}; attacked {_words(self.attacked)}, {100 * self.used:.0f} % of a processor"


def share(seconds: list[float], part: float) -> float:
    return sorted(seconds)[int(len(seconds) * part)]


def _words(seconds: list[float]) -> str:
    if not seconds:
        return "no moves"
    return f"{len(seconds)} moves p50 {1000 * share(seconds, 0.5):.0f} ms, p99 {1000 * share(seconds, 0.99):.0f} ms"


async def besiege(server: Server, kind: str, seconds: float, rest: float) -> Felt:
    """Play for a while, then be attacked for a while."""
    chance = random.Random(1)
    moves: list[tuple[float, float]] = []
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        ada, ben = await person(http), await person(http)
        began = time.monotonic()
        attackers: subprocess.Popen[bytes] | None = None
        used = 0.0
        try:
            while time.monotonic() < began + rest + seconds:
                wish = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}], "private": False}
                made = (await http.post("/api/matches", json=wish, headers=ada)).raise_for_status().json()
                path = f"/api/matches/{made['id']}"
                (await http.post(f"{path}/join", json={}, headers=ben)).raise_for_status()
                live = f"{server.url.replace('http', 'ws').rstrip('/')}{path}/live"
                options: dict[str, Any] = {"proxy": None, "compression": None}
                async with (
                    connect(live, additional_headers=ada, **options) as first,
                    connect(live, additional_headers=ben, **options) as second,
                ):
                    message = await news(first, 0)
                    await news(second, 0)
                    while not message["view"]["outcome"] and time.monotonic() < began + rest + seconds:
                        if attackers is None and time.monotonic() > began + rest:
                            command = [sys.executable, "-m", "bench.siege", "--attack", kind, server.url]
                            attackers = subprocess.Popen([*command, "--seconds", str(seconds)])
                            used = server.used()
                        await asyncio.sleep(PACE * chance.uniform(0.5, 1.5))
                        view, version = message["view"], message["version"]
                        mover, other = (first, second) if view["to_move"] == 0 else (second, first)
                        move = chance.choice(view["moves"])["text"]
                        sent = time.monotonic()
                        await mover.send(json.dumps({"type": "move", "ply": view["ply"], "move": move}))
                        message = await news(other, version)
                        moves.append((sent - began, time.monotonic() - sent))
                        await news(mover, version)
            used = (server.used() - used) / seconds
        finally:
            if attackers is not None:
                attackers.kill()
                attackers.wait()
    return Felt([took for at, took in moves if at < rest], [took for at, took in moves if at >= rest], used)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("kinds", nargs="*", metavar="KIND", default=[])
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--attack", nargs=2, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.attack:
        kind, url = chosen.attack
        asyncio.run(attack(kind, url, chosen.seconds))
        return 0
    late = False
    for kind in chosen.kinds or KINDS:
        with serving(rate=1) as server:
            felt = asyncio.run(besiege(server, kind, chosen.seconds, rest=10))
        late |= share(felt.attacked, 0.99) > IN_TIME
        print(f"{kind}: {felt}", flush=True)
    return late


if __name__ == "__main__":
    sys.exit(main())
