"""A match: a start, the moves so far, undo and redo, names and result. The only mutable thing in core."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from quintet.core import record
from quintet.core.game import AnyGame, parse_move, spec
from quintet.core.types import IllegalMove, Outcome, Player

NAMES = ("Player 1", "Player 2")


@dataclass
class Match:
    """One game between two players. `play` checks what it is given; `Game.play` trusts."""

    game: AnyGame
    start: Any
    names: tuple[str, str]
    """Of FIRST and SECOND."""
    started: datetime | None
    finished: datetime | None

    def __init__(
        self,
        game: AnyGame,
        position: Any = None,
        names: tuple[str, str] = NAMES,
        started: datetime | None = None,
    ) -> None:
        self.game = game
        self.start = game.start() if position is None else position
        self.names = (record.checked_name(names[0]), record.checked_name(names[1]))
        self.started = started
        self.finished = None
        self._positions = [self.start]
        self._moves: list[Any] = []
        self._undone: list[Any] = []
        self._ending: Outcome | None = None

    def __copy__(self) -> Match:
        """A match that goes its own way from here."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._positions, other._moves, other._undone = list(self._positions), list(self._moves), list(self._undone)
        return other

    def __repr__(self) -> str:
        return f"<Match {spec(self.game)} ply {self.ply}: {self.game.text(self.position)}>"

    @property
    def position(self) -> Any:
        """Where the match stands."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Any, ...]:
        """From the start to now: one more than there are moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Any, ...]:
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self._moves)

    @property
    def to_move(self) -> Player:
        player: Player = self.game.to_move(self.position)
        return player

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended: by the rules, by resignation or by agreement."""
        return self._ending or self.game.outcome(self.position)

    def legal(self) -> list[str]:
        """The texts of the legal moves; none when the match is over."""
        return [] if self.outcome else [str(move) for move in self.game.legal_moves(self.position)]

    def play(self, move: object) -> None:
        """Play a move or its text; IllegalMove says why it is refused, and nothing changes."""
        if self.outcome:
            raise IllegalMove("the game is over")
        parsed = parse_move(self.game, self.position, str(move))
        self._moves.append(parsed)
        self._positions.append(self.game.play(self.position, parsed))
        self._undone.clear()

    def undo(self) -> None:
        """Take back the resignation or agreement if there is one, else the last move."""
        if self._ending:
            self._ending = None
        elif self._moves:
            self._undone.append(self._moves.pop())
            self._positions.pop()
        else:
            raise ValueError("there is no move to take back")

    def redo(self) -> None:
        """Play the move that was taken back last."""
        if not self._undone or self._ending:
            raise ValueError("there is no move to play again")
        move = self._undone.pop()
        self._moves.append(move)
        self._positions.append(self.game.play(self.position, move))

    def resign(self, player: Player) -> None:
        """`player` gives up and the other wins."""
        self._end(Outcome(player.other, f"{self.names[player]} resigned"))

    def agree_draw(self) -> None:
        """Both players call it a draw."""
        self._end(Outcome(None, "agreed"))

    def _end(self, outcome: Outcome) -> None:
        if self.outcome:
            raise ValueError("the game is over")
        self._ending = outcome

    def record(self) -> str:
        """The match as text; `from_record` reads it back."""
        return record.write(self)

    @classmethod
    def from_record(cls, text: str) -> Match:
        """The match that a record tells; BadRecord names the line that is wrong."""
        return record.read(text, cls)
