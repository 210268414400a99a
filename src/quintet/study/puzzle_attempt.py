"""Solving a puzzle: whether moves are right, what is said to them, and how the result counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quintet.core.match import Match
from quintet.core.types import Player
from quintet.study.progress import PuzzleProgress
from quintet.study.puzzle import Puzzle, reproach, task

RIGHT, DONE = "Right. Go on.", "That is it."
"""Said to a right move, and to the last one."""
SOLUTION = "This is how it goes."
"""Said to a learner who asks for the solution."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far a learner has come."""

    puzzle: Puzzle
    match: Match
    """The moves that were right, with the answers to them."""
    wrong: str | None = None
    """A legal move that is not the solution; it is not played."""
    done: bool = False

    @property
    def words(self) -> str:
        """What is said to the last move."""
        if self.wrong is not None:
            return reproach(self.puzzle, self.wrong)
        return DONE if self.done else RIGHT


def attempt(puzzle: Puzzle, moves: Sequence[str]) -> Attempt:
    """Play the solver's moves and the answers to them; IllegalMove for one that the rules do not allow.

    A move is right if it leads to the same position as the solution.
    """
    match = puzzle.start()
    solver = match.to_move
    _answer(puzzle, match, solver)
    for text in moves:
        if match.ply >= puzzle.asked:
            raise ValueError(f"the puzzle is solved already: expected no move after it, got {text!r}")
        move = match.legal_move(text)
        right = match.legal_move(puzzle.line[match.ply])
        if move != right and _after(match, move) != _after(match, right):
            return Attempt(puzzle, match, wrong=str(move))
        match.play(move)
        _answer(puzzle, match, solver)
    return Attempt(puzzle, match, done=match.ply >= puzzle.asked)


def right_moves(puzzle: Puzzle) -> list[tuple[int, list[str], list[str]]]:
    """Where the solver is to move: the ply, the solver's moves until then, and every move that is right there."""
    asked = []
    for number, right in enumerate(puzzle.own_moves):
        before = puzzle.own_moves[:number]
        match = attempt(puzzle, before).match
        after = _after(match, match.legal_move(right))
        asked.append((match.ply, before, [str(move) for move in match.legal_moves if _after(match, move) == after]))
    return asked


def _answer(puzzle: Puzzle, match: Match, solver: Player) -> None:
    while match.ply < puzzle.asked and match.to_move is not solver:
        match.play(puzzle.line[match.ply])


def _after(match: Match, move: Any) -> str:
    return match.game.text(match.game.play(match.position, move))


class PuzzleSession:
    """A learner at one puzzle, move by move; the result counts in `progress`."""

    def __init__(self, puzzle: Puzzle, progress: PuzzleProgress) -> None:
        self.puzzle, self.progress = puzzle, progress
        self.attempt = attempt(puzzle, [])
        self.is_over = False
        self.said = ""
        """The answer to the last move."""
        self._moves: list[str] = []

    @property
    def task(self) -> str:
        """What the learner is to do now; empty when it is over."""
        return task(self.puzzle) if not self._moves else "" if self.is_over else self.attempt.words

    def play(self, move: str) -> bool:
        """Whether a move is right, and then played; ValueError for one that is not legal."""
        tried = attempt(self.puzzle, [*self._moves, move])
        if tried.wrong is not None:
            self.progress.settle(self.puzzle, False)
            self.said = f"{tried.words} Try another."
            return False
        self.attempt, self.said = tried, ""
        self._moves.append(move)
        if tried.done:
            self._end(tried.words, solved=True)
        return True

    def give_up(self, said: str = SOLUTION) -> None:
        """Leave the puzzle, or ask for its solution."""
        self._end(said, solved=False)

    def _end(self, said: str, solved: bool) -> None:
        if not self.is_over:
            self.progress.settle(self.puzzle, solved)
            self.is_over, self.said = True, said
