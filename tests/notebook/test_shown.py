"""What a board in a notebook is told: sentences about the match, and positions with the moves to press."""

import json

import pytest

from quintet import Match, game_ids, load
from quintet.notebook.shown import view_of, words_of


@pytest.mark.parametrize(
    ("names", "moves", "words"),
    [
        (("You", "level:3"), [], "You (Black) are to move."),
        (("level:3", "You"), [], "level:3 (Black) is to move."),
        (("level:3", "You"), ["d3"], "Black plays d3 and turns 1 disc. You (White) are to move."),
    ],
)
def test_the_person_at_the_notebook_is_spoken_to(names: tuple[str, str], moves: list[str], words: str) -> None:
    match = Match(load("othello"), names=names)
    for move in moves:
        match.play(move)
    assert words_of(match, match.ply, thinking=False, analysis=None) == words


def test_the_person_at_the_notebook_has_won() -> None:
    game = load("quentin(size=3,pie=false)")
    match = Match(game, names=("You", "level:3"))
    for move in ("b2", "a1", "b1", "c2", "b3"):
        match.play(move)
    assert match.outcome
    assert "connects top and bottom. You (Black) win: " in words_of(match, 5, thinking=False, analysis=None)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_position_says_how_it_came_about_and_what_may_be_pressed(game_id: str) -> None:
    match = Match(load(game_id))
    move = match.legal()[0]
    match.play(move)
    start, after = (view_of(match, ply, with_moves=True) for ply in (0, 1))
    assert (start["last"], start["before"], start["stages"]) == (None, None, [])
    assert (after["last"]["text"], after["before"]) == (move, start["scene"])
    assert after["stages"][-1]["pieces"] == after["scene"]["pieces"]
    assert [listed["text"] for listed in after["moves"]] == match.legal()
    assert json.dumps([start, after])
    assert view_of(match, 1, with_moves=False)["moves"] == []
