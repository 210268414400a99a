"""The class `Pentago`: played by calls, answering with words."""

import itertools
from typing import Any

import pytest

from quintet import Pentago

COLORS = {"B": "black", "W": "white"}


def play(game: Pentago, calls: str) -> list[bool | str]:
    """The answers to calls written as ``Ba21C``."""
    return [game.make_move(COLORS[call[0]], call[1:3], int(call[3]), call[4]) for call in calls.split()]


def board(game: Pentago, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What `print_board` prints, line by line."""
    game.print_board()
    shown = capsys.readouterr().out
    assert shown.endswith("\n")
    return shown.removesuffix("\n").split("\n")


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    game = Pentago()
    assert game.make_move("black", "a2", 1, "C") is True
    assert game.make_move("white", "a2", 1, "C") is True
    assert game.is_board_full() is False
    assert game.get_game_state() == "UNFINISHED"
    assert board(game, capsys) == [
        "□   □   □   □   □   □",
        "",
        "□   □   □   □   □   □",
        "",
        "●   □   ○   □   □   □",
        "",
        "□   □   □   □   □   □",
        "",
        "□   □   □   □   □   □",
        "",
        "□   □   □   □   □   □",
    ]


def test_a_win_before_the_rotation(capsys: pytest.CaptureFixture[str]) -> None:
    game = Pentago()
    assert set(play(game, "Ba04C Wb04C Ba14C Wb14C Ba24C Wb24C Ba34C Wb34C Ba41C")) == {True}
    assert game.get_game_state() == "BLACK_WON"
    assert board(game, capsys)[:5:2] == ["●   ●   ●   ●   ●   □", "○   ○   ○   ○   □   □", "□   □   □   □   □   □"]
    assert play(game, "Wc01C") == ["game is finished"]
    assert play(game, "Wa01C") == ["game is finished"]


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [("Ba04A", "Wb04A", "DRAW"), ("Bf04A", "Wb04A", "WHITE_WON"), ("Ba04A", "Wf04A", "BLACK_WON")],
)
def test_five_after_the_rotation(first: str, second: str, state: str) -> None:
    game = Pentago()
    calls = f"{first} {second} Ba14A Wb14A Ba24A Wb24A Ba54A Wa44A Bb54A Wb44A Bd54A We42A"
    assert set(play(game, calls)) == {True}
    assert game.get_game_state() == state
    assert play(game, "Bc01C") == ["game is finished"]


def test_turns_and_occupied_spaces_leave_the_game_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    game = Pentago()
    assert play(game, "Wa01C") == ["not this player's turn"]
    assert play(game, "Bb11C Bb21C") == [True, "not this player's turn"]
    before = board(game, capsys)
    assert play(game, "Bb11C") == ["not this player's turn"]
    assert play(game, "Wb11C") == ["position is not empty"]
    assert board(game, capsys) == before
    assert play(game, "Wb01C") == [True]


OUTSIDE: dict[str, list[Any]] = {
    "position": ["", "a", "a6", "g0", "a00", "A0", " a0", "0a", "a0b0", "a٣", 0, None, True, ["a0"], ("a", 0), b"a0"],
    "sub_board": [0, 5, -1, True, "1", 1.0, 1.5, None, [1], {}, object()],
    "rotation": ["", "c", "a", "CA", "X", " C", 1, None, True, ["C"], b"C"],
    "color": ["", "Black", "b", "blackwhite", "red", 0, None, True, ["black"], b"black"],
}
ANSWERS = {
    "position": "position out of bounds",
    "sub_board": "sub_board out of bounds",
    "rotation": "rotation direction invalid",
    "color": "color invalid",
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_arguments_outside_their_range(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = Pentago()
    start = board(game, capsys)
    for value in OUTSIDE[name]:
        arguments: dict[str, Any] = {"color": "black", "position": "a0", "sub_board": 1, "rotation": "C", name: value}
        assert game.make_move(**arguments) == ANSWERS[name], value
    assert board(game, capsys) == start
    assert play(game, "Ba01C") == [True]


def test_the_order_of_the_checks() -> None:
    names = list(ANSWERS)
    for wrong in itertools.chain.from_iterable(itertools.combinations(names, count) for count in range(1, 5)):
        game = Pentago()
        arguments: dict[str, Any] = {"color": "white", "position": "a0", "sub_board": 1, "rotation": "C"}
        arguments.update({name: OUTSIDE[name][0] for name in wrong})
        assert game.make_move(**arguments) == ANSWERS[wrong[0]]
    game = Pentago()
    play(game, "Ba04C Wb04C Ba14C Wb14C Ba24C Wb24C Ba34C Wb34C Ba41C")
    assert game.make_move("red", "a0", 1, "C") == "color invalid"
    assert game.make_move("black", "a0", 1, "C") == "game is finished"
    game = Pentago()
    play(game, "Bb11C")
    assert game.make_move("black", "b1", 1, "C") == "not this player's turn"


def test_a_full_board() -> None:
    game = Pentago()
    calls = """
        Bb11A Wb32C Bc12A Wc52A Bb42A We12A Bd14C Wf12A Bd02C Wb23A Bb34C Wa53C Bd43C Wb51A Bc11C Wf42A Bc21C Wc32A
        Ba04A Wf24A Bd33A Wa31C Bc03C We33A Be21C Wc01C Bd54C Wf44A Bf02C Wf34C Bb54C Wf22A Ba13C Wd14C Bd51C We43C
    """
    assert len(calls.split()) == 36
    for call in calls.split():
        assert not game.is_board_full()
        assert game.get_game_state() == "UNFINISHED"
        assert play(game, call) == [True]
    assert game.is_board_full()
    assert game.get_game_state() == "DRAW"
    assert play(game, "Ba01C") == ["game is finished"]
