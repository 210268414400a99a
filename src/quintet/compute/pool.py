"""The pool: submit functions, gather what they return as it comes, cancel the rest.

A worker that is lost (killed, out of memory, its machine gone) is replaced and its task is run again, a few times. An
exception is an answer: the function would raise it again, so it is handed back and not retried.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

RETRIES = 2
MOST_WORKERS = 1024


@dataclass(frozen=True, slots=True)
class Task:
    """A call that waits for a worker. All of it must be picklable, a function of a module and not a lambda, unless the
    pool is that of `open_pool_here`."""

    key: str
    """Chosen by the caller."""
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    lost: int = 0
    """How many workers were lost on it so far."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The end of a task."""

    key: str
    value: Any = None
    """What the function returned."""
    error: str | None = None
    """Why there is no value: the exception, or the loss of too many workers."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The worker of a task is gone."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a pool."""

    waiting: int
    running: int
    done: int
    retried: int
    """How often a task was run again because its worker was lost."""


class Workers(Protocol):
    """Runs the functions."""

    @property
    def room(self) -> int:
        """How many more tasks it takes now."""
        ...

    def start(self, task: Task) -> None: ...

    def wait(self) -> list[tuple[Task, TaskResult | Lost]]:
        """Wait until tasks have ended, and return them."""
        ...

    def cancel(self) -> None:
        """Drop all running tasks; new ones may follow."""
        ...

    def close(self) -> None: ...


class Pool:
    """A queue of tasks in front of some workers. A context manager: leaving it, by Ctrl-C too, ends the workers."""

    def __init__(self, workers: Workers, retries: int = RETRIES) -> None:
        self._workers = workers
        self._retries = retries
        self._waiting: deque[Task] = deque()
        self._running: set[str] = set()
        self._keys: set[str] = set()
        """Keys of all waiting and running tasks."""
        self._done = 0
        self._retried = 0

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def progress(self) -> Progress:
        return Progress(len(self._waiting), len(self._running), self._done, self._retried)

    @property
    def room(self) -> int:
        """How many more tasks could run now, beside those that wait."""
        return self._workers.room - len(self._waiting)

    def submit(self, key: str, function: Callable[..., Any], *arguments: Any) -> None:
        """Queue a call; its key must differ from those of all waiting and running tasks."""
        if key in self._keys:
            raise ValueError(f"the task {key!r} is there already")
        self._keys.add(key)
        self._waiting.append(Task(key, function, arguments))

    def gather(self) -> Iterator[TaskResult]:
        """The results in the order in which tasks end, until none is left; more may be submitted then."""
        while self._waiting or self._running:
            self._start_waiting()
            for task, end in self._workers.wait():
                if task.key not in self._running:  # cancelled by the caller while it handled another result
                    continue
                self._running.discard(task.key)
                if isinstance(end, Lost) and task.lost < self._retries:
                    self._retried += 1
                    self._waiting.appendleft(replace(task, lost=task.lost + 1))
                    continue
                self._done += 1
                self._keys.discard(task.key)
                self._start_waiting()  # no worker waits for the caller, who may take time over this result
                yield (
                    end
                    if isinstance(end, TaskResult)
                    else TaskResult(task.key, error=f"lost {task.lost + 1} workers, one by one")
                )

    def values(self, failure: str) -> Iterator[tuple[str, Any]]:
        """The keys and values of all tasks as they end; ValueError, which begins with `failure`, if one has none."""
        for result in self.gather():
            if result.error is not None:
                raise ValueError(f"{failure}: {result.error}")
            yield result.key, result.value

    def cancel(self) -> None:
        """Drop all waiting and running tasks."""
        self._forget()
        self._workers.cancel()

    def close(self) -> None:
        self._forget()
        self._workers.close()

    def _start_waiting(self) -> None:
        while self._waiting and self._workers.room > 0:
            task = self._waiting.popleft()
            self._workers.start(task)
            self._running.add(task.key)

    def _forget(self) -> None:
        for tasks in (self._waiting, self._running, self._keys):
            tasks.clear()


def open_pool(workers: int | None = None, cluster: str | None = None) -> Pool:
    """A pool of local processes, by default one for each core; or, with its address, of a Ray cluster."""
    if cluster is not None:
        if workers is not None:
            raise ValueError("a cluster has the workers it has: expected no number of workers with its address")
        from quintet.compute.ray_cluster import RayCluster

        return Pool(RayCluster(cluster))
    from quintet.compute.processes import Processes

    count = (os.cpu_count() or 1) if workers is None else workers
    if not 1 <= count <= MOST_WORKERS:
        raise ValueError(f"workers must be 1 to {MOST_WORKERS}, got {count}")
    return Pool(Processes(count))


CAN_FORK = sys.platform == "linux"
"""Elsewhere there is no fork, or libraries of the system do not survive one."""


def open_pool_here(workers: int = 1) -> Pool:
    """A pool for functions that only this process knows, such as those of a notebook: they run in it one after another,
    or, with more workers, each in a fork of it; where the system cannot fork, one after another."""
    from quintet.compute.processes import Processes, ThisProcess

    if not 1 <= workers <= MOST_WORKERS:
        raise ValueError(f"workers must be 1 to {MOST_WORKERS}, got {workers}")
    return Pool(Processes(workers, forks=True) if workers > 1 and CAN_FORK else ThisProcess())
