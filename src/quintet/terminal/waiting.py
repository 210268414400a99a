"""Work that takes a while, such as an engine's search: shown on a terminal, and Ctrl-C ends the wait at once."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable
from typing import TextIO, TypeVar

T = TypeVar("T")

FIRST_WORD = 0.3
"""Seconds before a wait is worth a word."""

NAME = "quintet thinks"
"""Of the threads that do such work."""


def wait(
    work: Callable[[], T], words: Callable[[], str] | str, out: TextIO | None, stop: Callable[[], None] | None = None
) -> T:
    """What `work` returns. It runs beside us, so that Ctrl-C is heard even while a search is deep in its own code.

    `out` is a terminal that shows `words` with the seconds so far, or ``None``. After Ctrl-C `stop` asks the
    work to end.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # handed to whoever waits
            errors.append(error)

    thread = threading.Thread(target=run, name=NAME, daemon=True)
    began = time.monotonic()
    thread.start()
    try:
        thread.join(FIRST_WORD)
        while thread.is_alive():
            said = words if isinstance(words, str) else words()
            _show(out, f"{said}, {time.monotonic() - began:.0f} s")
            thread.join(0.2)
    except KeyboardInterrupt:
        if stop is not None:
            stop()
            thread.join(FIRST_WORD)
        raise
    finally:
        if time.monotonic() - began >= FIRST_WORD:
            _show(out, "")
    if errors:
        raise errors[0]
    return answers[0]


def terminal() -> TextIO | None:
    """Where to say that it takes a while: never into a file."""
    return sys.stderr if sys.stderr.isatty() else None


def _show(out: TextIO | None, words: str) -> None:
    """Put words in place of the last ones on the line, with nothing that only some terminals know."""
    if out is not None:
        columns = shutil.get_terminal_size().columns - 1
        out.write(f"\r{words[:columns]:{columns}}\r{words[:columns]}")
        out.flush()


def unfinished() -> bool:
    """Whether some work was left alone and still runs."""
    return any(thread.name == NAME for thread in threading.enumerate())
