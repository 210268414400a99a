"""Recurring chores: flags that fall, engines that were forgotten, clocks after a restart, what operators changed."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog
from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError

from quintet.server.accounts.identity import LastSeen
from quintet.server.errors import RequestRefused, Switch, Unknown
from quintet.server.live.engine_players import EnginePlayers
from quintet.server.live.hub import Hub
from quintet.server.storage.administration import (
    CHANGED_MATCHES,
    VERIFIED,
    Administration,
    give_back,
    paused_parts,
    setting,
)
from quintet.server.storage.match_queries import Reader
from quintet.server.storage.tables import bans
from quintet.server.work.cpu_budget import in_system_thread
from quintet.server.work.rate_limits import network

FLAGS = 0.25
HEARTBEAT = 2.0
FORGOTTEN = 60.0
"""Seconds after which another process takes over an engine's turn: its process has died."""
log = structlog.get_logger("quintet.housekeeping")


class Housekeeping:
    """Runs each chore in a loop that survives errors."""

    def __init__(self, database: Engine, hub: Hub, reader: Reader, engines: EnginePlayers, *, shared: bool) -> None:
        self._database = database
        self._hub = hub
        self._reader = reader
        self._engines = engines
        self._shared = shared
        self._tasks: list[asyncio.Task[None]] = []
        self._chores: list[tuple[float, Callable[[], Awaitable[None]]]] = []
        self.every(FLAGS, self._flags)
        self.every(HEARTBEAT, self._heartbeat)
        self.every(FORGOTTEN / 4, self._forgotten)
        self.beat = time.monotonic()
        """The time of the last successful heartbeat."""

    def every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Add a recurring chore; it begins with `start`."""
        self._chores.append((seconds, work))

    async def start(self) -> None:
        """Give back the time that the server was down, start the chores, wake the engines."""
        last = await in_system_thread(self._reader.last_change)
        if (ahead := last - self._hub.now()) > 0:  # after the query: others may write while it runs
            self._hub.advance(ahead)
        least = 3 * HEARTBEAT if self._shared else 0.0
        pause, given = await in_system_thread(give_back, self._database, self._hub.now, least)
        if pause:
            log.info("clocks", given_back=round(pause, 1), matches=given)
        self.beat, now = time.monotonic(), self._hub.now()
        self._tasks = [
            *(asyncio.create_task(self._every(seconds, work)) for seconds, work in self._chores),
            asyncio.create_task(self._once(lambda: self._wake(now if not self._shared else now - 5))),
        ]

    async def _once(self, work: Callable[[], Awaitable[None]]) -> None:
        """In the background: a thousand engines must not hold up the start."""
        try:
            await work()
        except SQLAlchemyError as error:  # `_forgotten` finds them later
            log.warning("housekeeping", error=repr(error)[:300])
        except Exception:
            log.exception("housekeeping")

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except SQLAlchemyError as error:  # tried again soon
                log.warning("housekeeping", error=repr(error)[:300])
                await asyncio.sleep(1)
            except Exception:
                log.exception("housekeeping")
                await asyncio.sleep(1)

    async def _flags(self) -> None:
        """One that is being changed right now is looked at the next time."""
        expired = await in_system_thread(self._reader.expired, self._hub.now())
        falling = [match_id for match_id in expired if not self._hub.tables.is_locked(match_id)]
        await asyncio.gather(*(self._quietly(self._hub.act(match_id, lambda contest, now: [])) for match_id in falling))

    async def _heartbeat(self) -> None:
        await in_system_thread(self._reader.alive, self._hub.now())
        self.beat = time.monotonic()

    async def _forgotten(self) -> None:
        await self._wake(self._hub.now() - FORGOTTEN)

    async def _wake(self, before: float) -> None:
        watched = [table for table in self._hub.broadcaster.watched() if table.contest.events[-1].at <= before]
        waiting = await in_system_thread(self._reader.engines_waiting, before)
        for match_id in [*waiting, *(table.contest.id for table in watched)]:
            try:
                self._engines.look(await self._hub.table(match_id))
            except RequestRefused as error:  # usually a match of a game that is no longer installed
                log.warning("housekeeping", match=match_id, error=str(error))
            except Exception:  # one match must not hold up the others
                log.exception("housekeeping", match=match_id)

    async def _quietly(self, act: Awaitable[object]) -> None:
        try:
            await act
        except Unknown as error:  # a match of a game that is no longer installed
            log.warning("housekeeping", error=str(error))
        except RequestRefused:  # the flag fell, or the match was changed meanwhile
            pass
        except Exception:  # one match must not hold up the others
            log.exception("housekeeping")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@dataclass(frozen=True)
class OperatorSettings:
    """What operators have set."""

    banned: frozenset[str] = frozenset()
    """Addresses."""
    paused: frozenset[Switch] = frozenset()
    verified: float | None = None
    """When the last copy of the database was made that was verified."""


class AdminWatch:
    """Polls the database for what operators did to it: matches ended, addresses banned, parts paused."""

    def __init__(self, database: Engine, hub: Hub, last_seen: LastSeen) -> None:
        self._database = database
        self._reading = database.execution_options(reads=True)
        self._hub = hub
        self._last_seen = last_seen
        self._known: str | None = None

    async def look(self) -> OperatorSettings:
        """Catch up with matches that were changed; what is set now."""
        changed, now = await in_system_thread(self._read)
        if changed and changed != self._known:
            for match_id, version in json.loads(changed)[1]:
                await self._hub.tables.heard(match_id, version)
        self._known = changed
        for subscriber in self._hub.broadcaster.subscribers() if now.banned else ():  # open connections end as well
            if self._last_seen.address(subscriber.player) in now.banned:
                subscriber.revoke()
        return now

    def _read(self) -> tuple[str | None, OperatorSettings]:
        with self._reading.connect() as connection:
            addresses = connection.scalars(select(bans.c.address).where(bans.c.until > time.time()))
            banned = frozenset(network(address.partition("/")[0]) for address in addresses)
            paused, verified = frozenset(paused_parts(connection)), setting(connection, VERIFIED)
            now = OperatorSettings(banned, paused, float(verified) if verified else None)
            return setting(connection, CHANGED_MATCHES), now

    async def prune(self, days: float) -> None:
        pruned = await in_system_thread(Administration(self._database, self._hub.now()).prune, days)
        log.info("pruned", what=str(pruned))
