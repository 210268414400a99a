#!/usr/bin/env python3
"""Pentago as its document has it: `python3 pentago.py` plays, `from pentago import Pentago` is the class."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import front_door

from quintet import Pentago

__all__ = ["Pentago"]

if __name__ == "__main__":
    sys.exit(front_door.main("pentago.py", lambda: front_door.play_two("pentago")))
