"""Progress of a long run in several steps: bars on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

BETWEEN_LINES = 10.0
"""Seconds between two lines about a step, where there is no terminal."""
Report = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done and how much there is."""


@contextmanager
def progress() -> Iterator[Report]:
    """Bars on a terminal, now and then a line elsewhere."""
    if not sys.stdout.isatty():
        yield _lines()
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn()) as bars:
        steps: dict[str, object] = {}

        def show(step: str, done: int, total: int) -> None:
            if step not in steps:
                steps[step] = bars.add_task(step, total=total)
            bars.update(steps[step], completed=done, total=total)  # type: ignore[arg-type]

        yield show


def _lines() -> Report:
    shown: dict[str, float] = {}

    def show(step: str, done: int, total: int) -> None:
        now = time.monotonic()
        if done == total or now - shown.get(step, float("-inf")) >= BETWEEN_LINES:
            shown[step] = now
            print(f"{step}: {done}/{total}", flush=True)

    return show
