"""Workers on this machine: one process each, started on demand."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from quintet.compute.pool import Lost, Task, TaskResult

PATIENCE = 2.0
"""Seconds for a worker to exit after it is asked to."""


class Processes:
    """A number of worker processes. Not a `ProcessPoolExecutor`, which gives up every task when one worker dies, cannot
    tell whose it was, and cannot cancel a running task."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._workers: list[_Worker] = []
        """All processes at any moment, so that `close` finds every one, whatever interrupts us."""

    @property
    def room(self) -> int:
        return self.count - len(self._busy)

    @property
    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.task is not None]

    def start(self, task: Task) -> None:
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


class _Worker:
    """A process and our end of the pipe to it."""

    def __init__(self) -> None:
        # A fresh interpreter: forking a process that has threads, as ours may, can deadlock.
        context = multiprocessing.get_context("spawn")
        self.task: Task | None = None
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        with _interrupts_blocked():  # Ctrl-C must not hit a worker that cannot ignore it yet
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
    """Block Ctrl-C for processes that are started inside; no effect where the system has no signal masks."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(connection: Connection) -> None:
    """The main loop of a worker: calls come through the pipe, results go back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner of the pool
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_follow_parent, daemon=True).start()
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115  # what a player prints is no report
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


def answer(call: bytes) -> bytes:
    """Run a pickled call; returns the pickled value and error, one of which is None."""
    try:
        function, arguments = pickle.loads(call)
        return pickle.dumps((function(*arguments), None))
    except Exception as error:
        return pickle.dumps((None, _described(error)))


def _described(error: BaseException) -> str:
    """An exception in one line; a ValueError, the caller's mistake, without its class name."""
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"


def _leave(number: int, frame: Any) -> None:
    sys.exit(0)  # so that the function's `finally` clauses are run


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
