"""Quentin: connect your two edges; territories fill up by themselves, and no diagonal may stay bare.

These are the original rules of 2012. A player who cannot place a stone passes, and with the pie rule
White may take over Black's opening. The board is a string of letters in reading order; a point is its
index in it. `_after` and `_is_legal` are rules 3 and 4 as they are written; `_legal_points` is a fast path
to the same legal moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter
from string import ascii_lowercase
from typing import ClassVar

from quintet.core.game import equal_by_spec
from quintet.core.grid import EMPTY, margins, neighbours, parse_position, pieces, place, rectangle, rows_text
from quintet.core.options import flag, integer
from quintet.core.registry import rules_beside
from quintet.core.scene import Button, Edge, Layout, Scene
from quintet.core.sentences import enumerated, plural
from quintet.core.types import PASS, SWAP, Color, Outcome, Player, Refusal, Word

COLUMNS = ascii_lowercase

PIE, SWAPPED, GONE = "pie", "swapped", "-"
"""White may still swap, has swapped, or no longer can."""


@dataclass(frozen=True, slots=True)
class Place:
    """Put a stone on a point."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"

    __repr__ = __str__


Move = Place | Word
Diagonal = tuple[int, int, int, int]
"""Two points that touch at a corner, then the two neighbours that they share."""


@dataclass(frozen=True, slots=True)
class Position:
    """Stones, whose turn it is, and what became of the pie rule."""

    board: str
    turn: Color
    pie: str
    """``pie``, ``swapped`` or ``-``."""


@dataclass(frozen=True, slots=True)
class QuentinOptions:
    size: int = integer(13, 2, 26, "points along each side of the board")
    pie: bool = flag(True, "White may swap sides on the first turn")


BUTTONS = {SWAP: "Swap sides", PASS: "Pass"}
SIDES = {Color.BLACK: "top and bottom", Color.WHITE: "left and right"}
WHY_NOT = {PIE: "Black is to move", SWAPPED: "White has swapped already", GONE: "that has passed"}


@equal_by_spec
class Quentin:
    """The rules."""

    id: ClassVar[str] = "quentin"
    title: ClassVar[str] = "Quentin"
    Options: ClassVar[type] = QuentinOptions
    rules: ClassVar[str] = rules_beside(__name__)

    def __init__(self, options: QuentinOptions = QuentinOptions()) -> None:
        self.options = options
        size = options.size
        points = range(size * size)
        self._places = tuple(Place(point % size, point // size) for point in points)
        self._neighbours = [neighbours(point, size, size) for point in points]
        self._letters_around = [itemgetter(*near) for near in self._neighbours]
        """Each reads from a board what is on the neighbours of a point."""
        self._edges = {
            Color.BLACK: (points[:size], points[-size:]),
            Color.WHITE: (points[::size], points[size - 1 :: size]),
        }
        """Top and bottom, left and right."""
        self._diagonals: list[Diagonal] = []
        for a in points[:-size]:
            if a % size < size - 1:
                b, c, d = a + 1, a + size, a + size + 1
                self._diagonals += [(a, d, b, c), (b, c, a, d)]
        self._diagonals_near: list[list[Diagonal]] = [[] for _ in points]
        """By point: those in which it is one of the four."""
        for diagonal in self._diagonals:
            for point in diagonal:
                self._diagonals_near[point].append(diagonal)

    # Rules

    def start(self) -> Position:
        return Position(EMPTY * self.options.size**2, Color.BLACK, PIE if self.options.pie else GONE)

    def to_move(self, pos: Position) -> Player:
        return Player.FIRST if pos.turn is self.color(pos, Player.FIRST) else Player.SECOND

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if (player is Player.FIRST) != (pos.pie == SWAPPED) else Color.WHITE

    def all_moves(self) -> tuple[Move, ...]:
        return (*self._places, SWAP, PASS) if self.options.pie else (*self._places, PASS)

    def legal_moves(self, pos: Position) -> tuple[Move, ...]:
        if self._decided(pos):
            return ()
        places = tuple(self._places[point] for point in self._legal_points(pos.board, pos.turn))
        if not places and not self._can_place(pos.board, pos.turn.other):
            return ()
        if _may_swap(pos):
            return (*places, SWAP)
        return places or (PASS,)

    def play(self, pos: Position, move: Move) -> Position:
        if move == SWAP:
            return Position(pos.board, pos.turn, SWAPPED)
        board = pos.board
        if isinstance(move, Place):
            board = self._after(board, self._point(move), pos.turn)
        return Position(board, pos.turn.other, GONE if _may_swap(pos) else pos.pie)

    def outcome(self, pos: Position) -> Outcome | None:
        if decided := self._decided(pos):
            return decided
        if self._can_place(pos.board, pos.turn) or self._can_place(pos.board, pos.turn.other):
            return None
        return Outcome(None, "no legal move")

    def refusal(self, pos: Position, move: Move) -> Refusal:
        if move == SWAP:
            return Refusal(f"swap is only for White's first turn, and {WHY_NOT[pos.pie]}")
        if not isinstance(move, Place):
            instead = "place a stone" if self._can_place(pos.board, pos.turn) else "swap"
            return Refusal(f"pass is only for a player who can do nothing else, and you can {instead}")
        if pos.board[self._point(move)] != EMPTY:
            return Refusal(f"{move} is occupied", (str(move),))
        return self._bare_diagonal(pos, move)

    def narrate(self, pos: Position, move: Move) -> str:
        if move == SWAP:
            return f"{pos.turn.title} swaps sides: the players change colours and the stones stay."
        if not isinstance(move, Place):
            return f"{pos.turn.title} has no move and passes."
        placed = place(pos.board, [self._point(move)], pos.turn)
        fills = self._fills_in_words(placed, pos.turn)
        sentences = [
            f"{pos.turn.title} plays {move}; {fills}." if fills else f"{pos.turn.title} places a stone on {move}."
        ]
        board = self._filled(placed, pos.turn)
        sentences += [f"{color.title} connects {SIDES[color]}." for color in Color if self._connection(board, color)]
        return " ".join(sentences)

    def symmetries(self, pos: Position) -> list[Position]:
        """Half a turn and the two mirrors: they leave every edge its colour."""
        board = pos.board
        mirrored = "".join(row[::-1] for row in rows_text(board, self.options.size).split("/"))
        return [Position(image, pos.turn, pos.pie) for image in (board, board[::-1], mirrored, mirrored[::-1])]

    def heuristic(self, pos: Position, player: Player) -> float:
        """How many stones fewer than the other's the shortest connection still needs."""
        mine, theirs = self.color(pos, player), self.color(pos, player.other)
        return 0.99 * math.tanh((self._distance(pos.board, theirs) - self._distance(pos.board, mine)) / 4)

    # Rules 3 and 4

    def _after(self, board: str, point: int, mover: Color) -> str:
        """Rule 3: the board after a stone is placed and every territory is filled."""
        return self._filled(place(board, [point], mover), mover)

    def _filled(self, board: str, mover: Color) -> str:
        """The board with every territory filled; they never touch, so their order does not matter."""
        for territory in self._territories(board):
            board = place(board, territory, self._owner(board, territory, mover))
        return board

    def _owner(self, board: str, territory: list[int], mover: Color) -> Color:
        """The colour with more stones around a territory; if they are equal, the opponent of the player who moved."""
        stones = [board[point] for point in self._around(territory)]
        return mover if stones.count(mover) > stones.count(mover.other) else mover.other

    def _territories(self, board: str) -> Iterator[list[int]]:
        seen: set[int] = set()
        for point, letter in enumerate(board):
            if letter == EMPTY and point not in seen and (territory := self._territory(board, point)):
                seen.update(territory)
                yield territory

    def _territory(self, board: str, point: int) -> list[int]:
        """The region of an empty point if every point of it has two stones or more as neighbours, else nothing."""
        region = [point]
        for empty in region:  # it grows while we walk through it
            letters = self._letters_around[empty](board)
            if len(letters) - letters.count(EMPTY) < 2:
                return []
            for near in self._neighbours[empty]:
                if board[near] == EMPTY and near not in region:
                    region.append(near)
        return region

    def _fills_in_words(self, board: str, mover: Color) -> str:
        """Which territories of a board fill with which colour, and why; empty if there is none."""
        territories = list(self._territories(board))
        filled: dict[Color, list[int]] = {}
        for territory in territories:
            filled.setdefault(self._owner(board, territory, mover), []).extend(territory)
        fills = []
        for color, points in filled.items():
            names = [str(self._places[point]) for point in sorted(points)]
            fills.append(f"{enumerated(names)} {'fills' if len(names) == 1 else 'fill'} {color.title.lower()}")
        if not territories:
            return ""
        if len(territories) > 1:
            is_tie = any(
                self._owner(board, part, mover) != self._owner(board, part, mover.other) for part in territories
            )
            return f"{', '.join(fills)}: around each {'the majority or a tie' if is_tie else 'the majority'} decides"
        (color, points), stones = next(iter(filled.items())), [board[point] for point in self._around(territories[0])]
        more, fewer = stones.count(color), stones.count(color.other)
        around = "around it" if len(points) == 1 else "around them"
        if more == fewer:
            return f"{fills[0]}: {plural(more, 'stone')} of each colour {around}, and the mover loses a tie"
        name, other = color.title.lower(), color.other.title.lower()
        return f"{fills[0]}: {more} {name} stones {around}, {fewer or 'no'} {other}"

    def _is_legal(self, board: str, point: int, mover: Color) -> bool:
        """Rule 4: a stone may be placed if afterwards no diagonal on the whole board is bare."""
        return not any(self._bare(self._after(board, point, mover), self._diagonals))

    def _bare(self, board: str, diagonals: Iterable[Diagonal]) -> Iterator[Diagonal]:
        """The diagonals whose two stones have one colour and share no neighbour of that colour."""
        for diagonal in diagonals:
            stone, other, shared, also_shared = diagonal
            color = board[stone]
            if color == board[other] != EMPTY and board[shared] != color != board[also_shared]:
                yield diagonal

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(pos.board, self.options.size)} {pos.turn} {pos.pie}"

    def parse(self, text: str) -> Position:
        board, turn, (pie,) = parse_position(text, self.options.size, self.options.size, ["pie"])
        if not self.options.pie and pie != GONE:
            raise ValueError(f"the pie field must be '-' because the pie rule is off, got {pie!r}")
        if pie not in (PIE, SWAPPED, GONE):
            raise ValueError(f"the pie field must be 'pie', 'swapped' or '-', got {pie!r}")
        return Position(board, turn, pie)

    # Picture

    def layout(self) -> Layout:
        size = self.options.size
        columns, rows = COLUMNS[:size], range(1, size + 1)
        return Layout(
            surface="wood",
            piece="stone",
            width=size,
            height=size,
            spots=rectangle(columns, rows),
            labels=margins(columns, rows),
            buttons=tuple(Button(word.text, BUTTONS[word]) for word in self.all_moves() if isinstance(word, Word)),
            edges=(
                *(Edge(side, Color.BLACK) for side in ("top", "bottom")),
                *(Edge(side, Color.WHITE) for side in ("left", "right")),
            ),
            symbols=("·", "●", "○"),
        )

    def scene(self, pos: Position) -> Scene:
        return self._scene(pos.board)

    def stages(self, pos: Position, move: Move) -> list[Scene]:
        """The stone, then the territories that fill."""
        after = self.scene(self.play(pos, move))
        if not isinstance(move, Place):
            return [after]
        placed = self._scene(place(pos.board, [self._point(move)], pos.turn))
        return [after] if placed == after else [placed, after]

    def clicks(self, move: Move) -> tuple[str, ...]:
        return (str(move),)

    # Fast path: the same legal points without a look at the whole board after each stone

    def _legal_points(self, board: str, mover: Color) -> Iterator[int]:
        """The empty points for which `_is_legal` is true, in reading order.

        After a stone only two kinds of diagonals are looked at: those near it, and those that were bare before, as a
        set-up position may have them. A fill makes no other one bare: if it puts a stone at the end of a diagonal whose
        shared neighbours both have the other colour, these two were a bare diagonal before, and they still are.
        """
        standing = {point: territory for territory in self._territories(board) for point in territory}
        settled = self._filled(board, mover) if standing else board
        bare = list(self._bare(board, self._diagonals))
        for point, letter in enumerate(board):
            if letter == EMPTY:
                after = self._after_on_settled(settled, standing.get(point, []), point, mover)
                if not any(self._bare(after, self._diagonals_near[point] + bare)):
                    yield point

    def _after_on_settled(self, settled: str, territory: list[int], point: int, mover: Color) -> str:
        """`_after` on a board whose territories are filled; the one in which the stone is placed is emptied again.

        The stone can make territories only of the rest of its region, and every part of that lies beside the stone.
        """
        board = place(settled, territory, EMPTY) if territory else settled
        board = board[:point] + mover + board[point + 1 :]
        for near in self._neighbours[point]:
            if board[near] == EMPTY and (made := self._territory(board, near)):
                board = place(board, made, self._owner(board, made, mover))
        return board

    def _can_place(self, board: str, color: Color) -> bool:
        return next(self._legal_points(board, color), None) is not None

    # Helpers

    def _chains(self, board: str, points: Iterable[int], color: Color) -> set[int]:
        """The stones of the chains of this colour that hold any of these points."""
        stones = {point for point in points if board[point] == color}
        ahead = list(stones)
        while ahead:
            for near in self._neighbours[ahead.pop()]:
                if board[near] == color and near not in stones:
                    stones.add(near)
                    ahead.append(near)
        return stones

    def _connection(self, board: str, color: Color) -> set[int]:
        """The chains that touch both edges of their colour."""
        near, far = self._edges[color]
        return self._chains(board, self._chains(board, near, color).intersection(far), color)

    def _around(self, points: Iterable[int]) -> set[int]:
        """The neighbours of these points."""
        return {near for point in points for near in self._neighbours[point]}

    def _decided(self, pos: Position) -> Outcome | None:
        """The result as far as the stones alone give it; chains of both colours cannot cross."""
        for color in Color:
            if self._connection(pos.board, color):
                winner = next(player for player in Player if self.color(pos, player) is color)
                return Outcome(winner, "edges connected")
        return None if EMPTY in pos.board else Outcome(None, "board full")

    def _point(self, move: Place) -> int:
        return move.row * self.options.size + move.column

    def _distance(self, board: str, color: Color) -> int:
        """How many stones the shortest connection of a colour still needs; very many if it is cut off."""
        near, far = self._edges[color]
        reached = self._chains(board, near, color)
        ahead = {*near, *self._around(reached)}
        needed = 0
        while reached.isdisjoint(far):
            step = {point for point in ahead if board[point] == EMPTY} - reached
            if not step:
                return self.options.size**2
            step |= self._chains(board, self._around(step), color)
            ahead = self._around(step)
            reached |= step
            needed += 1
        return needed

    def _bare_diagonal(self, pos: Position, move: Place) -> Refusal:
        """What forbids a move: a diagonal of the new stone if there is one, else one that a fill makes or leaves."""
        stone = self._point(move)
        after = self._after(pos.board, stone, pos.turn)
        filled = {point for point, letter in enumerate(pos.board) if letter == EMPTY != after[point]} - {stone}
        bare = self._bare(after, self._diagonals)
        worst = max(bare, key=lambda diagonal: (stone in diagonal[:2], not filled.isdisjoint(diagonal[:2])))
        ends, shared = worst[:2], worst[2:]
        how = "fills territory and so makes" if filled.intersection(ends) else "makes" if stone in ends else "leaves"
        color = Color(after[ends[0]])
        name, other = color.title.lower(), color.other.title.lower()
        spots = tuple(str(self._places[point]) for point in ends)
        reason = f"{move} {how} a bare diagonal: the {name} stones {' and '.join(spots)} share no {name} neighbour"
        for point in sorted(filled.intersection(shared)):
            reason += f", and {self._places[point]} fills {other}"
        return Refusal(reason, spots)

    def _scene(self, board: str) -> Scene:
        won = sorted(self._connection(board, Color.BLACK) | self._connection(board, Color.WHITE))
        return Scene(
            pieces=pieces(map(str, self._places), board),
            winning=tuple(str(self._places[point]) for point in won),
        )


def _may_swap(pos: Position) -> bool:
    return pos.pie == PIE and pos.turn is Color.WHITE


GAME = Quentin
