"""Othello: place a disc so that it flanks lines of the other colour, which turn over; most discs wins.

A player who cannot place a disc passes; when neither can, the game is over. The board is a string
of letters in reading order; a square is its index in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase
from typing import ClassVar

from quintet.core.game import equal_by_spec
from quintet.core.grid import EMPTY, images, margins, neighbours, parse_position, pieces, place, rectangle, rows_text
from quintet.core.options import choice, integer
from quintet.core.registry import rules_beside
from quintet.core.scene import Button, Counter, Layout, Scene
from quintet.core.sentences import plural
from quintet.core.types import PASS, Color, Outcome, Player, Refusal, Word

COLUMNS = ascii_lowercase


@dataclass(frozen=True, slots=True)
class Place:
    """Put a disc on a square."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"

    __repr__ = __str__


Move = Place | Word


@dataclass(frozen=True, slots=True)
class Position:
    """Discs and whose turn it is."""

    board: str
    turn: Color


@dataclass(frozen=True, slots=True)
class OthelloOptions:
    size: int = integer(8, 4, 10, "squares along each side of the board", step=2)
    empties: str = choice("nobody", ("nobody", "winner"), "who gets the empty squares of a finished game")


DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
Rays = list[list[tuple[int, ...]]]
"""The lines from each square along which discs can be turned, nearest square first."""


@cache
def _rays(size: int) -> Rays:
    return [[ray for step in DIRECTIONS if len(ray := _ray(square, step, size)) >= 2] for square in range(size * size)]


def _ray(square: int, step: tuple[int, int], size: int) -> tuple[int, ...]:
    """The squares from here to the edge in one direction."""
    ray: list[int] = []
    while ahead := neighbours(ray[-1] if ray else square, size, size, [step]):
        ray += ahead
    return tuple(ray)


@equal_by_spec
class Othello:
    """The rules."""

    id: ClassVar[str] = "othello"
    title: ClassVar[str] = "Othello"
    Options: ClassVar[type] = OthelloOptions
    rules: ClassVar[str] = rules_beside(__name__)

    def __init__(self, options: OthelloOptions = OthelloOptions()) -> None:
        self.options = options
        size = self._size = options.size
        self._rays = _rays(size)
        self._places = tuple(Place(column, row) for row in range(size) for column in range(size))
        self._names = tuple(map(str, self._places))

    # Rules

    def start(self) -> Position:
        half, around = self._size // 2, "." * (self._size // 2 - 1)
        above = "." * self._size * (half - 1)
        return Position(f"{above}{around}wb{around}{around}bw{around}{above}", Color.BLACK)

    def to_move(self, pos: Position) -> Player:
        return Player.FIRST if pos.turn is Color.BLACK else Player.SECOND

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if player is Player.FIRST else Color.WHITE

    def all_moves(self) -> tuple[Move, ...]:
        return (*self._places, PASS)

    def legal_moves(self, pos: Position) -> tuple[Move, ...]:
        if places := tuple(self._places[square] for square in self._squares(pos.board, pos.turn)):
            return places
        return (PASS,) if self._can_place(pos.board, pos.turn.other) else ()

    def play(self, pos: Position, move: Move) -> Position:
        if isinstance(move, Word):
            return Position(pos.board, pos.turn.other)
        square = self._square(move)
        changed = (square, *self._turned(pos.board, pos.turn, square))
        return Position(place(pos.board, changed, pos.turn), pos.turn.other)

    def outcome(self, pos: Position) -> Outcome | None:
        if self._can_place(pos.board, pos.turn) or self._can_place(pos.board, pos.turn.other):
            return None
        black, white = self.scores(pos)
        if black == white:
            return Outcome(None, "equal discs", (black, white))
        winner = Player.FIRST if black > white else Player.SECOND
        if self.options.empties == "winner":
            empty = pos.board.count(EMPTY)
            black, white = (black + empty, white) if black > white else (black, white + empty)
        return Outcome(winner, "more discs", (black, white))

    def scores(self, pos: Position) -> tuple[int, int]:
        return pos.board.count(Color.BLACK), pos.board.count(Color.WHITE)

    def refusal(self, pos: Position, move: Move) -> Refusal:
        if isinstance(move, Word):
            return Refusal("pass is only for a player who cannot place a disc, and you can")
        if pos.board[self._square(move)] != EMPTY:
            return Refusal(f"{move} is occupied", (str(move),))
        return Refusal(f"{move} turns no disc", (str(move),))

    def narrate(self, pos: Position, move: Move) -> str:
        if isinstance(move, Word):
            return f"{pos.turn.title} has no move and passes."
        turned = len(self._turned(pos.board, pos.turn, self._square(move)))
        return f"{pos.turn.title} plays {move} and turns {plural(turned, 'disc')}."

    def symmetries(self, pos: Position) -> list[Position]:
        return [Position(board, pos.turn) for board in images(pos.board)]

    def heuristic(self, pos: Position, player: Player) -> float:
        """Corners and the choice of moves first; discs count only as the board fills."""
        mine, theirs = self.color(pos, player), self.color(pos, player.other)
        corners = (pos.board[corner] for corner in (0, self._size - 1, -self._size, -1))
        corner_lead = sum((disc == mine) - (disc == theirs) for disc in corners)
        moves = sum(1 for _ in self._squares(pos.board, mine)) - sum(1 for _ in self._squares(pos.board, theirs))
        discs = pos.board.count(mine) - pos.board.count(theirs)
        filled = 1 - pos.board.count(EMPTY) / len(pos.board)
        return max(-0.99, min(0.99, 0.15 * corner_lead + 0.03 * moves * (1 - filled) + 0.02 * discs * filled**4))

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(pos.board, self._size)} {pos.turn}"

    def parse(self, text: str) -> Position:
        board, turn, _ = parse_position(text, self._size, self._size)
        return Position(board, turn)

    def read(self, pos: Position, typed: str) -> Move | None:
        """Line mode: ``p`` passes too."""
        return PASS if typed.strip().lower() == "p" else None

    def heading(self, pos: Position, names: tuple[str, str]) -> str:
        black, white = self.scores(pos)
        return f"Score: {names[0]} (Black) {black}:{white} {names[1]} (White)\n\n"

    def prompt(self, pos: Position, names: tuple[str, str]) -> str:
        return f"{names[self.to_move(pos)]} ({pos.turn.title}), your move: "

    # Picture

    def layout(self) -> Layout:
        columns, rows = COLUMNS[: self._size], range(1, self._size + 1)
        return Layout(
            surface="felt",
            piece="disc",
            width=self._size,
            height=self._size,
            spots=rectangle(columns, rows),
            labels=margins(columns, rows, "bottom"),
            buttons=(Button("pass", "Pass"),),
            symbols=(" ", "B", "W"),
        )

    def scene(self, pos: Position) -> Scene:
        black, white = self.scores(pos)
        return Scene(
            pieces=pieces(self._names, pos.board),
            counters=(
                Counter("black", "discs", Color.BLACK, black),
                Counter("white", "discs", Color.WHITE, white),
            ),
        )

    def clicks(self, move: Move) -> tuple[str, ...]:
        return (str(move),)

    # Lines

    def _square(self, move: Place) -> int:
        return move.row * self._size + move.column

    def _turned(self, board: str, color: Color, square: int) -> list[int]:
        """The squares whose discs a disc of this colour on an empty square turns."""
        turned: list[int] = []
        theirs = color.other
        for ray in self._rays[square]:
            if board[ray[0]] != theirs:
                continue
            for count, ahead in enumerate(ray):
                if board[ahead] == color:
                    turned += ray[:count]
                    break
                if board[ahead] == EMPTY:
                    break
        return turned

    def _squares(self, board: str, color: Color) -> Iterator[int]:
        """The squares where this colour may place a disc, in reading order."""
        return (square for square, letter in enumerate(board) if letter == EMPTY and self._turned(board, color, square))

    def _can_place(self, board: str, color: Color) -> bool:
        return next(self._squares(board, color), None) is not None


GAME = Othello
