"""A file of problems, solved one after the other: ``quintet solve GAME --file PROBLEMS``."""

from __future__ import annotations

import json as json_text
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quintet.core import files
from quintet.core.game import AnyGame, parse_move, spec
from quintet.core.types import NotSolved
from quintet.formats import obf
from quintet.terminal import waiting
from quintet.terminal.analysis_text import RESULTS
from quintet.terminal.commands.solve import SolveRequest

if TYPE_CHECKING:
    from quintet.engine import Solution

MOST_NAMED = 10
"""At most this many further bad lines are named."""


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A line of the file, parsed by the game."""

    source: obf.ObfProblem
    position: Any
    best: frozenset[Any]
    """The best moves by the file."""
    worse: frozenset[Any]
    """The moves that are worse by the file."""

    def agrees(self, solution: Solution) -> bool | None:
        """Whether the exact value is what the file says; ``None`` where it says nothing."""
        source = self.source
        if source.score is None and not source.moves:
            return None
        value = solution.value if solution.margin is None else solution.margin
        best = set(solution.best)
        return (source.score is None or source.score == value) and self.best <= best and not self.worse & best

    @property
    def words(self) -> str:
        """What the file says: ``a2 +38``."""
        score = () if self.source.score is None else (f"{self.source.score:+}",)
        return " ".join((*self.source.best, *score))


def read(game: AnyGame, path: Path) -> list[FileProblem]:
    """Every problem of the file; ValueError names the bad lines, before any problem is solved."""
    read: list[FileProblem] = []
    bad: list[tuple[int, str]] = []
    for number, line in obf.lines(files.read_text(path, "the problem file")):
        try:
            read.append(_parsed(game, obf.read_problem(number, line)))
        except ValueError as error:
            bad.append((number, str(error)))
    if bad:
        number, why = bad[0]
        others = [str(number) for number, _ in bad[1:]]
        more = f"{', '.join(others[:MOST_NAMED])}{' and more' if len(others) > MOST_NAMED else ''}"
        too = f" (nor {'is line' if len(others) == 1 else 'are lines'} {more})" if others else ""
        raise ValueError(f"{str(path)!r}: line {number} is not a problem of {spec(game)}{too}: {why}")
    if not read:
        raise ValueError(f"{str(path)!r}: expected one problem per line, got none")
    return read


def _parsed(game: AnyGame, source: obf.ObfProblem) -> FileProblem:
    position = game.parse(source.position)
    if outcome := game.outcome(position):
        raise ValueError(f"expected a position in which the game goes on, got one that is over, {outcome.reason}")
    moves = {text: parse_move(game, position, text) for text, _ in source.moves}
    best = frozenset(moves[text] for text in source.best)
    return FileProblem(source, position, best, frozenset(moves.values()) - best)


def solve_file(game: AnyGame, path: Path, request: SolveRequest, *, json: bool) -> int:
    """Solve every problem within the same limits; print a line for each, and a summary.

    Status 1 where a problem was not solved or the file says otherwise. Ctrl-C ends it with what was solved: 130.
    """
    problems = read(game, path)
    tally = SolveTally(game, len(problems))
    interrupted = False
    try:
        with waiting.progress(sys.stderr) if sys.stderr.isatty() else nullcontext(_unseen) as report:
            for problem in problems:
                report("problems", len(tally.rows), tally.count, f"{tally.totals['solved']} solved")
                try:
                    solution = request.solve(game, problem.position, quiet=True)
                except NotSolved as unsolved:
                    row = tally.unsolved(problem, unsolved)
                else:
                    row = tally.solved(problem, solution)
                if not json:
                    waiting.tell_slower_engines()
                    print(row, flush=True)
            report("problems", len(tally.rows), tally.count, f"{tally.totals['solved']} solved")
    except KeyboardInterrupt:
        interrupted = True
    print(json_text.dumps(tally.as_json()) if json else tally.words())
    return 130 if interrupted else tally.status


def _unseen(step: str, done: int, total: int, result: str = "") -> None:
    """The bar where there is no terminal."""


class SolveTally:
    """The results so far."""

    def __init__(self, game: AnyGame, count: int) -> None:
        self.game = game
        self.count = count
        self.rows: list[dict[str, Any]] = []
        self.wide = len(str(count))

    def solved(self, problem: FileProblem, solution: Solution) -> str:
        """Count a solution; the line to print."""
        agrees = problem.agrees(solution)
        self._keep(problem, solution.as_json() | {"agrees": agrees})
        by = f" by {abs(solution.margin)}" if solution.margin else ""
        result = f"{self.game.color(problem.position, solution.player).title} {RESULTS[solution.value]}{by}"
        best = " ".join(map(str, solution.best))
        remark = {True: "  as the file says", False: f"  but the file says {problem.words}", None: ""}[agrees]
        cost = f"{solution.nodes:>13,} nodes  {solution.seconds:>8.2f} s"
        return f"{len(self.rows):>{self.wide}}  {result:17}  {best:11}  {cost}{remark}"

    def unsolved(self, problem: FileProblem, why: NotSolved) -> str:
        self._keep(problem, {"unsolved": str(why)})
        return f"{len(self.rows):>{self.wide}}  {why}"

    def _keep(self, problem: FileProblem, result: dict[str, Any]) -> None:
        self.rows.append({"file_line": problem.source.line, "position": self.game.text(problem.position)} | result)

    @property
    def totals(self) -> dict[str, Any]:
        solved = [row for row in self.rows if "unsolved" not in row]
        return {
            "problems": self.count,
            "solved": len(solved),
            "agreed": sum(row["agrees"] is True for row in solved),
            "disagreed": sum(row["agrees"] is False for row in solved),
            "nodes": sum(row["nodes"] for row in solved),
            "seconds": sum(row["seconds"] for row in solved),
        }

    @property
    def status(self) -> int:
        totals = self.totals
        return int(totals["solved"] < self.count or totals["disagreed"] > 0)

    def words(self) -> str:
        totals = self.totals
        parts = [f"{totals['solved']} of {self.count} solved"]
        if totals["agreed"] or totals["disagreed"]:
            parts.append(f"{totals['agreed']} as the file says and {totals['disagreed']} not")
        return f"{', '.join(parts)}; {totals['nodes']:,} nodes, {totals['seconds']:.2f} s"

    def as_json(self) -> dict[str, Any]:
        return {"game": spec(self.game), "solutions": self.rows, **self.totals}
