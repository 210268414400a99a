"""What engines do beside the screen: choose a move, follow a position, judge every move."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from quintet.engine import Analysis, Engine
from quintet.terminal.app.search_thread import Wanted, Worker

FIRST, LONGEST, ALTOGETHER = 0.5, 8.0, 60.0
"""Seconds of the first look at a position, of a later one, and of all of them: then the machine has a rest."""
EVERY_MOVE = 10.0
"""Seconds for what every move leads to."""
BETWEEN = 0.1
"""Seconds between two reports: faster than that nobody reads."""
LINES = 3

Report = Callable[[Analysis], None]


class Analyst:
    """Thinks about the position that is looked at, until it is another one."""

    def __init__(self, worker: Worker, engine: Engine) -> None:
        self.worker, self.engine = worker, engine

    def follow(self, position: Any, truth: bool, tell: Report) -> None:
        """Report on a position again and again; with `truth` on every move of it."""
        work = self._every_move if truth else self._lines
        self.worker.ask(lambda wanted: work(position, wanted, tell), self.engine.stop)

    def hint(self, position: Any, tell: Report) -> None:
        """One answer, as good as the best level gives."""

        def work(wanted: Wanted) -> None:
            analysis = self.engine.analyze(position)
            if wanted():
                tell(analysis)

        self.worker.ask(work, self.engine.stop)

    def _lines(self, position: Any, wanted: Wanted, tell: Report) -> None:
        seconds, spent = FIRST, 0.0
        report = self._seldom(wanted, tell)
        while wanted() and spent < ALTOGETHER:
            analysis = self.engine.analyze(position, seconds=seconds, lines=LINES, progress=report)
            if wanted():
                tell(analysis)
            if analysis.exact:
                break
            spent += seconds
            seconds = min(2 * seconds, LONGEST)

    def _every_move(self, position: Any, wanted: Wanted, tell: Report) -> None:
        analysis = self.engine.every_move(position, seconds=EVERY_MOVE, progress=self._seldom(wanted, tell))
        if wanted():
            tell(analysis)

    def _seldom(self, wanted: Wanted, tell: Report) -> Report:
        last = 0.0

        def report(analysis: Analysis) -> None:
            nonlocal last
            if not wanted():
                self.engine.stop()  # it was asked to before the search had begun
            elif time.monotonic() - last > BETWEEN:
                last = time.monotonic()
                tell(analysis)

        return report
