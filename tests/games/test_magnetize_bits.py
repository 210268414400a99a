"""The Magnetize board as bits, both ways."""

import random

import pytest

from quintet import Color, load
from quintet.games.magnetize import Position, from_bits, to_bits


def test_the_final_board_of_the_worked_example() -> None:
    game = load("magnetize")
    pos = game.parse("...../bb.../bbb.w/bbwww w 2 0")
    bits = [0x61501400, 0x000000A9]
    assert to_bits(pos) == bits
    assert from_bits(bits, 4, 5) == Position(pos.rows, Color.BLACK, (0, 0))


@pytest.mark.parametrize(
    ("rows", "bits"),
    [
        (("..", ".."), [0]),
        (("b.", ".."), [1]),
        (("w.", ".."), [2]),
        ((".w", ".."), [8]),
        (("..", "wb"), [0x60]),
        (("....", "....", "....", "...w"), [0x80000000]),
        (("w" * 8, "w" * 8), [0xAAAAAAAA]),
        (("." * 17, "b" + "." * 16), [0, 4, 0]),
    ],
)
def test_first_cell_in_the_lowest_bits_and_sixteen_to_an_element(rows: tuple[str, ...], bits: list[int]) -> None:
    assert to_bits(Position(rows, Color.WHITE)) == bits
    assert from_bits(bits, len(rows), len(rows[0])).rows == rows


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 62), (3, 16), (4, 4), (5, 13), (62, 62)])
def test_round_trip_with_as_few_elements_as_are_needed(height: int, width: int) -> None:
    draw = random.Random(height * 100 + width)
    rows = tuple("".join(draw.choices(".bw", k=width)) for _ in range(height))
    bits = to_bits(Position(rows, Color.BLACK))
    assert len(bits) == -(-height * width // 16)
    assert from_bits(bits, height, width).rows == rows
    assert from_bits(tuple(bits), height, width).rows == rows


@pytest.mark.parametrize(
    ("bits", "height", "width", "message"),
    [
        ([], 4, 5, "the bits of 4 rows and 5 columns must have length 2, got 0"),
        ([0], 4, 5, "the bits of 4 rows and 5 columns must have length 2, got 1"),
        ([0, 0, 0], 4, 5, "the bits of 4 rows and 5 columns must have length 2, got 3"),
        ([0, 0], 4, 4, "the bits of 4 rows and 4 columns must have length 1, got 2"),
        ([0, -1], 4, 5, "element 1 must be a whole number from 0 to 4294967295, got -1"),
        ([2**32, 0], 4, 5, "element 0 must be a whole number from 0 to 4294967295, got 4294967296"),
        ([0, 1.0], 4, 5, "element 1 must be a whole number from 0 to 4294967295, got 1.0"),
        ([0, "1"], 4, 5, "element 1 must be a whole number from 0 to 4294967295, got '1'"),
        ([None, 0], 4, 5, "element 0 must be a whole number from 0 to 4294967295, got None"),
        ([True, 0], 4, 5, "element 0 must be a whole number from 0 to 4294967295, got True"),
        ([0, 0x100], 4, 5, "the unused bits of the last element must be 0, got 0x00000100"),
        ([0, 0x80000000], 4, 5, "the unused bits of the last element must be 0, got 0x80000000"),
        ([3, 0], 4, 5, "the cell at column 0, row 0 must be 0, 1 or 2, got 3"),
        ([0x1400, 0xC0], 4, 5, "the cell at column 4, row 3 must be 0, 1 or 2, got 3"),
        ([0], 1, 5, "height must be 2 to 62, got 1"),
        ([0], 2, 63, "width must be 2 to 62, got 63"),
        ([0], 2, 2.0, "width must be 2 to 62, got 2.0"),
    ],
)
def test_bits_that_are_no_board(bits: list[int], height: int, width: int, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        from_bits(bits, height, width)
    assert str(caught.value) == message
