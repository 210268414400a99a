"""Engines, levels and players for any game that has rules."""

from quintet.engine.analysis import Analysis, Line, Playouts, Solution
from quintet.engine.counting import divide, perft, playouts
from quintet.engine.engine import Engine
from quintet.engine.levels import LEVELS
from quintet.engine.players import HUMAN, RANDOM, Who, engine_for, parse_who
from quintet.engine.verdict import exact_verdict

__all__ = [
    "HUMAN",
    "LEVELS",
    "RANDOM",
    "Analysis",
    "Engine",
    "Line",
    "Playouts",
    "Solution",
    "Who",
    "divide",
    "engine_for",
    "exact_verdict",
    "parse_who",
    "perft",
    "playouts",
]
