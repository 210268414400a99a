"""A client program as a researcher would write it, under `mypy --strict` and pyright: what each call gives is known.

`assert_type` fails where an answer is `Any`. A line with an ignored error is a mistake that a checker must find.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true
from __future__ import annotations

import copy
import pickle
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import quintet
from quintet.engine import Analysis, Engine, Solution
from quintet.environments.oracle import Oracle, Truth
from quintet.environments.vector import Arrays, Vector
from quintet.environments.vector_opponent import OpponentVector
from quintet.games.othello import Move, Othello, Position


def play_a_match() -> str:
    game = quintet.load("othello")
    assert_type(game, Othello)
    match = quintet.Match(game)
    assert_type(match, quintet.Match[Position, Move])
    assert_type(match.position, Position)
    for move in match.legal_moves[:1]:
        assert_type(move, Move)
        match.play(move)
    match.play(match.legal()[0])
    other = copy.copy(match)
    assert_type(other, quintet.Match[Position, Move])
    quintet.Match("othello").play("d3")
    match.play(3)  # type: ignore[arg-type]
    return match.record()


def ask_the_engine() -> tuple[Move, float]:
    game = quintet.load("othello")
    engine = quintet.Engine(game, level=np.int64(5), seed=np.int64(3))
    assert_type(engine, Engine[Position, Move])
    analysis = engine.analyze(game.start(), nodes=np.int64(1000), lines=2)
    assert_type(analysis, Analysis[Move])
    assert_type(analysis.move, Move)
    assert_type(analysis.lines[0].moves, tuple[Move, ...])
    solution = engine.solve(game.text(game.start()), nodes=10)
    assert_type(solution, Solution[Move])
    assert_type(engine.choose(game.start()), Move)
    quintet.Engine(game, levle=3)  # type: ignore[call-arg]
    engine.analyze(game.start(), node=3)  # type: ignore[call-arg]
    return analysis.move, analysis.value


def ask_for_the_truth() -> int | None:
    oracle = quintet.oracle(quintet.load("othello"), nodes=1000)
    assert_type(oracle, Oracle[Position, Move])
    truth = oracle.ask("nothing")
    assert_type(truth, Truth[Move] | None)
    return truth.value if truth else None


def first_legal(observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> NDArray[np.intp]:
    actions: NDArray[np.intp] = masks.argmax(axis=1)
    return actions


def collect(steps: int) -> NDArray[np.float32]:
    vector = quintet.vector("othello", count=np.int64(64), seed=np.arange(64), opening=4)
    assert_type(vector, Vector)
    rewards = np.zeros(2, np.float32)
    for _ in range(steps):
        arrays = vector.step(vector.sample())
        assert_type(arrays, Arrays)
        assert_type(arrays.masks, NDArray[np.bool_])
        rewards += arrays.rewards.sum(axis=0)
    again: Vector = pickle.loads(pickle.dumps(vector))
    again.reset(games=[1, 2], seed=[5, 6])
    against = quintet.vector("othello", 8, opponent=first_legal, seat="random")
    assert_type(against, OpponentVector)
    assert_type(against.copy(), OpponentVector)
    quintet.vector("othello", cuont=3)  # type: ignore[call-overload]
    return rewards


def count() -> int:
    picture = quintet.picture("othello", quintet.load("othello").start(), width=300)
    picture.save("start.svg")
    counted = quintet.perft("othello", depth=np.int64(4)) + quintet.playouts("othello", count=10).wins
    assert_type(counted, int)
    return counted
