"""Shared by the engine protocols: line input and output, and a search in the background.

The reader never waits for a search, so that the other program can stop it, ping us, or quit.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import BinaryIO, TextIO

from quintet.core.game import AnyGame
from quintet.engine import Analysis, Engine

LONGEST_LINE = 1_000_000
"""The longest line in bytes: enough for a match of thousands of moves."""
TOO_LONG = f"a line must have at most {LONGEST_LINE} bytes"
FIRST_SLICE = 0.5
"""Seconds of the first slice of an endless analysis; each following one is twice as long."""
LONGEST_SLICE = 3600.0
LEAST_SECONDS = 0.01


class EngineProtocol(ABC):
    """One protocol, line by line, with its search in the background."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._background = BackgroundSearch()

    @abstractmethod
    def hear(self, line: str) -> bool:
        """Handle a line; False ends the conversation. No line makes it raise."""

    @abstractmethod
    def refuse(self, reason: str) -> None:
        """Answer a line that cannot be read with the protocol's error."""

    def close(self) -> None:
        """End the running search."""
        self._background.end()


def converse(session: EngineProtocol, source: BinaryIO, voice: LineWriter) -> None:
    """Handle lines until the protocol ends or the other side is gone."""
    try:
        for line in _lines(source):
            if line is None:
                session.refuse(TOO_LONG)
            elif not session.hear(line) or voice.lost:
                break
    finally:
        session.close()


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """Lines without line ends; ``None`` for one that is too long."""
    while raw := source.readline(LONGEST_LINE):
        whole = raw.endswith(b"\n") or len(raw) < LONGEST_LINE
        yield raw.decode("utf-8", "replace").strip("\r\n") if whole else None
        while not whole and (raw := source.readline(LONGEST_LINE)):
            whole = raw.endswith(b"\n")


class LineWriter:
    """Writes whole lines, from any thread."""

    def __init__(self, out: TextIO) -> None:
        self.lost = False
        """Whether the other side is gone."""
        self._out = out
        self._lock = threading.Lock()

    def __call__(self, text: str) -> None:
        with self._lock:
            try:
                self._out.write(text + "\n")
                self._out.flush()
            except (BrokenPipeError, ValueError):  # closed by the other side, or by us
                self.lost = True


class BackgroundSearch:
    """One search at a time, in its own thread."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        """Set when the current search was asked to end."""
        self._thread: threading.Thread | None = None
        self._engine: Engine | None = None

    @property
    def busy(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def begin(self, engine: Engine, work: Callable[[], None]) -> None:
        """Start a search; a running one is ended first."""
        self.end()
        self.stopped.clear()
        self._engine = engine
        self._thread = threading.Thread(target=work, name="search", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Ask the search to end, and wait for it."""
        self.stopped.set()
        while self.busy and self._engine is not None and self._thread is not None:
            self._engine.stop()  # repeatedly: a search that is just starting does not notice it yet
            self._thread.join(0.005)

    def wait(self) -> None:
        """Wait for the search to finish by itself."""
        if self._thread is not None:
            self._thread.join()


def analyze_until(
    engine: Engine, position: object, stopped: threading.Event, lines: int, tell: Callable[[Analysis], None]
) -> Analysis:
    """Analyse in ever longer slices until asked to stop; after a proof it only waits.

    Slices, because a solver gets a share of a known time, and here there is none. Each slice may start afresh, so only
    an answer that is better than those before is reported; the best of all is returned.
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
    """The best answer of the slices of one analysis; reported depth, nodes and time never decrease."""

    def __init__(self, tell: Callable[[Analysis], None]) -> None:
        self.answer: Analysis | None = None
        self._tell = tell
        self._began = time.perf_counter()
        self._spent = 0
        """Nodes of the finished slices."""
        self._trust = (0, 0)

    def begin_slice(self, spent: int) -> None:
        """Begin a slice after one that took `spent` nodes."""
        self._spent += spent

    def hear(self, analysis: Analysis) -> None:
        """Store and report an answer if it is the best so far."""
        trust = _trust(analysis)
        if self.answer is not None and trust <= self._trust:
            return
        self._trust = trust
        self.answer = replace(
            analysis,
            depth=analysis.depth if self.answer is None else max(analysis.depth, self.answer.depth),
            nodes=self._spent + analysis.nodes,
            seconds=time.perf_counter() - self._began,
        )
        self._tell(self.answer)


def _trust(analysis: Analysis) -> tuple[int, int]:
    """Proofs count most, then nodes: in a tree of playouts more nodes do not mean more depth."""
    return sum(line.exact for line in analysis.lines) if analysis.exact else 0, analysis.nodes


def is_over(game: AnyGame, position: object) -> bool:
    return game.outcome(position) is not None
