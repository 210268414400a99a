"""OBF, the problem files of endgame solvers: a line has 64 squares, the side to move, and scores of moves.

    O--OOOOX-OOOOOOX...  X; A2:+38; C7:+36; % a comment

`X` is Black and `O` White (also `*` or `b`, and `w`), `-` or `.` is empty. Fields end with `;` or `,`: a move and its
score, a move alone, or a score alone, which is that of the best move. Scores are final differences for the side to
move. Instead of the squares a line may have a position in the notation of any game, so that a plain list of positions
is a problem file, too. As a file of games, each position is a game without moves; a game is written as its last
position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from quintet.core.match import Match
from quintet.formats import game_files, othello_notation
from quintet.formats.game_files import Bad, Load, PlainWriter, Played


@dataclass(frozen=True, slots=True)
class ObfProblem:
    """A position and what the file says about it."""

    line: int
    """Its line number in the file."""
    position: str
    """A position as text; the game's `parse` checks it."""
    moves: tuple[tuple[str, int | None], ...] = ()
    """The moves in the file, with their scores for the side to move where given."""
    score: int | None = None
    """The score of the best move, where given."""

    @property
    def best(self) -> tuple[str, ...]:
        """The best moves of the file: those with the best score, or without one."""
        return tuple(move for move, worth in self.moves if worth is None or worth == self.score)


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with problems, with their numbers: no comments and no empty lines."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if text_of_line := _without_comment(line):
            yield number, text_of_line


def read_problem(number: int, line: str) -> ObfProblem:
    """The problem in a line without its comment; ValueError says what was expected."""
    board, *fields = re.split(r"[;,]", line)
    moves: list[tuple[str, int | None]] = []
    worths: list[int] = []
    for field in map(str.strip, fields):
        if not field:
            continue
        if re.fullmatch(r"[+-]?\d+", field):
            worths.append(_score(field))
            continue
        move, colon, worth = (part.strip() for part in field.partition(":"))
        moves.append((othello_notation.move_from(move), _score(worth) if colon else None))
    worths += [worth for _, worth in moves if worth is not None]
    return ObfProblem(number, _position(board.strip()), tuple(moves), max(worths, default=None))


def _without_comment(line: str) -> str:
    return line.partition("%")[0].strip()


def _score(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,4}", text):
        raise ValueError(f"expected a score like +12 after a move and a colon, got {text!r}")
    return int(text)


def _position(board: str) -> str:
    """Squares and the side to move in our notation; any other text unchanged."""
    letters = set("".join(board.split()))
    return othello_notation.position_text(board) if letters and othello_notation.LETTERS.keys() >= letters else board


def read(source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
    """Every position as a game without moves."""
    game = load(othello_notation.GAME)
    for number, line in game_files.lines(source):
        place = f"line {number}"
        if line is None:
            yield Bad(place, game_files.TOO_LONG)
            continue
        content = _without_comment(line)
        if not content:
            continue
        try:
            problem = read_problem(number, content)
            match = Match(game, position=game_files.position_from(game, problem.position))
        except ValueError as error:
            yield Bad(place, str(error))
            continue
        scored = problem.moves or problem.score is not None
        yield Played(match, place, unkept=frozenset({"scores"} if scored else ()))


class Writer(PlainWriter):
    """Writes one position a line."""

    def add(self, played: Played) -> frozenset[str]:
        match = played.match
        othello_notation.check(match, "OBF")
        squares, turn = othello_notation.letters_of(match.game.text(match.position), "XO-")
        self._out.write(f"{squares} {turn};\n".encode())
        unkept = {"moves": match.ply > 0, "how games ended early": game_files.ended_early(match)}
        lost = frozenset(what for what, there in unkept.items() if there)
        return (
            lost | othello_notation.unkept(match) | game_files.details_unkept(played) | game_files.names_unkept(match)
        )
