"""News between processes on one database: PostgreSQL's NOTIFY brings what has happened to a match, Redis only that
something has, and both whatever else the parts of a site tell each other: who watches where, what is said."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import structlog
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from quintet.server.errors import Unavailable
from quintet.server.live.hub import Hub
from quintet.server.storage import journal
from quintet.server.storage.journal import CHANNEL

AGAIN = 1.0
"""Seconds before a lost connection is tried again."""
log = structlog.get_logger("quintet.cluster")


class Part(Protocol):
    """Of a site, with something to say to the same part of other processes."""

    channel: str

    def start(self, publish: Callable[[str], Awaitable[None]]) -> None: ...
    def heard(self, message: str) -> None: ...


class PostgresCluster:
    """Listens to what every process's transactions notify."""

    def __init__(self, url: str, hub: Hub, parts: Sequence[Part]) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._hub = hub
        self._parts = {part.channel: part for part in parts}
        self._speaking: Any = None
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self.ready.wait(), 10)
        for part in self._parts.values():
            part.start(partial(self._say, part.channel))

    async def _say(self, channel: str, message: str) -> None:
        """On a connection of its own, which is made anew when it is lost."""
        import psycopg

        if self._speaking is None or self._speaking.closed:
            self._speaking = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        await self._speaking.execute("SELECT pg_notify(%s, %s)", (channel, message))

    async def _listen(self) -> None:
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    for channel in (CHANNEL, *self._parts):
                        await connection.execute(f"LISTEN {channel}")
                    await self._hub.refresh_all()
                    self.ready.set()
                    async for notify in connection.notifies():
                        await heard(self._hub, self._parts, notify.channel, notify.payload)
            except (OSError, psycopg.Error, SQLAlchemyError, Unavailable) as error:
                log.warning("cluster", error=repr(error)[:300])
            except Exception:
                log.exception("cluster")
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        await self._hub.presence.close()
        if self._speaking is not None:
            await self._speaking.close()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class RedisCluster:
    """The same through Redis, for those who have one."""

    def __init__(self, url: str, hub: Hub, parts: Sequence[Part]) -> None:
        try:
            from redis.asyncio import Redis
        except ModuleNotFoundError:
            raise ValueError("Redis needs its package: pip install 'quintet-games[redis]'") from None
        self._redis: Any = Redis.from_url(url)
        self._hub = hub
        self._parts = {part.channel: part for part in parts}
        self._tasks: set[asyncio.Task[Any]] = set()
        hub.on_stored = self._publish

    def _publish(self, match_id: str, version: int) -> None:
        task = asyncio.ensure_future(self._redis.publish(CHANNEL, f"{match_id} {version}"))
        self._tasks.add(task)
        task.add_done_callback(self._published)

    def _published(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.warning("cluster", error=repr(task.exception())[:300])

    async def start(self) -> None:
        task = asyncio.create_task(self._listen())
        self._tasks.add(task)
        for part in self._parts.values():
            part.start(partial(self._say, part.channel))

    async def _say(self, channel: str, message: str) -> None:
        await self._redis.publish(channel, message)

    async def _listen(self) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL, *self._parts)
                    await self._hub.refresh_all()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await heard(self._hub, self._parts, message["channel"].decode(), message["data"].decode())
            except (OSError, RedisError, Unavailable) as error:
                log.warning("cluster", error=repr(error)[:300])
            except Exception:
                log.exception("cluster")
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        await self._hub.presence.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


async def heard(hub: Hub, parts: Mapping[str, Part], channel: str, payload: str) -> None:
    try:
        if channel in parts:
            parts[channel].heard(payload)
        else:
            await hub.heard(*journal.heard(payload))
    except Exception:  # one match must not silence the others
        log.exception("cluster", payload=payload[:100])
