"""What line mode says about typing moves and about the signs on the board."""

import re
from dataclasses import replace

import pytest

import quintet
from quintet.terminal.line import instructions
from terminal.driver import Desk

KINDS = {
    "bestgame": ["1 a token in column 1"],
    "magnetize": ["0 a piece in column 0", "m magnet (you miss 2 turns)"],
    "othello": ["d3 a disc on d3", "pass pass, when the rules allow it"],
    "pentago": [
        "a0-1C a marble on a0, then turn sub-board 1 clockwise",
        "a0-1A a marble on a0, then turn sub-board 1 anti-clockwise",
        "a0 a marble on a0, when the rules allow it",
    ],
    "quentin": [
        "a1 a stone on a1",
        "swap swap sides, when the rules allow it",
        "pass pass, when the rules allow it",
    ],
}


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_every_kind_of_move_is_named(game_id: str) -> None:
    game = quintet.load(game_id)
    lines = [re.sub(" +", " ", line).strip() for line in instructions.move_lines(game, game.start())]
    assert lines == KINDS[game_id]


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_what_is_named_is_typed_like_that(game_id: str) -> None:
    game = quintet.load(game_id)
    legal = quintet.Match(game).legal()
    for kind in instructions.move_kinds(game, game.start()):
        assert kind.is_legal == (kind.example in legal)
    assert instructions.typing_section(game), "the short forms stand in the rules"


def test_a_game_without_words_of_its_own_is_explained_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = quintet.load("othello")
    layout = replace(game.layout(), piece="egg", buttons=())
    monkeypatch.setattr(type(game), "layout", lambda self: layout)
    monkeypatch.setattr(type(game), "rules", "# Othello\n")
    lines = [re.sub(" +", " ", line).strip() for line in instructions.move_lines(game, game.start())]
    assert lines == ["d3 an egg on d3", "pass pass, when the rules allow it"]
    assert instructions.typing_section(game) == ""


def test_a_game_is_greeted_with_all_of_it(desk: Desk) -> None:
    out = desk.run("play", "magnetize", "--no-questions").out
    assert out.startswith(
        "\nMagnetize: Player 1 (Black) against Player 2 (White).\n"
        "On the board * is a black piece, o a white one, . an empty place. The magnets\n"
        "are on the walls: Black left, White right.\n"
        "You can type:\n"
        "  0          a piece in column 0\n"
        "  m          magnet (you miss 2 turns)\n"
        "  help       the list of everything else, such as rules, hint, undo and quit\n"
    )
    assert "You can type" not in desk.run("play", "magnetize", "--black", "random", "--white", "random").out
