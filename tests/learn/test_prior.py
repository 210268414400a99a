"""Learning which moves are likely: the same for a seed, resumed without repeating anything, refused in one sentence."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from needs import need
from quintet import load
from quintet.compute import open_pool
from quintet.core import registry
from quintet.engine import Engine, weights
from quintet.learn import prior
from quintet.learn.prior import PriorLearning, PriorPlan, learner_of, make_prior_plan
from quintet.learn.run_folder import RunFolder
from quintet.terminal.cli import main

need("the engine room")

GAME = load("quentin", size=5, pie=False)
SMALL = replace(make_prior_plan("quentin", 4, 2, 3), boards=("quentin(size=5)", "quentin(size=4)"), nodes=30, passes=2)


def learned(path: Path, plan: PriorPlan = SMALL, workers: int = 1) -> bytes:
    """The weights of the last generation."""
    with open_pool(workers) as pool, RunFolder(path, plan) as folder:
        for _, errors in PriorLearning(folder, pool, lambda *_: None).run():
            assert [error.board for error in errors] == list(plan.boards)
            assert all(error.samples and error.held_out and error.surprise > 0 for error in errors)
        return folder.weights(plan.generations).read_bytes()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prior")
    learned(folder)
    return folder


@pytest.fixture
def file(made: Path, tmp_path: Path) -> Path:
    path = tmp_path / "some.weights"
    path.write_bytes((made / "generation-2.weights").read_bytes())
    return path


def test_a_seed_makes_the_same_file_however_many_work_at_it(made: Path, tmp_path: Path) -> None:
    one = (made / "generation-2.weights").read_bytes()
    assert learned(tmp_path / "two", workers=2) == one
    assert learned(tmp_path / "other", replace(SMALL, seed=4, generations=1)) != one


def test_a_run_that_was_stopped_repeats_nothing(made: Path) -> None:
    whole = (made / "generation-2.weights").read_bytes()
    chunks = sorted(made.glob("generation-*/*.samples"))
    assert len(chunks) == 16
    chunks[5].unlink()
    (made / "generation-2.weights").unlink()
    before = {chunk: chunk.stat().st_mtime_ns for chunk in chunks if chunk.exists()}
    assert learned(made) == whole
    assert {chunk: chunk.stat().st_mtime_ns for chunk in before} == before


def test_what_comes_with_the_package_is_whole_small_and_for_every_board() -> None:
    for size in (5, 13, 19):
        game = load("quentin", size=size)
        path = registry.data_file(type(game), "weights")
        assert path is not None
        assert path.stat().st_size < 2 * 2**20
        assert weights.read(path).layout == learner_of(game).layout  # type: ignore[union-attr]


def test_the_prior_matters_and_none_means_none(file: Path) -> None:
    def looked(which: str | None) -> list[str]:
        lines = Engine(GAME, method="mcts", weights=which).analyze(GAME.start(), nodes=50, lines=10).lines
        return [str(line.moves[0]) for line in lines]

    assert looked(str(file)) == looked(str(file)) != looked("none")


def test_exact_answers_do_not_depend_on_it(file: Path) -> None:
    small = load("quentin", size=4, pie=False)
    with_it, without = (Engine(small, weights=which).solve(small.start()) for which in (str(file), "none"))
    assert (with_it.value, with_it.best) == (without.value, without.best)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda content: b"", "is no file of weights: expected it to begin with 'quintet weights 1'"),
        (lambda content: content.replace(b"weights 1", b"weights 2", 1), "are of another version: expected 1"),
        (lambda content: content[:-50], "are damaged"),
        (lambda content: content[:-20] + bytes([content[-20] ^ 1]) + content[-19:], "are damaged"),
        (lambda content: content.replace(b"game quentin", b"game othello", 1), "are for othello, expected quentin"),
        (lambda content: content.replace(b"layout ", b"layout f", 1), "are for other patterns"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_a_sentence(
    file: Path, damage: Callable[[bytes], bytes], words: str
) -> None:
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(ValueError) as refused:
        Engine(GAME, weights=str(file))
    assert words in str(refused.value)


def test_too_few_numbers_are_refused(file: Path) -> None:
    found = weights.read(file)
    weights.write(file, found._replace(numbers=found.numbers[:-2]))
    with pytest.raises(ValueError) as refused:
        Engine(GAME, weights=str(file))
    assert "the weights do not fit this game: expected" in str(refused.value)


def test_a_damaged_file_of_the_package_is_said_once_and_done_without(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_bytes(file.read_bytes()[:-30])
    monkeypatch.setattr(registry, "beside", lambda cls, kind: file if kind == "weights" else None)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            fallen_back = Engine(GAME, method="mcts").analyze(GAME.start(), nodes=50)
    assert fallen_back.value == Engine(GAME, method="mcts", weights="none").analyze(GAME.start(), nodes=50).value
    assert len(caplog.records) == 1
    assert "are damaged" in caplog.text


def test_the_command_learns_about_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prior, "make_prior_plan", lambda *_: replace(SMALL, generations=1))
    arguments = ["learn", "quentin", "--folder", str(tmp_path / "run"), "--workers", "1", "--match-games", "0"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "quentin(size=4)" in said
    assert "Learned: " in said


def test_too_few_games_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "quentin", "--games", "1"]) == 2
    assert "games must be a whole number from 2 to" in capsys.readouterr().err
