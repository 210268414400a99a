"""The choice of a level in the engine room against the one in Python, over the same searches of a kernel."""

from random import Random

import pytest

from amounts import part
from needs import need
from quintet import Engine, Match, load
from quintet.engine.level_move import choose
from quintet.engine.limits import Limits

need("the engine room")

BOARDS = ("pentago", "othello", "bestgame", "magnetize", "quentin", "quentin(size=5)")


@pytest.mark.parametrize("board", BOARDS)
def test_both_choose_the_same(board: str) -> None:
    game, random = load(board), Random(5)
    compared = 0
    for level in range(1, 10):
        for seed in range(part(40, 10)):
            match = Match(game)
            for _ in range(random.randrange(40)):
                moves = game.legal_moves(match.position)
                if game.outcome(game.play(match.position, move := random.choice(moves))):
                    break
                match.play(str(move))
            here = match.position
            if len(game.legal_moves(here)) == 1:
                continue
            engine = Engine(game, level=level, memory_mb=32, seed=seed)
            numbers = Random(f"{seed} {level} {game.text(here)}")
            search = engine._search(Limits(), seed=numbers.getrandbits(63))
            near = engine._search(Limits(depth=1), method="alphabeta")
            with engine._clock(engine.settings.limits) as clock:
                expected = choose(game, here, engine.settings, search, near, clock, numbers)
            assert engine.choose(here) == expected, (level, seed, game.text(here))
            compared += 1
    assert compared > 20
