"""Progress of a long run in several steps: bars on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

BETWEEN_LINES = 10.0
"""Seconds between two lines about a step, where there is no terminal."""
Report = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done and how much there is."""


def bars(out: TextIO | None = None) -> Progress:
    """Rich's bars: name, bar, count, elapsed and remaining time."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(None),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(file=out),
    )


@contextmanager
def progress(out: TextIO | None = None) -> Iterator[Report]:
    """Shows progress on `out`, standard output if left out."""
    out = out or sys.stdout
    if not out.isatty():
        yield _lines(out)
        return
    tasks: dict[str, TaskID] = {}
    with bars(out) as shown:

        def show(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = shown.add_task(step, total=total)
            shown.update(tasks[step], completed=done, total=total)

        yield show


def _lines(out: TextIO) -> Report:
    printed: dict[str, float] = {}
    """When each step was printed last."""

    def show(step: str, done: int, total: int) -> None:
        now = time.monotonic()
        if done == total or now - printed.get(step, float("-inf")) >= BETWEEN_LINES:
            printed[step] = now
            print(f"{step}: {done}/{total}", file=out, flush=True)

    return show
