"""Several processes that serve one port: the parent holds it, starts them, and replaces those that die."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import print_exc

import structlog

PAUSE = 1.0
"""Seconds before one is replaced that lived no longer than this."""
ENDING = (signal.SIGTERM, signal.SIGINT)
log = structlog.get_logger("quintet.processes")


class Processes:
    """`serve` runs in each of them, and is given what can be read as soon as the parent is no more."""

    def __init__(self, count: int, serve: Callable[[int], int]) -> None:
        self._count = count
        self._serve = serve
        self._children: dict[int, float] = {}
        """When each was started."""
        self._ending = False
        self._lifeline = os.pipe()

    def run(self) -> int:
        """Until Ctrl-C or SIGTERM, and until all have ended."""
        for number in ENDING:
            signal.signal(number, self._end)
        for _ in range(self._count):
            self._start()
        while self._children:
            pid, status = os.wait()
            began = self._children.pop(pid)
            if self._ending:
                continue
            log.error("process died", pid=pid, status=os.waitstatus_to_exitcode(status))
            if time.monotonic() - began < PAUSE:
                time.sleep(PAUSE)
            self._start()
        return 0

    def _end(self, *_: object) -> None:
        self._ending = True
        for pid in self._children:
            os.kill(pid, signal.SIGTERM)

    def _start(self) -> None:
        with _undisturbed():  # or one could start that nobody asks to end
            if self._ending:
                return
            pid = os.fork()
            if pid:
                self._children[pid] = time.monotonic()
                return
            for number in ENDING:
                signal.signal(number, signal.SIG_DFL)
        self._be_a_child()

    def _be_a_child(self) -> None:
        status = 1
        try:
            os.close(self._lifeline[1])
            status = self._serve(self._lifeline[0])
        except BaseException:
            print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)  # whatever waits for the end of a process belongs to the parent


@contextmanager
def _undisturbed() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
