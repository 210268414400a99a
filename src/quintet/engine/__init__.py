"""Engines for any game that has rules: analysis, levels, exact answers. Who sits at a board is in `players`."""

from quintet.engine.analysis import Analysis, Line, Playouts, Solution, exact_verdict
from quintet.engine.engine import Engine
from quintet.engine.levels import LEVELS
from quintet.engine.perft_and_playouts import perft, playouts

__all__ = [
    "LEVELS",
    "Analysis",
    "Engine",
    "Line",
    "Playouts",
    "Solution",
    "exact_verdict",
    "perft",
    "playouts",
]
