#!/usr/bin/env python3
"""Magnetize as its document has it: `play -h 3 -w 4 -s 2 -l 5` in any order, and none has a default."""

import getopt
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import front_door

from quintet import game_class, load
from quintet.core.options import ranges
from quintet.core.types import Color
from quintet.terminal.local_game import LocalGame, new_game

NAMES = {f"-{range.short}": name for name, range in ranges(game_class("magnetize").Options).items()}
"""The arguments, and which option each of them is."""


def new_match(arguments: list[str]) -> LocalGame:
    """The game that was asked for; ValueError says what is missing, unknown or out of range."""
    expected = " ".join(f"{flag} {name.upper()}" for flag, name in NAMES.items())
    try:
        pairs, rest = getopt.getopt(arguments, "".join(f"{flag[1:]}:" for flag in NAMES))
    except getopt.GetoptError as error:
        raise ValueError(f"expected {expected}, but {error}") from None
    given = dict(pairs)
    if rest:
        raise ValueError(f"expected {expected}, got {rest[0]!r} too")
    if len(given) < len(pairs):
        raise ValueError(f"expected {expected}, each once, got {' '.join(arguments)!r}")
    if missing := [f"{flag} ({name})" for flag, name in NAMES.items() if flag not in given]:
        raise ValueError(f"expected {expected}, and there are no defaults: {', '.join(missing)} missing")
    game = load("magnetize", **{NAMES[flag]: value for flag, value in pairs})
    return new_game(game, people=[color.title for color in (Color.BLACK, Color.WHITE)])


def main() -> int:
    return front_door.play(lambda console: new_match(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(front_door.main("play", main, takes_arguments=True))
