#!/usr/bin/env python3
"""Best Game Ever Made as its document has it: `uv run main.py` plays, and each player is a person or an AI."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import front_door

from quintet import load
from quintet.terminal.line.menu import choose_players


def main() -> int:
    return front_door.play(lambda console: choose_players(console, load("bestgame")))


if __name__ == "__main__":
    sys.exit(front_door.main("main.py", main))
