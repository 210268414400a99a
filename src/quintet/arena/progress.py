"""The progress of an arena in Python: a bar on a terminal, another one in a notebook, nothing elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

BETWEEN = 0.2
"""Seconds between two updates in a notebook."""
Report = Callable[[int], None]
"""Called with the number of games that are over."""


@contextmanager
def shown(total: int, wanted: bool | None) -> Iterator[Report]:
    """Shows how many of `total` games are over; `wanted` is ``None`` for where somebody can see it."""
    shell = _notebook()
    if wanted is False or (wanted is None and shell is None and not sys.stderr.isatty()):
        yield lambda done: None
    elif shell is not None:
        with _in_notebook(total) as report:
            yield report
    else:
        with _on_terminal(total) as report:
            yield report


def _notebook() -> Any:
    """The running kernel's shell, if this is one."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell if shell is not None and hasattr(shell, "kernel") else None


@contextmanager
def _in_notebook(total: int) -> Iterator[Report]:
    pages: Any = import_module("IPython.display")
    handle = pages.display(pages.HTML(""), display_id=True)
    updated = 0.0

    def report(done: int) -> None:
        nonlocal updated
        if done < total and time.monotonic() - updated < BETWEEN:
            return
        updated = time.monotonic()
        handle.update(pages.HTML(f'<progress value="{done}" max="{total}"></progress> {done} of {total} games'))

    report(0)
    try:
        yield report
    finally:
        handle.update(pages.HTML(""))


@contextmanager
def _on_terminal(total: int) -> Iterator[Report]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        games = bar.add_task("games", total=total)
        yield lambda done: bar.update(games, completed=done)
