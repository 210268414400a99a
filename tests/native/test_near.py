"""What is near is never overlooked: a win in one move, and a loss to the next, from level 2 on."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import quintet
from needs import need
from quintet import Engine
from quintet.core.game import AnyGame, Scores

need("the engine room")

THOROUGH = bool(os.environ.get("QUINTET_NEAR"))
"""All levels on many positions: a quarter of an hour, so nothing but a person asks for it."""
POSITIONS = 200 if THOROUGH else 6
LEVELS = range(2, 11) if THOROUGH else (2, 5, 9)


def wins(game: AnyGame, position: Any) -> list[Any]:
    """Every move that ends the game with a win of whoever makes it."""
    found = []
    for move in game.legal_moves(position):
        outcome = game.outcome(game.play(position, move))
        if outcome is not None and outcome.winner is game.to_move(position):
            found.append(move)
    return found


def loses_at_once(game: AnyGame, position: Any, move: Any) -> bool:
    mover, after = game.to_move(position), game.play(position, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return outcome.winner is mover.other
    return game.to_move(after) is mover.other and bool(wins(game, after))


def endings(game: AnyGame, back: int) -> Iterator[Any]:
    """Positions so many moves before the end of random games, with a choice of moves."""
    for seed in range(100_000):
        random, positions = Random(f"{seed} near"), [game.start()]
        while game.outcome(positions[-1]) is None and len(positions) < 500:
            positions.append(game.play(positions[-1], random.choice(game.legal_moves(positions[-1]))))
        outcome = game.outcome(positions[-1])
        if outcome is None or outcome.winner is None or len(positions) <= back:
            continue
        if len(game.legal_moves(positions[-1 - back])) > 1:
            yield positions[-1 - back]


def nearly_full(game: AnyGame) -> Iterator[Any]:
    """Boards of Othello, most of one colour: random games hardly ever end with a choice."""
    random = Random(1)
    while True:
        cells = "".join(random.choices("bw.", (80, 14, 6), k=64))
        position = game.parse("/".join(cells[row : row + 8] for row in range(0, 64, 8)) + " b")
        if game.outcome(position) is None and len(game.legal_moves(position)) > 1:
            yield position


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_a_win_in_one_is_taken(game_id: str) -> None:
    game, seen = quintet.load(game_id), 0
    for position in nearly_full(game) if game_id == "othello" else endings(game, 1):
        winning = wins(game, position)
        if not winning:
            continue
        for level in LEVELS:
            move = Engine(game, level, seed=seen).choose(position)
            if level == 10 and isinstance(game, Scores) and move not in winning:
                # It plays for the margin, which may take longer.
                assert move in Engine(game).solve(position).best
            else:
                assert move in winning, (level, game.text(position))
        seen += 1
        if seen == POSITIONS:
            return


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_a_loss_in_one_is_avoided(game_id: str) -> None:
    game, seen = quintet.load(game_id), 0
    for position in endings(game, 2):
        if wins(game, position):
            continue
        for level in LEVELS:
            move = Engine(game, level, seed=seen).choose(position)
            if loses_at_once(game, position, move):
                others = game.legal_moves(position)
                assert all(loses_at_once(game, position, other) for other in others), (level, game.text(position))
        seen += 1
        if seen == POSITIONS:
            return
