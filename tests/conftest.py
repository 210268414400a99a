"""Ctrl-C as at a terminal, a loop for everybody, what is run first, and the closing lines: what was not run."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from needs import missing

HERE = Path(__file__).parent
LONG_FIRST = [
    "terminal/test_tmux.py",
    "web",
    "twin",
    "engine/native",
    "server",
    "terminal",
    "arena",
    "protocols",
    "environments",
    "formats",
    "learn",
]
"""Files and folders; the first of them takes two minutes, in which it mostly waits."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a script's background; programs inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser that stays open keeps a loop running in its thread; whoever comes after it begins another."""
    if "browser" in request.fixturenames:
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files go to workers in this order: what takes long comes first, and what is short fills the end."""

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(HERE).as_posix()
        return next((at for at, start in enumerate(LONG_FIRST) if path.startswith(start)), len(LONG_FIRST))

    items.sort(key=place)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in missing():
        terminalreporter.write_line(line, yellow=True)
