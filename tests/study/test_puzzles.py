"""Puzzles: one right answer each, proved; made alike for the same seed; a run that was stopped goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

import quintet
from amounts import LONG, some
from quintet.compute import open_pool
from quintet.core import registry
from quintet.core.types import IllegalMove
from quintet.study import puzzle as files
from quintet.study.choose_puzzles import Collection, Plan, confirm
from quintet.study.puzzle import Puzzle, attempt, explanation, puzzles, reproach, task
from quintet.terminal.cli import main

every_game = pytest.mark.parametrize("game_id", quintet.game_ids())
PLAN = Plan("othello", games=11, count=6, nodes=5_000, levels=(3, 4), seed=5)


def own_moves(puzzle: Puzzle) -> list[str]:
    match = puzzle.start()
    solver, own = match.to_move, []
    for text in puzzle.line[: puzzle.asked]:
        if match.to_move is solver:
            own.append(text)
        match.play(text)
    return own


@every_game
def test_hundreds_are_shipped_and_their_lines_solve_them(game_id: str) -> None:
    found = puzzles(game_id)
    assert len(found) >= 190
    for puzzle in found.values():
        assert files.find(puzzle.id) is puzzle
        assert attempt(puzzle, own_moves(puzzle)).done, puzzle.id
        assert len(task(puzzle)) < 80
    ratings = [puzzle.rating for puzzle in found.values()]
    assert ratings == sorted(ratings)
    assert ratings[-1] - ratings[0] > 800


@pytest.mark.long
@pytest.mark.parametrize("game_id", some(quintet.game_ids(), 2))
def test_the_solver_confirms_some_of_each_kind(game_id: str) -> None:
    """All of them take minutes: quintet puzzles check GAME."""
    boards = files.read(registry.place_for(type(quintet.load(game_id)), "puzzles"))
    for made, listed in boards.values():
        easy_to_hard = listed[:: len(listed) // 2]
        for puzzle in easy_to_hard if LONG else easy_to_hard[1:2]:
            assert confirm(puzzle, made["nodes"]) is None, puzzle.id
    spoilt = replace(puzzle, value=1 - puzzle.value)
    assert confirm(spoilt, made["nodes"])


def test_an_attempt_is_right_wrong_or_not_allowed() -> None:
    puzzle = next(one for one in puzzles("othello").values() if len(own_moves(one)) > 1 and one.trap)
    first, second = own_moves(puzzle)[:2]
    assert not attempt(puzzle, []).done
    halfway = attempt(puzzle, [first])
    assert (halfway.wrong, halfway.done) == (None, False)
    assert halfway.match.to_move is puzzle.start().to_move
    assert attempt(puzzle, [puzzle.trap[0]]).wrong == puzzle.trap[0]
    assert attempt(puzzle, [first.upper(), second]).match.ply > 1
    with pytest.raises(IllegalMove):
        attempt(puzzle, ["a9"])
    with pytest.raises(ValueError, match="solved already"):
        attempt(puzzle, [*own_moves(puzzle), "d3"])
    assert reproach(puzzle, "c4").startswith("c4 ")
    column = next(iter(puzzles("bestgame").values()))
    assert reproach(column, "3").startswith("Column 3 ")
    assert f"olumn {column.line[0]} " in explanation(column)[0]
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


def collected(path: Path, workers: int = 1, plan: Plan = PLAN) -> list[Puzzle]:
    with open_pool(workers) as pool, Collection(path, plan) as collection:
        collection.run(pool, lambda done, total: None)
        return collection.confirmed(pool)


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
        Collection(tmp_path / "one", PLAN),
        pytest.raises(ValueError, match="another run is writing to"),
    ):
        Collection(tmp_path / "one", PLAN)


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    some = list(puzzles("othello").values())[:3]
    path = tmp_path / "othello.puzzles"
    files.write(path, {"othello": (PLAN.made, some)})
    ((made, again),) = files.read(path).values()
    assert again == some
    assert made["seed"] == PLAN.seed
    path.write_text("nonsense")
    with pytest.raises(ValueError, match=r"^othello.puzzles must be a file made by 'quintet puzzles make'"):
        files.read(path)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["bake", "othello"], "DO must be one of make, check, list, got 'bake'"),
        (["list", "nonsense"], "no game is called 'nonsense'"),
        (["make", "othello", "--strongest", "10"], "levels must be a whole number from 1 to 9, got 10"),
        (["make", "othello", "--games", "0"], "games must be a whole number from 1 to 1000000, got 0"),
        (["list", "quentin(size=7)"], "there are no puzzles of quentin(size=7): make some with"),
    ],
)
def test_bad_input_is_a_sentence(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_the_list_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "list", "othello"]) == 0
    assert "othello: 300 puzzles, rated" in capsys.readouterr().out
