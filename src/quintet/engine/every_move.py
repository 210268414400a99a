"""What every legal move of a position leads to: proved where the solver gets there, a guess elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quintet.core.types import NotSolved, Outcome, Player
from quintet.engine import book
from quintet.engine.analysis import Line, Solution
from quintet.engine.limits import Clock, Limits

if TYPE_CHECKING:
    from quintet.engine.engine import Engine

GUESSING = 0.05
"""The share of the limits that goes into guesses before anything is proved."""
FIRST, MORE = 0.02, 4
"""The share that the first try to prove a move may have, and how much longer each further round of tries is."""

Told = Callable[[tuple[Line, ...]], None]
"""Called with all moves each time more is known about one."""


@dataclass(slots=True)
class EveryMove:
    """One survey of the moves of a position."""

    engine: Engine
    position: Any
    clock: Clock
    report: Told | None = None

    def look(self) -> tuple[Line, ...]:
        game = self.engine.game
        moves = game.legal_moves(self.position)
        after = {move: game.play(self.position, move) for move in moves}
        found = {move: self._over(move, outcome) for move in moves if (outcome := game.outcome(after[move]))}
        if len(found) < len(moves):
            self._guess(found, moves)
        share = FIRST
        while (open_ := [line for line in found.values() if not line.exact]) and not self._ended:
            for line in sorted(open_, key=lambda line: -line.value):
                move = line.moves[0]
                if (proof := self._proof(after[move], share)) is not None:
                    found[move] = self._proved(move, proof)
                    self._tell(found, moves)
                if self._ended:
                    break
            if share >= 1:
                break
            share *= MORE
        return tuple(found[move] for move in moves)

    @property
    def _player(self) -> Player:
        return self.engine.game.to_move(self.position)

    @property
    def _ended(self) -> bool:
        limits = self.clock.limits
        late = limits.seconds is not None and self.clock.seconds >= limits.seconds
        return self.clock.stopped or late or (limits.nodes is not None and self.clock.nodes >= limits.nodes)

    def _part(self, share: float) -> Limits:
        """A share of the limits, and no more than is left."""
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

    def _guess(self, found: dict[Any, Line], moves: Any) -> None:
        part = self._part(GUESSING)
        guesses = self.engine.analyze(self.position, nodes=part.nodes, seconds=part.seconds, lines=len(moves))
        self.clock.nodes += guesses.nodes
        for line in guesses.lines:
            found.setdefault(line.moves[0], line)
        for move in moves:  # a search may have no word about the worst of them
            found.setdefault(move, Line((move,), guesses.lines[-1].value, None, False))
        self._tell(found, moves)

    def _tell(self, found: dict[Any, Line], moves: Any) -> None:
        if self.report is not None:
            self.report(tuple(found[move] for move in moves))

    def _proof(self, position: Any, share: float) -> Solution | None:
        part = self._part(share)
        try:
            proof = self.engine.solve(position, seconds=part.seconds, nodes=part.nodes)
        except NotSolved:
            if part.nodes is not None:
                self.clock.nodes += part.nodes
            known = book.look_up(self.engine.game, position)
            player = self.engine.game.to_move(position)
            return known and Solution(player, known.value, known.margin, known.best, (), None, 0, 0.0)
        self.clock.nodes += proof.nodes
        return proof

    def _proved(self, move: Any, proof: Solution) -> Line:
        sign = 1 if proof.player is self._player else -1
        score = None if proof.margin is None else float(sign * proof.margin)
        moves = None if proof.moves_to_win is None else proof.moves_to_win + 1
        return Line((move, *proof.line), float(sign * proof.value), score, True, moves)
