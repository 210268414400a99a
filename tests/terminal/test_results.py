"""The results file, to the letter."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

import quintet
from quintet import Match
from quintet.terminal import results
from quintet.terminal.line import screen
from terminal.driver import Desk, lines

BEGAN = datetime(2021, 5, 13, 16, 8, 38)

OTHELLO = """\
Start date and time: Thu May 13 16:08:38 2021

End date and time  : Thu May 13 16:11:15 2021

Total duration     : 02 min 37 sec

\t\t  ***   Game Over!   ***

Final results:
Player 1 (Black): Ada, Score: 13
Player 2 (White): Ben, Score: 0

Player 1 wins! The winner is Ada with score 13.

\t   --- --- --- --- --- --- --- ---@
\t1 |   |   |   |   |   |   |   |   |
\t   --- --- --- --- --- --- --- ---@
\t2 |   |   | B |   |   |   |   |   |
\t   --- --- --- --- --- --- --- ---@
\t3 |   | B |   | B |   |   |   |   |
\t   --- --- --- --- --- --- --- ---@
\t4 | B | B | B | B | B |   |   |   |
\t   --- --- --- --- --- --- --- ---@
\t5 |   | B | B | B | B |   |   |   |
\t   --- --- --- --- --- --- --- ---@
\t6 |   |   |   |   |   | B |   |   |
\t   --- --- --- --- --- --- --- ---@
\t7 |   |   |   |   |   |   |   |   |
\t   --- --- --- --- --- --- --- ---@
\t8 |   |   |   |   |   |   |   |   |
\t   --- --- --- --- --- --- --- ---@
\t    a   b   c   d   e   f   g   h  @
""".replace("@", " ")

MAGNETIZE = """\
Start date and time: Thu May 13 16:08:38 2021

End date and time  : Thu May 13 16:11:15 2021

Total duration     : 02 min 37 sec

\t\t  ***   Game Over!   ***

Final results:
Player 1 (Black): Ada
Player 2 (White): Ben

Player 1 wins! The winner is Ada.

  01234

0 .....
1 **...
2 ***.o
3 **ooo
"""


def played(spec: str, moves: str, names: tuple[str, str] = ("Ada", "Ben"), lasted: int = 157) -> Match:
    match = Match(quintet.load(spec), names=names, started=BEGAN)
    for move in moves.split():
        match.play(move)
    match.finished = BEGAN + timedelta(seconds=lasted)
    return match


def text(match: Match) -> str:
    return results.text(match, screen.own_board(match))


def test_with_scores() -> None:
    assert text(played("othello", "c4 c5 f6 d3 c2 b3 b5 b4 a4")) == OTHELLO


def test_without_scores() -> None:
    assert text(played("magnetize", "1 3 0 1 1 4 3 3 3 m 2 4 m")) == MAGNETIZE


def test_the_board_is_the_games_own() -> None:
    match = played("bestgame(columns=3,rows=3,tokens=1)", "1 2")
    assert text(match).endswith("\nDraw!\n\n   1  2  3\n3 [ ][ ][ ]\n2 [ ][ ][ ]\n1 [w][b][ ]\n")
    assert "Player 1 (White): Ada, Score: 0\nPlayer 2 (Black): Ben, Score: 0\n" in text(match)
    pentago = played("pentago", "a0-4C b0-4C a1-4C b1-4C a2-4C b2-4C a3-4C b3-4C a4")
    assert "\n\n    0   1   2     3   4   5\n 1                           2\na   ●   ●   ●     ●   ●   □\n" in text(
        pentago
    )


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "00 min 00 sec"),
        (61, "01 min 01 sec"),
        (3600, "60 min 00 sec"),
        (90061, "1501 min 01 sec"),
        (-5, "00 min 00 sec"),
    ],
)
def test_duration_is_minutes_and_seconds(seconds: int, shown: str) -> None:
    assert results.duration(BEGAN, BEGAN + timedelta(seconds=seconds)) == shown


def test_a_day_of_one_digit_is_padded() -> None:
    match = played("bestgame(columns=3,rows=3,tokens=1)", "1 2")
    match.started = datetime(2021, 5, 3, 6, 8, 8)
    assert text(match).startswith("Start date and time: Mon May  3 06:08:08 2021\n")


def test_every_game_has_a_file_of_its_own_and_says_which(desk: Desk) -> None:
    Path("othello-results-2.txt").write_text("somebody's")
    for name in ("othello-results.txt", "othello-results-3.txt"):
        ran = desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "resign"))
        assert ran.last == f"The result is in {name}."
        assert desk.read(name).startswith("Start date and time: ")
    assert desk.read("othello-results-2.txt") == "somebody's"


def test_a_file_that_cannot_be_written_is_told_and_the_result_shown(desk: Desk) -> None:
    desk.folder.rmdir()
    ran = desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "resign"))
    assert ran.status == 0
    assert "The winner is Ben with score 2.\n" in ran.out
    assert ran.last == "The result cannot be written to othello-results.txt: no such file or directory."


def test_a_game_that_players_ended_says_how(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "resign"))
    assert "\nPlayer 2 wins! The winner is Ben with score 2.\nAda resigned.\n\n" in desk.read("othello-results.txt")
    desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "draw?", "y"))
    assert "\nDraw!\nAgreed.\n\n" in desk.read("othello-results-2.txt")
