"""What surrounds the processes of a simulated site: a database, messages between processes, engines, and faults."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from types import SimpleNamespace
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.exc import OperationalError

from quintet.core import registry
from quintet.server.errors import Unavailable
from quintet.server.live.events import Event
from quintet.server.storage import database
from quintet.server.storage.journal import CHANNEL, Journal, JournalEntry, notification
from quintet.server.storage.match_queries import Reader, event_of
from quintet.server.work.search_pool.pool import EngineFailed
from simulation.loop import Process, SimulatedLoop, process

TICK = 1e-7
"""Seconds between two messages that arrive one after the other."""
TURN = 1.0
"""Seconds of processor time of a client, at most, for one piece of work while its share is starved."""


class Faults:
    """What goes wrong right now, and how often each kind did."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.active = True
        self.away: dict[str, float] = {}
        """Until when each process cannot reach the database."""
        self.slow: dict[str, float] = {}
        """Until when its disk is slow."""
        self.starved = 0.0
        """Until when processor shares are starved."""
        self.count: Counter[str] = Counter()

    def happens(self, kind: str, probability: float) -> bool:
        if self.active and self.chance.random() < probability:
            self.count[kind] += 1
            return True
        return False

    def heal(self) -> None:
        self.active = False
        self.starved = 0.0
        self.away.clear()
        self.slow.clear()


class World:
    """The database, the messages between processes, and the time that all things take."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"world {seed}")
        self.faults = Faults(random.Random(f"faults {seed}"))
        self.loop: SimulatedLoop
        self.engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        event.listen(self.engine, "connect", database._sqlite_connected)
        event.listen(self.engine, "begin", database._sqlite_begins)
        database.migrate(self.engine)
        event.listen(self.engine, "commit", self._committing)
        self._last_row = 0
        self.listeners: set[Listener] = set()
        self.stored: list[tuple[float, str, Event]] = []
        """Every event with the true time of its commit."""
        self.dies: Callable[[Process], None] = lambda process: None
        """Called when a process dies after a commit, before anybody hears of it."""

    # Threads

    def run(self, executor: Any, func: Callable[..., Any], args: tuple[Any, ...]) -> tuple[float, Callable[[], Any]]:
        """A query takes some milliseconds, may fail before it is done, and may be done without an answer."""
        name = getattr(executor, "_thread_name_prefix", "")
        if name in ("short", "long"):
            return self._computed(func, args)
        seconds = self._latency(process.get().name)
        if self._is_away() or self.faults.happens("query fails", 0.002):
            return seconds, _lost
        if self.faults.happens("query done without an answer", 0.002):
            return seconds, lambda: _unanswered(func, args)
        return seconds, lambda: func(*args)

    def _computed(self, func: Callable[..., Any], args: tuple[Any, ...]) -> tuple[float, Callable[[], Any]]:
        budget = args[0]
        seconds = self.chance.uniform(0.001, 0.02)
        if self.loop.now < self.faults.starved:
            seconds = self.chance.uniform(0.1, TURN)
        budget.seconds -= seconds
        return seconds, lambda: func(*args)

    def _latency(self, name: str) -> float:
        if self.faults.slow.get(name, 0.0) > self.loop.now:
            return self.chance.uniform(0.5, 4.0)
        return self.chance.uniform(0.001, 0.02)

    def _is_away(self) -> bool:
        return self.faults.away.get(process.get().name, 0.0) > self.loop.now

    # Transactions of the journal

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        if self._is_away() or self.faults.happens("commit fails", 0.005):
            _lost()
        with self.engine.begin() as connection:
            yield connection
        if self.faults.happens("commit without an answer", 0.01):
            _lost()
        if self.faults.happens("death after a commit", 0.003):
            self.loop.call_soon(self.dies, process.get(), context=Context())

    def _committing(self, connection: Connection) -> None:
        """What this transaction adds is there from now on, and the others hear of it: as by NOTIFY."""
        rows = connection.exec_driver_sql(f"SELECT rowid, * FROM events WHERE rowid > {self._last_row}").all()
        fresh: dict[str, list[Event]] = {}
        for row in sorted(rows, key=lambda row: row.version):
            stored = event_of(row.version, row.kind, row.at, row.seat, row.move, json.loads(row.data))
            fresh.setdefault(row.match, []).append(stored)
            self._last_row = max(self._last_row, row.rowid)
        for match_id, events in fresh.items():
            self.stored += [(self.loop.now, match_id, event) for event in events]
            message = notification(match_id, events)
            if self.faults.happens("message without its events", 0.1):
                message = " ".join(message.split(" ", 2)[:2])
            self.notify(CHANNEL, message)

    # Messages between processes

    def notify(self, channel: str, message: str) -> None:
        for listener in sorted(self.listeners, key=lambda each: each.number):
            if channel in listener.channels and listener.owner.alive:
                listener.send(channel, message)
                if self.faults.happens("doubled message", 0.05):
                    listener.send(channel, message)

    def break_listeners(self, owner: Process) -> None:
        for listener in [each for each in self.listeners if each.owner is owner]:
            listener.lose()


def _unanswered(func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    func(*args)
    _lost()


def _lost() -> None:
    raise OperationalError("simulated", {}, ConnectionError("the connection was lost"))


class Listener:
    """As much of a connection of psycopg as the cluster uses: LISTEN, NOTIFY and the messages, in order."""

    world: World
    made = 0

    def __init__(self) -> None:
        Listener.made += 1
        self.number = Listener.made
        self.owner = process.get()
        self.channels: set[str] = set()
        self.closed = False
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self._waiting: asyncio.Future[Any] | None = None
        self._last = 0.0

    @classmethod
    async def connect(cls, url: str, autocommit: bool) -> Listener:
        world = cls.world
        await asyncio.sleep(world.chance.uniform(0.001, 0.05))
        if world._is_away():
            raise psycopg.OperationalError("the database is away")
        return cls()

    async def execute(self, statement: str, values: tuple[str, str] | None = None) -> None:
        await asyncio.sleep(self.world.chance.uniform(0.001, 0.01))
        if self.closed or self.world._is_away():
            raise psycopg.OperationalError("the connection was lost")
        if values is not None:
            self.world.notify(*values)
        else:
            self.channels.add(statement.removeprefix("LISTEN "))
            self.world.listeners.add(self)

    def send(self, channel: str, message: str) -> None:
        """Later, and after all that were sent before."""
        self._last = max(self._last + TICK, self.world.loop.now + self.world.chance.uniform(0.001, 0.1))
        arrive = self._queue.put_nowait  # into this queue: a lost connection gets a new one
        # In a context of its own: the sender may die in the meantime.
        self.world.loop.call_at(self._last, arrive, psycopg.Notify(channel, message, 0), context=Context())

    def lose(self) -> None:
        self.closed = True
        self.world.listeners.discard(self)
        self._queue = asyncio.Queue()  # what was on its way is gone
        if self._waiting is not None:
            self._waiting.cancel()

    async def notifies(self) -> AsyncIterator[Any]:
        while not self.closed:
            self._waiting = asyncio.ensure_future(self._queue.get())
            try:
                yield await self._waiting
            except asyncio.CancelledError:
                if not self.closed:
                    raise
        raise psycopg.OperationalError("the connection was lost")

    async def __aenter__(self) -> Listener:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        self.closed = True
        self.world.listeners.discard(self)


class SimulatedJournal(Journal):
    """The journal with a task in the place of its thread."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._wake = asyncio.Event()
        faulty: Any = SimpleNamespace(begin=world.transaction, connect=world.engine.connect)
        super().__init__(faulty, world.loop, lambda seconds: None)

    def _start(self) -> None:
        self._task = self._world.loop.create_task(self._work())

    async def append(self, entry: JournalEntry) -> list[Event]:
        self._wake.set()
        return await super().append(entry)

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._waiting():
                await asyncio.sleep(self._world._latency(process.get().name))
                self._commit(batch)


class SimulatedReader(Reader):
    """The queries that run several times a second, without what SQLAlchemy does for each."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._cursor = engine.raw_connection().cursor()

    def expired(self, now: float) -> list[str]:
        return [row[0] for row in self._cursor.execute("SELECT id FROM matches WHERE deadline <= ? LIMIT 200", (now,))]


class SimulatedPool:
    """Engines that play any legal move after a while, and sometimes fail."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.play = self

    def warm(self) -> None:
        pass

    async def choose(self, spec: str, position: str, *, seed: int, **more: Any) -> str:
        chance, faults = self._world.chance, self._world.faults
        await asyncio.sleep(chance.uniform(0.05, 2.0))
        if faults.happens("engine fails", 0.03):
            raise EngineFailed("the engine stopped in the middle of its work")
        if faults.happens("engine is busy", 0.02):
            raise Unavailable("too many searches are waiting already")
        if faults.happens("engine takes long", 0.01):
            await asyncio.sleep(chance.uniform(10, 40))
        game = registry.load(spec)
        legal = sorted(str(move) for move in game.legal_moves(game.parse(position)))
        return random.Random(seed).choice(legal)
