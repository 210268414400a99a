"""Quentin: connect your two edges; territories fill up by themselves, and no diagonal may stay bare.

These are the original rules of 2012. A player who cannot place a stone passes, and with the pie rule
White may take over Black's opening. The board is a string of letters in reading order; a point is its
index in it. Chains and regions are found by walking from neighbour to neighbour. Two diagonal stones
and the two neighbours that they share make a square of four points, so bare diagonals are looked for
in such squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from string import ascii_lowercase
from typing import ClassVar

from quintet.core.game import equal_by_spec
from quintet.core.grid import EMPTY, ORTHOGONAL, neighbours, parse_position, place, rows_text
from quintet.core.options import flag, integer
from quintet.core.scene import Button, Edge, Label, Layout, Piece, Scene, Spot
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
Points = frozenset[int]


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


BARE = {
    a + b + c + d
    for a, b, c, d in product(".bw", repeat=4)
    if (a == d != EMPTY and a not in (b, c)) or (b == c != EMPTY and b not in (a, d))
}
"""The squares of two by two points, as their letters, in which a colour has two opposite corners and no other."""

BUTTONS = {SWAP: "Swap sides", PASS: "Pass"}
WHY_NOT = {PIE: "Black is to move", SWAPPED: "White has swapped already", GONE: "that has passed"}


@equal_by_spec
class Quentin:
    """The rules."""

    id: ClassVar[str] = "quentin"
    title: ClassVar[str] = "Quentin"
    Options: ClassVar[type] = QuentinOptions
    rules: ClassVar[str] = """\
# Quentin

Build a chain across the board. What is almost enclosed fills up by itself, for better or worse.
(These are the original rules of 2012, by Luis Bolaños Mures.)

Stones stand on the points of a square board, 13 x 13 unless you choose another `size`: columns are
letters from the left, rows numbers from the top. The top and bottom edges are **black**, the left and
right edges are **white**. Black wants a chain from top to bottom, White one from left to right.

1. **Start.** The board is empty. Black moves first, then the players take turns.
2. **A turn.** Put a stone of your colour on any empty point. Stones never move and never leave.
3. **Territories fill.** Neighbours are the points above, below, left and right. Empty points that
   hang together are a *region*, and a region in which *every* point has at least two stones as
   neighbours, of whatever colour, is a *territory*. After the stone is placed every territory is
   filled: with the colour that has more stones around it, and if both have the same number, with the
   colour of the *opponent* of the player who just moved. Edges are not stones.
4. **No bare diagonals.** When all is filled, any two stones of one colour that touch at a corner must
   share a neighbour of their colour, anywhere on the board. If they do not, the move is not allowed.
5. **The goal.** A chain of neighbouring stones of one colour that touches both edges of its colour
   wins, no matter who placed its last stone. (If both colours get one at once, the game is a draw, and
   so is a full board without one.)
6. **Passing.** A player who has no move must pass; otherwise you may not pass. (If neither player has
   a move, the game is a draw.)
7. **The pie rule.** On the first turn White may `swap` instead: the players change colours, the stones
   stay, and the player who opened goes on as White. So open with a stone that you would not mind to
   see as your opponent's. (Option `pie=false` plays without it.)

## Typing moves

A letter and a number: `c4`. `swap` and `pass` are typed as words.

## Examples

```story
Six points with six black and five white stones around them are filled black
    game quentin(size=5)
    position ..w.b/bbw.w/...../wbbw./..... b -
    play e3
    rows ..wbb/bbwbw/bbbbb/wbbw./.....
    outcome none
```

```story
White encloses two territories with as many black as white stones, and gives Black the game
    game quentin(size=5)
    position .b.w./.w.b./.b.../.w.b./.b.w. w -
    play d3
    rows .bbw./.wbb./.bbw./.wbb./.bbw.
    outcome first, edges connected
```

```story
Two white stones may not touch only at a corner, but with b2 between them they may
    game quentin(size=5)
    position ...../..w../....b/...../b.... w -
    refuse b3, bare diagonal
    play b2 e4 b3
    rows ...../.ww../.w..b/....b/b....
```

```story
A corner that fills up can save a diagonal: c2 is allowed because b2 turns white
    game quentin(size=5)
    play e5 b1 a2
    rows ww.../b..../...../...../....b
    play b3 d5 c2
    rows ww.../bww../.w.../...../...bb
```

```story
White takes over a strong opening, and Black's player goes on as White
    game quentin(size=5)
    play c3
    turn second white
    play swap
    turn first white
    rows ...../...../..b../...../.....
```
"""

    def __init__(self, options: QuentinOptions = QuentinOptions()) -> None:
        self.options = options
        size = options.size
        points = range(size * size)
        self._places = tuple(Place(point % size, point // size) for point in points)
        self._neighbours = [neighbours(point, size, size, ORTHOGONAL) for point in points]
        self._letters_around = [itemgetter(*near) for near in self._neighbours]
        """Each reads from a board what is on the neighbours of a point."""
        self._edges = {
            Color.BLACK: (points[:size], points[-size:]),
            Color.WHITE: (points[::size], points[size - 1 :: size]),
        }
        """Top and bottom, left and right."""
        self._squares = {
            point: (point, point + 1, point + size, point + size + 1)
            for point in points
            if point % size < size - 1 and point // size < size - 1
        }
        """The four points of each square of two by two, by the first of them."""
        self._squares_of: list[list[int]] = [[] for _ in points]
        for square, corners in self._squares.items():
            for corner in corners:
                self._squares_of[corner].append(square)

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
        places = tuple(self._legal_places(pos.board, pos.turn))
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
            board = self._played(pos, move)
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

    def symmetries(self, pos: Position) -> list[Position]:
        """Half a turn and the two mirrors: they leave every edge its colour."""
        size, board = self.options.size, pos.board
        mirrored = "".join(board[at : at + size][::-1] for at in range(0, len(board), size))
        return [Position(image, pos.turn, pos.pie) for image in (board, board[::-1], mirrored, mirrored[::-1])]

    def heuristic(self, pos: Position, player: Player) -> float:
        """How many stones fewer than the other's the shortest connection still needs."""
        mine, theirs = self.color(pos, player), self.color(pos, player.other)
        return 0.99 * math.tanh((self._distance(pos.board, theirs) - self._distance(pos.board, mine)) / 4)

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
        places = self._places
        return Layout(
            surface="wood",
            piece="stone",
            width=size,
            height=size,
            spots=tuple(Spot(str(at), at.column + 0.5, at.row + 0.5, str(at), str(at)) for at in places),
            labels=(
                *(Label(letter, "top", at + 0.5) for at, letter in enumerate(COLUMNS[:size])),
                *(Label(str(at + 1), "left", at + 0.5) for at in range(size)),
            ),
            buttons=tuple(Button(word.text, BUTTONS[word]) for word in self.all_moves() if isinstance(word, Word)),
            edges=(
                Edge("top", Color.BLACK),
                Edge("bottom", Color.BLACK),
                Edge("left", Color.WHITE),
                Edge("right", Color.WHITE),
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

    # Chains, territories and bare diagonals

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

    def _territory(self, board: str, point: int) -> list[int]:
        """The region of an empty point if every point of it has two stones or more as neighbours, else nothing."""
        region = [point]
        for at in region:  # it grows while we walk through it
            letters = self._letters_around[at](board)
            if len(letters) - letters.count(EMPTY) < 2:
                return []
            for near in self._neighbours[at]:
                if board[near] == EMPTY and near not in region:
                    region.append(near)
        return region

    def _territories(self, board: str, points: Iterable[int]) -> set[Points]:
        """The territories that hold any of these points."""
        found = set()
        for point in points:
            if board[point] == EMPTY and (territory := self._territory(board, point)):
                found.add(frozenset(territory))
        return found

    def _owner(self, board: str, territory: Points, mover: Color) -> Color:
        """The colour with more stones around a territory; if they are equal, the opponent of the player who moved."""
        letters = [board[point] for point in self._around(territory)]
        return mover if letters.count(mover) > letters.count(mover.other) else mover.other

    def _around(self, points: Iterable[int]) -> set[int]:
        """The neighbours of these points."""
        return {near for point in points for near in self._neighbours[point]}

    def _bare_squares(self, board: str, squares: Iterable[int]) -> list[int]:
        """Those of the squares that have a bare diagonal."""
        size = self.options.size
        return [at for at in squares if board[at : at + 2] + board[at + size : at + size + 2] in BARE]

    def _bare_pairs(self, board: str) -> Iterator[set[int]]:
        """The bare diagonals of the whole board, each as its two points."""
        for square in self._bare_squares(board, self._squares):
            a, b, c, d = self._squares[square]
            for one, two, *others in ((a, d, b, c), (b, c, a, d)):
                if board[one] == board[two] != EMPTY and board[one] not in (board[other] for other in others):
                    yield {one, two}

    # A turn

    def _filled(self, board: str, territories: Iterable[Points], mover: Color) -> str:
        """The board with these territories filled; they never touch, so their order does not matter."""
        for territory in territories:
            board = place(board, territory, self._owner(board, territory, mover))
        return board

    def _after(self, settled: str, standing: set[Points], point: int, mover: Color) -> tuple[str, list[int]]:
        """The board after a stone and all that fills, and the points that changed.

        `standing` is the territories that were there before, as they can be in a set-up position, and `settled` the
        board with these filled. The one in which the stone is placed is emptied and looked at anew; otherwise a stone
        makes territories only of what lies beside it.
        """
        changed = [point]
        for territory in standing:
            if point in territory:
                settled = place(settled, territory, EMPTY)
                changed += territory
        placed = settled[:point] + mover + settled[point + 1 :]
        territories = self._territories(placed, self._neighbours[point])
        for territory in territories:
            changed += territory
        return self._filled(placed, territories, mover), changed

    def _played(self, pos: Position, move: Place) -> str:
        """The board after a stone and all that fills."""
        standing = self._territories(pos.board, range(len(pos.board)))
        settled = self._filled(pos.board, standing, pos.turn)
        return self._after(settled, standing, self._point(move), pos.turn)[0]

    def _legal_places(self, board: str, color: Color) -> Iterator[Place]:
        """Where this colour may place a stone, in reading order.

        The whole board is looked at once; after each stone only the squares of the points that it changed can have
        become bare, and those that were bare before can have been mended.
        """
        standing = self._territories(board, range(len(board)))
        settled = self._filled(board, standing, color)
        bare = self._bare_squares(settled, self._squares)
        for point, letter in enumerate(board):
            if letter == EMPTY:
                after, changed = self._after(settled, standing, point, color)
                near = [square for one in changed for square in self._squares_of[one]]
                if not self._bare_squares(after, near + bare):
                    yield self._places[point]

    def _can_place(self, board: str, color: Color) -> bool:
        return next(self._legal_places(board, color), None) is not None

    def _decided(self, pos: Position) -> Outcome | None:
        """The result as far as the stones alone give it; chains of both colours cannot cross."""
        for color in Color:
            if self._connection(pos.board, color):
                winner = next(player for player in Player if self.color(pos, player) is color)
                return Outcome(winner, "edges connected")
        return None if EMPTY in pos.board else Outcome(None, "board full")

    # Helpers

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
        after, stone = self._played(pos, move), self._point(move)
        filled = {point for point, letter in enumerate(pos.board) if letter == EMPTY != after[point]} - {stone}
        pair = max(self._bare_pairs(after), key=lambda pair: (stone in pair, not pair.isdisjoint(filled)))
        how = "fills territory and so makes" if not pair.isdisjoint(filled) else "makes" if stone in pair else "leaves"
        one, two = sorted(pair)
        color = Color(after[one])
        name, other = color.title.lower(), color.other.title.lower()
        spots = str(self._places[one]), str(self._places[two])
        reason = f"{move} {how} a bare diagonal: the {name} stones {spots[0]} and {spots[1]} share no {name} neighbour"
        for point in sorted(self._around([one]) & self._around([two]) & filled):
            reason += f", and {self._places[point]} fills {other}"
        return Refusal(reason, spots)

    def _scene(self, board: str) -> Scene:
        won = sorted(self._connection(board, Color.BLACK) | self._connection(board, Color.WHITE))
        return Scene(
            pieces={
                str(at): Piece(Color(letter)) for at, letter in zip(self._places, board, strict=True) if letter != EMPTY
            },
            winning=tuple(str(self._places[point]) for point in won),
        )


def _may_swap(pos: Position) -> bool:
    return pos.pie == PIE and pos.turn is Color.WHITE


GAME = Quentin
