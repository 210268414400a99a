"""Several processes that serve one port, forked by a parent that replaces those that die; their garbage collector."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import print_exc

import structlog

PAUSE = 1.0
"""Seconds to wait before replacing a process that lived no longer than this."""
ENDING = (signal.SIGTERM, signal.SIGINT)
FULL_COLLECTION = 3600.0
"""Seconds between full collections: they find cycles of objects that were in use at an earlier one, such as those of
connections that were open for long."""
YOUNG = 10_000
"""Allocations between collections of the youngest generation, instead of 700: a move makes hundreds of objects, and
hardly any is garbage."""
log = structlog.get_logger("quintet.processes")


class Prefork:
    """Runs `serve` in each process; the file descriptor it gets becomes readable when the parent has died."""

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


# Garbage collection must not hold up moves: with a thousand live matches a full collection takes 0.3 s and frees next
# to nothing. So whatever survives one is frozen, and once in a while everything is collected.


def freeze_garbage_collector() -> None:
    """Leave what exists now, and what survives later collections, out of the next ones."""
    gc.freeze()
    gc.set_threshold(YOUNG, 10, 10)
    if _collected not in gc.callbacks:
        gc.callbacks.append(_collected)


def _collected(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


async def collect_everything() -> None:
    gc.unfreeze()
    gc.collect()
