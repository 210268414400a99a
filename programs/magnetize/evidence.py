#!/usr/bin/env python3
"""Unit tests of Magnetize, as its document has them: positions, the board, its bits and the rules."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import front_door

from quintet import Color, Match, load
from quintet.games.magnetize import Position, from_bits, to_bits

GAME = load("magnetize", height=4, width=5, square=2, maglock=2)
EXAMPLE = [*"130114333m24m"]
"""The game of the document, from the first piece to Black's square."""


def match_after(*moves: str) -> Match:
    match = Match(GAME)
    for move in moves:
        match.play(move)
    return match


def expect(actual: object, expected: object) -> None:
    if actual != expected:
        raise AssertionError(f"expected {expected!r}, got {actual!r}")


def check_corners() -> None:
    spots = [(spot.id, spot.x, spot.y) for spot in GAME.layout().spots]
    expect(
        [spots[0], spots[4], spots[15], spots[19]],
        [("0,0", 0.5, 0.5), ("4,0", 4.5, 0.5), ("0,3", 0.5, 3.5), ("4,3", 4.5, 3.5)],
    )


def check_labels() -> None:
    wide = load("magnetize", height=2, width=62, square=2, maglock=2).layout()
    labels = "".join(label.text for label in wide.labels if label.side == "top")
    expect(labels, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


def check_position_texts() -> None:
    for count in range(len(EXAMPLE) + 1):
        position = match_after(*EXAMPLE[:count]).position
        expect(GAME.parse(GAME.text(position)), position)


def check_empty_board() -> None:
    expect(GAME.text(GAME.start()), "...../...../...../..... b 0 0")


def check_pieces() -> None:
    pieces = GAME.scene(match_after("1", "3", "0").position).pieces
    expect(
        {cell: piece.color for cell, piece in pieces.items()},
        {"0,3": Color.BLACK, "1,3": Color.BLACK, "3,3": Color.WHITE},
    )


def check_display() -> None:
    from quintet.terminal.line import screen

    expect(screen.own_board(match_after(*EXAMPLE)), "  01234\n\n0 .....\n1 **...\n2 ***.o\n3 **ooo")


def check_wrong_boards() -> None:
    for text in ("", "...../..... b 0 0", "...../...../...../....x b 0 0", "...../...../...../..... b 0 3"):
        try:
            GAME.parse(text)
        except ValueError:
            continue
        raise AssertionError(f"{text!r} was read as a position")


def check_bits_of_example() -> None:
    expect(to_bits(match_after(*EXAMPLE).position), [0x61501400, 0x000000A9])


def check_lowest_bits() -> None:
    for rows, bits in {"b./..": [1], "w./..": [2], ".b/..": [4], "../b.": [16], "../.w": [128]}.items():
        expect(to_bits(Position(tuple(rows.split("/")), Color.BLACK)), bits)


def check_count_of_elements() -> None:
    for height, width, count in ((2, 2, 1), (4, 4, 1), (2, 9, 2), (4, 8, 2), (3, 11, 3), (62, 62, 241)):
        expect(len(to_bits(load("magnetize", height=height, width=width).start())), count)


def check_bits_both_ways() -> None:
    rows = match_after(*EXAMPLE).position.rows
    expect(from_bits(to_bits(match_after(*EXAMPLE).position), 4, 5).rows, rows)


TOPICS = {
    "positions": [
        ("Column 0 is at the left, row 0 at the top", check_corners),
        ("Labels are 0 to 9, A to Z and a to z", check_labels),
        ("Every position of the document's game is written and read", check_position_texts),
    ],
    "board": [
        ("It is empty at the start", check_empty_board),
        ("A cell is empty or has a black or a white piece", check_pieces),
        ("It is displayed with . * and o", check_display),
        ("What is no board is refused", check_wrong_boards),
    ],
    "bits": [
        ("The last board of the document's game", check_bits_of_example),
        ("The first cell has the two lowest bits, later cells higher ones", check_lowest_bits),
        ("There are as few elements of 32 bits as are needed", check_count_of_elements),
        ("Bits become the same board again", check_bits_both_ways),
    ],
    "rules": front_door.rule_checks("magnetize"),
}

if __name__ == "__main__":
    sys.exit(front_door.main("evidence", lambda: front_door.run_checks(TOPICS)))
