"""NDJSON streams are limited like WebSockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from quintet.server.site import Site
from quintet.server.work.rate_limits import ClientLimits
from server.in_process import on_site
from server.servers import Server


def test_streams_count_with_the_sockets_of_an_address(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        ada = client()
        await ada.post("/api/accounts", json={"username": "Ada", "password": "correct horse"})
        wish = {"label": "bot", "password": "correct horse"}
        program = client((await ada.post("/api/tokens", json=wish)).json()["token"])
        streams = [asyncio.create_task(program.get("/api/stream/event")) for _ in range(2)]
        while sum(site.sockets.values()) < 2:
            await asyncio.sleep(0.01)
        refused = await program.get("/api/stream/event")
        assert (refused.status_code, "at most 2" in refused.json()["error"]) == (429, True)
        site.hub.broadcaster.end_all()
        assert [answer.status_code for answer in await asyncio.gather(*streams)] == [200, 200]
        assert site.sockets == {}

    on_site(tmp_path, play, limits=ClientLimits(sockets=2))


def test_messages_of_all_sockets_of_an_address_are_counted_together(another: Callable[..., Server]) -> None:
    """58 of them, each within its own limit, took a victim's moves from 5 to 90 ms."""
    server = another(QUINTET_RATE="0.1")  # 60 at once
    ada = server.client()
    match = ada.new(first="me", second="me", private=False)
    with ada.live(match["id"]) as first, ada.live(match["id"]) as second:
        first.until("snapshot")
        second.until("snapshot")
        for _ in range(35):  # a socket may send 60
            first.say(type="ping")
            with suppress(ConnectionClosed):
                second.say(type="ping")
        codes = []
        for socket in (first, second):
            with suppress(TimeoutError):
                codes.append(socket.ended(5))
        assert 4429 in codes


def test_who_looks_for_opponents_and_leaves_again_and_again_is_stopped(another: Callable[..., Server]) -> None:
    server = another(QUINTET_RATE="0.1")  # six new matches at once
    clients = [server.client() for _ in range(9)]
    statuses = []
    for client in clients:  # each time as somebody new
        with client.http.stream("POST", "/api/pairing", json={"game": "othello", "pace": "3+2"}) as answer:
            statuses.append(answer.status_code)
    assert statuses[0] == 200
    assert 429 in statuses
