"""Analyses and the highest level ask the solver before they search, where it can answer in time."""

from random import Random
from typing import Any

import pytest

import quintet
from amounts import part, whole
from needs import need
from quintet import Engine
from quintet.core.game import AnyGame
from quintet.engine.analysis import Analysis

need("the engine room")

NEARLY_OVER = {"othello": 50, "pentago": 24, "bestgame": 30, "quentin(size=4)": 3, "magnetize(height=3,width=4)": 2}


def late(spec: str, seed: int) -> tuple[AnyGame, Any]:
    """A position of a few moves before the end."""
    game = quintet.load(spec)
    while True:
        rng, position = Random(seed), game.start()
        for _ in range(NEARLY_OVER[spec]):
            if game.outcome(position) is None:
                position = game.play(position, rng.choice(game.legal_moves(position)))
        if game.outcome(position) is None and len(game.legal_moves(position)) > 1:
            return game, position
        seed += 1000


@pytest.mark.long
@pytest.mark.parametrize("spec", NEARLY_OVER)
@pytest.mark.parametrize("lines", [1, 3])
def test_an_analysis_is_the_truth_where_the_solver_reaches(spec: str, lines: int) -> None:
    for seed in range(part(6, 6)):
        game, position = late(spec, seed)
        truth = Engine(game).solve(position, seconds=None)
        found = Engine(game).analyze(position, seconds=4, lines=lines)
        assert found.exact
        assert (found.value, found.score) == (truth.value, truth.margin)
        assert found.move in truth.best
        assert len(found.lines) == min(lines, len(game.legal_moves(position)))
        for line in found.lines:
            if line.moves[0] in truth.best:
                assert line.exact
                assert (line.value, line.score) == (truth.value, truth.margin)
            elif line.exact:
                assert (line.value, line.score or 0) < (truth.value, truth.margin or 0)
            after = position
            for move in line.moves:
                assert move in game.legal_moves(after)
                after = game.play(after, move)
        best_first = [line.moves[0] in truth.best for line in found.lines]
        assert best_first == sorted(best_first, reverse=True)


@pytest.mark.parametrize("spec", NEARLY_OVER)
def test_the_highest_level_keeps_what_it_has(spec: str) -> None:
    for seed in range(6):
        game, position = late(spec, seed)
        assert Engine(game, 10).choose(position) in Engine(game).solve(position, seconds=None).best


def test_who_wins_is_known_where_by_how_much_is_not() -> None:
    """FFO 40: the margin takes 2.9 million nodes, a winning move 0.1."""
    game = quintet.load("othello(empties=winner)")
    position = game.parse("w..wwwwb/.wwwwwwb/wwbbwwwb/wwbwwwbb/wwwwwwbb/...wwwwb/....w..b/........ b")
    found = Engine(game).analyze(position, nodes=600_000)
    assert (found.value, found.exact) == (1.0, False)
    assert found.nodes <= 600_000
    assert Engine(game).solve(game.play(position, found.move), nodes=3_000_000, result_only=True).value == -1
    assert found.score is not None
    searched = Engine(game).analyze(position, nodes=600_000, lines=2)
    assert searched.value < 1, "who asks for lines is told what a search thinks of them"


def test_a_proved_win_is_not_the_smallest_one() -> None:
    """The first move that is proved to win, b6, keeps 6 of 14 discs."""
    game = quintet.load("othello")
    position = game.parse(".bbbbbb./.wwwwbw./.wwwwbwb/.bwwwbwb/b.wwwbwb/..w.wwwb/...bbbw./..b..b.. b")
    found = Engine(game).analyze(position, nodes=600_000)
    assert (found.value, found.exact) == (1.0, False)
    assert found.nodes <= 600_000
    after = Engine(game).solve(game.play(position, found.move), seconds=None)
    assert after.margin == -14


def test_limits_of_nodes_hold_for_solver_and_search_together() -> None:
    game, position = late("othello", 1)
    for nodes in (1, 10, 100, 1000, 10_000):
        one, two = (Engine(game).analyze(position, nodes=nodes, lines=2) for _ in range(2))
        assert one.nodes <= nodes
        assert (one.move, one.value, one.lines) == (two.move, two.value, two.lines)


def test_a_search_that_was_asked_for_by_name_is_not_answered_by_the_solver() -> None:
    game, position = late("othello", 2)
    assert not Engine(game, method="alphabeta").analyze(position, nodes=5).exact


def test_what_is_proved_is_reported_at_once() -> None:
    game, position = late("othello", 3)
    known: list[Analysis] = []
    Engine(game).analyze(position, seconds=4, lines=3, progress=known.append)
    assert known[0].exact


def test_a_book_is_believed_where_the_solver_has_no_time() -> None:
    game = quintet.load("bestgame")
    truth = Engine(game).solve(game.play(game.start(), game.legal_moves(game.start())[4]), seconds=None)
    found = Engine(game).analyze(game.play(game.start(), game.legal_moves(game.start())[4]), nodes=1000, lines=5)
    assert found.exact
    assert (found.value, found.score) == (truth.value, truth.margin)
    assert {line.moves[0] for line in found.lines if line.exact} == set(truth.best)


@whole
def test_a_whole_game_at_the_highest_level_loses_nothing() -> None:
    """From the first move to the last: a position's margin is what the game ends with."""
    game = quintet.load("bestgame")
    engine, judge, position = Engine(game, 10), Engine(game, memory_mb=512), game.start()
    while game.outcome(position) is None:
        move = engine.choose(position)
        assert move in judge.solve(position, seconds=None).best, game.text(position)
        position = game.play(position, move)
