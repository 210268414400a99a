"""The largest numbers that a caller may ask for, of rulebook and kernels alike: cpp/core/bounds.hpp repeats them."""

from __future__ import annotations

MOST_NODES = 10**15
MOST_DEPTH = 100
"""Deep enough for every line a Python search can finish, and far from the end of its stack."""
MOST_SECONDS = 10.0**6
MOST_LINES = 1000
MOST_THREADS = 256
MOST_MEMORY_MB = 2**20
MOST_SEED = 2**63 - 1
MOST_PLAYOUTS = 10**12
LONGEST_PLAYOUT = 10**6
"""Moves of one random game."""
