"""The queue before the engines: in the order of asking, nobody in vain, and whoever leaves makes room."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest

import quintet
from quintet.server.errors import Unavailable
from quintet.server.work.search_pool.fair_queue import Asker, FairQueue, QueuedSearch
from quintet.server.work.search_pool.pool import EngineFailed, Lane, SearchPool
from quintet.server.work.search_pool.worker_handles import Local, SearchWorker

OTHELLO = quintet.load("othello")


class Thinker:
    """A worker that answers when it is told to."""

    def __init__(self) -> None:
        self.returncode: int | None = None
        self.asked: list[str] = []
        self.answers: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    @property
    def alive(self) -> bool:
        return self.returncode is None

    async def ask(self, job: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        self.asked.append(job["job"])
        while (answer := await self.answers.get()) is not None:
            if answer.get("done"):
                return
            yield answer
        raise ConnectionError

    async def last_words(self) -> dict[str, object]:
        return {}

    def kill(self) -> None:
        self.returncode = -9
        self.answers.put_nowait(None)

    def say(self, **answer: Any) -> None:
        self.answers.put_nowait(answer)


class OneThinker(Lane):
    """One job at a time, two may wait; `made` are the workers so far."""

    def __init__(self) -> None:
        super().__init__("test", size=1, quick=0, nice=0, queue=FairQueue(2, 2, 2))
        self.made: list[Thinker] = []

    async def _new(self) -> Any:
        self.made.append(Thinker())
        return self.made[-1]

    async def do(self, job: str) -> list[Any]:
        return [answer async for answer in self.run({"job": job}, lambda: Asker("ada", "here"))]

    def begin(self, *jobs: str) -> list[asyncio.Task[list[Any]]]:
        return [asyncio.create_task(self.do(job)) for job in jobs]


async def settle() -> None:
    """Let every task come as far as it can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_jobs_are_done_in_the_order_of_asking_and_one_too_many_is_refused() -> None:
    async def play() -> None:
        lane = OneThinker()
        first, second, third = lane.begin("first", "second", "third")
        await settle()
        (worker,) = lane.made
        assert (worker.asked, lane.waiting, lane.has_room(Asker("ada", "here"))) == (["first"], 2, False)
        with pytest.raises(Unavailable) as error:
            await lane.do("fourth")
        assert str(error.value) == "too many searches are waiting already: please try again in a moment"
        for number, job in enumerate((first, second, third), 1):
            worker.say(move=number)
            worker.say(done=True)
            assert await job == [{"move": number}]
        assert worker.asked == ["first", "second", "third"]
        assert lane.made == [worker], "one worker for all of them"
        assert (lane.running, lane.waiting, lane.busy) == (0, 0, False)

    asyncio.run(play())


def test_whoever_leaves_the_queue_makes_room_and_whoever_leaves_a_search_ends_it() -> None:
    async def play() -> None:
        lane = OneThinker()
        first, second, third = lane.begin("first", "second", "third")
        await settle()
        second.cancel()
        await settle()
        assert lane.waiting == 1
        first.cancel()
        await settle()
        assert lane.made[0].returncode == -9, "nobody waits for its answer"
        assert lane.made[1].asked == ["third"]
        lane.made[1].say(done=True)
        assert await third == []
        assert (lane.running, lane.waiting) == (0, 0)

    asyncio.run(play())


def test_a_turn_that_comes_to_somebody_who_leaves_goes_to_the_next() -> None:
    async def play() -> None:
        lane = OneThinker()
        first, second, third = lane.begin("first", "second", "third")
        await settle()
        lane.made[0].say(done=True)
        first.add_done_callback(lambda task: second.cancel())  # in the moment in which its turn comes
        await settle()
        assert second.cancelled()
        assert lane.made[-1].asked[-1] == "third"
        lane.made[-1].say(done=True)
        await third
        assert (lane.running, lane.waiting) == (0, 0)

    asyncio.run(play())


def test_an_engine_that_fails_says_so_and_does_the_next_job() -> None:
    async def play() -> None:
        lane = OneThinker()
        first, second = lane.begin("first", "second")
        await settle()
        (worker,) = lane.made
        worker.say(error="no such position", failed="a traceback")
        worker.say(done=True)
        with pytest.raises(EngineFailed) as error:
            await first
        assert str(error.value) == "no such position"
        worker.say(move=2)
        worker.say(done=True)
        assert await second == [{"move": 2}], "what was left of the first job is no answer to the second"

    asyncio.run(play())


def test_the_one_who_searches_and_the_one_who_waits_may_leave_in_the_same_moment() -> None:
    async def play() -> None:
        lane = OneThinker()
        first, second, third = lane.begin("first", "second", "third")
        await settle()
        first.cancel()
        second.cancel()
        await settle()
        assert first.cancelled()
        assert second.cancelled()
        lane.made[-1].say(done=True)
        assert await third == []
        assert (lane.running, lane.waiting) == (0, 0)

    asyncio.run(play())


class Watched(Lane):
    """With processes; `all` are those that it started."""

    def __init__(self) -> None:
        super().__init__("test", size=1, quick=0, nice=0, queue=FairQueue(2, 2, 2))
        self.all: list[SearchWorker] = []

    async def _new(self) -> SearchWorker:
        self.all.append(await super()._new())
        return self.all[-1]


def test_no_process_outlives_the_pool() -> None:
    """Neither one that was given up a moment before nor one that is just being started."""

    async def play() -> None:
        lane = Watched()
        job = {
            "job": "analyze",
            "spec": "othello",
            "position": OTHELLO.text(OTHELLO.start()),
            "seconds": 60,
            "lines": 1,
        }
        search = asyncio.create_task(anext(lane.run(job, lambda: Asker("ada", "here"))))
        while not lane.all:
            await asyncio.sleep(0.01)
        search.cancel()
        await asyncio.wait([search])
        lane.warm()
        await lane.close()
        assert [worker.alive for worker in lane.all] == [False, False]

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_full_queue_takes_a_newcomer_in_the_place_of_the_largest_holder() -> None:
    async def run() -> None:
        queue = FairQueue(100, 4, 16)
        for number in range(112):
            asker = Asker(f"quiet {number // 4}", f"192.0.2.{number // 16}")
            if queue.has_room(asker):
                queue.add(QueuedSearch(lambda asker=asker: asker, 1.0, 0.0))  # type: ignore[misc]
        assert len(queue) == 100
        for number in range(8):
            asker = Asker("ada", f"198.51.100.{number}")
            assert queue.has_room(asker) == (number < 4), "the person still has a limit"
            if number < 4:
                queue.add(QueuedSearch(lambda asker=asker: asker, 1.0, 0.0))  # type: ignore[misc]
        assert len(queue) == 100
        assert not queue.has_room(Asker("more", "192.0.2.0", away=True))

    asyncio.run(run())


def test_a_stopped_process_is_replaced() -> None:
    """SIGSTOP, by a debugger or an operator: it would say nothing until its time is up, 26 seconds later."""

    async def play() -> None:
        pool = SearchPool(1)
        position, asked = OTHELLO.text(OTHELLO.start()), partial(Asker, "ada", "here")
        try:
            await pool.choose("othello", position, level=1, seconds=None, seed=1, asker=asked)
            (worker,) = pool.play._idle
            assert isinstance(worker, Local)
            os.kill(worker._process.pid, signal.SIGSTOP)
            began = time.monotonic()
            move = await pool.choose("othello", position, level=1, seconds=None, seed=1, asker=asked)
            assert move in ("d3", "c4", "f5", "e6")
            assert time.monotonic() - began < 15
            assert not worker.alive
        finally:
            await pool.close()

    asyncio.run(asyncio.wait_for(play(), 60))
