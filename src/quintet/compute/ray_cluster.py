"""Workers on a Ray cluster; the only module that imports Ray, which is an extra.

`RayCluster` runs the tasks of a pool. A `Distant` process is kept by its owner: it streams the answers to a question
and can be killed half-way.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.util import find_spec
from queue import SimpleQueue
from threading import Thread
from typing import Any

from quintet.compute.pool import Lost, Task, TaskResult
from quintet.compute.processes import answer

MISSING = "a cluster needs Ray, which is not installed: pip install 'quintet-games[cluster]'"
TASKS_A_CORE = 2
"""Tasks on the cluster for each core: one runs and the next is ready when it ends."""
RECOUNT = 5.0
"""Seconds after which the cores are counted again: machines come and go."""
REACHING = 5.0
"""Seconds to reach the address."""


class RayCluster:
    """A running Ray cluster; `docs/arena.md` says how to start one."""

    def __init__(self, address: str) -> None:
        ray = self._ray = joined(address)
        # The pool counts lost workers itself, so that it retries alike everywhere.
        self._call = ray.remote(_call).options(num_cpus=1, max_retries=0)
        self._busy: dict[Any, Task] = {}
        self._cores = 0
        self._counted = float("-inf")

    @property
    def room(self) -> int:
        if time.monotonic() - self._counted > RECOUNT:
            self._cores = int(self._ray.cluster_resources().get("CPU", 0))
            self._counted = time.monotonic()
        return max(1, self._cores * TASKS_A_CORE) - len(self._busy)

    def start(self, task: Task) -> None:
        self._busy[self._call.remote(pickle.dumps((task.function, task.arguments)), sys.path)] = task

    def wait(self) -> list[tuple[Task, TaskResult | Lost]]:
        ended: list[tuple[Task, TaskResult | Lost]] = []
        ready, _ = self._ray.wait(list(self._busy), num_returns=1)
        for reference in ready:
            task = self._busy.pop(reference)
            try:
                value, error = pickle.loads(self._ray.get(reference))
            except self._ray.exceptions.RayError:
                ended.append((task, Lost()))
            else:
                ended.append((task, TaskResult(task.key, value, error)))
        return ended

    def cancel(self) -> None:
        for reference in self._busy:
            self._ray.cancel(reference, force=True)
        self._busy.clear()

    def close(self) -> None:
        self.cancel()
        self._ray.shutdown()


class Distant:
    """A process of the cluster; ConnectionError when it is gone. Creating one may block for a moment."""

    def __init__(self, address: str) -> None:
        self._ray = joined(address)
        self._actor = (
            self._ray.remote(_Answering).options(max_restarts=0, scheduling_strategy="SPREAD").remote(sys.path)
        )
        self.alive = True

    async def ask(self, answer: Callable[[Any, Callable[[Any], None]], None], question: Any) -> AsyncIterator[Any]:
        """The messages that `answer(question, say)` sends there, until it returns."""
        call = pickle.dumps((answer, question))
        try:
            async for reference in self._actor.answers.options(num_returns="streaming").remote(call):
                yield await reference
        except self._ray.exceptions.RayError as error:
            self.alive = False
            raise ConnectionError(str(error).partition("\n")[0]) from None

    def kill(self) -> None:
        self.alive = False
        self._ray.kill(self._actor)


class _Answering:
    """The actor on the cluster: runs functions, and hands on their messages as they come."""

    def __init__(self, path: list[str]) -> None:
        sys.path.extend(folder for folder in path if folder not in sys.path)

    def answers(self, call: bytes) -> Iterator[Any]:
        """Run the function in a thread and yield its messages as they come."""
        answer, question = pickle.loads(call)
        said: SimpleQueue[tuple[Any, ...]] = SimpleQueue()

        def run() -> None:
            try:
                answer(question, lambda message: said.put((message,)))
            finally:
                said.put(())

        Thread(target=run, daemon=True).start()
        while message := said.get():
            yield message[0]


def cores(address: str) -> int:
    """The number of processors of this cluster now."""
    return int(joined(address).cluster_resources().get("CPU", 1))


def joined(address: str) -> Any:
    """The Ray module, connected to this cluster; ValueError where it cannot connect."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise ValueError(MISSING) from None
    if ray.is_initialized():
        return ray
    _check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise ValueError(f"no Ray cluster answers at {address!r}: {reason}") from None
    return ray


def _call(call: bytes, path: list[str]) -> bytes:
    """Runs on the cluster. Modules are found in the caller's folders, as far as these exist there."""
    sys.path.extend(folder for folder in path if folder not in sys.path)
    return answer(call)


def check(address: str) -> None:
    """Check without connecting: ValueError where Ray is not installed, or nothing listens at the address."""
    if find_spec("ray") is None:
        raise ValueError(MISSING)
    _check_reachable(address)


def _check_reachable(address: str) -> None:
    """Ray waits long and says little where nothing listens."""
    place = re.fullmatch(r"(?:ray://)?([^/:\s]+):([0-9]{1,5})", address)
    if place is None and address != "auto":
        raise ValueError(f"a cluster must be HOST:PORT, ray://HOST:PORT or auto, got {address!r}")
    if place is not None:
        try:
            socket.create_connection((place[1], int(place[2])), REACHING).close()
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ValueError(f"no Ray cluster answers at {address!r}: {reason}") from None
