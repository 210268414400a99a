"""The review of a match: winning chances ply by ply, what each move lost, and which moves were mistakes.

A review does not search. It says which position to analyse next, so that any front end can run the searches:

while search := review.next_search:
    review.add(None if search.is_over else engine.analyze(search.position, seconds=search.patience))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from quintet.core.game import AnyGame
from quintet.core.types import Outcome, Player
from quintet.engine.analysis import Analysis, Line, verdict

Mistake = Literal["blunder", "mistake", "inaccuracy"]
MISTAKES: tuple[tuple[float, Mistake], ...] = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))
"""The least winning chance that a move of each kind loses."""
SECOND_LOOK = 10
"""How many times longer a position is searched again after its first search has missed a lost move."""


@dataclass(frozen=True, slots=True)
class PositionSearch:
    """A position to analyse."""

    position: Any
    is_over: bool
    """Whether the game is over there, so that there is nothing to analyse."""
    patience: int
    """How many times the usual time to spend."""


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """A position of the match, and the move that led to it."""

    ply: int
    move: str | None
    """The move that led here; ``None`` at the start."""
    player: Player | None
    """Who made that move."""
    chance: float
    """The winning chance of FIRST here, 0 to 1."""
    exact: bool
    verdict: str | None
    """Where exact: ``Black wins by 12``, or at the end ``White won by 2``, ``a draw``."""
    best: str | None
    """The engine's move here."""
    line: tuple[str, ...]
    """Best play from here: after a mistake, why it was one."""
    loss: float | None = None
    """How much winning chance the move lost its player, 0 to 1."""
    mistake: Mistake | None = None
    better: str | None = None
    """The engine's move instead of a mistake."""


class Review:
    """Takes one analysis for each position, in order; `plies` has what is known so far."""

    def __init__(self, game: AnyGame, positions: Sequence[Any], moves: Sequence[Any]) -> None:
        self.game, self.positions, self.moves = game, positions, moves
        self.plies: list[ReviewedPly] = []
        self._surprise: ReviewedPly | None = None
        """A lost position that is added after the position before it, which did not foresee it, is searched again."""

    @property
    def next_search(self) -> PositionSearch | None:
        """The position to analyse next; ``None`` when the review is complete."""
        ply = len(self.plies)
        if self._surprise:
            return PositionSearch(self.positions[ply - 1], False, SECOND_LOOK)
        if ply == len(self.positions):
            return None
        position = self.positions[ply]
        return PositionSearch(position, self.game.outcome(position) is not None, 1)

    def add(self, analysis: Analysis | None) -> list[ReviewedPly]:
        """Take the analysis of `next_search`, ``None`` where the game is over; the plies that are new or changed."""
        if self._surprise:
            surprise, self._surprise = self._surprise, None
            self.plies.pop()
            return [self._append(self._judged(analysis)), self._append(surprise)]
        judged = self._judged(analysis)
        if self.plies and self._is_surprise(judged):
            self._surprise = judged
            return []
        return [self._append(judged)]

    @property
    def mistakes(self) -> tuple[int, int]:
        """How many mistakes FIRST and SECOND made."""
        first, second = (sum(ply.mistake is not None for ply in self._made_by(player)) for player in Player)
        return first, second

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """The share of their winning chances that the moves of FIRST and SECOND kept; ``None`` without a move."""
        losses = ([ply.loss or 0.0 for ply in self._made_by(player)] for player in Player)
        first, second = (1 - sum(lost) / len(lost) if lost else None for lost in losses)
        return first, second

    def _made_by(self, player: Player) -> list[ReviewedPly]:
        return [ply for ply in self.plies if ply.player is player]

    def _judged(self, analysis: Analysis | None) -> ReviewedPly:
        """The next position with its winning chance; what its move lost is added when it is appended."""
        game, ply = self.game, len(self.plies)
        position = self.positions[ply]
        move = str(self.moves[ply - 1]) if ply else None
        player = game.to_move(self.positions[ply - 1]) if ply else None
        if analysis is None:
            outcome = game.outcome(position)
            assert outcome
            won = {Player.FIRST: 1.0, Player.SECOND: 0.0, None: 0.5}[outcome.winner]
            return ReviewedPly(ply, move, player, won, True, _ending(game, position, outcome), None, ())
        chance, line = chance_of_first(analysis.player, analysis.value), tuple(map(str, analysis.lines[0].moves))
        words = proved_verdict(game, position, analysis)
        return ReviewedPly(ply, move, player, chance, analysis.exact, words, str(analysis.move), line)

    def _is_surprise(self, judged: ReviewedPly) -> bool:
        """Whether a move loses for certain and the search before it did not see that: there may be a better move."""
        lost = 0.0 if judged.player is Player.FIRST else 1.0
        return judged.exact and judged.chance == lost and not self.plies[-1].exact

    def _append(self, judged: ReviewedPly) -> ReviewedPly:
        if self.plies:
            before = self.plies[-1]
            change = judged.chance - before.chance
            loss = max(0.0, -change if judged.player is Player.FIRST else change)
            if judged.move == before.best:  # the engine's own choice is no mistake, whatever it thinks a move later
                loss = 0.0
            mistake = next((kind for least, kind in MISTAKES if loss >= least), None)
            judged = replace(judged, loss=loss, mistake=mistake, better=before.best if mistake else None)
        self.plies.append(judged)
        return judged


def chance_of_first(player: Player, value: float) -> float:
    """The winning chance of FIRST, 0 to 1, from a value for `player`."""
    own = min(1.0, max(0.0, (1 + value) / 2))
    return own if player is Player.FIRST else 1 - own


def proved_verdict(game: AnyGame, position: Any, known: Analysis | Line) -> str | None:
    """``Black wins by 12``; ``None`` for what is not exact."""
    if not known.exact:
        return None
    return verdict(game, position, round(known.value), None if known.score is None else round(known.score))


def _ending(game: AnyGame, position: Any, outcome: Outcome) -> str:
    """How a game has ended, in words like those of a verdict."""
    if outcome.winner is None:
        return "a draw"
    by = f" by {abs(outcome.scores[0] - outcome.scores[1])}" if outcome.scores else ""
    return f"{game.color(position, outcome.winner).title} won{by}"
