"""What is near is never overlooked: a win in one move, and a loss to the next, from level 2 on.

``python -m bench.near`` asks all levels about 200 positions of each game and kind, some of the same.
"""

from itertools import islice

import pytest
from bench.near import misses_win, walks_into_loss, with_a_loss, with_a_win

import quintet
from needs import need

need("the engine room")

POSITIONS = 4
LEVELS = (2, 5, 9)


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_a_win_in_one_is_taken(game_id: str) -> None:
    game = quintet.load(game_id)
    for seed, position in enumerate(islice(with_a_win(game), POSITIONS)):
        for level in LEVELS:
            assert not misses_win(game, position, level, seed), (level, game.text(position))


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_a_loss_in_one_is_avoided(game_id: str) -> None:
    game = quintet.load(game_id)
    for seed, position in enumerate(islice(with_a_loss(game), POSITIONS)):
        for level in LEVELS:
            assert not walks_into_loss(game, position, level, seed), (level, game.text(position))
