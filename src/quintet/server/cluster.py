"""News between processes on one database: PostgreSQL's NOTIFY brings what has happened to a match, Redis only that
something has, and both who watches where and what is said."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import structlog
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from quintet.server.errors import Unavailable
from quintet.server.hub import Hub
from quintet.server.presence import CHANNEL as PRESENCE
from quintet.server.storage import journal
from quintet.server.storage.journal import CHANNEL
from quintet.server.talk import CHANNEL as CHAT
from quintet.server.talk import Talk

AGAIN = 1.0
"""Seconds before a lost connection is tried again."""
log = structlog.get_logger("quintet.cluster")


class PostgresCluster:
    """Listens to what every process's transactions notify."""

    def __init__(self, url: str, hub: Hub, talk: Talk) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._hub = hub
        self._talk = talk
        self._speaking: Any = None
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self.ready.wait(), 10)
        self._hub.presence.start(partial(self._say, PRESENCE))
        self._talk.start(partial(self._say, CHAT))

    async def _say(self, channel: str, message: str) -> None:
        """Who watches here, what was said here; on a connection of its own, which is made anew when it is lost."""
        import psycopg

        if self._speaking is None or self._speaking.closed:
            self._speaking = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        await self._speaking.execute("SELECT pg_notify(%s, %s)", (channel, message))

    async def _listen(self) -> None:
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await connection.execute(f"LISTEN {PRESENCE}")
                    await connection.execute(f"LISTEN {CHAT}")
                    await self._hub.refresh_all()
                    self.ready.set()
                    async for notify in connection.notifies():
                        await heard(self._hub, self._talk, notify.channel, notify.payload)
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

    def __init__(self, url: str, hub: Hub, talk: Talk) -> None:
        try:
            from redis.asyncio import Redis
        except ModuleNotFoundError:
            raise ValueError("Redis needs its package: pip install 'quintet-games[redis]'") from None
        self._redis: Any = Redis.from_url(url)
        self._hub = hub
        self._talk = talk
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
        self._hub.presence.start(partial(self._say, PRESENCE))
        self._talk.start(partial(self._say, CHAT))

    async def _say(self, channel: str, message: str) -> None:
        await self._redis.publish(channel, message)

    async def _listen(self) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL, PRESENCE, CHAT)
                    await self._hub.refresh_all()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await heard(self._hub, self._talk, message["channel"].decode(), message["data"].decode())
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


async def heard(hub: Hub, talk: Talk, channel: str, payload: str) -> None:
    try:
        if channel == PRESENCE:
            hub.presence.heard(payload, asyncio.get_running_loop().time())
        elif channel == CHAT:
            talk.heard(payload)
        else:
            await hub.heard(*journal.heard(payload))
    except Exception:  # one match must not silence the others
        log.exception("cluster", payload=payload[:100])
