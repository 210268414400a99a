"""Moves that are mirror images of each other have the same value."""

from collections import defaultdict
from typing import Any

import pytest

import quintet
from needs import need
from quintet import Engine
from quintet.core.game import AnyGame
from quintet.engine import book

need("the engine room")


def after(game: AnyGame, position: Any, moves: tuple[Any, ...]) -> str:
    """The position that these moves lead to, the same text for mirror images."""
    for move in moves:
        assert move in game.legal_moves(position)
        position = game.play(position, move)
    return book.listed_text(game, position)


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize(("spec", "lines"), [("othello", 4), ("pentago", 24), ("bestgame(columns=5,rows=5)", 5)])
def test_moves_that_mirror_each_other_share_value_and_line(spec: str, lines: int, seed: int) -> None:
    game = quintet.load(spec)
    start = game.start()
    analysis = Engine(game, method="alphabeta", seed=seed).analyze(start, nodes=20_000, lines=lines)
    assert len({line.moves[0] for line in analysis.lines}) == len(analysis.lines) == lines
    images = defaultdict(list)
    for line in analysis.lines:
        images[after(game, start, line.moves[:1])].append(line)
    assert max(len(several) for several in images.values()) > 1
    for several in images.values():
        assert len({(line.value, line.score, line.exact) for line in several}) == 1
        assert len({after(game, start, line.moves) for line in several}) == 1
