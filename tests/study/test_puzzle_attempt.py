"""Solving puzzles: right, wrong and illegal moves, what is said to them, and what counts."""

import re

import pytest

import quintet
from quintet.core.types import IllegalMove
from quintet.study.progress import PuzzleProgress
from quintet.study.puzzle import Puzzle, explanation, puzzles, reproach
from quintet.study.puzzle_attempt import PuzzleSession, attempt


def test_an_attempt_is_right_wrong_or_not_allowed() -> None:
    puzzle = next(listed for listed in puzzles("othello").values() if len(listed.own_moves) > 1 and listed.trap)
    first, second = puzzle.own_moves[:2]
    assert not attempt(puzzle, []).done
    halfway = attempt(puzzle, [first])
    assert (halfway.wrong, halfway.done) == (None, False)
    assert halfway.match.to_move is puzzle.start().to_move
    assert attempt(puzzle, [puzzle.trap[0]]).wrong == puzzle.trap[0]
    assert attempt(puzzle, [first.upper(), second]).match.ply > 1
    with pytest.raises(IllegalMove):
        attempt(puzzle, ["a9"])
    with pytest.raises(ValueError, match="solved already"):
        attempt(puzzle, [*puzzle.own_moves, "d3"])
    assert reproach(puzzle, "c4").startswith("c4 ")
    column = next(iter(puzzles("bestgame").values()))
    assert reproach(column, "3").startswith("Column 3 ")
    assert f"olumn {column.line[0]} " in explanation(column)[0]
    tempting = next(puzzle for puzzle in puzzles("bestgame").values() if len(puzzle.trap) > 1)
    assert re.search(r"^Column \d looks good, but after (Black|White)'s column \d ", explanation(tempting)[1])
    words = " ".join(explanation(puzzle))
    assert puzzle.line[0] in words
    assert f"{puzzle.trap[0]} looks good, but" in words


def test_what_leads_to_the_same_position_is_the_same_answer() -> None:
    """Turning a sub-board without marbles either way is one move in two spellings."""
    game = quintet.load("pentago")
    line = ("e4-1C",)
    position = "....../....../....../...bbb/....../...... w"
    puzzle = Puzzle("pentago-0", "pentago", position, "win", 1, None, 1, line, 1, 9, (), 0, None, 900)
    assert game.parse(position)
    assert attempt(puzzle, ["e4-1A"]).done
    assert attempt(puzzle, ["e4-2A"]).done
    assert attempt(puzzle, ["e4-4A"]).wrong == "e4-4A"


def two_moves() -> Puzzle:
    """A puzzle whose solver makes two moves, with an answer between them, and a tempting wrong one."""
    return next(puzzle for puzzle in puzzles("othello").values() if puzzle.asked == 3 and puzzle.trap)


def test_a_session_says_what_is_asked_and_counts_the_first_result() -> None:
    puzzle, progress = two_moves(), PuzzleProgress()
    session = PuzzleSession(puzzle, progress)
    first, second = puzzle.own_moves
    assert session.task.endswith(".")
    with pytest.raises(ValueError, match="is not a move"):
        session.play("a9")
    assert progress.tried == {}
    assert not session.play(puzzle.trap[0])
    assert session.said == f"{reproach(puzzle, puzzle.trap[0])} Try another."
    assert session.play(first)
    assert (session.task, session.said, session.is_over) == ("Right. Go on.", "", False)
    assert session.play(second)
    assert (session.task, session.said, session.is_over) == ("", "That is it.", True)
    assert progress.tried == {puzzle.id: False}, "the first result counts"
    session.give_up()
    assert session.said == "That is it."


def test_a_puzzle_that_is_given_up_is_missed() -> None:
    progress = PuzzleProgress()
    session = PuzzleSession(two_moves(), progress)
    session.give_up()
    assert (session.said, session.is_over) == ("This is how it goes.", True)
    assert progress.standing("othello").words == "Your rating: about 1075, 0 of 1 solved."
