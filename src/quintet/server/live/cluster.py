"""Messages between processes on one database.

PostgreSQL NOTIFY carries the events of a match; Redis carries only its id and version. Both also carry presence, chat
and renames, each on a channel of its own.
"""

from __future__ import annotations

import asyncio
import secrets
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

RECONNECT = 1.0
"""Seconds before a lost connection is tried again."""
log = structlog.get_logger("quintet.cluster")
Publish = Callable[[str], Awaitable[None]]


class Peer(Protocol):
    """A part of the site that talks to the same part of other processes."""

    channel: str

    def start(self, publish: Publish) -> None: ...
    def heard(self, message: str) -> None: ...


class Channel:
    """A peer that sends messages to all other processes and may lose some. Alone, or before `start`, it sends none."""

    def __init__(self, channel: str, listen: Callable[[str], None]) -> None:
        self.channel = channel
        self._listen = listen
        self._process = secrets.token_hex(4)
        self._publish: Publish | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def start(self, publish: Publish) -> None:
        self._publish = publish

    def send(self, message: str) -> None:
        if self._publish:
            sending = asyncio.create_task(self._send(self._publish(f"{self._process} {message}")))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)

    async def _send(self, published: Awaitable[None]) -> None:
        try:
            await published
        except Exception as error:
            log.warning(self.channel, error=repr(error)[:300])

    def heard(self, message: str) -> None:
        process, _, words = message.partition(" ")
        if process != self._process:  # a process hears its own messages as well
            self._listen(words)


class PostgresCluster:
    """Listens to the notifications of every process's transactions."""

    def __init__(self, url: str, hub: Hub, peers: Sequence[Peer]) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._hub = hub
        self._peers = {peer.channel: peer for peer in peers}
        self._sender: Any = None
        self._sending = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()
        self.failing = False
        """Whether messages of other processes do not arrive."""

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self.ready.wait(), 10)
        for peer in self._peers.values():
            peer.start(partial(self._send, peer.channel))

    async def _send(self, channel: str, message: str) -> None:
        """On a connection of its own, which is opened again when it was lost."""
        import psycopg

        async with self._sending:  # two that find none would both open one
            if self._task is None or self._task.done():  # closed
                return
            if self._sender is None or self._sender.closed:
                self._sender = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
            await self._sender.execute("SELECT pg_notify(%s, %s)", (channel, message))

    async def _listen(self) -> None:
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    for channel in (CHANNEL, *self._peers):
                        await connection.execute(f"LISTEN {channel}")
                    await self._hub.tables.refresh_all()
                    self.ready.set()
                    self.failing = False
                    async for notify in connection.notifies():
                        heard(self._hub, self._peers, notify.channel, notify.payload)
            except (OSError, psycopg.Error, SQLAlchemyError, Unavailable) as error:
                log.warning("cluster", error=repr(error)[:300])
            except Exception:
                log.exception("cluster")
            self.failing = True
            await asyncio.sleep(RECONNECT)

    async def close(self) -> None:
        await self._hub.broadcaster.presence.close()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        async with self._sending:
            if self._sender is not None:
                await self._sender.close()


class RedisCluster:
    """The same through Redis."""

    def __init__(self, url: str, hub: Hub, peers: Sequence[Peer]) -> None:
        try:
            from redis.asyncio import Redis
        except ModuleNotFoundError:
            raise ValueError("Redis needs its package: pip install 'quintet-games[redis]'") from None
        self._redis: Any = Redis.from_url(url)
        self._hub = hub
        self._peers = {peer.channel: peer for peer in peers}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.failing = False
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
        for peer in self._peers.values():
            peer.start(partial(self._send, peer.channel))

    async def _send(self, channel: str, message: str) -> None:
        await self._redis.publish(channel, message)

    async def _listen(self) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL, *self._peers)
                    await self._hub.tables.refresh_all()
                    self.failing = False
                    async for message in channel.listen():
                        if message["type"] == "message":
                            heard(self._hub, self._peers, message["channel"].decode(), message["data"].decode())
            except (OSError, RedisError, Unavailable) as error:
                log.warning("cluster", error=repr(error)[:300])
            except Exception:
                log.exception("cluster")
            self.failing = True
            await asyncio.sleep(RECONNECT)

    async def close(self) -> None:
        await self._hub.broadcaster.presence.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


def heard(hub: Hub, peers: Mapping[str, Peer], channel: str, payload: str) -> None:
    try:
        if channel in peers:
            peers[channel].heard(payload)
        else:
            match_id, version, events = journal.outline(payload)
            if hub.tables.concerns(match_id, version):
                hub.tables.hear(match_id, version, journal.told(events))
    except Exception:  # one match must not silence the others
        log.exception("cluster", payload=payload[:100])
