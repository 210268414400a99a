"""Puzzles in line mode: tried, solved and rated."""

from quintet.study.puzzle import puzzles
from terminal.driver import Desk


def test_a_puzzle_is_tried_solved_and_rated(desk: Desk) -> None:
    puzzle = next(one for one in puzzles("othello").values() if one.asked == 3 and one.trap)
    solution = f"{puzzle.line[0]}\n{puzzle.line[2]}\n"
    ran = desk.run("puzzle", "--id", puzzle.id, typed=f"help\na9\n{puzzle.trap[0]}\n{solution}")
    assert ran.status == 0, ran.err
    assert "Sorry, 'a9' is not a move" in ran.out
    assert "Try another." in ran.out
    assert "Right. Go on." in ran.out
    assert "That is it." in ran.out
    assert ran.last.endswith("0 of 1 solved.")
    assert "0 of 1 solved." in desk.run("puzzle", "--id", puzzle.id, typed=solution).out
    other = next(one for one in puzzles("othello").values() if one.asked == 1)
    assert "1 of 2 solved." in desk.run("puzzle", "--id", other.id, typed=f"{other.line[0]}\n").out
    assert f"Best play: {puzzle.line[0]}" in desk.run("puzzle", "--id", puzzle.id, typed="solution\n").out


def test_puzzles_follow_each_other_until_one_has_enough(desk: Desk) -> None:
    ran = desk.run("puzzle", "othello", "--theme", "win", typed="next\ny\nnext\nn\n")
    assert ran.out.count("Othello, puzzle othello-") == 2
    assert "0 of 2 solved." in ran.out
    assert desk.run("puzzle", "othello", typed="").status == 0
    assert desk.run("puzzle", "--id", "othello-0").err == "quintet: there is no puzzle 'othello-0'.\n"
    assert "no puzzles of quentin with the theme margin" in desk.run("puzzle", "quentin", "--theme", "margin").err
