"""The puzzles that are shipped, and their files."""

from pathlib import Path

import pytest

import quintet
from quintet.study import puzzle as files
from quintet.study.puzzle import puzzles, task
from quintet.study.puzzle_attempt import attempt

every_game = pytest.mark.parametrize("game_id", quintet.game_ids())


@every_game
def test_hundreds_are_shipped_and_their_lines_solve_them(game_id: str) -> None:
    shipped = puzzles(game_id)
    assert len(shipped) >= 190
    for puzzle in shipped.values():
        assert files.find(puzzle.id) is puzzle
        assert attempt(puzzle, puzzle.own_moves).done, puzzle.id
        assert len(task(puzzle)) < 80
    ratings = [puzzle.rating for puzzle in shipped.values()]
    assert ratings == sorted(ratings)
    assert ratings[-1] - ratings[0] > 800


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    some = list(puzzles("othello").values())[:3]
    path = tmp_path / "othello.puzzles"
    files.write(path, {"othello": ({"seed": 5}, some)})
    ((made, again),) = files.read(path).values()
    assert again == some
    assert made == {"seed": 5}
    path.write_text("nonsense")
    with pytest.raises(ValueError, match=r"^othello.puzzles must be a file made by 'quintet puzzles make'"):
        files.read(path)
