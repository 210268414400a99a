"""Numbers in positions are canonical; boards of rows and columns have their spots, labels and symmetries."""

import math

import pytest

from quintet.core.grid import (
    images,
    margins,
    neighbours,
    parse_count,
    pieces,
    rectangle,
    rhombus,
    rhombus_margins,
    rows_text,
)
from quintet.core.scene import Label, Piece, Spot
from quintet.core.types import Color, Player


@pytest.mark.parametrize("text", ["", "-1", "01", "+1", "1 ", "x", "²", "41", "9" * 40])
def test_a_count_must_be_canonical_and_in_range(text: str) -> None:
    with pytest.raises(ValueError, match="tokens must be 0 to 40, got"):
        parse_count("tokens", text, 0, 40)


def test_counts() -> None:
    assert parse_count("tokens", "40", 0, 40) == 40
    assert parse_count("points", "123456789", 0) == 123456789
    with pytest.raises(ValueError, match="points must be 1 or more, got '0'"):
        parse_count("points", "0", 1)


def test_players_and_colours() -> None:
    assert Player.FIRST.other is Player.SECOND
    assert Color.WHITE.other is Color.BLACK
    assert f"{Color.BLACK} {Color.BLACK.title} {Color.WHITE.title}" == "b Black White"


def test_a_rectangle_has_its_spots_in_reading_order() -> None:
    assert rectangle("ab", range(1, 3)) == (
        Spot("a1", 0.5, 0.5, "a1", "a1"),
        Spot("b1", 1.5, 0.5, "b1", "b1"),
        Spot("a2", 0.5, 1.5, "a2", "a2"),
        Spot("b2", 1.5, 1.5, "b2", "b2"),
    )


def test_a_rectangle_by_column_is_pressed_by_column() -> None:
    upright = rectangle(range(9, 11), range(2, 0, -1), by_column=True)
    assert upright[1] == Spot("10,2", 1.5, 0.5, "10", "column 10, row 2")
    assert upright[2] == Spot("9,1", 0.5, 1.5, "9", "column 9, row 1")


def test_margins_are_above_or_below_and_on_the_left() -> None:
    assert margins("ab", (1,)) == (Label("a", "top", 0.5), Label("b", "top", 1.5), Label("1", "left", 0.5))
    assert margins("a", (), "bottom") == (Label("a", "bottom", 0.5),)


def test_pieces_are_by_name_without_the_empty_cells() -> None:
    assert pieces(["a1", "b1", "c1"], "b.w") == {"a1": Piece(Color.BLACK), "c1": Piece(Color.WHITE)}


def test_neighbours_end_at_the_edges() -> None:
    assert neighbours(4, 3, 3) == (1, 3, 5, 7)
    assert neighbours(2, 2, 3) == (1, 5)
    assert neighbours(2, 2, 3, [(1, -1), (1, 1)]) == (4,)


def test_a_square_is_turned_clockwise_then_mirrored_and_turned_again() -> None:
    assert [rows_text(image, 2) for image in images("bw..")] == [
        "bw/..",
        ".b/.w",
        "../wb",
        "w./b.",
        "wb/..",
        ".w/.b",
        "../bw",
        "b./w.",
    ]


def test_a_hexagonal_board_leans_to_the_right() -> None:
    spots = rhombus("ab", (1, 2))
    assert [spot.id for spot in spots] == ["a1", "b1", "a2", "b2"]
    by_id = {spot.id: (spot.x, spot.y) for spot in spots}
    beside = [("a1", "b1"), ("a1", "a2"), ("b1", "a2"), ("b1", "b2"), ("a2", "b2")]
    for name, other in beside:
        assert math.isclose(math.dist(by_id[name], by_id[other]), 1)
    assert math.dist(by_id["a1"], by_id["b2"]) > 1.5
    labels = rhombus_margins("ab", (1, 2))
    assert [(label.text, label.side) for label in labels] == [("a", "top"), ("b", "top"), ("1", "left"), ("2", "left")]
    assert [label.at for label in labels if label.side == "left"] == [by_id["a1"][1], by_id["a2"][1]]
