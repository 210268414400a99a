"""One position of a match with what the rules say about it, each question asked only once."""

from __future__ import annotations

from typing import Any

from quintet.core.game import AnyGame
from quintet.core.types import Outcome


class PositionFacts:
    """A position that remembers its legal moves, its outcome and the position after the move played last.

    Copies of a match share these, so that a move tried on a copy costs nothing when it is played for good.
    """

    __slots__ = ("_after", "_legal", "_outcome", "game", "position")

    def __init__(self, game: AnyGame, position: Any) -> None:
        self.game = game
        self.position = position
        self._legal: dict[str, Any] | None = None
        self._outcome: tuple[Outcome | None] | None = None
        self._after: tuple[Any, PositionFacts] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """What is remembered can be asked again, so it is not pickled."""
        return PositionFacts, (self.game, self.position)

    @property
    def legal(self) -> dict[str, Any]:
        """The legal moves in their order, by their texts."""
        if self._legal is None:
            self._legal = {str(move): move for move in self.game.legal_moves(self.position)}
        return self._legal

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here, by the rules alone."""
        if self._outcome is None:
            self._outcome = (None if self._legal else self.game.outcome(self.position),)
        return self._outcome[0]

    def find(self, text: str) -> Any | None:
        """The legal move with this text; case and surrounding blanks do not matter."""
        wanted = text.strip()
        if wanted in self.legal:
            return self.legal[wanted]
        return next((move for written, move in self.legal.items() if written.lower() == wanted.lower()), None)

    def after(self, move: Any) -> PositionFacts:
        """The facts after a legal move."""
        if self._after is None or self._after[0] != move:
            self._after = move, PositionFacts(self.game, self.game.play(self.position, move))
        return self._after[1]
