"""Problem files: squares, moves and scores in the ways that people write them."""

import pytest
from hypothesis import given, settings

from contract.specs import game_of
from contract.walks import walk
from formats.shelf import CHOICES, content, only_match, written
from quintet import Match
from quintet.formats import obf
from quintet.formats.game_files import Played

SQUARES = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"

TEXT = "w..wwwwb/.wwwwwwb/wwbbwwwb/wwbwwwbb/wwwwwwbb/...wwwwb/....w..b/........ b"

SIXTY_FIVE = "expected 64 squares of X, O and - and then the side to move, 65 letters"


def test_a_line_as_solvers_write_it() -> None:
    problem = obf.read_problem(7, f"{SQUARES} X; A2:+38; C7:+36; D8:-4;")
    assert problem == obf.ObfProblem(7, TEXT, (("a2", 38), ("c7", 36), ("d8", -4)), 38)
    assert problem.best == ("a2",)


@pytest.mark.parametrize(
    "board",
    [
        f"{SQUARES} X",
        f"{SQUARES}X",
        f"{SQUARES.lower()} x",
        f"{SQUARES.replace('-', '.')} X;",
        f"{SQUARES.replace('X', '*')} *",
        f"{SQUARES.replace('X', 'b').replace('O', 'w')}  b ;",
        f"{SQUARES[:32]} {SQUARES[32:]} X",
        TEXT,
    ],
)
def test_boards_are_written_in_several_ways(board: str) -> None:
    assert obf.read_problem(1, board) == obf.ObfProblem(1, TEXT)


def test_the_other_side_to_move() -> None:
    assert obf.read_problem(1, f"{SQUARES} O").position == f"{TEXT[:-1]}w"


@pytest.mark.parametrize(
    ("fields", "moves", "score", "best"),
    [
        ("", (), None, ()),
        ("+38;", (), 38, ()),
        (" -2 ;", (), -2, ()),
        ("0", (), 0, ()),
        ("a2", (("a2", None),), None, ("a2",)),
        ("A2; B1;", (("a2", None), ("b1", None)), None, ("a2", "b1")),
        ("a2:38, b1:38, c7:36", (("a2", 38), ("b1", 38), ("c7", 36)), 38, ("a2", "b1")),
        ("a2 : -38", (("a2", -38),), -38, ("a2",)),
        ("PS:+4;", (("pass", 4),), 4, ("pass",)),
        ("pass:+4;", (("pass", 4),), 4, ("pass",)),
        ("h2-3A", (("h2-3a", None),), None, ("h2-3a",)),
    ],
)
def test_what_is_said_about_the_moves(
    fields: str, moves: tuple[tuple[str, int | None], ...], score: int | None, best: tuple[str, ...]
) -> None:
    problem = obf.read_problem(1, f"{SQUARES} X;{fields}")
    assert (problem.moves, problem.score, problem.best) == (moves, score, best)


def test_positions_of_any_game_are_left_to_that_game() -> None:
    assert obf.read_problem(1, "..../..../..../.... b pie; b2").position == "..../..../..../.... b pie"
    assert obf.read_problem(1, "nonsense").position == "nonsense"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f"{SQUARES[1:]} X", f"{SIXTY_FIVE}, got 64"),
        (SQUARES, f"{SIXTY_FIVE}, got 64"),
        (f"{SQUARES}X X", f"{SIXTY_FIVE}, got 66"),
        (f"{SQUARES} -", "expected X or O after the squares, the side to move, got '-'"),
        (f"{SQUARES} X; A2:", "expected a score like +12 after a move and a colon, got ''"),
        (f"{SQUARES} X; A2:much", "expected a score like +12 after a move and a colon, got 'much'"),
        (f"{SQUARES} X; A2:99999", "expected a score like +12 after a move and a colon, got '99999'"),
    ],
)
def test_what_was_expected_is_said(line: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        obf.read_problem(1, line)
    assert str(error.value) == sentence


def test_comments_and_empty_lines_are_no_problems() -> None:
    text = "\ufeff% a list\r\n\r\n  \nfirst; a2 % the first\r\n\tsecond\n% the end"
    assert list(obf.lines(text)) == [(4, "first; a2"), (5, "second")]
    assert list(obf.lines("")) == []


@settings(max_examples=40, deadline=None)
@given(choices=CHOICES)
def test_positions_read_back(tmp_path_factory: pytest.TempPathFactory, choices: list[int]) -> None:
    match = Match(game_of("othello"), position=walk(game_of("othello"), choices).position)
    assert content(only_match(written(".obf", [Played(match)], tmp_path_factory.mktemp("shelf")))) == content(match)
