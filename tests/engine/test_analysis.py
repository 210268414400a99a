"""Proved values in words: by colour, with the margin where there is one, whoever is to move."""

import pytest

from quintet import Engine, load
from quintet.engine.analysis import verdict

BLACK_TO_MOVE = "......../......../......../...wb.../...bw.../......../......../........ b"


@pytest.mark.parametrize(
    ("turn", "value", "margin", "words"),
    [
        ("b", 1, 12, "Black wins by 12"),
        ("b", -1, -12, "White wins by 12"),
        ("w", 1, 2, "White wins by 2"),
        ("w", -1, -64, "Black wins by 64"),
        ("b", 1, None, "Black wins"),
        ("w", -1, None, "Black wins"),
        ("b", 0, 0, "a draw with best play"),
        ("w", 0, None, "a draw with best play"),
    ],
)
def test_the_winner_is_named_by_colour(turn: str, value: int, margin: int | None, words: str) -> None:
    game = load("othello")
    assert verdict(game, game.parse(f"{BLACK_TO_MOVE[:-1]}{turn}"), value, margin) == words


def test_after_a_swap_the_colours_are_those_of_now() -> None:
    game = load("quentin", size=4)
    position = game.parse("b.../..../..../.... w swapped")
    assert verdict(game, position, 1, None) == "White wins"
    assert verdict(game, position, -1, None) == "Black wins"


def test_what_the_solver_says_in_words() -> None:
    game = load("othello")
    position = game.parse(".www.bww/bbbbbwww/wbwbwbww/wwbwwbww/wbwwwbww/wwbwwwww/w.bbbwww/..bbbwww w")
    solution = Engine(game).solve(position, seconds=60)
    assert verdict(game, position, solution.value, solution.margin) == "White wins by 40"
