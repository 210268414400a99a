"""Pentago as its document describes it: a class that is played by calls, with words for colours and answers."""

from __future__ import annotations

from quintet.core.grid import EMPTY
from quintet.core.types import Player
from quintet.games.pentago import NAMES, SIZE, SYMBOLS, PentagoRules


class Pentago:
    """A game of Pentago that is played by calling `make_move`.

    >>> game = quintet.Pentago()
    >>> game.make_move("black", "a2", 1, "C")
    True
    >>> game.make_move("black", "a2", 1, "X")
    'rotation direction invalid'
    >>> game.get_game_state()
    'UNFINISHED'
    """

    def __init__(self) -> None:
        self._rules = PentagoRules()
        self._position = self._rules.start()

    def get_game_state(self) -> str:
        """``UNFINISHED``, ``WHITE_WON``, ``BLACK_WON`` or ``DRAW``."""
        outcome = self._rules.outcome(self._position)
        if outcome is None:
            return "UNFINISHED"
        if outcome.winner is None:
            return "DRAW"
        return "BLACK_WON" if outcome.winner is Player.FIRST else "WHITE_WON"

    def is_board_full(self) -> bool:
        """Whether every space has a marble."""
        return EMPTY not in self._position.board

    def make_move(self, color: str, position: str, sub_board: int, rotation: str) -> bool | str:
        """True, or why the move was not made: ``make_move('black', 'a2', 1, 'C')``."""
        if not isinstance(position, str) or position not in NAMES:
            return "position out of bounds"
        if not isinstance(sub_board, int) or isinstance(sub_board, bool) or sub_board not in (1, 2, 3, 4):
            return "sub_board out of bounds"
        if not isinstance(rotation, str) or rotation not in ("C", "A"):
            return "rotation direction invalid"
        if not isinstance(color, str) or color not in ("black", "white"):
            return "color invalid"
        if self.get_game_state() != "UNFINISHED":
            return "game is finished"
        if color != self._position.turn.title.lower():
            return "not this player's turn"
        if self._position.board[NAMES.index(position)] != EMPTY:
            return "position is not empty"
        move = self._rules.read(self._position, f"{position} {sub_board}{rotation}")
        assert move is not None
        self._position = self._rules.play(self._position, move)
        return True

    def print_board(self) -> None:
        """Six rows on standard output, an empty line between two of them."""
        symbols = [SYMBOLS[marble] for marble in self._position.board]
        print("\n\n".join("   ".join(symbols[row : row + SIZE]) for row in range(0, len(symbols), SIZE)))
