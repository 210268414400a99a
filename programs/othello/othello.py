#!/usr/bin/env python3
"""Othello as its document has it: the rules are offered, names are asked for, the result is in othello-results.txt."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import front_door

if __name__ == "__main__":
    sys.exit(front_door.main("othello.py", lambda: front_door.play_two("othello", questions=True)))
