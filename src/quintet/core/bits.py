"""A board as 32-bit elements: two bits a cell in reading order, the first cell in the lowest bits."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

CODES = ".bw"
"""The two bits of a cell are the index of its letter."""
CELLS_PER_ELEMENT = 16
SIDE = range(2, 63)
"""Cells along a side of the board."""


def pack(board: str) -> list[int]:
    """As few elements as hold the board; the unused bits of the last are 0."""
    codes = [CODES.index(letter) for letter in board]
    elements = (codes[start : start + CELLS_PER_ELEMENT] for start in range(0, len(codes), CELLS_PER_ELEMENT))
    return [sum(code << 2 * cell for cell, code in enumerate(element)) for element in elements]


def unpack(bits: Sequence[int], height: int, width: int) -> str:
    """The board of these elements; ValueError says what is wrong with them."""
    for name, side in (("height", height), ("width", width)):
        if type(side) is not int or side not in SIDE:
            raise ValueError(f"{name} must be {SIDE[0]} to {SIDE[-1]}, got {side}")
    count = ceil(height * width / CELLS_PER_ELEMENT)
    if len(bits) != count:
        raise ValueError(f"the bits of {height} rows and {width} columns must have length {count}, got {len(bits)}")
    for number, element in enumerate(bits):
        if type(element) is not int or not 0 <= element < 2**32:
            raise ValueError(f"element {number} must be a whole number from 0 to {2**32 - 1}, got {element!r}")
    codes = [element >> 2 * cell & 3 for element in bits for cell in range(CELLS_PER_ELEMENT)]
    if any(codes[height * width :]):
        raise ValueError(f"the unused bits of the last element must be 0, got {bits[-1]:#010x}")
    if 3 in codes:
        row, column = divmod(codes.index(3), width)
        raise ValueError(f"the cell at column {column}, row {row} must be 0, 1 or 2, got 3")
    return "".join(CODES[code] for code in codes[: height * width])
