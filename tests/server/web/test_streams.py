"""NDJSON streams are limited like WebSockets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from quintet.server.site import Site
from quintet.server.work.rate_limits import ClientLimits
from server.in_process import on_site


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
