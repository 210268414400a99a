"""Searches of neighbouring depths agree, and so do moves that are mirror images of each other."""

from collections import defaultdict
from random import Random
from statistics import fmean
from typing import Any

import pytest

import quintet
from needs import need
from quintet import Engine
from quintet.core.game import AnyGame
from quintet.engine import book
from quintet.engine.analysis import Analysis

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


@pytest.mark.parametrize(
    ("spec", "plies", "depths", "most"),
    [("othello", range(6, 36), range(4, 10), 0.05), ("pentago", range(2, 20), range(2, 5), 0.05)],
)
def test_the_value_of_a_position_does_not_swing_with_the_depth(
    spec: str, plies: range, depths: range, most: float
) -> None:
    """An evaluation that favours the side to move, or the other one, makes odd depths expect more than even ones, or
    less. `most` is half a disc."""
    game, random = quintet.load(spec), Random(3)
    engine = Engine(game, method="alphabeta", memory_mb=16)
    steps: list[float] = []
    for ply in plies:
        position = game.start()
        for _ in range(ply):
            position = game.play(position, random.choice(game.legal_moves(position)))
        parts: list[Analysis] = []
        engine.analyze(position, depth=depths[-1], progress=parts.append)
        values = {part.depth: part.value for part in parts if part.depth in depths and not part.exact}
        steps += [(values[depth] - values[depth - 1]) * (1 if depth % 2 else -1) for depth in [*values][1:]]
    assert abs(fmean(steps)) < most


def test_iterations_go_by_two_plies_where_time_alone_ends_them() -> None:
    """A ply makes this search little longer. Limits of nodes and of depth mean the same search everywhere."""
    game = quintet.load("othello")
    engine, depths = Engine(game, method="alphabeta", memory_mb=16), list[int]()

    def stop_at_13(part: Analysis) -> None:
        depths.append(part.depth)
        if part.depth >= 13:
            engine.stop()

    engine.analyze(game.start(), seconds=100.0, progress=stop_at_13)
    assert depths[-1] == 13
    assert [depth for depth in depths if depth > 8] == [9, 11, 13]
    depths.clear()
    engine.analyze(game.start(), nodes=200_000, progress=stop_at_13)
    assert depths == [*range(1, depths[-1] + 1)]
    assert depths[-1] > 10
