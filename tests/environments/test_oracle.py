"""The oracle: proved answers or none, and what policies give away."""

import math
import re
from random import Random
from typing import Any

import numpy as np
import pytest

import quintet
from quintet.environments.oracle import Truth

SMALL = ["bestgame(columns=3,rows=3,tokens=4)", "magnetize(height=2,width=3)", "quentin(size=2)"]


def walk(game: Any, plies: int, seed: int) -> list[Any]:
    rng, positions = Random(seed), [game.start()]
    while len(positions) <= plies and (legal := game.legal_moves(positions[-1])):
        positions.append(game.play(positions[-1], rng.choice(legal)))
    return positions


@pytest.mark.parametrize("spec", SMALL)
def test_answers_agree_with_the_solver_and_with_each_other(spec: str) -> None:
    game = quintet.load(spec)
    oracle = quintet.oracle(spec)
    for position in walk(game, 6, seed=1):
        truth = oracle.ask(position)
        assert truth is not None
        assert oracle.ask(game.text(position)) is truth
        values = oracle.moves(position)
        assert values is not None
        if outcome := game.outcome(position):
            sign = 0 if outcome.winner is None else 1 if outcome.winner is game.to_move(position) else -1
            assert (truth.value, truth.best, values) == (sign, (), {})
            continue
        solution = quintet.Engine(game).solve(position)
        assert truth == Truth(solution.value, solution.margin, solution.best)
        assert max(values.values()) == truth.value
        assert {move for move, value in values.items() if value == truth.value} >= set(truth.best)


def test_what_is_not_known_is_none() -> None:
    oracle = quintet.oracle("othello", nodes=500)
    start = quintet.load("othello").start()
    assert oracle.ask_all([start, start]) == [None, None]
    assert oracle.moves(start) is None
    values, best = oracle.arrays([start])
    assert np.isnan(values).all()
    assert not best.any()
    regret = oracle.regret(lambda position: "d3", [start])
    assert math.isnan(regret.mean)
    assert (regret.known, regret.asked) == (0, 1)


def test_a_book_answers_without_a_search() -> None:
    oracle = quintet.oracle("bestgame", nodes=1)
    truth = oracle.ask(quintet.load("bestgame").start())
    assert truth is not None
    assert (truth.value, truth.margin) == (0, 0)


def test_answers_as_arrays() -> None:
    vector = quintet.vector("magnetize(height=2,width=2)", count=6, seed=1, opening=2)
    oracle = quintet.oracle(vector.game)
    values, best = oracle.arrays(vector.positions())
    for position, value, row in zip(vector.positions(), values, best, strict=True):
        truth = oracle.ask(position)
        assert truth is not None
        assert truth.value == value
        assert [vector.planes.actions[action] for action in np.flatnonzero(row)] == list(truth.best)


def test_regret() -> None:
    game = quintet.load("magnetize(height=3,width=3)")
    position = game.parse("b.w/b.w/bbb b 0 0")
    oracle = quintet.oracle(game)
    won, lost = game.all_moves()[1], game.all_moves()[3]
    assert oracle.moves(position) == {won: 1, lost: -1}, "a square in column 1, and the magnet gives the game away"
    assert oracle.regret(lambda position: won, [position]).mean == 0
    assert oracle.regret(lambda position: str(lost), [position]).mean == 2
    halves = oracle.regret(lambda position: {won: 0.5, str(lost): 0.5}, [position, position])
    assert (halves.mean, halves.worst, halves.kept, halves.known, halves.asked) == (1, 1, 0.5, 2, 2)
    rows = np.zeros((1, 4))
    rows[0, list(game.all_moves()).index(lost)] = 3
    assert oracle.regret(rows, [position]).mean == 2


def test_a_wrong_policy_is_refused() -> None:
    game = quintet.load("magnetize(height=2,width=2)")
    oracle = quintet.oracle(game)
    full = game.parse("b./w. b 0 0")
    for answer, said in (
        ("0", "the policy gave 0, which is not legal: expected one of 1, m"),
        ("x", "the policy must give moves of magnetize(height=2,width=2), got 'x'"),
        ({"1": -1.0, "m": 2.0}, "the policy must give probabilities, some above 0 and none below, got"),
        (np.zeros(3), "the policy must give probabilities, some above 0 and none below, got array([0., 0., 0.])"),
        (np.array([0, 2, -1]), "the policy must give probabilities, some above 0 and none below, got array("),
        (np.array([0, np.inf, 0]), "the policy must give probabilities, some above 0 and none below, got"),
        (np.ones(4), "the policy must give 3 probabilities, got shape (4,)"),
    ):
        with pytest.raises(ValueError) as refused:
            oracle.regret(lambda position, answer=answer: answer, [full])  # type: ignore[misc]
        assert str(refused.value).startswith(said)
    for rows, got in ((np.ones((2, 3)), "(2, 3)"), (np.ones(3), "(3,)"), ([[0, 1, 0]], "[[0, 1, 0]]")):
        with pytest.raises(ValueError, match=re.escape(f"an array of shape (1, 3), got {got}")):
            oracle.regret(rows, [full])  # type: ignore[arg-type]
