"""Ctrl-C as at a terminal, a loop for everybody, and the closing lines: what this machine lacks, and so was not run."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator

import pytest

from needs import missing

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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in missing():
        terminalreporter.write_line(line, yellow=True)
