"""Alpha-beta as an analysis: iterative deepening, several lines, the best answer whenever it is stopped."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from quintet.core.game import AnyGame
from quintet.engine.analysis import Analysis, Report
from quintet.engine.bounds import MEMORY_MB, MOST_DEPTH
from quintet.engine.evaluation import Guess
from quintet.engine.limits import Clock, Stopped
from quintet.engine.rulebook.tree import RootMove, SearchTree
from quintet.engine.rulebook.value import is_decided


class AlphaBeta:
    """A `Search`. Each analysis begins with an empty table, so equal questions get equal answers."""

    def __init__(
        self, game: AnyGame, memory_mb: int = MEMORY_MB, seed: int = 0, heuristic: Guess | None = None
    ) -> None:
        self.game = game
        self.memory_mb = memory_mb
        self.seed = seed
        self.heuristic = heuristic

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        moves = list(self.game.legal_moves(position))
        # Among equal moves the seed decides which comes first.
        Random(f"{self.seed} {self.game.text(position)}").shuffle(moves)
        tree = SearchTree(self.game, clock, self.memory_mb, self.heuristic)
        deepening = Deepening(tree, position, moves, lines)
        try:
            for depth in range(1, (clock.limits.depth or MOST_DEPTH) + 1):
                deepening.deepen(depth)
                if report is not None:
                    report(deepening.analysis())
                if deepening.finished:
                    break
        except Stopped:
            pass
        except KeyboardInterrupt:
            clock.interrupt()
        return deepening.analysis()


class Deepening:
    """The state of one iterative deepening."""

    def __init__(self, tree: SearchTree, position: Any, moves: list[Any], lines: int) -> None:
        self.tree = tree
        self.position = position
        self.player = tree.game.to_move(position)
        self.moves = moves
        self.lines = min(lines, len(moves))
        self.depth = 0
        """The deepest finished search."""
        self.exact = False
        self.best = [RootMove((moves[0],), tree.evaluator.guess(position, self.player), False)]
        """The best moves so far, best first."""

    @property
    def finished(self) -> bool:
        """Whether a deeper search cannot change anything."""
        return self.exact and all(self.tree.is_exact(move.value, move.proved) for move in self.best)

    def deepen(self, depth: int) -> None:
        """Search one ply deeper; when the clock stops it half-way, the moves that were searched count."""
        known = self.best
        for number in range(self.lines):
            fresh = self.best[:number]
            taken = [done.moves[0] for done in fresh]

            def better(improved: RootMove, rest: Sequence[Any], fresh: list[RootMove] = fresh) -> None:
                self._improve(improved, rest, fresh, known)

            left = [move for move in self.moves if move not in taken]
            best, proved = self.tree.root(self.position, left, depth, better)
            self._improve(best, (), fresh, known)
            if number == 0:
                self.exact = self.tree.is_exact(best.value, proved and best.proved)
        self.depth = depth
        first = [best.moves[0] for best in self.best]
        rest = [move for move in self.moves if move not in first]
        self.moves = first + sorted(rest, key=self.tree.promise.__getitem__, reverse=True)

    def _improve(self, improved: RootMove, rest: Sequence[Any], fresh: list[RootMove], known: list[RootMove]) -> None:
        """Put a better move after the lines finished at this depth and before those of the previous depth."""
        lost = is_decided(improved.value) and improved.value < 0
        if lost and rest and not fresh and not self.exact:
            # All moves so far lose: until another is searched, the next one is the best guess.
            improved = RootMove((rest[0],), known[0].value, False)
        self.best = [*fresh, improved]
        for old in known:
            if len(self.best) < self.lines and all(old.moves[0] != new.moves[0] for new in self.best):
                self.best.append(old)
        if not fresh and improved.value > 0:
            self.exact |= self.tree.is_exact(improved.value, proved=False)

    def analysis(self) -> Analysis:
        lines = [self.tree.line(move) for move in self.best]
        return Analysis.of_lines(self.player, lines, self.tree.clock, exact=self.exact, depth=self.depth)
