"""Workers on this machine: processes that are started on demand, forks of this process, or this process itself."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any

from quintet.compute.pool import Lost, Task, TaskResult
from quintet.core.sentences import explained

PATIENCE = 2.0
"""Seconds for a worker to exit after it is asked to."""


class Processes:
    """A number of worker processes. Not a `ProcessPoolExecutor`, which gives up every task when one worker dies, cannot
    tell whose it was, and cannot cancel a running task.

    With `forks` each task runs in a fork of this process, so that it may hold what cannot be pickled: only its result
    is. Every task then begins with what this process knew when it was started.
    """

    def __init__(self, count: int, forks: bool = False) -> None:
        self.count = count
        self._forks = forks
        self._workers: list[_Worker] = []
        """All processes at any moment, so that `close` finds every one, whatever interrupts us."""

    @property
    def room(self) -> int:
        return self.count - len(self._busy)

    @property
    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.task is not None]

    def start(self, task: Task) -> None:
        if self._forks:
            self._workers.append(_Worker(task))
            return
        call = pickle.dumps((task.function, task.arguments))
        worker = next((worker for worker in self._workers if worker.task is None), None)
        if worker is None:
            worker = _Worker()
            self._workers.append(worker)
        worker.task = task
        with contextlib.suppress(OSError):  # died while it was idle: `wait` will see it
            worker.connection.send_bytes(call)

    def wait(self) -> list[tuple[Task, TaskResult | Lost]]:
        ended: list[tuple[Task, TaskResult | Lost]] = []
        ready = wait([worker.connection for worker in self._busy])
        for worker in self._busy:
            if worker.connection in ready and worker.task is not None:
                task = worker.task
                try:
                    value, error = worker.connection.recv()
                except (EOFError, OSError, pickle.UnpicklingError):
                    self._end([worker])
                    ended.append((task, Lost()))
                else:
                    worker.task = None
                    ended.append((task, TaskResult(task.key, value, error)))
                    if self._forks:
                        self._end([worker])
        return ended

    def cancel(self) -> None:
        self._end(self._busy)

    def close(self) -> None:
        self._end(list(self._workers))

    def _end(self, workers: list[_Worker]) -> None:
        for worker in workers:
            worker.process.terminate()  # all at once, so that we wait for the slowest only
        for worker in workers:
            worker.end()
            self._workers.remove(worker)


class ThisProcess:
    """One worker that is this process: tasks may hold anything, and what they change or print stays."""

    def __init__(self) -> None:
        self._task: Task | None = None

    @property
    def room(self) -> int:
        return int(self._task is None)

    def start(self, task: Task) -> None:
        self._task = task

    def wait(self) -> list[tuple[Task, TaskResult | Lost]]:
        task, self._task = self._task, None
        if task is None:
            return []
        try:
            return [(task, TaskResult(task.key, task.function(*task.arguments)))]
        except Exception as error:
            return [(task, TaskResult(task.key, error=explained(error)))]

    def cancel(self) -> None:
        self._task = None

    close = cancel


class _Worker:
    """A process and our end of the pipe to it: for many tasks, or a fork for one."""

    def __init__(self, task: Task | None = None) -> None:
        # A fresh interpreter where it can be: forking a process that has threads, as ours may, can deadlock.
        context: Any = multiprocessing.get_context("spawn" if task is None else "fork")
        self.task = task
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, task), daemon=True)
        with _interrupts_blocked(), _forking() if task else _script_hidden():
            self.process.start()
        theirs.close()  # so that the pipe ends when the process does

    def end(self) -> None:
        """Wait until the process has exited."""
        self.process.join(PATIENCE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        self.process.close()
        self.connection.close()


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for processes that are started inside, because they cannot ignore it yet; no effect where the system
    has no signal masks."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _forking() -> Iterator[None]:
    """Forks are for callers who have no other way: they are not warned that one can deadlock."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


@contextlib.contextmanager
def _script_hidden() -> Iterator[None]:
    """Keep processes that are started inside from running the caller's script again: tasks are functions of modules, so
    nobody needs to write ``if __name__ == "__main__":``."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def serve(connection: Connection, task: Task | None = None) -> None:
    """The main loop of a worker: calls come through the pipe, results go back; or, of a fork, its only task."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner of the pool
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_follow_parent, daemon=True).start()
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115  # what a player prints is no report
    if task is not None:
        with contextlib.suppress(OSError):
            connection.send_bytes(answer(task))
        return
    while True:
        try:
            call = connection.recv_bytes()
        except (EOFError, OSError):  # the owner is gone
            return
        answered = answer(call)
        try:
            connection.send_bytes(answered)
        except OSError:  # the owner is gone
            return


def answer(call: bytes | Task) -> bytes:
    """Run a call, pickled or not; returns the pickled value and error, one of which is None."""
    try:
        function, arguments = (call.function, call.arguments) if isinstance(call, Task) else pickle.loads(call)
        return pickle.dumps((function(*arguments), None))
    except Exception as error:
        return pickle.dumps((None, explained(error)))


def _leave(number: int, frame: Any) -> None:
    sys.exit(0)  # so that the function's `finally` clauses are run


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
