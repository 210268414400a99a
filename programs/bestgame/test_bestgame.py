"""The rules of Best Game Ever Made: the document's two turns, and every case and example of the rules."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1]))

import front_door

from quintet import Match, load

CHECKS = front_door.rule_checks("bestgame")


@pytest.mark.parametrize("check", [check for _, check in CHECKS], ids=[title for title, _ in CHECKS])
def test_rule(check: Callable[[], None]) -> None:
    check()


def test_the_board_has_5_columns_and_7_rows_and_each_player_20_tokens() -> None:
    options = load("bestgame").options
    assert (options.columns, options.rows, options.tokens) == (5, 7, 20)


def test_move_26_fills_column_2_and_move_27_captures_and_scores_three() -> None:
    game = load("bestgame", columns=7, rows=5)
    match = Match(game, position=game.parse("...w.../.w.b.../.b.w.../bwbb.../wbbwbbw b 8 7 3 6"))
    assert game.prompt(match.position, match.names) == "Move #26, Player 2 (Black), your column: "
    match.play("2")
    assert game.scores(match.position) == (6, 3)
    assert game.prompt(match.position, match.names) == "Move #27, Player 1 (White), your column: "
    match.play("3")
    assert game.scores(match.position) == (9, 3)
