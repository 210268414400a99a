"""NDJSON streams that end when the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import structlog
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import StreamingResponse

from quintet.server.errors import WENT_WRONG, RequestRefused, TooFast
from quintet.server.messages.analysis import StreamError

if TYPE_CHECKING:
    from quintet.server.site import Site

LOOK = 0.5
"""Seconds between checks whether the client is still connected."""
ALIVE = 7.0
"""Seconds after which an empty line is sent as keep-alive."""
log = structlog.get_logger("quintet.http")
Say = Callable[[BaseModel], Awaitable[None]]


def lines_of(message: str) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI description of a stream: each line is this message of /api/messages.json."""
    schema = {"title": message, "type": "object"}
    content = {"application/x-ndjson": {"schema": schema}}
    return {200: {"content": content, "description": f"A {message} a line"}}


def ndjson(request: Request, work: Callable[[Say], Awaitable[None]]) -> StreamingResponse:
    """Send what `work` says, line by line. `work` is cancelled when the client disconnects, and not even started if it
    has already: so it must take and release its resources itself."""
    return StreamingResponse(
        _lines(request, work),
        media_type="application/x-ndjson",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def _lines(request: Request, work: Callable[[Say], Awaitable[None]]) -> AsyncIterator[bytes]:
    lines: asyncio.Queue[bytes | None] = asyncio.Queue(64)

    async def say(message: BaseModel) -> None:
        await lines.put(message.model_dump_json().encode() + b"\n")

    async def run() -> None:
        try:
            await work(say)
        except RequestRefused as error:
            await say(StreamError(error=str(error)))
        except Exception:
            log.exception("failed", path=request.url.path)
            await say(StreamError(error=WENT_WRONG))
        finally:
            await lines.put(None)

    task = asyncio.create_task(run())
    quiet = 0.0
    try:
        while True:
            try:
                line = await asyncio.wait_for(lines.get(), LOOK)
            except TimeoutError:
                if await request.is_disconnected():
                    return
                quiet += LOOK
                if quiet < ALIVE:
                    continue
                line = b"\n"
            if line is None:
                return
            quiet = 0.0
            yield line
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


# Endless streams count like WebSockets of their address


def check_room(site: Site, where: str) -> None:
    if site.sockets.is_full(where, site.settings.limits.sockets):
        raise TooFast(f"an address may have at most {site.settings.limits.sockets} sockets and streams at once")


@contextmanager
def counted(site: Site, where: str) -> Iterator[None]:
    """Count a stream or a WebSocket while it runs; used by the task that runs it."""
    check_room(site, where)
    site.sockets.take(where)
    site.metrics.watchers.inc()
    try:
        yield
    finally:
        site.metrics.watchers.dec()
        site.sockets.release(where)
