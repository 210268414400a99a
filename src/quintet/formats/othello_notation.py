"""Shared by the formats and protocols of Othello: the letters of the board, passes, the margin."""

from __future__ import annotations

import re

from quintet.core.game import AnyGame, spec
from quintet.core.grid import rows_text
from quintet.core.match import Match
from quintet.core.types import PASS, Color
from quintet.formats import game_files

GAME = "othello"
SGF_NUMBER = "2"
"""The number of the game in SGF."""
WIDTH = 8
SQUARES = WIDTH * WIDTH
LETTERS = {**dict.fromkeys("xX*bB", "b"), **dict.fromkeys("oOwW", "w"), **dict.fromkeys("-.", ".")}
"""Characters for a disc or an empty square, as letters of our own notation."""
PASSES = frozenset({"ps", "pa", "--", "pass"})
"""Other spellings of a pass."""


def move_from(text: str) -> str:
    """A move in another program's spelling, in our notation."""
    move = text.strip().lower()
    return PASS.text if move in PASSES else move


def play(match: Match, text: str) -> None:
    """Play a move in another program's spelling; a pass that the file leaves out is played before it."""
    move = move_from(text)
    try:
        game_files.play(match, move)
    except ValueError:
        if move == PASS.text or match.legal() != [PASS.text]:
            raise
        game_files.play(match, PASS.text)
        game_files.play(match, move)


def pass_to(match: Match, color: Color) -> None:
    """Play the forced pass before a move of this colour, where the file leaves it out."""
    if game_files.mover(match) is not color and match.legal() == [PASS.text]:
        game_files.play(match, PASS.text)


def position_text(letters: str) -> str:
    """64 squares and the side to move, in any of the usual letters, as a position of our notation."""
    letters = "".join(letters.split())
    if len(letters) != SQUARES + 1 or not LETTERS.keys() >= set(letters):
        expected = f"{SQUARES} squares of X, O and - and then the side to move, {SQUARES + 1} letters"
        raise ValueError(f"expected {expected}, got {len(letters)}")
    turn = LETTERS[letters[-1]]
    if turn == ".":
        raise ValueError(f"expected X or O after the squares, the side to move, got {letters[-1]!r}")
    return f"{rows_text(''.join(LETTERS[letter] for letter in letters[:-1]), WIDTH)} {turn}"


def letters_of(text: str, letters: str) -> tuple[str, str]:
    """The squares and the side to move of a position's text, in the given letters for black, white and empty."""
    rows, turn = text.split(" ")
    table = str.maketrans("bw.", letters)
    return rows.replace("/", "").translate(table), turn.translate(table)


def check(match: Match, format: str) -> None:
    """ValueError for a match of another game, or on another board."""
    if not is_usual(match.game):
        board = f" on {WIDTH} x {WIDTH} squares" if match.game.id == GAME else ""
        raise ValueError(f"{format} holds games of {GAME}{board}, got {spec(match.game)}")


def is_usual(game: AnyGame) -> bool:
    """Whether it is this game on the board that its formats are for."""
    return game.id == GAME and game.options.size == WIDTH


def check_start(match: Match, format: str) -> None:
    """ValueError for a match from another start than the usual one."""
    if match.start != match.game.start():
        raise ValueError(f"{format} holds games from the usual start, got {match.game.text(match.start)!r}")


def unkept(match: Match) -> frozenset[str]:
    """What formats of this game without options lose."""
    return frozenset() if spec(match.game) == GAME else frozenset({"options"})


def margin(match: Match) -> int:
    """Black's lead in discs, with the empty squares given to the player ahead, as in tournaments."""
    rows = match.game.text(match.position).split(" ")[0]
    black, white, empty = rows.count("b"), rows.count("w"), rows.count(".")
    ahead = black - white
    return ahead + (ahead > 0) * empty - (ahead < 0) * empty


def is_square(text: str) -> bool:
    return re.fullmatch(r"[a-h][1-8]", text) is not None
