"""The exact value of one position: ``quintet solve GAME``."""

from __future__ import annotations

import json as json_text
import sys
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame
from quintet.core.sentences import plural
from quintet.core.types import NotSolved
from quintet.terminal import notices, waiting
from quintet.terminal.commands.analyze import RESULTS, position_of

if TYPE_CHECKING:
    from quintet.engine import Analysis, Solution

SECONDS = 60.0
"""How long a solver may take by default."""


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """What is asked of the solver."""

    seconds: float
    threads: int
    memory_mb: int
    result_only: bool

    def solve(self, game: AnyGame, pos: Any, words: str) -> Solution:
        """The solution; these words and the nodes so far are shown meanwhile."""
        from quintet.engine import Engine

        engine = Engine(game, threads=self.threads, memory_mb=self.memory_mb)
        known: deque[Analysis] = deque(maxlen=1)
        return waiting.wait(
            lambda: engine.solve(pos, seconds=self.seconds, progress=known.append, result_only=self.result_only),
            lambda: f"{words}, {known[-1].nodes:,} nodes" if known else words,
            waiting.terminal(),
            engine.stop,
        )


def solve(game: AnyGame, position: str | None, request: SolveRequest, *, json: bool) -> int:
    """The exact value and every move that keeps it; status 1 when time or memory ends first."""
    pos = position_of(game, position)
    try:
        solution = request.solve(game, pos, "Solving")
    except NotSolved as unsolved:
        print(f"quintet: {unsolved}.", file=sys.stderr)
        status = 1
    else:
        print(json_text.dumps(solution.as_json()) if json else _solution_text(game, pos, solution))
        status = 0
    if not json:
        notices.slower_engines()
    return status


def _solution_text(game: AnyGame, pos: Any, solution: Solution) -> str:
    by = f" by {abs(solution.margin)}" if solution.margin else ""
    moves = solution.moves_to_win
    soon = f" in {plural(moves, 'move')}" if moves else ""
    lines = [
        f"{game.color(pos, solution.player).title} is to move and {RESULTS[solution.value]}{by}{soon}.",
        f"Best:  {' '.join(map(str, solution.best))}",
        f"Line:  {' '.join(map(str, solution.line))}",
        f"{solution.nodes} nodes, {solution.seconds:.2f} s",
    ]
    return "\n".join(lines)
