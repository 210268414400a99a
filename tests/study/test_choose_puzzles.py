"""Choosing puzzles among those that were made: equal seeds give equal files, and a stopped run goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

import quintet
from amounts import LONG, some
from quintet.compute import open_pool
from quintet.core import registry
from quintet.study import puzzle as files
from quintet.study.choose_puzzles import PuzzlePlan, PuzzleRun, confirm
from quintet.study.puzzle import Puzzle

PLAN = PuzzlePlan("othello", games=11, count=6, nodes=5_000, levels=(3, 4), seed=5)


@pytest.mark.long
@pytest.mark.parametrize("game_id", some(quintet.game_ids(), 2))
def test_the_solver_confirms_some_of_each_kind(game_id: str) -> None:
    """All of them take minutes: quintet puzzles check GAME."""
    boards = files.read(registry.place_for(quintet.game_class(game_id), "puzzles"))
    for made, listed in boards.values():
        easy_to_hard = listed[:: len(listed) // 2]
        for puzzle in easy_to_hard if LONG else easy_to_hard[1:2]:
            assert confirm(puzzle, made["nodes"]) is None, puzzle.id
    spoilt = replace(puzzle, value=1 - puzzle.value)
    assert confirm(spoilt, made["nodes"])


def collected(path: Path, workers: int = 1, plan: PuzzlePlan = PLAN) -> list[Puzzle]:
    with open_pool(workers) as pool, PuzzleRun(path, plan) as run:
        run.play(pool, lambda done, total: None)
        return run.confirmed(pool)


def test_a_seed_makes_the_same_puzzles_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    whole = collected(tmp_path / "one")
    assert 0 < len(whole) <= PLAN.count
    assert collected(tmp_path / "two", workers=2) == whole
    lines = (tmp_path / "one").read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    (tmp_path / "cut").write_bytes(lines[0] + lines[1] + lines[2][:50])
    assert collected(tmp_path / "cut") == whole
    assert sorted((tmp_path / "cut").read_bytes().splitlines()) == sorted(line.rstrip() for line in lines)
    with pytest.raises(ValueError, match="belongs to a run with other settings: expected another --work"):
        collected(tmp_path / "one", plan=replace(PLAN, seed=6))
    (tmp_path / "nonsense").write_text("nonsense\n")
    with pytest.raises(ValueError, match="is no file of a run: expected another --work"):
        collected(tmp_path / "nonsense")
    with (
        PuzzleRun(tmp_path / "one", PLAN),
        pytest.raises(ValueError, match="another run is writing to"),
    ):
        PuzzleRun(tmp_path / "one", PLAN)
