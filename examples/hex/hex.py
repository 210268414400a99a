"""Hex: put stones on a rhombus of hexagons; Black connects top and bottom, White left and right.

The board is a string of letters in reading order, as if it were a square: a cell has neighbours left and right, above
and above right, below and below left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quintet.core.grid import (
    EMPTY,
    neighbours,
    parse_position,
    pieces,
    place,
    rhombus,
    rhombus_margins,
    rows_text,
)
from quintet.core.options import flag, integer
from quintet.core.scene import Button, Edge, Layout, Scene
from quintet.core.types import SWAP, Color, Outcome, Player, Word

STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
PIE, SWAPPED, GONE = "pie", "swapped", "-"
"""White may still swap, has swapped, or no longer can."""


@dataclass(frozen=True, slots=True)
class Position:
    board: str
    turn: Color
    pie: str


@dataclass(frozen=True, slots=True)
class HexOptions:
    size: int = integer(11, 3, 19, "cells along a side")
    pie: bool = flag(True, "White may swap sides on the first turn")


class Hex:
    """The rules."""

    id: ClassVar[str] = "hex"
    title: ClassVar[str] = "Hex"
    Options: ClassVar[type] = HexOptions
    rules: ClassVar[str] = """\
# Hex

Put a stone of your colour on an empty cell, such as `c2`. A chain of Black's stones from top to bottom wins, and so
does one of White's from left to right; one of the two always comes about. Black begins. In the first turn White may
`swap` instead: the players change colours and the stone stays. (By Piet Hein, 1942, and John Nash.)

```story
A chain from top to bottom
    game hex(size=3,pie=false)
    play b1 a3 b2 a2 b3
    outcome first, connected
```
```story
The second player takes the opening over
    game hex(size=3)
    play b2 swap a1
    text w../.b./... b swapped
```
"""

    def __init__(self, options: HexOptions = HexOptions()) -> None:
        self.options = options
        size = options.size
        self.columns, self.rows = "abcdefghijklmnopqrs"[:size], range(1, size + 1)
        self.names = [f"{column}{row}" for row in self.rows for column in self.columns]
        self.places = [Word(name) for name in self.names]
        self.beside = [neighbours(cell, size, size, STEPS) for cell in range(size * size)]
        cells = range(size * size)
        self.sides = {Color.BLACK: (cells[:size], cells[-size:]), Color.WHITE: (cells[::size], cells[size - 1 :: size])}

    # Rules

    def start(self) -> Position:
        return Position(EMPTY * len(self.names), Color.BLACK, PIE if self.options.pie else GONE)

    def to_move(self, pos: Position) -> Player:
        return next(player for player in Player if self.color(pos, player) is pos.turn)

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if (player is Player.FIRST) != (pos.pie == SWAPPED) else Color.WHITE

    def all_moves(self) -> list[Word]:
        return [*self.places, SWAP] if self.options.pie else self.places

    def legal_moves(self, pos: Position) -> list[Word]:
        if self.outcome(pos):
            return []
        free = [move for move, letter in zip(self.places, pos.board, strict=True) if letter == EMPTY]
        return [*free, SWAP] if self._may_swap(pos) else free

    def play(self, pos: Position, move: Word) -> Position:
        if move == SWAP:
            return Position(pos.board, Color.WHITE, SWAPPED)
        board = place(pos.board, [self.places.index(move)], pos.turn)
        return Position(board, pos.turn.other, GONE if self._may_swap(pos) else pos.pie)

    def outcome(self, pos: Position) -> Outcome | None:
        for player in Player:
            if self._chain(pos.board, self.color(pos, player)):
                return Outcome(player, "connected")
        return None

    def symmetries(self, pos: Position) -> list[Position]:
        return [pos, Position(pos.board[::-1], pos.turn, pos.pie)]

    def _may_swap(self, pos: Position) -> bool:
        return pos.pie == PIE and pos.turn is Color.WHITE

    def _chain(self, board: str, color: Color) -> frozenset[int]:
        """The stones of a colour that connect its two sides; none where they are not connected."""
        first, other = self.sides[color]
        for start in first:
            chain, waiting = {start}, [start] if board[start] == color else []
            while waiting:
                reached = {cell for cell in self.beside[waiting.pop()] if board[cell] == color} - chain
                chain |= reached
                waiting += reached
            if board[start] == color and chain.intersection(other):
                return frozenset(chain)
        return frozenset()

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(pos.board, self.options.size)} {pos.turn} {pos.pie}"

    def parse(self, text: str) -> Position:
        board, turn, (pie,) = parse_position(text, self.options.size, self.options.size, ["pie"])
        if pie not in ((PIE, SWAPPED, GONE) if self.options.pie else (GONE,)):
            raise ValueError(f"the pie field must be 'pie', 'swapped' or '-', and '-' without the rule, got {pie!r}")
        if all(self._chain(board, color) for color in Color):
            raise ValueError("only one colour can be connected, got a board where both are")
        return Position(board, turn, pie)

    # Picture

    def layout(self) -> Layout:
        spots, labels = rhombus(self.columns, self.rows), rhombus_margins(self.columns, self.rows)
        last = spots[-1]
        edges = [Edge(side, Color.BLACK) for side in ("top", "bottom")]
        edges += [Edge(side, Color.WHITE) for side in ("left", "right")]
        swap = (Button(str(SWAP), "Swap sides"),) if self.options.pie else ()
        return Layout("hexagonal", "stone", last.x + 0.5, last.y + 0.58, spots, labels, swap, tuple(edges))

    def scene(self, pos: Position) -> Scene:
        chain = self._chain(pos.board, Color.BLACK) or self._chain(pos.board, Color.WHITE)
        winning = tuple(self.names[cell] for cell in sorted(chain))
        return Scene(pieces(self.names, pos.board), winning=winning)

    def clicks(self, move: Word) -> tuple[str, ...]:
        return (str(move),)
