"""The value of every legal move of a position: proved where the solver gets there, a guess elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from quintet.core.types import NotSolved, Outcome, Player
from quintet.engine import book
from quintet.engine.analysis import Analysis, Line, Report, Solution
from quintet.engine.limits import Clock, Limits

if TYPE_CHECKING:
    from quintet.engine.engine import Engine

GUESS, PROOF, MORE = 0.04, 0.02, 4
"""The shares of the limits for the first guess about all moves and for the first try to prove one of them; and the
factor by which later ones are longer."""
KNOWN = 0.1
"""The share of a try for a move whose value is in the book: only its line is missing."""
UNKNOWN = 10**6
"""Moves to a win, where they are not known."""
HOPELESS = 3
"""Failed proofs in a row after which a better guess helps more."""


@dataclass(slots=True)
class EveryMove:
    """One survey of the moves of a position."""

    engine: Engine
    position: Any
    clock: Clock
    report: Report | None = None
    depth: int = 0
    """Depth of the last guess."""
    alike: Collection[list[Any]] = field(default=())
    """Groups of moves that lead to the same position, or to mirror images of one: they have the same value."""

    def look(self) -> Analysis:
        game = self.engine.game
        moves = game.legal_moves(self.position)
        after = {move: game.play(self.position, move) for move in moves}
        images = defaultdict(list)
        for move in moves:
            images[book.listed_text(game, after[move])].append(move)
        self.alike = [several for several in images.values() if len(several) > 1]
        lines = {move: self._over(move, outcome) for move in moves if (outcome := game.outcome(after[move]))}
        longer = 1
        while not self._known(lines, moves):
            self._guess(lines, moves, longer * GUESS)
            while self._prove(lines, after, longer * PROOF):
                pass
            longer *= MORE
            if self._ended:
                break
        self._count(lines)
        return self._analysis(lines)

    def _count(self, lines: dict[Any, Line]) -> None:
        """Find in how many moves the best play ends, where that is quick."""
        best = min(lines.values(), key=_best_first)
        if not best.exact or not best.value or best.moves_to_win or self._ended:
            return
        proof = self._proof(self.position, PROOF)
        if proof and proof.line and proof.moves_to_win:
            score = None if proof.margin is None else float(proof.margin)
            lines[proof.line[0]] = Line(proof.line, float(proof.value), score, True, proof.moves_to_win)
            self._share(lines)

    def _known(self, lines: dict[Any, Line], moves: Sequence[Any]) -> bool:
        return len(lines) == len(moves) and all(line.exact for line in lines.values())

    def _prove(self, lines: dict[Any, Line], after: dict[Any, Any], share: float) -> bool:
        """Try to prove the open moves, the best first; True if one was proved and others are still open."""
        open_ = sorted((line for line in lines.values() if not line.exact), key=lambda line: -line.value)
        proved = failed = 0
        for line in open_:
            if self._ended or failed == HOPELESS:
                break
            move = line.moves[0]
            if lines[move].exact:  # a move with the same value was proved just now
                continue
            if (proof := self._proof(after[move], share)) is None:
                failed += 1
                continue
            lines[move], proved, failed = self._proved(move, proof), proved + 1, 0
            self._share(lines)
            self._tell(lines)
        return 0 < proved < len(open_) and not self._ended

    @property
    def _player(self) -> Player:
        return self.engine.game.to_move(self.position)

    @property
    def _ended(self) -> bool:
        limits = self.clock.limits
        late = limits.seconds is not None and self.clock.seconds >= limits.seconds
        return self.clock.stopped or late or (limits.nodes is not None and self.clock.nodes >= limits.nodes)

    def _part(self, share: float) -> Limits:
        """A share of the limits, at most what is left of them."""
        nodes, seconds = self.clock.limits.nodes, self.clock.limits.seconds
        return Limits(
            nodes=None if nodes is None else max(1, min(int(nodes * share), nodes - self.clock.nodes)),
            seconds=None if seconds is None else max(0.001, min(seconds * share, seconds - self.clock.seconds)),
        )

    def _over(self, move: Any, outcome: Outcome) -> Line:
        sign = 1 if self._player is Player.FIRST else -1
        value = 0.0 if outcome.winner is None else 1.0 if outcome.winner is self._player else -1.0
        score = None if outcome.scores is None else float(sign * (outcome.scores[0] - outcome.scores[1]))
        return Line((move,), value, score, True, None if outcome.winner is None else 1)

    def _guess(self, lines: dict[Any, Line], moves: Sequence[Any], share: float) -> None:
        part = self._part(share)
        guesses = self.engine.analyze(self.position, nodes=part.nodes, seconds=part.seconds, lines=len(moves))
        self.clock.nodes += guesses.nodes
        self.depth = max(self.depth, guesses.depth)
        for line in guesses.lines:
            if not (old := lines.get(line.moves[0])) or not old.exact:
                lines[line.moves[0]] = line
        for move in moves:  # a search may leave out the worst moves
            lines.setdefault(move, Line((move,), guesses.lines[-1].value, None, False))
        self._share(lines)
        self._tell(lines)

    def _share(self, lines: dict[Any, Line]) -> None:
        """Give equivalent moves the same value: the proved one, else the best guess."""
        for several in self.alike:
            best = min((lines[move] for move in several), key=lambda line: (not line.exact, _best_first(line)))
            for move in several:
                own = lines[move]
                lines[move] = replace(best, moves=own.moves if own.exact is best.exact else (move,))

    def _tell(self, lines: dict[Any, Line]) -> None:
        if self.report is not None:
            self.report(self._analysis(lines))

    def _analysis(self, lines: dict[Any, Line]) -> Analysis:
        ranked = sorted(lines.values(), key=lambda line: (_best_first(line), -len(line.moves)))
        best = ranked[0]
        sure = best.exact and best.value == 1 and best.score is None
        exact = sure or all(line.exact for line in ranked)
        return Analysis.of_lines(self._player, ranked, self.clock, exact=exact, depth=self.depth)

    def _proof(self, position: Any, share: float) -> Solution | None:
        known = book.look_up(self.engine.game, position)
        part = self._part(share * KNOWN if known else share)
        try:
            proof = self.engine.solve(position, seconds=part.seconds, nodes=part.nodes)
        except NotSolved:
            if part.nodes is not None:
                self.clock.nodes += part.nodes
            return known and known.solution(self.engine.game.to_move(position))
        self.clock.nodes += proof.nodes
        return proof

    def _proved(self, move: Any, proof: Solution) -> Line:
        sign = 1 if proof.player is self._player else -1
        score = None if proof.margin is None else float(sign * proof.margin)
        moves = None if proof.moves_to_win is None else proof.moves_to_win + 1
        return Line((move, *proof.line), float(sign * proof.value), score, True, moves)


def _best_first(line: Line) -> tuple[float, float, float]:
    """Sort key: by value, then by score, then wins that come sooner and losses that come later."""
    far = line.moves_to_win or (UNKNOWN if line.value > 0 else 0)
    return -line.value, -(line.score or 0), far if line.value > 0 else -far
