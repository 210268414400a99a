"""What Pentago has beside its rules: typed moves, its screen, its picture, symmetries and a guess who is ahead."""

import itertools
import math
from itertools import combinations

import pytest

from quintet import Color, Outcome, Player, load
from quintet.core.game import refusal
from quintet.core.scene import Piece, Turn
from quintet.games.pentago import PentagoRules, Place, Position
from quintet.render.text.board_text import board

GAME = PentagoRules()


def position(text: str) -> Position:
    return GAME.parse(text)


def placed(spaces: list[str], letter: str, turn: str = "b") -> Position:
    """A board with marbles of one colour on these spaces."""
    names = [row + column for row in "abcdef" for column in "012345"]
    return Position("".join(letter if name in spaces else "." for name in names), Color(turn))


def lines() -> list[list[str]]:
    """Every line of five, walked step by step."""
    found = []
    for row, column, (down, right) in itertools.product(range(6), range(6), ((0, 1), (1, 0), (1, 1), (1, -1))):
        cells = [(row + down * step, column + right * step) for step in range(5)]
        if all(0 <= y < 6 and 0 <= x < 6 for y, x in cells):
            found.append(["abcdef"[y] + str(x) for y, x in cells])
    return found


def test_there_are_324_moves_the_bare_one_first_on_each_space() -> None:
    texts = [str(move) for move in GAME.all_moves()]
    assert len(texts) == 324
    assert texts[:10] == ["a0", "a0-1C", "a0-1A", "a0-2C", "a0-2A", "a0-3C", "a0-3A", "a0-4C", "a0-4A", "a1"]
    assert texts[-1] == "f5-4A"


def test_the_start_has_288_moves_in_order() -> None:
    order = [str(move) for move in GAME.all_moves() if move.rotation]
    assert [str(move) for move in GAME.legal_moves(GAME.start())] == order


@pytest.mark.parametrize("letter", ["b", "w"])
def test_each_of_the_32_lines_wins_by_its_last_marble(letter: str) -> None:
    assert len(lines()) == 32
    for line in lines():
        assert GAME.outcome(placed(line, letter)) == Outcome(Player("bw".index(letter)), "five in a row")
        for missing in line:
            pos = placed([name for name in line if name != missing], letter, letter)
            assert GAME.outcome(pos) is None
            bare = [str(move) for move in GAME.legal_moves(pos) if not move.rotation]
            assert missing in bare
            after = GAME.play(pos, next(move for move in GAME.legal_moves(pos) if str(move) == missing))
            assert GAME.outcome(after) == Outcome(Player("bw".index(letter)), "five in a row")


def test_outcomes_have_their_exact_reasons() -> None:
    draw = position("bbbbb./wwwww./....../....../....../...... b")
    full = position("bbwwbw/wbwbbb/wbwwwb/wwbbbb/bbwbww/bwwwbw b")
    assert GAME.outcome(draw) == Outcome(None, "both have five in a row")
    assert GAME.outcome(full) == Outcome(None, "board full")


def test_it_has_no_options() -> None:
    with pytest.raises(ValueError, match="pentago has no option 'size'"):
        load("pentago(size=6)")


# Line mode


@pytest.mark.parametrize("typed", ["a2 1 C", "a2 1C", "a2-1C", "A2 1 c", " a2\t1  c ", "a 2 - 1 C", "a21c"])
def test_typed_forms_of_a_move(typed: str) -> None:
    assert str(GAME.read(GAME.start(), typed)) == "a2-1C"


@pytest.mark.parametrize(
    "typed", ["", "a", "a6 1 C", "g0 1 C", "a2 5 C", "a2 1 X", "a2 C", "a2 1", "a2--1C", "a2 1 C C"]
)
def test_what_is_no_typed_form(typed: str) -> None:
    assert GAME.read(GAME.start(), typed) is None


@pytest.mark.parametrize("typed", ["a4", "a4 1 C", "A4-3a"])
def test_a_rotation_is_ignored_where_the_marble_makes_five(typed: str) -> None:
    assert GAME.read(position("bbbb../wwww../....../....../....../...... b"), typed) == Place(4, None)


def test_a_space_alone_is_understood_and_then_refused() -> None:
    move = GAME.read(GAME.start(), "a2")
    assert move == Place(2, None)
    assert GAME.refusal(GAME.start(), move).reason == "a2 does not make five: turn a sub-board too, as in a2-1C"


def test_an_occupied_space_is_understood_and_then_refused() -> None:
    pos = position("bbbb../wwww../....../....../....../...... b")
    move = GAME.read(pos, "a0 1C")
    assert move == Place(0, "1C")
    assert GAME.refusal(pos, move).spots == ("a0",)


def test_the_screen_sets_the_sub_boards_apart() -> None:
    pos = position("....../....../b.w.../....../....../.....b w")
    assert (GAME.heading(pos, ("Ada", "Ben")) + board(GAME.layout(), GAME.scene(pos))).split("\n") == [
        "Ada (Black) ●  Ben (White) ○",
        "",
        "    0   1   2     3   4   5",
        " 1                           2",
        "a   □   □   □     □   □   □",
        "b   □   □   □     □   □   □",
        "c   ●   □   ○     □   □   □",
        "",
        "d   □   □   □     □   □   □",
        "e   □   □   □     □   □   □",
        "f   □   □   □     □   □   ●",
        " 3                           4",
    ]
    assert GAME.prompt(pos, ("Ada", "Ben")) == "Ben (White), your move: "


# Picture


def test_the_layout_is_four_tiles_with_a_gap() -> None:
    layout = GAME.layout()
    spots = {spot.id: spot for spot in layout.spots}
    assert (layout.surface, layout.piece, layout.symbols) == ("tiles", "marble", ("□", "●", "○"))
    assert (layout.width, layout.height) == (6.3, 6.3)
    assert [spots[name].group for name in ("a0", "c2", "a3", "c5", "d0", "f2", "d3", "f5")] == list("11223344")
    assert (spots["a0"].x, spots["a0"].y) == (0.5, 0.5)
    assert (spots["c5"].x, spots["c5"].y) == (5.8, 2.5)
    assert (spots["d2"].x, spots["d2"].y) == (2.5, 3.8)


def test_eight_handles_sit_outside_near_the_outer_corners_and_push_the_right_way() -> None:
    layout = GAME.layout()
    corners = {"1": (0.0, 0.0), "2": (6.3, 0.0), "3": (0.0, 6.3), "4": (6.3, 6.3)}
    assert [button.id for button in layout.buttons] == ["1C", "1A", "2C", "2A", "3C", "3A", "4C", "4A"]
    assert layout.buttons[0].label == "Turn sub-board 1 clockwise"
    assert layout.buttons[7].label == "Turn sub-board 4 anti-clockwise"
    for button in layout.buttons:
        assert button.x is not None
        assert button.y is not None
        assert button.group == button.id[0]
        assert button.quarter == (1 if button.id[1] == "C" else -1)
        corner = corners[button.group]
        assert math.dist((button.x, button.y), corner) < 1.2
        outside = [value < 0 or value > 6.3 for value in (button.x, button.y)]
        assert sorted(outside) == [False, True]
        # Pushed from where it sits towards the middle of that side, the tile turns clockwise when the cross product
        # of the arm from the tile's centre and the push is positive (y points down).
        centre = (1.5 if corner[0] == 0 else 4.8, 1.5 if corner[1] == 0 else 4.8)
        arm = (button.x - centre[0], button.y - centre[1])
        push = (-arm[0], 0.0) if abs(arm[1]) > abs(arm[0]) else (0.0, -arm[1])
        assert math.copysign(1, arm[0] * push[1] - arm[1] * push[0]) == button.quarter


def test_handles_are_far_enough_apart_for_fingers() -> None:
    places = [(button.x, button.y) for button in GAME.layout().buttons]
    assert min(math.dist(one, other) for one, other in combinations(places, 2)) > 1.5  # type: ignore[arg-type]


def test_the_winning_fives_are_shown() -> None:
    assert GAME.scene(GAME.start()).winning == ()
    six = GAME.scene(position("bbbbbb/....../....../....../....../...... w"))
    assert six.winning == ("a0", "a1", "a2", "a3", "a4", "a5")
    both = GAME.scene(position("bbbbb./wwwww./....../....../....../.....b w"))
    assert both.winning == ("a0", "a1", "a2", "a3", "a4", "b0", "b1", "b2", "b3", "b4")
    assert both.pieces["f5"] == Piece(Color.BLACK)
    assert both.counters == ()


def test_stages_place_the_marble_and_then_turn() -> None:
    marble, turned = GAME.stages(GAME.start(), Place(2, "1A"))
    assert (dict(marble.pieces), marble.turn) == ({"a2": Piece(Color.BLACK)}, None)
    assert (dict(turned.pieces), turned.turn) == ({"a0": Piece(Color.BLACK)}, Turn("1", -1))
    assert GAME.stages(GAME.start(), Place(35, "4C"))[1].turn == Turn("4", 1)


def test_a_winning_marble_is_one_stage() -> None:
    pos = position("bbbb../wwww../....../....../....../...... b")
    (only,) = GAME.stages(pos, Place(4, None))
    assert only == GAME.scene(GAME.play(pos, Place(4, None)))
    assert only.winning == ("a0", "a1", "a2", "a3", "a4")


def test_clicks() -> None:
    assert GAME.clicks(Place(2, "1C")) == ("a2", "1C")
    assert GAME.clicks(Place(2, None)) == ("a2",)


# Abilities


def test_eight_symmetries() -> None:
    images = GAME.symmetries(position("bw..../....../....../....../....../...... w"))
    assert [GAME.text(image) for image in images] == [
        "bw..../....../....../....../....../...... w",
        ".....b/.....w/....../....../....../...... w",
        "....../....../....../....../....../....wb w",
        "....../....../....../....../w...../b..... w",
        "....wb/....../....../....../....../...... w",
        "....../....../....../....../.....w/.....b w",
        "....../....../....../....../....../bw.... w",
        "b...../w...../....../....../....../...... w",
    ]


def test_open_lines_are_good() -> None:
    pos = position("bbb.../....../....../....../....../w....w b")
    assert GAME.heuristic(GAME.start(), Player.FIRST) == 0
    assert GAME.heuristic(pos, Player.FIRST) > 0.1
    assert GAME.heuristic(pos, Player.FIRST) == -GAME.heuristic(pos, Player.SECOND)
    blocked = position("bbb.w./....../....../....../....../w....w b")
    assert GAME.heuristic(blocked, Player.FIRST) < GAME.heuristic(pos, Player.FIRST)


def test_nonsense_is_refused_with_the_form_of_a_move() -> None:
    game = load("pentago")
    assert refusal(game, game.start(), "a0 x").reason == (
        "'a0 x' is not a move: expected a space from a0 to f5, a dash, a sub-board from 1 to 4, "
        "and C for clockwise or A for anti-clockwise, as in a0-1C"
    )
