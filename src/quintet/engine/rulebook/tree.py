"""Principal variation search with a transposition table, for any game.

The value of a position is for the player to move there, and it changes its sign only where the player
to move changes: not across a turn that the rules take away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from quintet.core.game import AnyGame
from quintet.core.types import Player
from quintet.engine.analysis import Line
from quintet.engine.bounds import MOST_DEPTH
from quintet.engine.evaluation import Guess
from quintet.engine.limits import Clock
from quintet.engine.rulebook.value import GUESS, INFINITE, Evaluator, decode, is_decided, later

BYTES_AN_ENTRY = 800
"""About the memory of a position, its entry and their places in a dict."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class TableEntry(NamedTuple):
    """The stored result of a search of a position."""

    value: int
    """For the player to move there, with distances counted from there."""
    bound: int
    """`EXACT`, or a lower or upper bound: `AT_LEAST`, `AT_MOST`."""
    depth: int
    proved: bool
    """Whether the value holds at every depth, because it rests on no guess."""
    move: Any

    def cuts(self, depth: int, alpha: int, beta: int, value: int) -> bool:
        """Whether the entry answers a search of this depth and window; `value` is its value seen from the current
        ply."""
        if self.depth < depth and not self.proved:
            return False
        if self.bound == EXACT:
            return True
        return value >= beta if self.bound == AT_LEAST else value <= alpha


class TranspositionTable:
    """A bounded dict in two generations: when the young one is full it becomes the old one, and the old one is
    dropped."""

    def __init__(self, memory_mb: int) -> None:
        self._half = memory_mb * 2**20 // BYTES_AN_ENTRY // 2
        self._young: dict[Any, TableEntry] = {}
        self._old: dict[Any, TableEntry] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def find(self, pos: Any) -> TableEntry | None:
        return self._young.get(pos) or self._old.get(pos)

    def store(self, pos: Any, entry: TableEntry) -> None:
        if len(self._young) >= self._half:
            self._young, self._old = {}, self._young
        self._young[pos] = entry


class RootMove(NamedTuple):
    """A root move, searched to its depth."""

    moves: tuple[Any, ...]
    """The line that begins with this move."""
    value: int
    """For the player to move at the root."""
    proved: bool
    """Whether the value holds at every depth, because it rests on no guess."""


class SearchTree:
    """The searches of one position; they share a clock, a transposition table, killer moves and the history
    heuristic."""

    def __init__(self, game: AnyGame, clock: Clock, memory_mb: int, heuristic: Guess | None = None) -> None:
        self.game = game
        self.clock = clock
        self.evaluator = Evaluator(game, heuristic)
        self.repeats = False
        """Whether a position was repeated on a path: play from here may be endless."""
        self.promise: dict[Any, int] = {}
        """The value of each root move when it was last searched, often only a bound."""
        self._table = TranspositionTable(memory_mb)
        self._path: set[Any] = set()
        self._lines: list[tuple[Any, ...]] = [()] * (MOST_DEPTH + 2)
        """The principal variation from each ply on, of the last node searched there."""
        self._killers: list[Any] = [None] * (MOST_DEPTH + 2)
        """The killer move of each ply: the last one that caused a cutoff there."""
        self._history: dict[tuple[Player, Any], int] = {}
        """History heuristic: how often and how deep each move has caused cutoffs."""

    def is_exact(self, value: int, proved: bool) -> bool:
        """Whether value and score are proved; in a game without scores a forced end is enough."""
        return proved or (not self.evaluator.scored and is_decided(value))

    def line(self, root_move: RootMove) -> Line:
        """A root move as the caller sees it."""
        result, margin, _ = decode(root_move.value)
        ends = root_move.proved or result != 0
        value = float(result) if ends else root_move.value / GUESS
        score = float(margin) if ends and self.evaluator.scored else None
        return Line(root_move.moves, value, score, self.is_exact(root_move.value, root_move.proved))

    def root(
        self,
        pos: Any,
        moves: Sequence[Any],
        depth: int,
        better: Callable[[RootMove, Sequence[Any]], None] = lambda best, rest: None,
    ) -> tuple[RootMove, bool]:
        """The best of these moves, and whether it is proved that none is better.

        `better` is called with each new best move and the moves that are still to be searched.
        """
        player = self.game.to_move(pos)
        self._path = {pos}
        best = RootMove((), -INFINITE, False)
        all_proved = True
        for number, move in enumerate(moves):
            value, proved = self._after(pos, player, move, depth, best.value, INFINITE, scout=number > 0)
            all_proved &= proved
            self.promise[move] = value
            if value > best.value:
                best = RootMove((move, *self._lines[1]), value, proved)
                better(best, moves[number + 1 :])
        return best, all_proved

    def keeps(self, pos: Any, move: Any, depth: int, least: int) -> bool | None:
        """Whether a root move is worth at least this much; ``None`` if this depth does not prove it."""
        self._path = {pos}
        value, proved = self._after(pos, self.game.to_move(pos), move, depth, least - 1, least)
        # What rests on guesses is a lower bound of a win, whose margin may grow, and an upper bound of a loss.
        if value >= least:
            return True if proved or (is_decided(value) and value > 0) else None
        return False if proved or (is_decided(value) and value < 0) else None

    def _after(
        self, pos: Any, player: Player, move: Any, depth: int, alpha: int, beta: int, ply: int = 0, scout: bool = False
    ) -> tuple[int, bool]:
        """The value of a move for `player`, and whether it is proved; a scout search asks first whether it is above
        alpha."""
        self.clock.tick()
        child = self.game.play(pos, move)
        same = self.game.to_move(child) == player
        repeats = child in self._path
        self.repeats |= repeats
        self._path.add(child)
        value, proved = self._view(child, same, depth - 1, alpha, alpha + 1 if scout else beta, ply + 1)
        if scout and alpha < value < beta:
            value, proved = self._view(child, same, depth - 1, alpha, beta, ply + 1)
        if not repeats:
            self._path.remove(child)
        return value, proved

    def _view(self, child: Any, same: bool, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, bool]:
        """The value of a child for the player to move before it."""
        if same:
            return self._search(child, depth, alpha, beta, ply)
        value, proved = self._search(child, depth, -beta, -alpha, ply)
        return -value, proved

    def _search(self, pos: Any, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, bool]:
        """The value of a position within the window, a bound outside it; and whether it is proved."""
        self._lines[ply] = ()
        player = self.game.to_move(pos)
        if depth == 0 and self.game.outcome(pos) is None:
            return self.evaluator.guess(pos, player), False
        entry = self._table.find(pos)
        # Only null-window searches use the table, so that the principal variation is searched to its end.
        if entry is not None and beta - alpha == 1:
            value = later(entry.value, ply)
            if entry.cuts(depth, alpha, beta, value):
                return value, entry.proved
        moves = self.game.legal_moves(pos)
        if not moves:
            return self.evaluator.final(pos, player, ply), True
        best, best_move, floor, all_proved = -INFINITE, moves[0], alpha, True
        for number, move in enumerate(self._ordered(moves, player, ply, entry)):
            value, proved = self._after(pos, player, move, depth, floor, beta, ply, scout=number > 0)
            all_proved &= proved
            if value > best:
                best, best_move = value, move
                if value > floor:
                    floor = value
                    self._lines[ply] = (move, *self._lines[ply + 1])
            if best >= beta:
                # A cutoff proves the lower bound, whatever the other moves are worth.
                all_proved = proved
                self._killers[ply] = move
                self._history[player, move] = self._history.get((player, move), 0) + depth * depth
                break
        bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        self._table.store(pos, TableEntry(later(best, -ply), bound, depth, all_proved, best_move))
        return best, all_proved

    def _ordered(self, moves: Sequence[Any], player: Player, ply: int, entry: TableEntry | None) -> Sequence[Any]:
        """The moves in search order: table move, killer move, then by history; equal ones as in the rulebook."""
        if len(moves) == 1:
            return moves
        first = entry.move if entry is not None else None
        killer = self._killers[ply]
        history = self._history

        def rank(move: Any) -> int:
            if move == first:
                return -INFINITE
            if move == killer:
                return 1 - INFINITE
            return -history.get((player, move), 0)

        return sorted(moves, key=rank)
