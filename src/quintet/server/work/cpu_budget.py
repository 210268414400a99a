"""Work that would hold up the event loop, in threads: questions to the database, and rules that take a while.

What rules and pictures cost is known before they are begun: moves times spots of the board. More than the largest price
is refused. Whoever asks has one piece of work done at a time and so much processor time a second: beyond that, long
work is refused and moves have to wait. Short work never waits for long work.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from quintet.server.errors import BadInput, TooFast
from quintet.server.live.boards import BOARDS, board_of
from quintet.server.work.caches import LruCache
from quintet.server.work.rate_limits import MOST_CLIENTS, Limits, Rate, current_client

T = TypeVar("T")
ASIDE = ThreadPoolExecutor(3, "aside")
LARGEST = 1_000_000
"""The largest price: a thousand moves on a thousand spots."""
AT_ONCE = 128
"""The price up to which the event loop works itself: to change threads would take longer."""
SHORT = 5_000
"""The price up to which work is short: a move or a picture of the largest boards."""
WAITING = 200
"""Pieces of work that one client may have waiting."""
LONGEST_WAIT = 1.0
SWITCH = 0.001
"""Seconds after which a thread that works lets others have Python: the event loop asks for it several times a move."""


async def ask(question: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """A question to the database."""
    return await asyncio.to_thread(question, *arguments, **named)


async def aside(question: Callable[..., T], *arguments: Any) -> T:
    """The server's own questions, in threads of their own: however many people ask, clocks and health go on."""
    return await asyncio.get_running_loop().run_in_executor(ASIDE, partial(question, *arguments))


@dataclass
class Client:
    """Who asks, with the processor time that is left of their share."""

    left: float
    at: float
    waiting: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Pondering:
    """Rules and pictures in threads of their own, which never hold up questions to the database."""

    def __init__(
        self, largest: int = LARGEST, share: Rate | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.largest = largest
        self._now = now
        self._share = share or Limits().share
        """Seconds of processor time of one client: so many at once, and so many a second."""
        self._short = ThreadPoolExecutor(2, "short")
        self._long = ThreadPoolExecutor(1, "long")
        self._clients: LruCache[str, Client] = LruCache(MOST_CLIENTS)
        self._working: set[asyncio.Task[Any]] = set()
        sys.setswitchinterval(SWITCH)

    async def spots(self, spec: str) -> int:
        """The size of the board of a game."""
        board = BOARDS.find(spec)
        return board.spots if board else (await self.ponder(min(SHORT, self.largest), board_of, spec)).spots

    async def price(self, spec: str, moves: int) -> int:
        """What it costs to play so many moves again."""
        return (moves + 1) * await self.spots(spec)

    def check(self, price: int) -> None:
        if price > self.largest:
            raise BadInput(f"this is too long for its board: moves x spots must be at most {self.largest}, got {price}")

    async def at_once(self, price: int, work: Callable[..., T], *arguments: Any) -> T:
        """Here and now where it is quick."""
        return work(*arguments) if price <= AT_ONCE else await self.ponder(price, work, *arguments)

    async def ponder(self, price: int, work: Callable[..., T], *arguments: Any) -> T:
        """In a thread, in its turn, also when whoever asked has gone: what is begun cannot be stopped."""
        self.check(price)
        client = self._client(current_client.get()) if current_client.get() else Client(self._share.burst, self._now())
        if client.waiting >= WAITING:
            raise TooFast("too much at once: please wait for what you have asked for already")
        client.waiting += 1
        task = asyncio.create_task(self._in_turn(client, price, lambda: work(*arguments)))
        self._working.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._working.discard(task)
        if not task.cancelled():
            task.exception()  # where nobody waits any more, nobody is to hear of it

    async def _in_turn(self, client: Client, price: int, work: Callable[[], T]) -> T:
        try:
            async with client.lock:
                await self._afford(client, price)
                threads = self._short if price <= SHORT else self._long
                return await asyncio.get_running_loop().run_in_executor(threads, _paid, client, work)
        finally:
            client.waiting -= 1

    async def _afford(self, client: Client, price: int) -> None:
        now = self._now()
        client.left = min(self._share.burst, client.left + (now - client.at) * self._share.a_second)
        client.at = now
        if client.left >= 0:
            return
        if price > SHORT:
            raise TooFast("this server has worked much for you just now: please try again in a minute")
        await asyncio.sleep(min(LONGEST_WAIT, -client.left / self._share.a_second))

    def _client(self, name: str) -> Client:
        return self._clients.get(name) or self._clients.put(name, Client(self._share.burst, self._now()))

    def close(self) -> None:
        for threads in (self._short, self._long):
            threads.shutdown(wait=False, cancel_futures=True)


def _paid(client: Client, work: Callable[[], T]) -> T:
    began = time.thread_time()
    try:
        return work()
    finally:
        client.left -= time.thread_time() - began
