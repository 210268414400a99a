"""The processes that search, seen from the server: on this machine or on a Ray cluster; each can be killed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from quintet.server.work import child_process
from quintet.server.work.search_pool import worker_process

LOOK = 1.0
"""Seconds of silence after which the system is asked whether a process was stopped (SIGSTOP, or a debugger)."""
Answer = dict[str, Any]


class SearchWorker(Protocol):
    """A process that searches, one job at a time."""

    @property
    def alive(self) -> bool: ...

    def ask(self, job: dict[str, Any]) -> AsyncIterator[Answer]:
        """The answers to a job as they come; ConnectionError when the process has died."""
        ...

    async def last_words(self) -> dict[str, object]:
        """Why a process that stopped answering died, as far as is known."""
        ...

    def kill(self) -> None: ...

    async def ended(self) -> None: ...


class Local:
    """A process of this machine, and the end of what it printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._printed = ""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, nice: int) -> Local:
        return cls(await child_process.start(worker_process.__name__, str(nice)))

    async def _listen(self) -> None:
        assert self._process.stderr
        while piece := await self._process.stderr.read(4096):
            self._printed = (self._printed + piece.decode(errors="replace"))[-child_process.LAST_WORDS :]

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def ask(self, job: dict[str, Any]) -> AsyncIterator[Answer]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(job).encode() + b"\n")
        await self._process.stdin.drain()
        while line := await self._line(self._process.stdout):
            answer: Answer = json.loads(line)
            if answer.get("done"):
                return
            yield answer
        raise ConnectionError

    async def _line(self, printed: asyncio.StreamReader) -> bytes:
        """The next line, empty at the end. A stopped process says nothing for ever, so it is killed."""
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    return await printed.readline()
            except TimeoutError:
                if _is_stopped(self._process.pid):
                    self.kill()

    async def last_words(self) -> dict[str, object]:
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listening), 1)
            await asyncio.wait_for(self._process.wait(), 1)
        return child_process.last_words(self._process, self._printed)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        assert self._process.stdout
        with suppress(TimeoutError, RuntimeError):  # the second: another task still reads from it
            async with asyncio.timeout(5):
                await self._process.wait()
                await self._listening
                await self._process.stdout.read()


def _is_stopped(pid: int) -> bool:
    """Whether a process is stopped; False where the system does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][:1] in ("T", "t")
    except OSError:
        return False


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
