"""A bounded pool of searching processes with a fair queue, in two lanes: live matches never wait behind studies.

In each lane a few places are reserved for short searches, so that they never wait behind long ones. A cancelled search
is killed with its process; the next one gets a new process.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import structlog

from quintet.server.errors import RequestRefused, Unavailable
from quintet.server.work.caches import LruCache
from quintet.server.work.search_pool.fair_queue import Asker, FairQueue, QueuedSearch
from quintet.server.work.search_pool.worker_handles import Local, OnCluster, SearchWorker

GRACE = 20.0
"""Seconds beyond its own limit after which a search is killed."""
LEVEL_SECONDS = 6.0
"""The longest duration of a move at a level; EXPECTED is assumed before one was seen."""
EXPECTED, MOST_EXPECTED = 0.5, 1000
SHORT = 2.0
"""Seconds up to which a search is short."""
TRIES = 3
"""Processes that may die of one search before it fails."""
STUCK = 60.0
"""Seconds of waiting without any search starting or ending after which a queue counts as stuck."""
log = structlog.get_logger("quintet.pool")


class EngineFailed(RequestRefused):
    """The engine could not answer."""

    status = 500


class EngineDied(EngineFailed):
    """The process died during the search; another attempt may succeed."""


class MadeRoom(Exception):
    """A search for somebody who is away was killed for somebody who is present."""


@dataclass(eq=False, slots=True)
class Running:
    """A search that has a place."""

    search: QueuedSearch
    asker: Asker
    """The asker when it got its place."""
    quick: bool
    """Whether it has a place that is reserved for short searches."""
    began: float
    worker: SearchWorker | None = None
    made_room: bool = False


class Lane:
    """The workers of one priority, and their queue."""

    def __init__(
        self, name: str, size: int, quick: int, nice: int, queue: FairQueue, cluster: str | None = None
    ) -> None:
        self.name = name
        self._nice = nice
        self._cluster = cluster
        self._queue = queue
        self._made: set[SearchWorker] = set()
        """All workers that may be alive, also killed ones."""
        self._idle: list[SearchWorker] = []
        self._running: set[Running] = set()
        self._free, self._free_quick = size, quick
        self._most_of_a_person = max(1, size - 1)
        """Places for long searches that one person may have."""
        self._warming: asyncio.Task[None] | None = None
        self._took: LruCache[tuple[Any, ...], float] = LruCache(MOST_EXPECTED)
        """Duration of the last move of a game and level."""
        self._moved = time.monotonic()
        """When a search last got or left a place."""

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def busy(self) -> bool:
        """Whether a long job would have to wait."""
        return not self._free or bool(self._queue)

    def has_room(self, asker: Asker) -> bool:
        """Whether a job of this asker would be taken."""
        return not self.busy or self._queue.has_room(asker)

    @property
    def running(self) -> int:
        return len(self._running)

    @property
    def stuck(self) -> bool:
        """Whether searches wait too long and nothing moves."""
        longest, now = self._queue.longest, time.monotonic()
        return longest is not None and now - longest > STUCK and now - self._moved > STUCK

    async def run(self, job: dict[str, Any], asker: Callable[[], Asker]) -> AsyncGenerator[dict[str, Any], None]:
        """The answers to a job; Unavailable if the queue is full. Closing the iterator cancels the job."""
        running = await self._enter(job, asker)
        worker: SearchWorker | None = None
        finished = False
        try:
            worker = running.worker = await self._worker()
            if running.made_room:
                raise MadeRoom
            asked = time.monotonic()
            async with asyncio.timeout(_limit(job) + GRACE):
                failure: dict[str, Any] | None = None
                async for answer in worker.ask(job):
                    if "error" in answer:
                        failure = answer
                    else:
                        yield answer
            finished = True
            if failure:
                log.error("engine failed", job=job, exception=failure["failed"])
                raise EngineFailed(failure["error"])
        except ConnectionError:
            if running.made_room:
                raise MadeRoom from None
            if worker is not None:
                log.error("engine died", job=job, **await worker.last_words())
            raise EngineDied("the engine stopped in the middle of its work: please try again") from None
        except TimeoutError:
            log.error("engine took too long", job=job)
            raise EngineFailed("the engine took too long: please try again") from None
        finally:
            if worker is not None:
                if finished and worker.alive:
                    self._idle.append(worker)
                    self._remember(job, time.monotonic() - asked)
                else:
                    worker.kill()
            self._leave(running)

    def warm(self) -> None:
        """Start a worker in advance."""
        if not self._idle and not self._running and self._warming is None:
            self._warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        try:
            self._idle.append(await self._new())
        finally:
            self._warming = None

    # Places

    async def _enter(self, job: dict[str, Any], asker: Callable[[], Asker]) -> Running:
        search = QueuedSearch(asker, self._expected(job), time.monotonic())
        if not self._queue and (running := self._begin(search)):
            return running
        if not self._queue.has_room(asker()):
            raise Unavailable("too many searches are waiting already: please try again in a moment")
        self._queue.add(search)
        self._make_room(search)
        self._next()  # a short one may fit where those before it did not
        try:
            await search.ready
        except asyncio.CancelledError:
            self._queue.remove(search)
            if began := self._having(search):  # it got a place in the same moment
                self._leave(began)
            raise
        began = self._having(search)
        assert began is not None
        return began

    def _having(self, search: QueuedSearch) -> Running | None:
        return next((running for running in self._running if running.search is search), None)

    def _begin(self, search: QueuedSearch) -> Running | None:
        """Give a search a place, if one fits."""
        if not self._fits(search):
            return None
        quick = self._fits_quick(search)
        if quick:
            self._free_quick -= 1
        else:
            self._free -= 1
        asker, self._moved = search.asker(), time.monotonic()
        running = Running(search, asker, quick, self._moved)
        self._queue.served(asker, search.seconds)
        self._running.add(running)
        return running

    def _fits(self, search: QueuedSearch) -> bool:
        """Whether a place is free for this search."""
        return self._fits_quick(search) or (self._free > 0 and self._long_of(search.asker()) < self._most_of_a_person)

    def _fits_quick(self, search: QueuedSearch) -> bool:
        return search.seconds <= SHORT and self._free_quick > 0

    def _long_of(self, asker: Asker) -> int:
        """The number of places for long searches that this person has; 0 for an anonymous one."""
        mine = [running for running in self._running if not running.quick and running.asker.person == asker.person]
        return len(mine) if asker.person else 0

    def _leave(self, running: Running) -> None:
        self._running.discard(running)
        if running.quick:
            self._free_quick += 1
        else:
            self._free += 1
        self._moved = time.monotonic()
        self._queue.corrected(running.asker, self._moved - running.began - running.search.seconds)
        self._next()

    def _next(self) -> None:
        """Start as many searches as there are free places."""
        while self._free or self._free_quick:
            search = self._queue.pop(self._fits)
            if search is None:
                return
            if not search.ready.done():
                self._begin(search)
                search.ready.set_result(None)

    def _make_room(self, search: QueuedSearch) -> None:
        """Kill a search for somebody who is away, if this one is for somebody who is present and needs its place."""
        if search.asker().away:
            return
        for running in self._running:
            fits = not running.quick or search.seconds <= SHORT
            if fits and not running.made_room and running.search.asker().away:
                running.made_room = True
                if running.worker is not None:
                    running.worker.kill()
                return

    def _expected(self, job: dict[str, Any]) -> float:
        return _limit(job) if job.get("seconds") else self._took.get(_kind(job)) or EXPECTED

    def _remember(self, job: dict[str, Any], seconds: float) -> None:
        self._took.put(_kind(job), seconds)

    # Workers

    async def _worker(self) -> SearchWorker:
        if self._warming is not None:
            await asyncio.wait([self._warming])
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
        return await self._new()

    async def _new(self) -> SearchWorker:
        worker: SearchWorker = await (OnCluster.start(self._cluster) if self._cluster else Local.start(self._nice))
        self._made = {made for made in self._made if made.alive} | {worker}
        return worker

    async def close(self) -> None:
        if self._warming is not None:
            await asyncio.wait([self._warming])
        while self._made:
            worker = self._made.pop()
            worker.kill()
            await worker.ended()


def _limit(job: dict[str, Any]) -> float:
    """Seconds that a job takes at most."""
    return float(job.get("seconds") or LEVEL_SECONDS) * (2 if job.get("solve") else 1)


def _kind(job: dict[str, Any]) -> tuple[Any, ...]:
    return job.get("spec"), job.get("level")


class SearchPool:
    """Both lanes."""

    def __init__(self, workers: int | None = None, cluster: str | None = None) -> None:
        half = max(1, (workers or os.cpu_count() or 2) // 2)
        self.play = Lane("play", half, 1, 0, FairQueue(500, 20, 60), cluster)
        self.study = Lane("study", half, 1, 10, FairQueue(100, 4, 16), cluster)

    async def choose(
        self,
        spec: str,
        position: str,
        *,
        level: int | None,
        seconds: float | None,
        seed: int,
        asker: Callable[[], Asker],
        study: bool = False,
    ) -> str:
        """An engine's move, in a live match or as a study. If the process dies, another one tries again."""
        job = {"job": "choose", "spec": spec, "position": position, "level": level, "seconds": seconds, "seed": seed}
        lane = self.study if study else self.play
        died = 0
        while True:
            try:
                moves = [str(answer["move"]) async for answer in lane.run(job, asker)]
                if not moves:
                    raise EngineFailed("the engine gave no move")
                return moves[-1]
            except MadeRoom:
                continue
            except EngineDied:
                died += 1
                if died == TRIES:
                    raise

    async def analyze(
        self,
        spec: str,
        position: str,
        *,
        seconds: float,
        lines: int,
        asker: Callable[[], Asker],
        solve: bool = False,
        every: bool = False,
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The results of a study, each time they improve; started again if its process dies."""
        job = {
            "job": "analyze",
            "spec": spec,
            "position": position,
            "seconds": seconds,
            "lines": lines,
            "solve": solve and not every,
            "every": every,
        }
        for last in (False,) * (TRIES - 1) + (True,):
            try:
                async with aclosing(self.study.run(job, asker)) as answers:
                    async for answer in answers:
                        yield answer
                return
            except EngineDied:
                if last:
                    raise

    async def close(self) -> None:
        await self.play.close()
        await self.study.close()
