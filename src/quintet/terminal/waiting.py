"""Progress of long work: the seconds of one wait, bars for a run of several steps, a notice where engines are slow."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Protocol, TextIO, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

T = TypeVar("T")

QUIET_SECONDS = 0.3
"""Seconds before anything is shown."""

NAME = "quintet thinks"
"""How the names of threads that do such work begin."""
SLOWER = (
    "quintet: the fast engines are not built here, so slower ones are used;"
    " to get the fast ones, install a C++20 compiler and then install Quintet again."
)


@cache
def tell_slower_engines() -> None:
    """Print a notice on standard error, the first time that an engine is used without compiled kernels."""
    from quintet.engine.native import kernels

    if not kernels.is_built():
        print(SLOWER, file=sys.stderr, flush=True)


def wait(
    work: Callable[[], T], words: Callable[[], str] | str, out: TextIO | None, stop: Callable[[], None] | None = None
) -> T:
    """What `work` returns. It runs in a thread, so that Ctrl-C works even while compiled code is searching.

    `out` is a terminal that shows `words` with the seconds so far, or ``None``. After Ctrl-C `stop` asks the
    work to end.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # raised again in the thread that waits
            errors.append(error)

    thread = threading.Thread(target=run, name=NAME, daemon=True)
    began = time.monotonic()
    thread.start()
    try:
        with _without_echo() if out else nullcontext():
            thread.join(QUIET_SECONDS)
            while thread.is_alive():
                said = words if isinstance(words, str) else words()
                _show(out, f"{said}, {time.monotonic() - began:.0f} s")
                thread.join(0.2)
    except KeyboardInterrupt:
        if stop is not None:
            stop()
            thread.join(QUIET_SECONDS)
        raise
    finally:
        if time.monotonic() - began >= QUIET_SECONDS:
            _show(out, "")
    if errors:
        raise errors[0]
    return answers[0]


@contextmanager
def _without_echo() -> Iterator[None]:
    """Keys that are pressed meanwhile are kept for the next question, and not shown in the line that tells the time."""
    try:
        import termios

        keyboard = sys.stdin.fileno()
        if os.tcgetpgrp(keyboard) != os.getpgrp():  # in the background the terminal is not ours to change
            raise OSError
        before = termios.tcgetattr(keyboard)
    except (ImportError, OSError, ValueError, AttributeError):  # no terminal, no keyboard, Windows
        yield
        return
    quiet = before.copy()
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(keyboard, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, before)


def terminal() -> TextIO | None:
    """Standard error if it is a terminal: a file gets no progress."""
    return sys.stderr if sys.stderr.isatty() else None


def _show(out: TextIO | None, words: str) -> None:
    """Overwrite the line, without escape codes, which some terminals lack."""
    if out is not None:
        columns = shutil.get_terminal_size().columns - 1
        out.write(f"\r{words[:columns]:{columns}}\r{words[:columns]}")
        out.flush()


def unfinished() -> bool:
    """Whether abandoned work is still running."""
    return any(thread.name.startswith(NAME) for thread in threading.enumerate())


BETWEEN_LINES = 10.0
"""Seconds between two lines about a step, where there is no terminal."""


class ProgressReport(Protocol):
    """Called with the name of a step, how much of it is done, how much there is, and the result so far."""

    def __call__(self, step: str, done: int, total: int, result: str = "") -> None: ...


def bars(out: TextIO | None = None) -> Progress:
    """Rich's bars: name, bar, count, the time that is left, and the result so far."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(None),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("left  {task.fields[result]}"),
        console=Console(file=out),
        redirect_stdout=sys.stdout.isatty(),  # what goes into a file or a pipe stays there
    )


@contextmanager
def progress(out: TextIO | None = None) -> Iterator[ProgressReport]:
    """Shows progress on `out`, standard output if left out."""
    out = out or sys.stdout
    if not out.isatty():
        yield _lines(out)
        return
    tasks: dict[str, TaskID] = {}
    with bars(out) as shown:

        def show(step: str, done: int, total: int, result: str = "") -> None:
            if step not in tasks:
                tasks[step] = shown.add_task(step, total=total, result=result)
            shown.update(tasks[step], completed=done, total=total, result=result)

        yield show


@contextmanager
def stoppable(out: TextIO | None = None, then: str = "The same command goes on from here.") -> Iterator[None]:
    """For long work that Ctrl-C ends: says on `out`, standard output if left out, what comes then."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"\nStopped. {then}", file=out or sys.stdout)
        raise


def _lines(out: TextIO) -> ProgressReport:
    printed: dict[str, float] = {}
    """When each step was printed last."""

    def show(step: str, done: int, total: int, result: str = "") -> None:
        now = time.monotonic()
        if done == total or now - printed.get(step, float("-inf")) >= BETWEEN_LINES:
            printed[step] = now
            print(f"{step}: {done}/{total}{f', {result}' if result else ''}", file=out, flush=True)

    return show
