"""The file of weights: read back as it was written, and one sentence for whatever is wrong with it."""

import logging
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quintet import load
from quintet.core import registry
from quintet.core.game import Symmetries
from quintet.engine import Engine, weights
from quintet.learn.patterns import learner_of, play_games
from quintet.terminal.cli import main

GAME = load("othello")
SETTINGS = {
    "seed": 5, "first": 0, "games": 30, "depth": 2, "least_random": 4, "most_random": 30,
    "random_share": 20, "exact_from": 8, "search_share": 50,
}  # fmt: skip
NO_FORESIGHT = bytes(2)


@pytest.fixture(scope="module")
def numbers() -> bytes:
    """Weights from a handful of games."""
    samples = play_games("othello", None, SETTINGS)
    found, errors = learner_of(GAME).fit(samples, samples, iterations=3, ridge=10.0, overlap=3, threads=1)
    assert len(errors) == learner_of(GAME).phases
    return bytes(found) + NO_FORESIGHT


@pytest.fixture
def file(numbers: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "some.weights"
    weights.write(path, weights.File("othello", learner_of(GAME).layout, numbers, "a test"))
    return path


def some_positions(count: int, plies: int) -> list[Any]:
    rng = random.Random(7)
    found: list[Any] = []
    while len(found) < count:
        position = GAME.start()
        for _ in range(plies):
            if moves := GAME.legal_moves(position):
                position = GAME.play(position, rng.choice(moves))
        if GAME.legal_moves(position):
            found.append(position)
    return found


def test_it_reads_back_as_it_was_written(file: Path, numbers: bytes) -> None:
    found = weights.read(file)
    assert (found.game, found.numbers, found.made) == ("othello", numbers, "a test")
    again = file.with_name("again.weights")
    weights.write(again, found)
    assert again.read_bytes() == file.read_bytes()


def test_what_comes_with_the_package_is_whole_and_small() -> None:
    path = registry.data_file(type(GAME), "weights")
    assert path is not None
    assert path.stat().st_size < 2 * 2**20
    assert weights.read(path).layout == learner_of(GAME).layout


def test_an_evaluation_is_the_same_in_every_image_of_a_position(file: Path) -> None:
    engine = Engine(GAME, method="alphabeta", weights=str(file))
    assert isinstance(GAME, Symmetries)
    for position in some_positions(6, 15):
        scores = {engine.analyze(image, depth=1).score for image in GAME.symmetries(position)}
        assert len(scores) == 1


def test_the_weights_matter_and_none_means_none(file: Path) -> None:
    position = some_positions(1, 20)[0]
    learned = Engine(GAME, method="alphabeta", weights=str(file)).analyze(position, depth=1).score
    written = Engine(GAME, method="alphabeta", weights="none").analyze(position, depth=1).score
    assert learned != written


def test_exact_answers_do_not_depend_on_weights(file: Path) -> None:
    for position in some_positions(5, 48):
        with_them = Engine(GAME, weights=str(file)).solve(position)
        without = Engine(GAME, weights="none").solve(position)
        assert (with_them.value, with_them.margin, with_them.best) == (without.value, without.margin, without.best)


def test_the_last_squares_are_played_out(file: Path) -> None:
    engine = Engine(GAME, method="alphabeta", weights=str(file))
    for position in some_positions(40, 55):
        left = GAME.text(position).count(".")
        if left > 6:
            continue
        margin = Engine(GAME).solve(position).margin
        assert engine.analyze(position, depth=1).score == margin, GAME.text(position)


def test_a_search_to_the_end_is_a_proof_all_the_same() -> None:
    for position in some_positions(4, 50):
        found = Engine(GAME, method="alphabeta").analyze(position, nodes=2_000_000)
        truth = Engine(GAME, weights="none").solve(position)
        assert found.exact
        assert found.score == truth.margin


def changed(content: bytes) -> bytes:
    return content[:-20] + bytes([content[-20] ^ 1]) + content[-19:]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda content: b"", "is no file of weights: expected it to begin with 'quintet weights 1'"),
        (lambda content: b"\x7fELF" + bytes(100), "is no file of weights"),
        (lambda content: content.replace(b"weights 1", b"weights 2", 1), "are of another version: expected 1"),
        (lambda content: content[:-5000], "are damaged"),
        (changed, "are damaged"),
        (lambda content: content.replace(b"numbers 1", b"numbers 9", 1), "are damaged"),
        (lambda content: content.replace(b"numbers ", b"numbers x", 1), "are damaged"),
        (lambda content: content.replace(b"\nmade", b"\nmode", 1), "are damaged"),
        (lambda content: content.replace(b"game othello", b"game pentago", 1), "are for pentago, expected othello"),
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
    assert str(file) in str(refused.value)


def test_numbers_of_another_board_are_refused(file: Path, numbers: bytes) -> None:
    for wrong in (numbers[:-200], numbers + bytes(2), numbers[:-2] + b"\x05\x00"):
        weights.write(file, weights.File("othello", learner_of(GAME).layout, wrong, "a test"))
        with pytest.raises(ValueError) as refused:
            Engine(GAME, weights=str(file))
        assert "the weights do not fit this game: expected" in str(refused.value)


def test_a_damaged_file_of_the_package_is_said_once_and_done_without(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_bytes(file.read_bytes()[:-1000])
    monkeypatch.setattr(registry, "beside", lambda cls, kind: file if kind == "weights" else None)
    position = some_positions(1, 20)[0]
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            fallen_back = Engine(GAME, method="alphabeta").analyze(position, depth=1).score
    assert fallen_back == Engine(GAME, method="alphabeta", weights="none").analyze(position, depth=1).score
    assert len(caplog.records) == 1
    assert "are damaged" in caplog.text


def test_a_missing_file_and_a_game_without_patterns(tmp_path: Path) -> None:
    with pytest.raises(ValueError) as missing:
        Engine(GAME, weights=str(tmp_path / "nothing"))
    assert "cannot be read: no such file or directory" in str(missing.value)
    with pytest.raises(ValueError) as without:
        Engine(load("pentago"), weights=str(tmp_path / "nothing"))
    assert "pentago has no patterns to learn" in str(without.value)


def test_players_of_an_arena_may_have_their_own(file: Path, tmp_path: Path) -> None:
    players = (f"alphabeta:weights={file}", "alphabeta:weights=none")
    out = str(tmp_path / "a.jsonl")
    assert main(["arena", "othello", *players, "--games", "2", "--nodes", "50", "--workers", "1", "--out", out]) == 0
