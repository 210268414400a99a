"""The widget's Python: moves, replies, looking through, analysis, and what is said about bad ones."""

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from quintet import Match, game_ids, load, notebook
from quintet.core.types import IllegalMove
from quintet.notebook.modules import script, styles

SMALL = "magnetize(height=3,width=3)"


def wait(until: Callable[[], object]) -> None:
    """Engines answer in threads of their own."""
    end = time.monotonic() + 60
    while not until():
        assert time.monotonic() < end
        time.sleep(0.005)


def told(board: notebook.Board, kind: str, value: object = None) -> dict[str, Any] | None:
    """Send what a browser would; what comes back, if anything does."""
    answers: list[dict[str, Any]] = []
    board.send = answers.append
    board._hear(board, {"kind": kind, "value": value}, None)
    return answers[-1] if answers else None


def texts(match: Match) -> list[str]:
    return [str(move) for move in match.moves]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_told_as_plain_values(game_id: str) -> None:
    board = notebook.play(game_id, None)
    for _ in range(3):
        told(board, "move", board.view["moves"][0]["text"])
    assert board.match.ply == 3
    assert json.loads(json.dumps([board.board, board.view]))[1]["last"]["text"] == texts(board.match)[-1]
    assert len(board.view["moves"]) == len(board.match.legal())


def test_an_engine_replies_and_moves_are_taken_back() -> None:
    board = notebook.play(SMALL, "level:1", seed=1)
    assert told(board, "move", "1") is None
    wait(lambda: board.match.ply == 2 and board.view["ply"] == 2)
    assert board.match.names == ("You", "level:1")
    told(board, "undo")
    assert board.match.ply == 0
    assert told(board, "undo") == {"kind": "refused", "reason": "there is no move to take back", "spots": []}
    second = notebook.play(SMALL, "random", seat="second")
    wait(lambda: second.match.ply == 1)
    assert second.flipped
    told(second, "undo")
    wait(lambda: second.match.ply == 1)


def test_a_bad_move_is_refused_on_the_board() -> None:
    board = notebook.play("othello", None)
    assert told(board, "refuse", "a1") == {"kind": "refused", "reason": "a1 turns no disc", "spots": ["a1"]}
    assert told(board, "refuse", None) is not None
    assert told(board, "nonsense", [1]) is None
    assert told(board, "go", "x") is None
    with pytest.raises(IllegalMove):
        board.play("zz")


def test_a_match_is_looked_through_and_left_as_it_is() -> None:
    match = Match(load("othello"))
    for move in ("d3", "c3", "c4"):
        match.play(move)
    board = notebook.replay(match)
    assert (board.view["ply"], board.view["plies"], board.view["words"]) == (0, 3, "The start.")
    told(board, "go", 2)
    assert board.view["words"] == "White plays c3 and turns 1 disc. Move 2 of 3."
    assert not board.view["moving"]
    told(board, "go", 3)
    assert board.view["moving"]
    told(board, "go", 99)
    told(board, "go", -5)
    assert board.view["ply"] == 0
    told(board, "move", "f5")
    assert texts(board.match) == ["f5"]
    assert texts(match) == ["d3", "c3", "c4"]


def test_nobody_plays_for_the_engine_or_in_the_past() -> None:
    board = notebook.play("othello", "level:1")
    told(board, "move", "d3")
    wait(lambda: board.view["ply"] == 2)
    told(board, "go", 0)
    answer = told(board, "move", "c4")
    assert answer is not None
    assert answer["reason"] == "go to the last move to play on"
    assert board.view["moves"] == []


def test_an_analysis_marks_every_move() -> None:
    board = notebook.play(SMALL, None, nodes=20_000)
    told(board, "analyse", True)
    wait(lambda: len(board.marks) == 4 and all(mark["kind"] == "draws" for _, mark in board.marks))
    assert board.analysis is not None
    assert " Best: " in board.view["words"]
    told(board, "analyse", False)
    assert board.marks == []
    told(board, "move", "0")
    assert board.analysis is None


def test_a_picture_stands_where_no_widget_can() -> None:
    board = notebook.play("pentago", None)
    bundle = board._repr_mimebundle_()
    assert bundle[0]["image/svg+xml"].startswith("<svg")


def test_the_sites_own_files_are_the_widget() -> None:
    assert "class QuintetBoard extends HTMLElement" in script()
    assert script().count("customElements.define") == 1
    assert "\nimport " not in script()
    assert ".quintet-widget .button {" in styles()
    assert "\n:root" not in styles()


def test_numbers_of_numpy_are_numbers() -> None:
    board = notebook.play("othello", size=np.int64(300), nodes=np.int64(20), seed=np.int64(1))
    assert (type(board.size), board.size) == (int, 300)


def test_bad_settings_are_told() -> None:
    anything: Any = notebook
    for given, words in (
        ({"game": "othello", "nodes": "many"}, "nodes must be a whole number from 1 to"),
        ({"game": "othello", "seed": 0.5}, "seed must be a whole number from 0 to"),
        ({"game": "othello", "size": 5}, "size must be a whole number from 160 to 2000, got 5"),
        (
            {"game": "othello", "opponent": "god"},
            "opponent must be level:1 to level:10, random, engine, solver, mcts:nodes=N or"
            " alphabeta:depth=N, got 'god'",
        ),
    ):
        with pytest.raises(ValueError) as error:
            anything.play(**given)
        assert str(error.value).startswith(words)
    with pytest.raises(ValueError) as error:
        anything.Board("othello")
    assert str(error.value) == "match must be a quintet.Match, got 'othello'"
