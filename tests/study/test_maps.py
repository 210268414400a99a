"""The maps that are shipped: whole, and what the solver says."""

from __future__ import annotations

import pytest

import quintet
from quintet.study.maps import solved

BOARDS = [board for game_id in quintet.game_ids() for board in solved(game_id)]


def test_there_are_maps() -> None:
    assert len(BOARDS) > 20
    assert sum(bool(board.moves) for board in BOARDS) > 15


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.spec)
def test_a_map_has_every_first_move_and_agrees_with_its_result(board: object) -> None:
    known = next(one for one in BOARDS if one is board)
    game = quintet.load(known.spec)
    start = game.start()
    mover = game.color(start, game.to_move(start)).title
    words = {1: "wins", 0: "draws", -1: "loses"}
    if known.moves:
        assert list(known.moves) == [str(move) for move in game.legal_moves(start)]
        best = max(known.moves.values(), key=lambda one: (one.value, one.margin or 0))
        assert known.result.startswith(f"{mover} {words[best.value]}")
        assert not best.margin or f"by {abs(best.margin)}" in known.result
    else:
        assert known.result.split()[0] == mover


@pytest.mark.parametrize("spec", ["quentin(size=3)", "quentin(size=3,pie=false)"])
def test_a_small_map_is_what_the_rulebook_says(spec: str) -> None:
    """Worked out again by the other room."""
    (board,) = (one for one in BOARDS if one.spec == spec)
    game = quintet.load(spec)
    engine = quintet.Engine(game, rules=True)
    for move in game.legal_moves(game.start()):
        after = game.play(game.start(), move)
        found = engine.solve(after, nodes=2_000_000)
        value = found.value if found.player is game.to_move(game.start()) else -found.value
        assert value == board.moves[str(move)].value
