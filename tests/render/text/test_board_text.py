"""Boards in characters: the formats that games share, marks, odd boards and windows; no meaning in colour alone."""

import re
from dataclasses import replace

import pytest

from quintet.core.scene import Counter, Edge, Label, Layout, Piece, Scene, Spot
from quintet.core.types import Color
from quintet.render.text import board_text
from quintet.render.text.board_text import board, counters
from render.boards import BLACK, SAMPLES, WHITE, Board, big, columns, labels, pieces, squares

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
samples = pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
modes = pytest.mark.parametrize("color", [False, True], ids=["plain", "color"])


def drawn(sample: Board, color: bool) -> str:
    return ESCAPE.sub("", board(sample.layout, sample.scene, color=color, last=sample.last, legal=sample.legal))


def unmarked(sample: Board) -> str:
    return board(sample.layout, replace(sample.scene, winning=()))


# The formats that games share.


def rows_of(sample: Board) -> list[list[str]]:
    layout, empty = sample.layout, sample.layout.symbols[0]
    symbols: dict[Color | None, str] = {BLACK: layout.symbols[1], WHITE: layout.symbols[2]}
    cells = [
        symbols[sample.scene.pieces[spot.id].color] if spot.id in sample.scene.pieces else empty
        for spot in layout.spots
    ]
    width = int(layout.width)
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def test_felt_is_the_ruled_grid() -> None:
    assert unmarked(SAMPLES["felt"]) == board_text.ruled(rows_of(SAMPLES["felt"]), "12345678", "abcdefgh")


def test_a_rack_is_slots() -> None:
    assert unmarked(SAMPLES["rack"]) == board_text.slots(rows_of(SAMPLES["rack"]), "7654321", "12345")


def test_steel_is_bare() -> None:
    assert unmarked(SAMPLES["steel_won"]) == board_text.bare(rows_of(SAMPLES["steel_won"]), "0123", "01234")


def test_a_rack_without_labels_or_with_them_below_is_slots_too() -> None:
    layout = Layout("rack", "disc", 3, 2, columns(3, 2))
    scene = Scene(pieces(".../.bw"))
    assert board(layout, scene) == board_text.slots(["...", ".xo"], "  ", "   ")
    below = replace(layout, labels=labels("bottom", "123"))
    assert board(below, scene) == board_text.slots(["...", ".xo"], "  ", "123")


def test_a_board_that_is_no_rectangle_or_has_long_labels_is_drawn_as_points() -> None:
    cross = tuple(spot for spot in squares(3, 3) if "1" in spot.id)
    assert board(Layout("felt", "disc", 3, 3, cross), Scene(pieces(".../.b./..."))) == "     .\n  .  x  .\n     ."
    long = Layout("felt", "disc", 2, 1, squares(2, 1), labels("top", ["10", "11"]))
    assert board(long, Scene({})) == "  10 11\n  .  ."


# Marks.


def test_the_last_move_is_in_brackets_and_a_column_at_its_label() -> None:
    assert "(W)" in drawn(SAMPLES["felt"], color=False)
    assert drawn(SAMPLES["rack"], color=False).splitlines()[0] == "   1  2 (3) 4  5"
    assert drawn(SAMPLES["steel"], color=False).splitlines()[:2] == ["  01234", "     v"]


def test_a_column_without_a_label_has_an_arrow() -> None:
    layout = Layout("moon", "disc", 3, 1, (*columns(3, 1), Spot("low", 1.5, 1.5, "1", "low")))
    assert board(layout, Scene({}), last=("1",)).splitlines() == ["     v", "  .  .  .", "     ."]


def test_a_row_that_was_pressed_has_an_arrow() -> None:
    spots = tuple(Spot(f"{x}{y}", x + 0.5, y + 0.5, f"row {y}", f"{x}{y}") for y in range(2) for x in range(3))
    layout = Layout("moon", "disc", 3, 2, spots, labels("left", "12"))
    assert board(layout, Scene({}), last=("row 1",)).splitlines() == ["1  .  .  .", "2> .  .  ."]


def test_a_row_of_squares_keeps_its_label() -> None:
    spots = tuple(Spot(f"{x}{y}", x + 0.5, y + 0.5, f"row {y}", f"{x}{y}") for y in range(2) for x in range(2))
    layout = Layout("felt", "disc", 2, 2, spots, labels("left", "12"))
    assert board(layout, Scene({}), last=("row 1",)).splitlines()[3] == "\t2>| . | . |"


def test_the_mark_goes_with_a_marble_that_the_turn_carries_away() -> None:
    lines = drawn(SAMPLES["tiles"], color=False).splitlines()
    assert lines[2] == "a  <●>  □   □    (○)  □   □"


def test_targets_that_are_no_place_mark_nothing() -> None:
    sample = SAMPLES["felt"]
    assert board(sample.layout, sample.scene, last=("pass", "nowhere")) == board(sample.layout, sample.scene)


def test_a_hint_is_no_symbol_of_the_board() -> None:
    layout = Layout("moon", "disc", 1, 1, squares(1, 1), symbols=(".", "+", "-"))
    assert board(layout, Scene({}), legal=("0,0",)).strip() == ","
    occupied = Scene({"0,0": Piece(BLACK)})
    assert board(layout, occupied, legal=("0,0",)).strip() == "+"


def test_a_dense_board_has_its_marks_below() -> None:
    sample = replace(big(), last=("10",))
    lines = board(sample.layout, sample.scene, last=sample.last).splitlines()
    assert lines[1] == " " * 12 + "v"
    assert lines[53] == "  = ="
    assert len(lines) == 2 + 62 + 1
    wide = Layout("moon", "disc", 60, 2, tuple(replace(spot, target=spot.id) for spot in columns(60, 2)))
    assert board(wide, Scene({}), last=("3,0",)).splitlines()[1].strip() == "^"


# No meaning in colour alone.


@modes
@samples
def test_every_difference_is_a_difference_of_signs(sample: Board, color: bool) -> None:
    before, scene = drawn(sample, color), sample.scene
    spot, color_of_it = next(
        (spot, piece.color) for spot, piece in scene.pieces.items() if spot not in scene.winning and piece.color
    )
    others = [
        replace(scene, pieces={**scene.pieces, spot: Piece(color_of_it.other)}),
        replace(scene, pieces={other: piece for other, piece in scene.pieces.items() if other != spot}),
        replace(scene, winning=(*scene.winning, spot)),
    ]
    for other in others:
        assert drawn(replace(sample, scene=other), color) != before
    if sample.last != ("m",):
        assert drawn(replace(sample, last=()), color) != before


@modes
@samples
def test_as_many_symbols_as_pieces(sample: Board, color: bool) -> None:
    text = drawn(replace(sample, layout=replace(sample.layout, labels=(), edges=(), symbols=("-", "█", "▓"))), color)
    for sign, owner in (("█", BLACK), ("▓", WHITE)):
        bar = 0 if owner not in [counter.color for counter in sample.scene.counters if counter.total == 2] else 7
        lines = {spot.id for spot in sample.layout.spots if spot.line}
        ordinary = [piece for spot, piece in sample.scene.pieces.items() if spot not in lines and piece.kind is None]
        assert text.count(sign) == sum(piece.color is owner for piece in ordinary) + bar * color


# Colour.


@samples
def test_every_colored_line_ends_as_it_began(sample: Board) -> None:
    for line in board(sample.layout, sample.scene, color=True, last=sample.last).splitlines():
        assert "\x1b" not in line or line.endswith("\x1b[0m")


def test_256_colors() -> None:
    sample = SAMPLES["felt"]
    text = board(sample.layout, sample.scene, color=True, depth=8)
    assert "48;5;29m" in text
    assert ";2;" not in text
    assert ESCAPE.sub("", text) == ESCAPE.sub("", board(sample.layout, sample.scene, color=True))


def test_depth_is_8_or_24() -> None:
    with pytest.raises(ValueError, match="depth must be 8 or 24, got 16"):
        board(SAMPLES["felt"].layout, SAMPLES["felt"].scene, color=True, depth=16)


# Windows and odd boards.


@modes
def test_everything_fits_in_80_columns(color: bool) -> None:
    points = Layout(
        "wood", "stone", 19, 19, squares(19, 19), labels("left", [str(row) for row in range(1, 20)]),
        edges=(Edge("left", WHITE), Edge("right", WHITE)),
    )  # fmt: skip
    for sample in (*SAMPLES.values(), big(), Board(points, Scene({}))):
        assert max(map(len, drawn(sample, color).expandtabs().splitlines())) <= 80


@modes
def test_a_board_wider_than_the_window_is_drawn_all_the_same(color: bool) -> None:
    layout = Layout("moon", "disc", 90, 1, columns(90, 1), edges=(Edge("nowhere", BLACK),))
    assert "x" + "." * 89 in drawn(Board(layout, Scene({"0,0": Piece(BLACK)})), color)


@modes
def test_no_spots_is_no_text(color: bool) -> None:
    assert board(Layout("felt", "disc", 0, 0, ()), Scene({}), color=color) == ""


@modes
def test_symbols_of_any_width_stay_in_line(color: bool) -> None:
    layout = Layout("moon", "disc", 2, 2, squares(2, 2), symbols=("--", "BLACK", "w"))
    lines = drawn(Board(layout, Scene(pieces("b./.w"))), color).splitlines()
    black, white = (next(line for line in lines if sign in line) for sign in ("BLACK", "w"))
    assert "BLACK" in black
    assert white.index("w") > black.index("BLACK") + 5


def test_noise_in_coordinates_does_not_make_new_rows() -> None:
    spots = tuple(replace(spot, x=spot.x + 1e-9 * at, y=spot.y - 1e-9 * at) for at, spot in enumerate(squares(3, 2)))
    assert board(Layout("moon", "disc", 3, 2, spots), Scene({})) == "  .  .  .\n  .  .  ."


def test_labels_that_have_no_room_are_left_out() -> None:
    layout = Layout(
        "moon", "disc", 3, 1, squares(3, 1), (*labels("top", ["first", "2", "third"]), Label("x", "top", 9))
    )
    assert board(layout, Scene({})).splitlines() == ["first third", "  .  .  ."]


# Counters.


def test_counters() -> None:
    assert counters(SAMPLES["felt"].scene) == "Black 3 discs, White 5 discs"
    assert counters(SAMPLES["rack"].scene) == "White 1 point, 15/20 tokens left; Black 3 points, 1/20 tokens left"
    assert counters(Scene({})) == ""


@pytest.mark.parametrize(
    ("label", "one"),
    [("passes", "pass"), ("boxes left", "box left"), ("turns to miss", "turn to miss"), ("mass", "mass"), ("", "")],
)
def test_one_is_singular(label: str, one: str) -> None:
    assert counters(Scene({}, (Counter("x", label, BLACK, 1),))) == f"Black 1 {one}"


@pytest.mark.parametrize(("count", "words"), [(1, "Black misses 1 turn"), (2, "Black misses 2 turns")])
def test_a_label_says_where_its_number_stands(count: int, words: str) -> None:
    assert counters(Scene({}, (Counter("x", "misses # turns", BLACK, count),))) == words
