"""What the engine protocols share: lines in and out, and a search that runs beside the reader.

The reader never waits for a search, so that a program at the other end can stop it, ask whether we live, or quit.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import BinaryIO, Protocol, TextIO

from quintet.core.game import AnyGame
from quintet.engine import Analysis, Engine

LONGEST_LINE = 1_000_000
"""A line has at most so many bytes: a match of thousands of moves fits."""
TOO_LONG = f"a line must have at most {LONGEST_LINE} bytes"
FIRST_SLICE = 0.5
"""Seconds of the first search of an analysis without end; each further one is twice as long."""
LONGEST_SLICE = 3600.0
LEAST_SECONDS = 0.01


class Session(Protocol):
    """One conversation."""

    def hear(self, line: str) -> bool:
        """Obey a line; whether the conversation goes on. Nothing that a line says makes it raise."""
        ...

    def refuse(self, reason: str) -> None:
        """Answer a line that cannot be read, as the protocol answers errors."""
        ...

    def close(self) -> None:
        """End what is being searched."""
        ...


def converse(session: Session, source: BinaryIO, voice: Voice) -> None:
    """Read lines until the other side has enough or is gone."""
    try:
        for line in _lines(source):
            if line is None:
                session.refuse(TOO_LONG)
            elif not session.hear(line) or voice.lost:
                break
    finally:
        session.close()


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """Lines without their ends; ``None`` for one that is too long."""
    while raw := source.readline(LONGEST_LINE):
        whole = raw.endswith(b"\n") or len(raw) < LONGEST_LINE
        yield raw.decode("utf-8", "replace").strip("\r\n") if whole else None
        while not whole and (raw := source.readline(LONGEST_LINE)):
            whole = raw.endswith(b"\n")


class Voice:
    """Says whole lines, from any thread."""

    def __init__(self, out: TextIO) -> None:
        self.lost = False
        """Whether nobody listens any more."""
        self._out = out
        self._lock = threading.Lock()

    def __call__(self, text: str) -> None:
        with self._lock:
            try:
                self._out.write(text + "\n")
                self._out.flush()
            except (BrokenPipeError, ValueError):  # closed by the other side, or by us
                self.lost = True


class Thinking:
    """One search at a time in a thread of its own."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        """Whether the search of now was asked to end."""
        self._thread: threading.Thread | None = None
        self._engine: Engine | None = None

    @property
    def busy(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def begin(self, engine: Engine, work: Callable[[], None]) -> None:
        """Start a search; one that runs is ended first."""
        self.end()
        self.stopped.clear()
        self._engine = engine
        self._thread = threading.Thread(target=work, name="search", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Ask the search to end, and wait until it has said its last word."""
        self.stopped.set()
        while self.busy and self._engine is not None and self._thread is not None:
            self._engine.stop()  # again and again: one that is only just beginning does not hear it yet
            self._thread.join(0.005)

    def wait(self) -> None:
        """Let the search come to its own end."""
        if self._thread is not None:
            self._thread.join()


def analyze_until(
    engine: Engine, position: object, stopped: threading.Event, lines: int, tell: Callable[[Analysis], None]
) -> Analysis:
    """Analyse for longer and longer until asked to stop; what is proved is told once and then only waited with.

    Slices, because a solver is given a share of the time that is known, and here none is. Each may start afresh, so
    what it finds is told only when it is better than what was told before; the best of all is the answer.
    """
    seconds, best = FIRST_SLICE, Best(tell)
    while True:
        analysis = engine.analyze(position, seconds=seconds, lines=lines, progress=best.hear)
        best.hear(analysis)
        if all(line.exact for line in analysis.lines):
            stopped.wait()
        if stopped.is_set():
            return best.answer or analysis
        best.begin_slice(analysis.nodes)
        seconds = min(2 * seconds, LONGEST_SLICE)


class Best:
    """The best answer of the slices of one analysis: depth, nodes and time of what it tells never go back."""

    def __init__(self, tell: Callable[[Analysis], None]) -> None:
        self.answer: Analysis | None = None
        self._tell = tell
        self._began = time.perf_counter()
        self._spent = 0
        """Nodes of the slices that are over."""
        self._trust = (0, 0)

    def begin_slice(self, spent: int) -> None:
        """After one that took so many nodes."""
        self._spent += spent

    def hear(self, found: Analysis) -> None:
        """Take and tell an answer if it is the best so far."""
        trust = _trust(found)
        if self.answer is not None and trust <= self._trust:
            return
        self._trust = trust
        self.answer = replace(
            found,
            depth=found.depth if self.answer is None else max(found.depth, self.answer.depth),
            nodes=self._spent + found.nodes,
            seconds=time.perf_counter() - self._began,
        )
        self._tell(self.answer)


def _trust(found: Analysis) -> tuple[int, int]:
    """What is proved counts most, then how much was looked at: in a tree of playouts more does not mean deeper."""
    return sum(line.exact for line in found.lines) if found.exact else 0, found.nodes


def explained(error: Exception) -> str:
    """What went wrong, on one line: a sentence of ours, or the kind of a stranger's error, too."""
    words = " ".join(str(error).split())[:300]
    return words if isinstance(error, ValueError) else f"{type(error).__name__}: {words}"


def is_over(game: AnyGame, position: object) -> bool:
    return game.outcome(position) is not None
