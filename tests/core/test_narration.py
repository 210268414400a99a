"""What is said about the moves of a game that has no words of its own; those of the five are in `tests/cases`."""

from __future__ import annotations

import pytest

from installed import EXAMPLES
from quintet import load
from quintet.core.game import AnyGame, Narrates, parse_move
from quintet.core.narration import derived, named, narrate, owned
from quintet.testing.subject import _class, _module


def said(game: AnyGame, text: str | None, move: str) -> str:
    """The derived narration of a move of any game, whether or not it has one of its own."""
    position = game.start() if text is None else game.parse(text)
    return derived(game, position, parse_move(game, position, move))


SCORED = "White puts a token into column 2 and scores 5: 2 tokens change, 5 tokens leave."


@pytest.mark.parametrize(
    ("spec", "text", "move", "sentence"),
    [
        ("quentin(size=3)", None, "b2", "Black places a stone on b2."),
        ("quentin(size=3)", "b../.../... w pie", "swap", "White swaps sides."),
        ("quentin(size=5)", ".w.../...b./.w.../b..../..... b -", "a2", "Black places a stone on a2: 2 stones appear."),
        ("othello", None, "d3", "Black places a disc on d3: 1 disc changes."),
        ("othello", "wb......" + "/........" * 7 + " w", "c1", "White places a disc on c1: 1 disc changes."),
        ("bestgame", None, "3", "White puts a token into column 3."),
        ("bestgame(columns=3,rows=3)", ".../.b./wbw w 20 20 0 0", "2", SCORED),
        ("magnetize(height=2,width=3)", ".../b.w b 0 2", "1", "Black puts a piece into column 1. Black moves again."),
        ("magnetize(height=2,width=3)", ".../b.w b 0 0", "m", "Black plays magnet."),
        ("magnetize(height=2,width=3)", "b.w/..w w 1 0", "1", "White puts a piece into column 1. White moves again."),
        ("pentago", "b....." + "/......" * 5 + " w", "f0-1C", "White plays f0-1C."),
        ("pentago", None, "a0-1C", "Black plays a0-1C."),
    ],
)
def test_changes_of_the_scene_as_a_sentence(spec: str, text: str | None, move: str, sentence: str) -> None:
    assert said(load(spec), text, move) == sentence


def test_a_pass() -> None:
    game = load("othello")
    position = game.start()
    for move in ["f5", "f6", "c4", "g5", "h5", "h4", "f7", "h6"]:
        position = game.play(position, parse_move(game, position, move))
    assert derived(game, position, parse_move(game, position, "pass")) == "Black passes."


def example(name: str) -> AnyGame:
    """A game from the examples that stays unknown to the registry."""
    path = str(EXAMPLES / name / f"{name}.py")
    game: AnyGame = _class(_module(path), path)()
    return game


def test_pieces_that_walk_and_take() -> None:
    game = example("breakthrough")
    assert said(game, None, "a7-a6") == "Black moves from a7 to a6."
    text = "......../.......w/......../......../......../......../.w....../b....... b"
    assert said(game, text, "a8-b7") == "Black moves from a8 to b7 and takes a piece."


def test_a_game_may_have_words_of_its_own() -> None:
    game, plain = load("othello"), example("connectfour")
    assert [isinstance(each, Narrates) for each in (game, plain)] == [True, False]
    assert narrate(game, game.start(), parse_move(game, game.start(), "d3")) == "Black plays d3 and turns 1 disc."
    assert narrate(plain, plain.start(), plain.all_moves()[2]) == "Black puts a disc into column 3."


def test_whose_move_it_is() -> None:
    game = load("bestgame")
    assert owned(game, game.start(), "3") == "White's column 3"


def test_a_move_within_a_sentence() -> None:
    assert named(load("magnetize"), "3") == "column 3"
    assert named(load("magnetize"), "m") == "magnet"
    assert named(load("othello"), "d3") == "d3"
    assert named(load("othello"), "nonsense") == "nonsense"
