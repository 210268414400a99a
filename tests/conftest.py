"""Ctrl-C as at a terminal, and the closing lines: what this machine lacks, and so was not run."""

from __future__ import annotations

import signal

import pytest

from needs import missing

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a script's background; programs inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in missing():
        terminalreporter.write_line(line, yellow=True)
