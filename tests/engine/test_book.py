"""Books: what they answer, what damaged ones say, and that the shipped ones are true."""

import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import quintet
from amounts import part, some
from needs import need
from quintet.core.game import AnyGame, spec
from quintet.core.registry import data_file
from quintet.engine.book import Known, listed_text, load, look_up, read

MIRRORED = str.maketrans("12345", "54321")


QUICK = {board: ["...../...../...b./...w./..... b -"] for board in ("quentin(size=5)", "quentin(size=5,pie=false)")}
"""What is solved again of books whose positions take seconds each; `python -m bench.book --check` solves them all."""


def shipped() -> list[AnyGame]:
    """The games, with their options, that there is a book for."""
    paths = {path for game_id in quintet.game_ids() if (path := data_file(quintet.game_class(game_id), "book"))}
    return [quintet.load(heading) for path in sorted(paths) for heading in load(path)]


def sample(lines: Iterable[str], seed: int, most: int) -> list[str]:
    listed = sorted(lines)
    return Random(seed).sample(listed, min(most, len(listed)))


def stranger(folder: Path, text: str | None) -> AnyGame:
    """A third party's game, in a module of its own, with a book beside it."""
    module = ModuleType("strangers_game")
    module.__file__ = str(folder / "strangers_game.py")
    if text is not None:
        (folder / "stranger.book").write_text(text, encoding="utf-8")
    original: Any = quintet.load("bestgame", columns=3, rows=3)
    made: Any = type("Stranger", (type(original),), {"id": "stranger", "__module__": module.__name__})
    sys.modules[module.__name__] = module
    game: AnyGame = made(original.options)
    return game


@pytest.fixture(autouse=True)
def own_module() -> Any:
    yield
    sys.modules.pop("strangers_game", None)


def test_the_start_is_in_the_book() -> None:
    game = quintet.load("bestgame")
    known = look_up(game, game.start())
    assert known == Known(0, 0, tuple(game.legal_moves(game.start())))


def test_a_mirror_image_has_the_mirrored_moves() -> None:
    game: Any = quintet.load("bestgame")
    random = Random(3)
    asked = 0
    for _ in range(60):
        position = game.start()
        for _ in range(random.randrange(8)):
            position = game.play(position, random.choice(game.legal_moves(position)))
        image = game.symmetries(position)[1]
        here, there = look_up(game, position), look_up(game, image)
        assert here is not None
        assert there is not None
        assert here[:2] == there[:2]
        assert [str(move) for move in here.best] == [str(move).translate(MIRRORED) for move in reversed(there.best)]
        asked += listed_text(game, position) != game.text(position)
    assert asked > 10


def test_what_is_not_listed_is_not_known() -> None:
    game = quintet.load("bestgame")
    position = game.start()
    for _ in range(20):
        position = game.play(position, game.legal_moves(position)[0])
    assert look_up(game, position) is None
    other = quintet.load("bestgame", tokens=19)
    assert look_up(other, other.start()) is None


def test_a_game_without_a_book_has_no_answer() -> None:
    for game in (quintet.load(game_id) for game_id in quintet.game_ids()):
        if data_file(type(game), "book") is None:
            assert look_up(game, game.start()) is None


def test_a_third_party_brings_its_own(tmp_path: Path) -> None:
    start = ".../.../... w 20 20 0 0"
    game = stranger(tmp_path, f"# A remark\n\ngame stranger(columns=3,rows=3)\n{start}|1|-|3 1\n")
    assert spec(game) == "stranger(columns=3,rows=3)"
    known = look_up(game, game.start())
    assert known is not None
    assert (known.value, known.margin, [str(move) for move in known.best]) == (1, None, ["1", "3"])


def test_a_third_party_without_one(tmp_path: Path) -> None:
    game = stranger(tmp_path, None)
    assert look_up(game, game.start()) is None


def test_a_move_that_there_is_not(tmp_path: Path) -> None:
    game = stranger(tmp_path, "game stranger(columns=3,rows=3)\n.../.../... w 20 20 0 0|1|2|1 7\n")
    with pytest.raises(ValueError) as error:
        look_up(game, game.start())
    assert str(error.value) == "line 2 of stranger.book must end in moves of stranger(columns=3,rows=3), got '7'"


@pytest.mark.parametrize("line", ["text|1|2", "text|2|2|1", "text|1|x|1", "|1|2|1", "text|1|2|", "text|1|2|1|", "text"])
def test_a_damaged_line(line: str) -> None:
    with pytest.raises(ValueError) as error:
        read("some.book", ["game any", "text|0|0|1", line])
    assert str(error.value) == f"line 3 of some.book must be 'position|value|margin|moves', got {line!r}"


def test_a_line_before_any_heading() -> None:
    with pytest.raises(ValueError) as error:
        read("some.book", ["text|0|0|1"])
    assert (
        str(error.value) == "line 1 of some.book must follow a heading like 'game name(option=value)', got 'text|0|0|1'"
    )


def test_nothing_is_read_before_it_is_asked_for() -> None:
    import subprocess

    code = "import quintet, sys; quintet.load('bestgame'); sys.exit('quintet.engine.book' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("game", shipped(), ids=spec)
def test_a_shipped_book_is_small_and_whole(game: AnyGame) -> None:
    path = data_file(type(game), "book")
    assert path is not None
    assert path.stat().st_size < 2_000_000
    lines = load(path)[spec(game)]
    for text in sample(lines, 1, 300):
        position = game.parse(text)
        assert listed_text(game, position) == text
        known = look_up(game, position)
        assert known is not None
        assert " ".join(str(move) for move in known.best) == lines[text].moves


@pytest.mark.parametrize("game", shipped(), ids=spec)
def test_a_shipped_book_is_true_of_its_own_children(game: AnyGame) -> None:
    """The best moves, and no others, lead to positions worth the opposite, wherever those are listed too."""
    path = data_file(type(game), "book")
    assert path is not None
    compared = 0
    for text in sample(load(path)[spec(game)], 2, 400):
        position = game.parse(text)
        known = look_up(game, position)
        assert known is not None
        for move in game.legal_moves(position):
            child = game.play(position, move)
            after = look_up(game, child)
            if after is None:
                continue
            compared += 1
            sign = 1 if game.to_move(child) is game.to_move(position) else -1
            worth, best = (sign * after.value, sign * (after.margin or 0)), (known.value, known.margin or 0)
            assert worth <= best
            assert (worth == best) == (move in known.best)
    assert compared > 50


@pytest.mark.long
@pytest.mark.parametrize("game", some(shipped()), ids=spec)
def test_a_sample_of_a_shipped_book_is_solved_again(game: AnyGame) -> None:
    from dataclasses import asdict

    core = need("the engine room")
    path = data_file(type(game), "book")
    assert path is not None
    lines = load(path)[spec(game)]
    solver = core.Kernel(game.id, asdict(game.options)).solver(256)
    for text in QUICK.get(spec(game)) or sample(lines, 4, part(200)):
        found = solver.solve(text, nodes=200_000_000)
        assert found.solved
        line = lines[text]
        assert (found.value[0], " ".join(found.best)) == (line.value, line.moves)
        assert (None if found.margin is None else found.margin[0]) == line.margin
