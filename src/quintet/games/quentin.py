"""Quentin: connect your two edges; territories fill up by themselves, and no diagonal may stay bare.

These are the original rules of 2012. A player who cannot place a stone passes, and with the pie rule
White may take over Black's opening. A set of points is one integer with a bit for each point, in
reading order; one spare bit after each row keeps the rows apart, so that a shift by one is a step to
the side and a shift by `size` + 1 a step up or down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from quintet.core.game import equal_by_spec
from quintet.core.grid import EMPTY, parse_position, rows_text
from quintet.core.options import flag, integer
from quintet.core.scene import Button, Edge, Label, Layout, Piece, Scene, Spot
from quintet.core.types import PASS, SWAP, Color, Outcome, Player, Refusal, Word

COLUMNS = "abcdefghijklmnopqrs"

PIE, SWAPPED, GONE = "pie", "swapped", "-"
"""Whether White may still swap, did, or can no longer."""


@dataclass(frozen=True, slots=True)
class Place:
    """Put a stone on a point."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"

    __repr__ = __str__


Move = Place | Word


@dataclass(frozen=True, slots=True)
class Position:
    """Stones, whose turn it is, and what became of the pie rule."""

    black: int
    """The set of points with black stones."""
    white: int
    turn: Color
    pie: str
    """``pie``, ``swapped`` or ``-``."""


@dataclass(frozen=True, slots=True)
class QuentinOptions:
    size: int = integer(13, 2, 19, "points along each side of the board")
    pie: bool = flag(True, "White may swap sides on the first turn")


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
        self._points = _Points(options.size)
        self._places = {
            self._points.at(column, row): Place(column, row)
            for row in range(options.size)
            for column in range(options.size)
        }

    # Rules

    def start(self) -> Position:
        return Position(0, 0, Color.BLACK, PIE if self.options.pie else GONE)

    def to_move(self, pos: Position) -> Player:
        return Player.FIRST if pos.turn is self.color(pos, Player.FIRST) else Player.SECOND

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if (player is Player.FIRST) != (pos.pie == SWAPPED) else Color.WHITE

    def all_moves(self) -> tuple[Move, ...]:
        return (*self._places.values(), SWAP, PASS) if self.options.pie else (*self._places.values(), PASS)

    def legal_moves(self, pos: Position) -> tuple[Move, ...]:
        if self._decided(pos):
            return ()
        places = tuple(self._legal_places(pos, pos.turn))
        if not places and not self._can_place(pos, pos.turn.other):
            return ()
        if _may_swap(pos):
            return (*places, SWAP)
        return places or (PASS,)

    def play(self, pos: Position, move: Move) -> Position:
        if move == SWAP:
            return Position(pos.black, pos.white, pos.turn, SWAPPED)
        black, white = pos.black, pos.white
        if isinstance(move, Place):
            black, white = self._fill(*self._put(pos, move), pos.turn)
        return Position(black, white, pos.turn.other, GONE if _may_swap(pos) else pos.pie)

    def outcome(self, pos: Position) -> Outcome | None:
        if decided := self._decided(pos):
            return decided
        if self._can_place(pos, pos.turn) or self._can_place(pos, pos.turn.other):
            return None
        return Outcome(None, "no legal move")

    def refusal(self, pos: Position, move: Move) -> Refusal:
        if move == SWAP:
            return Refusal(f"swap is only for White's first turn, and {WHY_NOT[pos.pie]}")
        if not isinstance(move, Place):
            instead = "place a stone" if self._can_place(pos, pos.turn) else "swap"
            return Refusal(f"pass is only for a player who can do nothing else, and you can {instead}")
        if self._points.at(move.column, move.row) & (pos.black | pos.white):
            return Refusal(f"{move} is occupied", (str(move),))
        return self._bare_diagonal(pos, move)

    def symmetries(self, pos: Position) -> list[Position]:
        """Half a turn and the two mirrors: they leave every edge its colour."""
        size, board = self.options.size, self._board(pos)
        mirrored = "".join(board[at : at + size][::-1] for at in range(0, len(board), size))
        return [self._position(image, pos.turn, pos.pie) for image in (board, board[::-1], mirrored, mirrored[::-1])]

    def heuristic(self, pos: Position, player: Player) -> float:
        """How many stones fewer than the other's the shortest connection still needs."""
        mine, theirs = self.color(pos, player), self.color(pos, player.other)
        return 0.99 * math.tanh((self._distance(pos, theirs) - self._distance(pos, mine)) / 4)

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(self._board(pos), self.options.size)} {pos.turn} {pos.pie}"

    def parse(self, text: str) -> Position:
        board, turn, (pie,) = parse_position(text, self.options.size, self.options.size, ["pie"])
        if not self.options.pie and pie != GONE:
            raise ValueError(f"the pie field must be '-' because the pie rule is off, got {pie!r}")
        if pie not in (PIE, SWAPPED, GONE):
            raise ValueError(f"the pie field must be 'pie', 'swapped' or '-', got {pie!r}")
        return self._position(board, turn, pie)

    # Picture

    def layout(self) -> Layout:
        size = self.options.size
        places = self._places.values()
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
        return self._scene(pos.black, pos.white)

    def stages(self, pos: Position, move: Move) -> list[Scene]:
        """The stone, then the territories that fill."""
        after = self.scene(self.play(pos, move))
        if not isinstance(move, Place):
            return [after]
        placed = self._scene(*self._put(pos, move))
        return [after] if placed == after else [placed, after]

    def clicks(self, move: Move) -> tuple[str, ...]:
        return (str(move),)

    # Helpers

    def _put(self, pos: Position, move: Place) -> tuple[int, int]:
        """Black and white stones with the new one, before anything is filled."""
        point = self._points.at(move.column, move.row)
        return (pos.black | point, pos.white) if pos.turn is Color.BLACK else (pos.black, pos.white | point)

    def _fill(self, black: int, white: int, mover: Color) -> tuple[int, int]:
        """Black and white stones after every territory is filled; territories never touch, so order is nothing."""
        for territory in self._points.territories(black | white):
            border = self._points.around(territory)
            lead = (border & black).bit_count() - (border & white).bit_count()
            if lead > 0 or (lead == 0 and mover is Color.WHITE):
                black |= territory
            else:
                white |= territory
        return black, white

    def _legal_places(self, pos: Position, color: Color) -> Iterator[Place]:
        """Where this colour may place a stone, in reading order."""
        pos = Position(pos.black, pos.white, color, pos.pie)
        stones = pos.black | pos.white
        for point, move in self._places.items():
            if not point & stones:
                black, white = self._fill(*self._put(pos, move), color)
                if not self._points.bare(black) and not self._points.bare(white):
                    yield move

    def _can_place(self, pos: Position, color: Color) -> bool:
        return next(self._legal_places(pos, color), None) is not None

    def _decided(self, pos: Position) -> Outcome | None:
        """The result as far as the stones alone give it."""
        black, white = self._connection(pos.black, Color.BLACK), self._connection(pos.white, Color.WHITE)
        if black and white:
            return Outcome(None, "both connected")
        if black or white:
            winner = Color.BLACK if black else Color.WHITE
            return Outcome(next(one for one in Player if self.color(pos, one) is winner), "edges connected")
        return Outcome(None, "board full") if pos.black | pos.white == self._points.all else None

    def _connection(self, stones: int, color: Color) -> int:
        """The chains that touch both edges of their colour."""
        near, far = self._points.edges[color]
        return self._points.grow(stones & far, self._points.grow(stones & near, stones))

    def _distance(self, pos: Position, color: Color) -> int:
        """How many stones the shortest connection of a colour still needs; very many if it is cut off."""
        mine, theirs = (pos.black, pos.white) if color is Color.BLACK else (pos.white, pos.black)
        near, far = self._points.edges[color]
        reached = self._points.grow(mine & near, mine)
        needed = 0
        while not reached & far:
            step = reached | (near | self._points.around(reached)) & ~theirs
            if step == reached:
                return self.options.size**2
            reached = self._points.grow(step, step | mine)
            needed += 1
        return needed

    def _bare_diagonal(self, pos: Position, move: Place) -> Refusal:
        """What forbids a move: a diagonal of the new stone if there is one, else one that a fill makes or leaves."""
        before = self._put(pos, move)
        black, white = self._fill(*before, pos.turn)
        filled = (black | white) & ~(before[0] | before[1])
        stone = self._points.at(move.column, move.row)
        pairs = [*self._points.bare(black), *self._points.bare(white)]
        pair = max(pairs, key=lambda pair: (pair & stone, pair & filled))
        how = "fills territory and so makes" if pair & filled else "makes" if pair & stone else "leaves"
        color = Color.BLACK if pair & black else Color.WHITE
        name, other = color.title.lower(), color.other.title.lower()
        one, two = _singles(pair)
        spots = str(self._places[one]), str(self._places[two])
        reason = f"{move} {how} a bare diagonal: the {name} stones {spots[0]} and {spots[1]} share no {name} neighbour"
        for point in _singles(self._points.around(one) & self._points.around(two) & filled):
            reason += f", and {self._places[point]} fills {other}"
        return Refusal(reason, spots)

    def _board(self, pos: Position) -> str:
        """The stones as letters in reading order."""
        return "".join("b" if point & pos.black else "w" if point & pos.white else EMPTY for point in self._places)

    def _position(self, board: str, turn: Color, pie: str) -> Position:
        letters = list(zip(self._places, board, strict=True))
        black = sum(point for point, letter in letters if letter == Color.BLACK)
        white = sum(point for point, letter in letters if letter == Color.WHITE)
        return Position(black, white, turn, pie)

    def _scene(self, black: int, white: int) -> Scene:
        won = self._connection(black, Color.BLACK) | self._connection(white, Color.WHITE)
        return Scene(
            pieces={
                str(place): Piece(Color.BLACK if point & black else Color.WHITE)
                for point, place in self._places.items()
                if point & (black | white)
            },
            winning=tuple(str(place) for point, place in self._places.items() if point & won),
        )


class _Points:
    """Sets of points on a board of one size, as integers."""

    def __init__(self, size: int) -> None:
        self.down = size + 1
        row, column = (1 << size) - 1, sum(self.at(0, row) for row in range(size))
        self.all = sum(row << self.down * at for at in range(size))
        self.edges = {
            Color.BLACK: (row, row << self.down * (size - 1)),
            Color.WHITE: (column, column << size - 1),
        }
        """Top and bottom, left and right."""

    def at(self, column: int, row: int) -> int:
        return 1 << row * self.down + column

    def around(self, points: int) -> int:
        """The orthogonal neighbours of the points."""
        return (points << 1 | points >> 1 | points << self.down | points >> self.down) & self.all

    def grow(self, points: int, within: int) -> int:
        """The points that are in `within`, and everything in it that hangs together with them."""
        points &= within
        while (wider := points | self.around(points) & within) != points:
            points = wider
        return points

    def territories(self, stones: int) -> Iterator[int]:
        """The regions in which every point has two stones or more as neighbours."""
        left, right, above, below = stones << 1, stones >> 1, stones << self.down, stones >> self.down
        two = left & right | above & below | (left | right) & (above | below)
        empty = self.all & ~stones
        rest = empty & ~self.grow(empty & ~two, empty)
        while rest:
            territory = self.grow(rest & -rest, rest)
            yield territory
            rest ^= territory

    def bare(self, stones: int) -> list[int]:
        """The pairs of diagonal neighbours that share no orthogonal neighbour."""
        down = self.down
        rising = stones & stones >> down - 1 & ~(stones << 1 | stones >> down)
        falling = stones & stones >> down + 1 & ~(stones >> 1 | stones >> down)
        if not rising | falling:
            return []
        return [
            *(point | point << down - 1 for point in _singles(rising)),
            *(point | point << down + 1 for point in _singles(falling)),
        ]


def _singles(points: int) -> Iterator[int]:
    """The points one by one, in reading order."""
    while points:
        yield points & -points
        points &= points - 1


def _may_swap(pos: Position) -> bool:
    return pos.pie == PIE and pos.turn is Color.WHITE


GAME = Quentin
