"""Makes puzzles: plays games between levels, and proves which of their positions have one right move.

Workers run `compose`. Equal arguments give equal puzzles: each chunk of games has its own engines, and every search
ends at a number of nodes.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.core.types import NotSolved, Player
from quintet.engine import Engine
from quintet.engine.analysis import Solution
from quintet.study.puzzle import Puzzle, Theme, id_of

OPENING, SLIP = 6, 0.05
"""The most random moves at the start of a game, and the probability of one later."""
LONGEST_GAME = 400
LEAST_CHOICES = 4
MOST_ASKED = 5
"""The most moves of the solver's that a puzzle asks for."""
LEAST_GAP = 3
"""The least difference in points between the best margin and the next."""
TAIL = 6
"""Moves of best play that are shown after those that are asked for."""
UNSOLVED = 2
"""A game is left after this many unsolved positions in a row."""
LOOKS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
"""Nodes of the short searches that measure how well hidden a solution is."""
SOLVER_MB, SEARCH_MB = 64, 4
"""Short searches begin with empty tables: clearing a large table would take longer than the search."""


def compose(game: str, seed: int, levels: tuple[int, int], nodes: int, first: int, games: int) -> list[list[Puzzle]]:
    """The puzzles of `games` games between levels, numbered from `first`; each proof ends after `nodes`."""
    composer = Composer(registry.load(game), levels, nodes)
    return [composer.puzzles(f"{seed} {game} {number}") for number in range(first, first + games)]


class Composer:
    """Makes puzzles of one game."""

    def __init__(self, game: AnyGame, levels: tuple[int, int], nodes: int, *, fresh: bool = False) -> None:
        """With `fresh` each proof has an engine of its own."""
        self.game, self.levels, self.nodes, self.fresh = game, levels, nodes, fresh
        self._solver = Engine(game, memory_mb=SOLVER_MB)
        self._player = Engine(game, memory_mb=SEARCH_MB)
        self._looker = Engine(game, memory_mb=SEARCH_MB, method="alphabeta")

    def puzzles(self, seed: str) -> list[Puzzle]:
        """The puzzles of one game, from its end back to the first positions that the solver cannot solve."""
        puzzles: list[Puzzle] = []
        unsolved = 0
        for position in reversed(self._game(Random(seed))):
            if len(self.game.legal_moves(position)) < LEAST_CHOICES:
                continue
            try:
                puzzle = self.puzzle(position)
            except NotSolved:
                unsolved += 1
                if unsolved == UNSOLVED:
                    break
                continue
            unsolved = 0
            if puzzle is not None:
                puzzles.append(puzzle)
        return puzzles

    def _game(self, random: Random) -> list[Any]:
        """The positions of a game."""
        game, position = self.game, self.game.start()
        players = [self._player.at_level(random.randint(*self.levels), random.getrandbits(31)) for _ in Player]
        opening = random.randint(0, OPENING)
        positions: list[Any] = []
        while game.outcome(position) is None and len(positions) < LONGEST_GAME:
            positions.append(position)
            if len(positions) <= opening or random.random() < SLIP:
                move = random.choice(game.legal_moves(position))
            else:
                move = players[game.to_move(position)].choose(position)
            position = game.play(position, move)
        return positions

    def puzzle(self, position: Any) -> Puzzle | None:
        """The puzzle of a position, if it makes one; NotSolved where the solver runs out of nodes."""
        game = self.game
        solution = self.solved(position)
        theme = self.theme(position, solution)
        if theme is None:
            return None
        asked, line = self._line(position, solution, theme)
        trap, trap_value, trap_margin, hidden = self._trap(position, solution)
        choices = len(game.legal_moves(position))
        solver = game.to_move(position)
        wins_in = self._wins_in(position, solution) if theme == "win" else None
        own = _own(game, position, line[:asked], solver)
        name, text = spec(game), game.text(position)
        return Puzzle(
            id=id_of(name, text),
            spec=name,
            position=text,
            theme=theme,
            value=solution.value,
            margin=solution.margin,
            wins_in=wins_in,
            line=tuple(map(str, line)),
            asked=asked,
            choices=choices,
            trap=trap,
            trap_value=trap_value,
            trap_margin=trap_margin,
            rating=rating(hidden, max(own, wins_in or 0), choices),
        )

    def theme(self, position: Any, solution: Solution) -> Theme | None:
        """What a position asks for; ``None`` where more than one move is right. Proves every other move wrong."""
        if solution.value < 0 or not self._is_one_move(position, solution.best):
            return None
        others = [self._led_to(position, move) for move in self.game.legal_moves(position) if move not in solution.best]
        if not others:
            return None
        if max(value for value, _ in others) < solution.value:
            return "win" if solution.value > 0 else "hold"
        gap = min((solution.margin or 0) - (margin or 0) for _, margin in others)
        if gap <= 0:
            raise ValueError(f"the solver contradicts itself about {self.game.text(position)}")
        return "margin" if gap >= LEAST_GAP else None

    def _is_one_move(self, position: Any, moves: tuple[Any, ...]) -> bool:
        """Whether all these moves lead to the same position."""
        return len({self.game.text(self.game.play(position, move)) for move in moves}) == 1

    def _led_to(self, position: Any, move: Any) -> tuple[int, int | None]:
        """The exact value and margin of a move, for its player."""
        solver, after = self.game.to_move(position), self.game.play(position, move)
        outcome = self.game.outcome(after)
        if outcome is None:
            known = self.solved(after)
            sign = 1 if known.player is solver else -1
            return sign * known.value, None if known.margin is None else sign * known.margin
        value = 0 if outcome.winner is None else 1 if outcome.winner is solver else -1
        scores = outcome.scores
        return value, None if scores is None else scores[solver] - scores[solver.other]

    def solved(self, position: Any) -> Solution:
        solver = Engine(self.game, memory_mb=SOLVER_MB) if self.fresh else self._solver
        return solver.solve(position, seconds=None, nodes=self.nodes)

    def _line(self, position: Any, solution: Solution, theme: Theme) -> tuple[int, list[Any]]:
        """How many moves are asked for, each the only right one, and best play through them and a little on."""
        game, solver = self.game, self.game.to_move(position)
        line: list[Any] = [solution.best[0]]
        asked, own = 1, 1
        position = game.play(position, line[0])
        while own < MOST_ASKED and game.outcome(position) is None:
            try:
                known = self.solved(position)
                if game.to_move(position) is not solver:
                    line.append(known.line[0] if known.line else known.best[0])
                elif len(game.legal_moves(position)) > 1 and self.theme(position, known) == theme:
                    line.append(known.best[0])
                    asked, own = len(line), own + 1
                else:
                    break
            except NotSolved:
                break
            position = game.play(position, line[-1])
        return asked, self._with_tail(position, line)

    def _with_tail(self, position: Any, line: list[Any]) -> list[Any]:
        """The line with a few more moves of best play."""
        for _ in range(TAIL):
            if self.game.outcome(position) is not None:
                break
            try:
                known = self.solved(position)
            except NotSolved:
                break
            line.append(known.line[0] if known.line else known.best[0])
            position = self.game.play(position, line[-1])
        return line

    def _wins_in(self, position: Any, solution: Solution) -> int | None:
        """How many moves the winner needs, where the solver's line goes to the end and the game has no scores."""
        count = solution.moves_to_win
        if count is None or solution.margin is not None or len(solution.line) < count:
            return None
        return _own(self.game, position, list(solution.line[:count]), self.game.to_move(position))

    def _trap(self, position: Any, solution: Solution) -> tuple[tuple[str, ...], int, int | None, int]:
        """The wrong move that most short searches choose and its refutation; its value and margin; how many err."""
        chosen = [self._looker.analyze(position, nodes=nodes).move for nodes in LOOKS]
        right = {self.game.text(self.game.play(position, move)) for move in solution.best}
        wrong = [move for move in chosen if self.game.text(self.game.play(position, move)) not in right]
        if not wrong:
            return (), 0, None, 0
        move = max(wrong, key=wrong.count)
        value, margin = self._led_to(position, move)
        after = self.game.play(position, move)
        answers = () if self.game.outcome(after) else self.solved(after).line[:TAIL]
        return (str(move), *map(str, answers)), value, margin, len(wrong)


def rating(hidden: int, depth: int, choices: int) -> int:
    """How hard a puzzle is, from how many short searches miss it, how deep it is and how many moves there are."""
    return round(700 + 140 * hidden + 120 * (min(depth, 6) - 1) + 35 * math.log2(choices))


def _own(game: AnyGame, position: Any, line: list[Any], player: Player) -> int:
    """How many moves of a line a player makes."""
    count = 0
    for move in line:
        count += game.to_move(position) is player
        position = game.play(position, move)
    return count
