"""The engine of a page in node against the engine of the server: levels, analyses, every move, the book."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from amounts import part
from quintet import Engine, load
from quintet.engine.book import find_entry
from quintet.engine.native.kernels import kernel_for
from quintet.server.messages.analysis import analysis_out
from quintet.server.web.routes.analysis import _analysis
from wasm.conftest import Module, opened, walked

BOARDS = ("pentago", "othello", "bestgame", "magnetize", "quentin", "quentin(size=5)", "magnetize(height=3,width=3)")
GAMES = BOARDS[:5]
LEVELS = range(1, 10)


def native(board: str) -> Any:
    kernel = kernel_for(load(board), "none")
    assert kernel is not None
    return kernel.rules


def rounded(message: Any) -> Any:
    """A message without what differs from run to run: its seconds, and the last digits of its numbers."""
    if isinstance(message, dict):
        return {name: rounded(value) for name, value in message.items() if name != "seconds"}
    if isinstance(message, list | tuple):
        return [rounded(value) for value in message]
    return round(message, 9) if isinstance(message, float) else message


@pytest.mark.parametrize("board", GAMES)
def test_levels_play_the_same_moves(module: Module, board: str) -> None:
    kernel, random = native(board), Random(17)
    for level in LEVELS:
        engine = Engine(load(board), level=level, memory_mb=64)
        for seed in range(part(200, 6)):
            position = walked(kernel, random, random.randrange(60))
            found = module.ask(call="level", spec=board, position=position, level=level, seed=seed)
            assert found == str(engine.at_level(level, seed).choose(position)), (level, seed, position)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("every", [False, True])
def test_analyses_of_equal_size_say_the_same(module: Module, board: str, every: bool) -> None:
    kernel, random, game = native(board), Random(23), load(board)
    engine = Engine(game, memory_mb=64)
    for plies in (0, 1, 4, 9, 16, 30, 50):
        position = walked(kernel, random, plies)
        asked = {"nodes": 3000, "lines": 3}
        here = game.parse(position)
        expected = (
            engine.every_move(here, nodes=3000) if every else engine.analyze(here, **asked, progress=lambda _: None)
        )
        found = module.ask(call="analyse", spec=board, position=position, every=every, **asked)
        said = _analysis({"analysis": expected.as_json()})
        message = analysis_out(game, here, said, None, True).model_dump(mode="json")
        assert rounded(found) == rounded(message), position


@pytest.mark.parametrize("board", ["bestgame", "quentin(size=5)"])
def test_books_are_read_alike(module: Module, board: str) -> None:
    game, random = load(board), Random(2)
    checked = 0
    for plies in [0, 1, 1, 2, 2, 3, 3, 4]:
        position = walked(native(board), random, plies)
        entry = find_entry(game, game.parse(position))
        if entry is None:
            continue
        book = module.ask(call="analyse", spec=board, position=position, nodes=10, lines=1)["book"]
        assert book["moves"] == [str(entry.best[0])]
        assert (book["value"], book["score"]) == (entry.value, entry.margin)
        checked += 1
    assert checked


PAGES = 320
"""Of 64 KB: room for the weights and little else, as on a phone that runs out of memory."""


@pytest.mark.parametrize("board", ["othello", "pentago", "quentin"])
def test_where_memory_is_refused_the_tables_are_smaller(tmp_path: Path, board: str) -> None:
    start = native(board).start()
    with opened(tmp_path, f"--wasm-max-mem-pages={PAGES}") as poor:
        large = {"ask": "search", "game": board, "position": start, "method": "mcts", "memory_mb": 192}
        assert "memory" in poor.full(**large, nodes=100)["refused"]
        assert poor.ask(call="level", spec=board, position=start, level=7, seed=1) in native(board).legal_moves(start)
        for every in (False, True):
            found = poor.ask(call="analyse", spec=board, position=start, nodes=2000, lines=3, every=every, solve=True)
            assert found["done"]
            assert found["lines"]
