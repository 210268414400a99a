"""The cache of boards."""

from __future__ import annotations

from quintet.server.live.boards import Boards


def test_boards_are_forgotten_before_they_fill_the_memory() -> None:
    boards = Boards(most_spots=300)
    small = boards.of("othello")
    assert boards.of("othello") is small
    assert boards.of("quentin(size=13)").spots == 169
    assert boards.find("othello") is small
    boards.of("quentin(size=12)")
    assert boards.find("quentin(size=13)") is None
