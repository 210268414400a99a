"""The closing lines: what this machine lacks, and so was not run."""

from __future__ import annotations

import pytest

from needs import missing


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in missing():
        terminalreporter.write_line(line, yellow=True)
