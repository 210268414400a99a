"""Work that must not block the event loop: database queries in threads, and rules within a CPU budget per client.

The cost of rules and pictures is known in advance: moves times spots of the board. Work above the largest cost is
refused. A client has one piece of work done at a time and a budget of CPU seconds: beyond that, long work is refused
and short work has to wait. Short work never waits for long work.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from quintet.core.game import spec as spec_of
from quintet.server.errors import BadInput, TooFast
from quintet.server.live.boards import BOARDS, board_of
from quintet.server.live.timeline import Ply
from quintet.server.messages import parsing
from quintet.server.work.caches import LruCache
from quintet.server.work.rate_limits import MOST_CLIENTS, ClientLimits, Rate, current_client

T = TypeVar("T")
SYSTEM = ThreadPoolExecutor(3, "system")
LARGEST = 1_000_000
"""The largest cost: a thousand moves on a thousand spots."""
INLINE = 128
"""The cost up to which the event loop does the work itself: changing threads would take longer."""
SHORT = 5_000
"""The cost up to which work is short: a move or a picture of the largest boards."""
WAITING = 200
"""Pieces of work that one client may have waiting."""
LONGEST_WAIT = 1.0
SWITCH = 0.001
"""Seconds after which a working thread yields the GIL: the event loop needs it several times a move."""
LINES = 64
"""Lines of moves that are cached."""


async def in_thread(query: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """A query of the database, for a request."""
    return await asyncio.to_thread(query, *arguments, **named)


async def in_system_thread(query: Callable[..., T], *arguments: Any) -> T:
    """A query for the server itself, in threads of its own: clocks and health go on however many requests there are."""
    return await asyncio.get_running_loop().run_in_executor(SYSTEM, partial(query, *arguments))


@dataclass
class CpuBudget:
    """CPU seconds that a client has left, as of a time, and its waiting work."""

    seconds: float
    updated: float
    waiting: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass
class CpuTurn:
    """The turn of a client, while it lasts; tasks that are started during it inherit the variable, not the turn."""

    budget: CpuBudget
    lasts: bool = True


_turn: ContextVar[CpuTurn | None] = ContextVar("turn", default=None)


class RulesExecutor:
    """Runs rules and pictures in threads of their own, which never hold up database queries."""

    def __init__(
        self, largest: int = LARGEST, rate: Rate | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.largest = largest
        self._now = now
        self._rate = rate or ClientLimits().cpu
        """CPU seconds of one client."""
        self._short = ThreadPoolExecutor(2, "short")
        self._long = ThreadPoolExecutor(1, "long")
        self._budgets: LruCache[str, CpuBudget] = LruCache(MOST_CLIENTS)
        self._running: set[asyncio.Task[Any]] = set()
        sys.setswitchinterval(SWITCH)

    async def spots(self, spec: str) -> int:
        """The size of the board of a game."""
        board = BOARDS.find(spec)
        return board.spots if board else (await self.run_in_thread(min(SHORT, self.largest), board_of, spec)).spots

    async def cost(self, spec: str, moves: int) -> int:
        """The cost of replaying a number of moves."""
        return (moves + 1) * await self.spots(spec)

    def check(self, cost: int) -> None:
        if cost > self.largest:
            raise BadInput(f"this is too long for its board: moves x spots must be at most {self.largest}, got {cost}")

    async def run(self, cost: int, work: Callable[..., T], *arguments: Any) -> T:
        """Inline if it is cheap, else in a thread."""
        return work(*arguments) if cost <= INLINE else await self.run_in_thread(cost, work, *arguments)

    async def run_in_thread(self, cost: int, work: Callable[..., T], *arguments: Any) -> T:
        """When it is the client's turn; also when the request is cancelled, because a thread cannot be stopped."""
        self.check(cost)
        turn = _turn.get()
        if turn is not None and turn.lasts:
            running = self._in_pool(turn.budget, cost, lambda: work(*arguments))
        else:
            running = self._in_turn(self._admitted(), cost, lambda: work(*arguments))
        task = asyncio.create_task(running)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # an error that nobody waits for any more is not logged

    @asynccontextmanager
    async def turn(self, cost: int) -> AsyncIterator[None]:
        """Wait for the client's turn once, before a lock is taken: work in the block starts at once, so that nobody
        who needs the lock waits for somebody else's budget."""
        if cost <= INLINE:
            yield
            return
        budget = self._admitted()
        try:
            async with budget.lock:
                await self._afford(budget, cost)
                turn = CpuTurn(budget)
                before = _turn.set(turn)
                try:
                    yield
                finally:
                    turn.lasts = False
                    _turn.reset(before)
        finally:
            budget.waiting -= 1

    def _admitted(self) -> CpuBudget:
        """The budget of the current client, with one more piece of work waiting."""
        budget = self._budget(current_client.get())
        if budget.waiting >= WAITING:
            raise TooFast("too many requests at once: please wait until the earlier ones are answered")
        budget.waiting += 1
        return budget

    async def _in_turn(self, budget: CpuBudget, cost: int, work: Callable[[], T]) -> T:
        try:
            async with budget.lock:
                await self._afford(budget, cost)
                return await self._in_pool(budget, cost, work)
        finally:
            budget.waiting -= 1

    async def _in_pool(self, budget: CpuBudget, cost: int, work: Callable[[], T]) -> T:
        threads = self._short if cost <= SHORT else self._long
        return await asyncio.get_running_loop().run_in_executor(threads, _charged, budget, work)

    async def _afford(self, budget: CpuBudget, cost: int) -> None:
        now = self._now()
        budget.seconds = min(self._rate.burst, budget.seconds + (now - budget.updated) * self._rate.a_second)
        budget.updated = now
        if budget.seconds >= 0:
            return
        wait = -budget.seconds / self._rate.a_second
        if cost > SHORT:
            raise TooFast(f"you have asked for a lot just now: please try again in {math.ceil(wait)} s")
        await asyncio.sleep(min(LONGEST_WAIT, wait))

    def _budget(self, client: str) -> CpuBudget:
        """Of a client; the server itself gets a new one each time."""
        fresh = CpuBudget(self._rate.burst, self._now())
        return (self._budgets.get(client) or self._budgets.put(client, fresh)) if client else fresh

    def close(self) -> None:
        for threads in (self._short, self._long):
            threads.shutdown(wait=False, cancel_futures=True)


def _charged(budget: CpuBudget, work: Callable[[], T]) -> T:
    began = time.thread_time()
    try:
        return work()
    finally:
        budget.seconds -= time.thread_time() - began


class LineCache:
    """The positions at the end of the lines that were looked at last, so that one more move costs one move."""

    def __init__(self, rules: RulesExecutor) -> None:
        self._rules = rules
        self._moments: LruCache[tuple[str, str | None, tuple[str, ...]], Ply] = LruCache(LINES)

    async def played(self, spec: str, start: str | None, moves: list[str]) -> Ply:
        """From a position (None: the start) through these moves; refused if that costs too much."""
        game = parsing.game(spec)
        spec, line = spec_of(game), tuple(moves)
        spots = await self._rules.spots(spec)
        self._rules.check((len(moves) + 1) * spots)
        known = self._moments.get((spec, start, line)) or self._moments.get((spec, start, line[:-1]))
        left = moves[known.ply :] if known else moves
        moment = await self._rules.run((len(left) + 1) * spots, parsing.played, game, start, left, known)
        return self._moments.put((spec, start, line), moment)
