"""A bounded pool of searching processes with a queue. Two lanes: moves of live matches never wait behind studies.

A search that nobody waits for any more is ended with its process; the next one gets a new process.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import structlog

from quintet.server.errors import Refused, Unavailable

GRACE = 20.0
"""Seconds beyond its own limit after which a worker is given up."""
FIRST_LEVEL_SECONDS = 6.0
LAST_WORDS = 4000
"""Characters kept of what a worker prints, for the log should it die."""
log = structlog.get_logger("quintet.pool")


class EngineFailed(Refused):
    """The engine could not answer."""

    status = 500


class Worker:
    """A process that searches, and the last things that it printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        self.stdin, self.stdout = process.stdin, process.stdout
        self._process = process
        self._printed = ""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, nice: int) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "quintet.server.searches.worker",
            str(nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=2**22,
            start_new_session=True,  # Ctrl-C in the terminal is for the server, which ends them in order
        )
        return cls(process)

    async def _listen(self) -> None:
        assert self._process.stderr
        while piece := await self._process.stderr.read(4096):
            self._printed = (self._printed + piece.decode(errors="replace"))[-LAST_WORDS:]

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def last_words(self) -> dict[str, object]:
        """Why a worker that stopped talking is dead, as far as it said so."""
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listening), 1)
            await asyncio.wait_for(self._process.wait(), 1)
        return {"status": self._process.returncode, "printed": self._printed.strip()}

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 2)


class Lane:
    """Workers of one kind, and those who wait for them, in order."""

    def __init__(self, name: str, size: int, nice: int, most_waiting: int) -> None:
        self.name = name
        self.size = size
        self._nice = nice
        self._most_waiting = most_waiting
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._free = size
        self._warming: asyncio.Task[None] | None = None
        self._queue: deque[asyncio.Future[None]] = deque()

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def busy(self) -> bool:
        """Whether a job would have to wait."""
        return not self._free or bool(self._queue)

    @property
    def full(self) -> bool:
        """Whether a job would be refused."""
        return self.busy and self.waiting >= self._most_waiting

    @property
    def running(self) -> int:
        return self.size - self._free

    async def run(self, job: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """The answers to a job; Unavailable when too many wait already. Closing the iterator cancels the job."""
        await self._enter()
        worker: Worker | None = None
        finished = False
        try:
            worker = await self._worker()
            self._busy.add(worker)
            seconds = (job.get("seconds") or FIRST_LEVEL_SECONDS) * (2 if job.get("solve") else 1) + GRACE
            async with asyncio.timeout(seconds):
                worker.stdin.write(json.dumps(job).encode() + b"\n")
                await worker.stdin.drain()
                while line := await worker.stdout.readline():
                    answer = json.loads(line)
                    if answer.get("done"):
                        finished = True
                        return
                    if "error" in answer:
                        log.error("engine failed", job=job, exception=answer["failed"])
                        finished = True  # the worker goes on; its `done` is read away below
                        await worker.stdout.readline()
                        raise EngineFailed(answer["error"])
                    yield answer
            log.error("engine died", job=job, **await worker.last_words())
            raise EngineFailed("the engine stopped in the middle of its work: please try again")
        except ConnectionError:
            if worker is not None:
                log.error("engine died", job=job, **await worker.last_words())
            raise EngineFailed("the engine stopped before it began: please try again") from None
        except TimeoutError:
            log.error("engine took too long", job=job)
            raise EngineFailed("the engine took too long: please try again") from None
        finally:
            if worker is not None:
                self._busy.discard(worker)
                if finished and worker.alive:
                    self._idle.append(worker)
                else:
                    worker.kill()
            self._leave()

    def warm(self) -> None:
        """Somebody will need a worker soon: let one be ready."""
        if not self._idle and not self._busy and self._warming is None:
            self._warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        try:
            self._idle.append(await Worker.start(self._nice))
        finally:
            self._warming = None

    async def _enter(self) -> None:
        if self._free and not self._queue:
            self._free -= 1
            return
        if len(self._queue) >= self._most_waiting:
            raise Unavailable("too many searches are waiting already: please try again in a moment")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # our turn came in the same moment
                self._leave()
            elif turn in self._queue:  # whoever left in the same moment has passed it over already
                self._queue.remove(turn)
            raise

    def _leave(self) -> None:
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    async def _worker(self) -> Worker:
        if self._warming is not None:
            await asyncio.wait([self._warming])
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
        return await Worker.start(self._nice)

    async def close(self) -> None:
        for worker in [*self._idle, *self._busy]:
            worker.kill()
            await worker.ended()


class Pool:
    """Both lanes."""

    def __init__(self, workers: int | None = None) -> None:
        half = max(1, (workers or os.cpu_count() or 2) // 2)
        self.play = Lane("play", half, 0, 2000)
        self.study = Lane("study", half, 10, 30)

    async def choose(
        self,
        spec: str,
        position: str,
        *,
        level: int | None,
        seconds: float | None,
        seed: int,
        study: bool = False,
    ) -> str:
        """An engine's move: in a live match, or as a study."""
        job = {"job": "choose", "spec": spec, "position": position, "level": level, "seconds": seconds, "seed": seed}
        move: str | None = None
        async for answer in (self.study if study else self.play).run(job):
            move = answer["move"]
        if move is None:
            raise EngineFailed("the engine gave no move")
        return move

    def analyze(
        self,
        spec: str,
        position: str,
        *,
        seconds: float,
        lines: int,
        solve: bool = False,
    ) -> AsyncIterator[dict[str, Any]]:
        """What a study finds, each time it gets better."""
        job = {
            "job": "analyze",
            "spec": spec,
            "position": position,
            "seconds": seconds,
            "lines": lines,
            "solve": solve,
        }
        return self.study.run(job)

    async def close(self) -> None:
        await self.play.close()
        await self.study.close()
