"""Drives the `quintet` command: in this process, as a real one behind pipes, or at a pseudo-terminal."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from quintet.engine.native import kernels
from quintet.terminal.cli import main
from quintet.terminal.waiting import SLOWER

QUINTET = [sys.executable, "-m", "quintet"]
NOTICE = b"" if kernels.is_built() else f"{SLOWER}\n".encode()
"""What a process says when it first uses an engine on this machine."""


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def last(self) -> str:
        """The last line of its output."""
        return self.out.splitlines()[-1]


@dataclass
class Desk:
    """An empty folder to play in, with a home of its own for saved games."""

    folder: Path
    home: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]
    environment: dict[str, str] = field(default_factory=dict, repr=False)

    def run(self, *arguments: str, typed: str | bytes = "") -> Ran:
        """The command in this process, with these lines on its standard input."""
        raw = typed if isinstance(typed, bytes) else typed.encode()
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        self.capsys.readouterr()
        try:
            status = main(arguments)
        except SystemExit as exit:  # the help of the command line leaves like this
            status = int(exit.code or 0)
        out, err = self.capsys.readouterr()
        return Ran(status, out, err)

    def spawn(self, *arguments: str, typed: bytes = b"") -> Ran:
        """The command as a process of its own."""
        done = subprocess.run(
            [*QUINTET, *arguments], input=typed, capture_output=True, cwd=self.folder, env=self.environment, timeout=60
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    @contextlib.contextmanager
    def start(self, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        """The command as a process that goes on while the test does."""
        with subprocess.Popen(
            [*QUINTET, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=self.environment,
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    @property
    def saves(self) -> list[Path]:
        return sorted(self.home.glob("saves/*.quintet"))

    def saves_by_time(self) -> list[Path]:
        """The one written last comes last."""
        return sorted(self.saves, key=lambda path: path.stat().st_mtime_ns)

    def read(self, name: str) -> str:
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            return file.read()


def environment(home: Path) -> dict[str, str]:
    """The variables of a process: ours without anything that changes how it looks."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    return kept | {"QUINTET_HOME": str(home), "TERM": "xterm-256color", "COLUMNS": "100"}


def lines(*typed: str) -> str:
    """What a person types, a line each."""
    return "".join(f"{line}\n" for line in typed)
