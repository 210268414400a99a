"""Where a search runs: a process of this machine, or one of a Ray cluster. Each can be ended in the middle."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Protocol

from quintet.server.work.search_pool import worker_process

LAST_WORDS = 4000
"""Characters kept of what a process prints, for the log should it die."""
Answer = dict[str, Any]


class Worker(Protocol):
    """A process that searches, one job at a time."""

    @property
    def alive(self) -> bool: ...

    def ask(self, job: dict[str, Any]) -> AsyncIterator[Answer]:
        """The answers to a job as they come; ConnectionError when the process is no more."""
        ...

    async def last_words(self) -> dict[str, object]:
        """Why one that stopped talking is dead, as far as it said so."""
        ...

    def kill(self) -> None: ...

    async def ended(self) -> None: ...


class Local:
    """A process of this machine, and the last things that it printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._printed = ""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, nice: int) -> Local:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            worker_process.__name__,
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

    async def ask(self, job: dict[str, Any]) -> AsyncIterator[Answer]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(job).encode() + b"\n")
        await self._process.stdin.drain()
        while line := await self._process.stdout.readline():
            answer: Answer = json.loads(line)
            if answer.get("done"):
                return
            yield answer
        raise ConnectionError

    async def last_words(self) -> dict[str, object]:
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listening), 1)
            await asyncio.wait_for(self._process.wait(), 1)
        return {"status": self._process.returncode, "printed": self._printed.strip()}

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        assert self._process.stdout
        with suppress(TimeoutError, RuntimeError):  # the second: somebody still listens to it
            async with asyncio.timeout(5):
                await self._process.wait()
                await self._listening
                await self._process.stdout.read()


class OnCluster:
    """A process of a Ray cluster."""

    def __init__(self, distant: Any) -> None:
        self._distant = distant
        self._reason = ""

    @classmethod
    async def start(cls, address: str) -> OnCluster:
        from quintet.compute.ray_cluster import Distant

        return cls(await asyncio.to_thread(Distant, address))

    @property
    def alive(self) -> bool:
        return bool(self._distant.alive)

    async def ask(self, job: dict[str, Any]) -> AsyncIterator[Answer]:
        try:
            async for answer in self._distant.ask(worker_process.answer, job):
                yield answer
        except ConnectionError as error:
            self._reason = str(error)
            raise

    async def last_words(self) -> dict[str, object]:
        return {"reason": self._reason}

    def kill(self) -> None:
        self._distant.kill()

    async def ended(self) -> None:
        pass
