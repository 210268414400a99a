"""A site within the process of the test, and clients that talk to it without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx

from quintet.server.site import Site, SiteSettings
from quintet.server.web.app import create_app


def on_site(
    folder: Path, play: Callable[[Site, Any], Coroutine[Any, Any, None]], database: str | None = None, **settings: Any
) -> None:
    """`play` gets the site, and a function that makes clients."""

    async def go() -> None:
        app = create_app(SiteSettings(database or f"sqlite:///{folder / 'site.sqlite'}", **settings))
        site: Site = app.state.site
        await site.open()

        def client(token: str | None = None) -> httpx.AsyncClient:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://quintet", headers=headers)

        try:
            await play(site, client)
        finally:
            await site.close()

    asyncio.run(asyncio.wait_for(go(), 60))
