"""Openings: fair, different, the same for the same seed; or from a file."""

from pathlib import Path

import pytest

import quintet
from quintet.arena.openings import Opening, OpeningSettings, draw, read
from quintet.compute import open_pool
from quintet.core.game import Symmetries


def drawn(spec: str, drawing: OpeningSettings, seed: int, wanted: int, workers: int = 1) -> list[Opening]:
    with open_pool(workers) as pool:
        return draw(pool, quintet.load(spec), drawing, seed, wanted)


def test_they_are_fair_by_the_engine() -> None:
    drawing = OpeningSettings(plies=6, balance=0.1, nodes=200)
    found = drawn("othello", drawing, 3, 6)
    game = quintet.load("othello")
    engine = quintet.Engine(game, memory_mb=64)
    assert len(set(found)) == 6
    for opening in found:
        match = opening.match(game)
        assert match.ply == 6
        assert abs(engine.analyze(match.position, nodes=200).value) <= 0.1
    unfair = drawn("othello", OpeningSettings(plies=6, filter="none"), 3, 6)
    assert any(abs(engine.analyze(one.match(game).position, nodes=200).value) > 0.1 for one in unfair)


def test_they_are_drawn_positions_by_the_solver() -> None:
    spec = "magnetize(height=3,width=3)"
    found = drawn(spec, OpeningSettings(plies=4, filter="solver", nodes=100_000), 1, 2)
    game = quintet.load(spec)
    for opening in found:
        assert quintet.Engine(game).solve(opening.match(game).position).value == 0


def test_the_seed_decides_and_more_begin_with_the_same() -> None:
    drawing = OpeningSettings(plies=2, filter="none")
    some = drawn("quentin(size=5)", drawing, 1, 4)
    assert drawn("quentin(size=5)", drawing, 1, 12, workers=2)[:4] == some
    assert drawn("quentin(size=5)", drawing, 2, 4) != some


def test_mirror_images_count_once_and_a_small_game_has_few() -> None:
    """Of the nine first moves on a 3 x 3 board three are different."""
    game = quintet.load("quentin(size=3,pie=false)")
    found = drawn("quentin(size=3,pie=false)", OpeningSettings(plies=1, filter="none"), 1, 20)
    assert isinstance(game, Symmetries)
    images = {min(game.text(image) for image in game.symmetries(one.match(game).position)) for one in found}
    assert len(found) == len(images)
    assert len(found) < 9


def test_no_plies_are_the_start() -> None:
    assert drawn("othello", OpeningSettings(plies=0), 1, 50) == [Opening()]


def test_none_is_fair() -> None:
    with pytest.raises(ValueError) as error:
        drawn("quentin(size=3,pie=false)", OpeningSettings(plies=1, filter="solver", nodes=100_000), 1, 1)
    assert str(error.value).endswith(
        "random openings of 1 plies is fair by solver: expected other plies, a larger balance or the filter none"
    )


def test_a_file_has_moves_or_positions(tmp_path: Path) -> None:
    game = quintet.load("othello")
    text = game.text(Opening(("d3", "c3")).match(game).position)
    path = tmp_path / "openings.txt"
    path.write_text(f"# two ways to say the same\nd3 c3\n\n{text}\n", "utf-8")
    moves, position = read(game, path)
    assert moves == Opening(("d3", "c3"))
    assert position == Opening(position=text)
    assert moves.match(game).position == position.match(game).position
    assert (str(moves), str(position), str(Opening())) == ("d3 c3", f"position {text}", "start")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "{path}: expected an opening a line, got none"),
        (b"# nothing\n", "{path}: expected an opening a line, got none"),
        (b"d3 d3\n", "{path}: line 1 is no opening of othello: d3 "),
        (
            b"d3\nnonsense\n",
            "{path}: line 2 is no opening of othello: a position must be '<rows> <turn>', got 'nonsense'",
        ),
        (b"\xff\n", "the openings {path} cannot be read: expected UTF-8 text"),
    ],
)
def test_bad_files(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(content)
    with pytest.raises(ValueError) as error:
        read(quintet.load("othello"), path)
    assert str(error.value).startswith(sentence.format(path=repr(str(path))))


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError) as error:
        read(quintet.load("othello"), tmp_path / "none")
    assert str(error.value) == f"the openings {str(tmp_path / 'none')!r} cannot be read: no such file or directory"
