"""Workers on the machines of a Ray cluster; the only module that imports Ray, which is an extra."""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import sys
import time
from typing import Any

from quintet.compute.pool import Done, Lost, Task
from quintet.compute.processes import answer

TASKS_A_CORE = 2
"""Tasks handed to the cluster at a time: one runs and the next is there when it ends."""
RECOUNT = 5.0
"""Seconds after which the cores are counted again: machines come and go."""
REACHING = 5.0
"""Seconds to reach the address."""


class RayCluster:
    """A Ray cluster that runs already; `docs/arena.md` says how to start one."""

    def __init__(self, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            import ray
        except ImportError:
            raise ValueError(
                "a cluster needs Ray, which is not installed: pip install 'quintet-games[cluster]'"
            ) from None
        _check_reachable(address)
        self._ray = ray
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except Exception as error:
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise ValueError(f"no Ray cluster answers at {address!r}: {reason}") from None
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

    def wait(self) -> list[tuple[Task, Done | Lost]]:
        ended: list[tuple[Task, Done | Lost]] = []
        ready, _ = self._ray.wait(list(self._busy), num_returns=1)
        for reference in ready:
            task = self._busy.pop(reference)
            try:
                value, error = pickle.loads(self._ray.get(reference))
            except self._ray.exceptions.RayError:
                ended.append((task, Lost()))
            else:
                ended.append((task, Done(task.key, value, error)))
        return ended

    def cancel(self) -> None:
        for reference in self._busy:
            self._ray.cancel(reference, force=True)
        self._busy.clear()

    def close(self) -> None:
        self.cancel()
        self._ray.shutdown()


def _call(call: bytes, path: list[str]) -> bytes:
    """Runs there. Modules are found where the caller finds them, as far as those folders are there too."""
    sys.path.extend(folder for folder in path if folder not in sys.path)
    return answer(call)


def _check_reachable(address: str) -> None:
    """Ray waits long and says little where nobody listens."""
    place = re.fullmatch(r"(?:ray://)?([^/:\s]+):([0-9]{1,5})", address)
    if place is None and address != "auto":
        raise ValueError(f"a cluster must be HOST:PORT, ray://HOST:PORT or auto, got {address!r}")
    if place is not None:
        try:
            socket.create_connection((place[1], int(place[2])), REACHING).close()
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ValueError(f"no Ray cluster answers at {address!r}: {reason}") from None
