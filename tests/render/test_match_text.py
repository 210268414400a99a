"""The steps of a worked example: what is said and drawn after each."""

from __future__ import annotations

import pytest

import quintet
from quintet.core.story import Story, tell
from quintet.render.match_text import move_by_move, scenes, step_words
from quintet.render.words import legend


def after(*steps: str) -> tuple[str, quintet.Match]:
    """The last step of a story, with the match after it."""
    return list(tell(Story("A story", steps)))[-1]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("othello", ""),
        ("quentin(size=5,pie=false)", "Played with size 5, no pie."),
        ("magnetize(height=3,width=4)", "Played with height 3, width 4."),
        ("othello(empties=winner)", "Played with empties winner."),
    ],
)
def test_options_are_told_in_words(spec: str, words: str) -> None:
    assert step_words(*after(f"game {spec}")) == words


def test_a_move_that_is_watched_has_a_board_for_each_stage() -> None:
    step, match = after("game pentago", "watch a0-1C")
    placed, turned = scenes(step, match)
    assert (set(placed.pieces), set(turned.pieces)) == ({"a0"}, {"a2"})
    assert scenes("play a0-1C", match) == [turned]
    assert scenes("text ...", match) == []
    assert step_words(step, match) == "Black plays a0. Sub-board 1 turns clockwise."


def test_elsewhere_it_is_a_move_like_others() -> None:
    assert move_by_move(Story("A story", ("watch m", "play 1 2"))).steps == ("play m", "play 1", "play 2")


@pytest.mark.parametrize(
    ("game_id", "color", "words"),
    [
        (
            "magnetize",
            False,
            "On the board * is a black piece, o a white one, . an empty place. The magnets are on the walls: Black"
            " left, White right.",
        ),
        (
            "magnetize",
            True,
            "On the board * is a black piece, o a white one. The magnets are on the walls: Black left, White right;"
            " a bar of * or o there is a magnet that is on, and ' marks what it holds in the air.",
        ),
        ("othello", False, "On the board B is a black disc, W a white one."),
        (
            "quentin",
            True,
            "On the board ● is a black stone, ○ a white one. The bars around the board are the edges of the two"
            " colours: Black top and bottom, White left and right.",
        ),
    ],
)
def test_the_legend_of_a_board_of_characters(game_id: str, color: bool, words: str) -> None:
    assert legend(quintet.load(game_id).layout(), color) == words
