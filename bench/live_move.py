"""What one live move costs the server, and how many bytes each player is sent for it.

    python -m bench.live_move [SPEC ...]

Starts its own server on 127.0.0.1 and plays random moves with two WebSockets a match, one match after the other. The
processor time is that of the whole server process: rules, storing, telling.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from typing import Any

import httpx
from websockets.asyncio.client import connect

from bench.load import Server, news, person, serving

SPECS = ("othello", "quentin(size=13)", "quentin(size=19)")
MATCHES, MOVES = 4, 80
SHOWN = (5, 60)
"""Moves whose bytes are printed."""


async def match(http: httpx.AsyncClient, spec: str, seed: int, sizes: dict[int, list[int]]) -> int:
    """Play one match; how many moves it had."""
    chance = random.Random(seed)
    ada, ben = await person(http), await person(http)
    wish = {"spec": spec, "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = (await http.post("/api/matches", json=wish, headers=ada)).raise_for_status().json()
    path = f"/api/matches/{made['id']}"
    (await http.post(f"{path}/join", json={"invite": made["invite"]}, headers=ben)).raise_for_status()
    live = f"{str(http.base_url).replace('http', 'ws').rstrip('/')}{path}/live"
    options: dict[str, Any] = {"proxy": None, "compression": None}
    async with (
        connect(live, additional_headers=ada, **options) as first,
        connect(live, additional_headers=ben, **options) as second,
    ):
        message = await news(first, 0)
        await news(second, 0)
        for number in range(1, MOVES + 1):
            view, version = message["view"], message["version"]
            if view["outcome"]:
                return number - 1
            mover, other = (first, second) if view["to_move"] == 0 else (second, first)
            texts = [move["text"] for move in view["moves"]]
            move = chance.choice([text for text in texts if text != "swap"] or texts)
            await mover.send(json.dumps({"type": "move", "ply": view["ply"], "move": move}))
            message = await news(other, version)
            await news(mover, version)
            sizes.setdefault(number, []).append(len(json.dumps(message, separators=(",", ":"))))
    return MOVES


async def measure(server: Server, specs: list[str]) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        for spec in specs:
            await match(http, spec, 0, {})  # what is loaded once is loaded now
            sizes: dict[int, list[int]] = {}
            before = server.used()
            moves = sum([await match(http, spec, seed, sizes) for seed in range(1, MATCHES + 1)])
            cost = 1000 * (server.used() - before) / moves
            shown = [f"{sum(sizes[at]) // len(sizes[at])} at move {at}" for at in SHOWN if at in sizes]
            print(f"{spec}: {cost:.2f} ms of processor time a move, bytes {', '.join(shown)}", flush=True)


def main() -> None:
    with serving() as server:
        asyncio.run(measure(server, sys.argv[1:] or list(SPECS)))


if __name__ == "__main__":
    main()
