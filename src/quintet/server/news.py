"""News between processes on one database: ids and versions only, by PostgreSQL's NOTIFY or by Redis."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog
from sqlalchemy import make_url

from quintet.server.hub import Hub
from quintet.server.storage.journal import CHANNEL

AGAIN = 1.0
"""Seconds before a lost connection is tried again."""
log = structlog.get_logger("quintet.news")


class PostgresNews:
    """Listens to what every process's transactions notify."""

    def __init__(self, url: str, hub: Hub) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._hub = hub
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self.ready.wait(), 10)

    async def _listen(self) -> None:
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._hub.refresh_all()
                    self.ready.set()
                    async for notify in connection.notifies():
                        await heard(self._hub, notify.payload)
            except Exception as error:
                log.warning("news", error=repr(error)[:300])
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class RedisNews:
    """The same through Redis, for those who have one."""

    def __init__(self, url: str, hub: Hub) -> None:
        try:
            from redis.asyncio import Redis
        except ModuleNotFoundError:
            raise ValueError("Redis needs its package: pip install 'quintet[redis]'") from None
        self._redis: Any = Redis.from_url(url)
        self._hub = hub
        self._tasks: set[asyncio.Task[Any]] = set()
        hub.on_stored = self._publish

    def _publish(self, match_id: str, version: int) -> None:
        task = asyncio.ensure_future(self._redis.publish(CHANNEL, f"{match_id} {version}"))
        self._tasks.add(task)
        task.add_done_callback(self._published)

    def _published(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.warning("news", error=repr(task.exception())[:300])

    async def start(self) -> None:
        task = asyncio.create_task(self._listen())
        self._tasks.add(task)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._hub.refresh_all()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await heard(self._hub, message["data"].decode())
            except Exception as error:
                log.warning("news", error=repr(error)[:300])
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


async def heard(hub: Hub, payload: str) -> None:
    match_id, _, version = payload.partition(" ")
    try:
        await hub.heard(match_id, int(version))
    except Exception as error:  # one match must not silence the others
        log.warning("news", match=match_id, error=repr(error)[:300])
