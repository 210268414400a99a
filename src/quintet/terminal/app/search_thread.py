"""Searches beside the screen: a thread that always does the newest thing it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from quintet.terminal.waiting import NAME

Wanted = Callable[[], bool]
"""Whether the answer is still wanted."""


class Worker:
    """One thread, started with the first job; a new job stops the one before."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._next: Callable[[Wanted], None] | None = None
        self._stop: Callable[[], None] = lambda: None
        self._ticket = 0
        self._thread: threading.Thread | None = None

    def ask(self, job: Callable[[Wanted], None], stop: Callable[[], None]) -> None:
        """Do this as soon as what is being done has ended; `stop` ends it early."""
        with self._change:
            self._stop()
            self._ticket += 1
            self._next, self._stop = job, stop
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=NAME, daemon=True)
                self._thread.start()
            self._change.notify()

    def cancel(self) -> None:
        """Nothing is wanted any more."""
        with self._change:
            self._stop()
            self._ticket += 1
            self._next, self._stop = None, lambda: None

    def close(self) -> None:
        """Let the thread end."""
        self.cancel()
        with self._change:
            thread, self._thread = self._thread, None
            self._change.notify()
        if thread is not None:
            thread.join(0.3)

    def _work(self) -> None:
        while True:
            with self._change:
                while self._next is None:
                    if self._thread is not threading.current_thread():
                        return
                    self._change.wait()
                job, self._next, ticket = self._next, None, self._ticket
            job(partial(self._is_newest, ticket))

    def _is_newest(self, ticket: int) -> bool:
        return ticket == self._ticket
