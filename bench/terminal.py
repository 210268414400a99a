"""The app at a pseudo-terminal: from the start to a board, from a key to the board redrawn, and its memory.

    python -m bench.terminal [RUNS]

Each is given as processor time of the command, which other work on the machine changes little, and by the clock on the
wall. A start ends when the last line of the first screen was written. Keys move the cursor while an analysis with three
lines runs; the board is redrawn when the cursor was drawn at its new place.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

RUNS, KEYS = 7, 40
SIZE = 120, 40
ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=]*[A-Za-z~]|\x1b[()].|\x1b[=>]")
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"
STARTS = {"the shelf": ([], b"quit"), "Othello": (["play", "othello", "--app", "--names", "Ada,Ben"], b"to move")}
"""Arguments, and the word that is drawn last."""
Taken = tuple[float, float]
"""Seconds of processor time, and seconds on the clock."""


@dataclass
class Terminal:
    """A command that draws on a terminal of ours."""

    pid: int
    master: int
    began: float
    shown: bytes = b""

    def until(self, word: bytes, seconds: float = 60) -> None:
        """Read until a word is drawn."""
        deadline = time.perf_counter() + seconds
        while word not in ESCAPES.sub(b"", self.shown):
            if not select.select([self.master], [], [], max(0.0, deadline - time.perf_counter()))[0]:
                raise TimeoutError(f"{word!r} was not drawn within {seconds} s")
            self.shown += os.read(self.master, 65536)

    def rest(self, seconds: float) -> None:
        """Read whatever comes for a while."""
        deadline = time.perf_counter() + seconds
        while (left := deadline - time.perf_counter()) > 0:
            if select.select([self.master], [], [], left)[0]:
                os.read(self.master, 65536)
        self.shown = b""

    def key(self, key: bytes) -> None:
        self.shown = b""
        os.write(self.master, key)

    @property
    def processor(self) -> float:
        """Seconds of processor time of all its threads."""
        return time.clock_gettime(~self.pid << 3 | 2)  # as clock_getcpuclockid(3) counts the clock of another process

    @property
    def screen_processor(self) -> float:
        """Seconds of processor time of the thread that draws, without searches beside it."""
        return int(Path(f"/proc/{self.pid}/task/{self.pid}/schedstat").read_text().split()[0]) / 1e9

    @property
    def memory(self) -> float:
        """Megabytes, at most so far."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


@contextlib.contextmanager
def terminal(arguments: list[str], home: str) -> Iterator[Terminal]:
    command = [sys.executable, "-m", "quintet", *arguments]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**kept, "TERM": "xterm-256color", "QUINTET_HOME": home}
    began = time.perf_counter()
    pid, master = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        os.execve(sys.executable, command, environment)
    try:
        yield Terminal(pid, master, began)
    finally:
        os.close(master)  # which hangs up
        os.waitpid(pid, 0)


def start(arguments: list[str], last: bytes, home: str) -> Taken:
    """Until the first screen is there."""
    with terminal(arguments, home) as at:
        at.until(last)
        return at.processor, time.perf_counter() - at.began


def keys(home: str) -> tuple[list[Taken], list[Taken], float]:
    """What keys take with nothing else to do, what they take beside an analysis, and the megabytes in the end."""
    arguments, last = STARTS["Othello"]
    with terminal(arguments, home) as at:
        at.until(last)
        at.rest(0.5)
        quiet = [_press(at, number) for number in range(KEYS)]
        at.key(b"l")
        at.rest(1.0)
        return quiet, [_press(at, number) for number in range(KEYS)], at.memory


def _press(at: Terminal, number: int) -> Taken:
    before = at.screen_processor
    at.key(RIGHT if number % 2 else LEFT)
    began = time.perf_counter()
    at.until(b"[")  # the cursor; nothing beside the board has one
    took = time.perf_counter() - began
    spent = at.screen_processor - before
    at.rest(0.07)
    return spent, took


def rows(table: Table, name: str, taken: list[Taken], unit: str, scale: float) -> None:
    for words, seconds in zip(("processor time", "on the clock"), zip(*taken, strict=True), strict=True):
        figures = min(seconds), statistics.median(seconds), max(seconds)
        shown = (f"{scale * figure:.{2 if scale == 1 else 0}f} {unit}" for figure in figures)
        table.add_row(f"{name}, {words}", *shown)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    table = Table("", "best", "median", "worst", title="The app at a terminal of 120 x 40")
    with tempfile.TemporaryDirectory() as home:
        for name, (arguments, last) in STARTS.items():
            start(arguments, last, home)  # files are read, and compiled where they were not
            rows(table, f"start to {name}", [start(arguments, last, home) for _ in range(runs)], "s", 1)
        quiet, beside, memory = keys(home)
        rows(table, "a key to the board", quiet, "ms", 1000)
        rows(table, "... beside an analysis", beside, "ms", 1000)
        table.add_row("memory", "", "", f"{memory:.0f} MB")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
