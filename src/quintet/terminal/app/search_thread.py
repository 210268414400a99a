"""Work beside the screen: questions to a site, the newest search, and the analysis of the position that is shown."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from textual.screen import Screen

from quintet.core.game import AnyGame
from quintet.engine import Analysis, Engine
from quintet.engine.book import listed_text
from quintet.terminal.waiting import NAME

Wanted = Callable[[], bool]
"""Whether the answer is still wanted."""
FIRST, LONGEST, ALTOGETHER = 0.5, 8.0, 60.0
"""Seconds of the first search of a position, the longest one, and all together: then the machine may rest."""
EVERY_MOVE = 10.0
"""Seconds for the result of every move."""
BETWEEN = 0.1
"""Seconds between two reports: nobody reads faster."""
LINES = 3
"""How many lines of an analysis are shown."""

Tell = Callable[[Analysis], object]
Report = Callable[[Analysis], None]
A = TypeVar("A")


def ask_in_thread(screen: Screen[Any], ask: Callable[[], A], then: Callable[[A | None, str], None]) -> None:
    """Ask in a thread of its own, so that no question replaces another; the screen gets the answer, or else the
    message of the ValueError."""

    def work() -> None:
        answer, trouble = None, ""
        try:
            answer = ask()
        except ValueError as error:
            trouble = str(error)
        screen.call_later(then, answer, trouble)

    threading.Thread(target=work, daemon=True).start()


class SearchThread:
    """One thread, started with the first job; a new job stops the one before."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._next: Callable[[Wanted], None] | None = None
        self._stop: Callable[[], None] = lambda: None
        self._ticket = 0
        self._thread: threading.Thread | None = None

    def ask(self, job: Callable[[Wanted], None], stop: Callable[[], None]) -> None:
        """Stop the current job and run this one; `stop` ends it early."""
        with self._change:
            self._stop()
            self._ticket += 1
            self._next, self._stop = job, stop
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=NAME, daemon=True)
                self._thread.start()
            self._change.notify()

    def cancel(self) -> None:
        """Stop the current job."""
        with self._change:
            self._stop()
            self._ticket += 1
            self._next, self._stop = None, lambda: None

    def close(self) -> None:
        """Let the thread end."""
        self.cancel()
        with self._change:
            thread, self._thread = self._thread, None
            self._change.notify()
        if thread is not None:
            thread.join(0.3)

    def _work(self) -> None:
        while True:
            with self._change:
                while self._next is None:
                    if self._thread is not threading.current_thread():
                        return
                    self._change.wait()
                job, self._next, ticket = self._next, None, self._ticket
            job(partial(self._is_newest, ticket))

    def _is_newest(self, ticket: int) -> bool:
        return ticket == self._ticket


def _enough_lines(game: AnyGame, position: Any) -> int:
    """How many lines to ask for so that LINES of them lead to different positions."""
    alike = Counter(listed_text(game, game.play(position, move)) for move in game.legal_moves(position))
    return sum(sorted(alike.values())[-LINES:])


class Analyst:
    """Analyses the position that is shown, until another one is."""

    def __init__(self, worker: SearchThread, engine: Engine) -> None:
        self.worker, self.engine = worker, engine

    def follow(self, position: Any, truth: bool, tell: Tell) -> None:
        """Report on a position with longer and longer searches; with `truth`, on each of its moves."""
        work = self._every_move if truth else self._lines
        self.worker.ask(lambda wanted: work(position, wanted, tell), self.engine.stop)

    def hint(self, position: Any, tell: Tell) -> None:
        """Report the move of the best level."""

        def work(wanted: Wanted) -> None:
            analysis = self.engine.analyze(position)
            if wanted():
                tell(analysis)

        self.worker.ask(work, self.engine.stop)

    def _lines(self, position: Any, wanted: Wanted, tell: Tell) -> None:
        seconds, spent = FIRST, 0.0
        lines, report = _enough_lines(self.engine.game, position), self._seldom(wanted, tell)
        while wanted() and spent < ALTOGETHER:
            analysis = self.engine.analyze(position, seconds=seconds, lines=lines, progress=report)
            if wanted():
                tell(analysis)
            if analysis.exact:
                break
            spent += seconds
            seconds = min(2 * seconds, LONGEST)

    def _every_move(self, position: Any, wanted: Wanted, tell: Tell) -> None:
        analysis = self.engine.every_move(position, seconds=EVERY_MOVE, progress=self._seldom(wanted, tell))
        if wanted():
            tell(analysis)

    def _seldom(self, wanted: Wanted, tell: Tell) -> Report:
        last = 0.0

        def report(analysis: Analysis) -> None:
            nonlocal last
            if not wanted():
                self.engine.stop()  # the request to stop came before the search began
            elif time.monotonic() - last > BETWEEN:
                last = time.monotonic()
                tell(analysis)

        return report
