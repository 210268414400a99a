"""``quintet solve``: the exact value of a position and every move that keeps it."""

from __future__ import annotations

import json as json_text
import sys
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.core.sentences import plural
from quintet.core.types import NotSolved
from quintet.engine.bounds import MEMORY_MB
from quintet.terminal import waiting
from quintet.terminal.commands.shared_flags import Json, Position, Spec, flag, switch

if TYPE_CHECKING:
    from quintet.engine import Analysis, Solution

SECONDS = 60.0
"""How long a solver may take by default."""


def solve(
    game: Spec,
    /,
    *,
    position: Position = None,
    file: Annotated[str | None, flag("a file of problems instead: OBF, or one position per line")] = None,
    seconds: Annotated[float | None, flag("give up after this long (default 60)")] = None,
    threads: Annotated[int, flag("how many threads")] = 1,
    memory_mb: Annotated[int, flag("how much memory, in megabytes")] = MEMORY_MB,
    result_only: Annotated[bool, switch("find only who wins and one best move: faster")] = False,
    json: Json = False,
    **options: str | bool,
) -> int:
    """Find the exact value of a position, or of every position in a file."""
    if file is not None and position is not None:
        raise ValueError("expected --position or --file, got both")
    if file is not None and result_only:
        raise ValueError("expected --file or --result-only, got both: problems ask for the best moves")
    loaded = registry.load(game, **options)
    request = SolveRequest(SECONDS if seconds is None else seconds, threads, memory_mb, result_only)
    if file is not None:
        from quintet.terminal.commands.solve_file import solve_file

        return solve_file(loaded, Path(file), request, json=json)
    pos = loaded.start() if position is None else loaded.parse(position)
    try:
        solution = request.solve(loaded, pos)
    except NotSolved as unsolved:
        print(f"quintet: {unsolved}.", file=sys.stderr)
        status = 1
    else:
        print(json_text.dumps(solution.as_json()) if json else _solution_text(loaded, pos, solution))
        status = 0
    if not json:
        waiting.tell_slower_engines()
    return status


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """The limits of a solver."""

    seconds: float
    threads: int
    memory_mb: int
    result_only: bool

    def solve(self, game: AnyGame, pos: Any, *, quiet: bool = False) -> Solution:
        """Solve a position; a terminal shows the nodes so far meanwhile, if not `quiet`."""
        from quintet.engine import Engine

        engine = Engine(game, threads=self.threads, memory_mb=self.memory_mb)
        latest: deque[Analysis] = deque(maxlen=1)
        return waiting.wait(
            lambda: engine.solve(pos, seconds=self.seconds, progress=latest.append, result_only=self.result_only),
            lambda: f"Solving for at most {self.seconds:g} s{_so_far(latest[-1]) if latest else ''}",
            None if quiet else waiting.terminal(),
            engine.stop,
        )


def _so_far(analysis: Analysis) -> str:
    best = "" if analysis.move is None else f", best so far {analysis.move}"
    return f", {analysis.nodes:,} nodes{best}"


def _solution_text(game: AnyGame, pos: Any, solution: Solution) -> str:
    from quintet.terminal.analysis_text import RESULTS

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
