"""Players and searches: what thinks about any game that has rules."""

from quintet.engine.analysis import Analysis, Line, Report, Solution
from quintet.engine.counting import Playouts, divide, perft, playouts
from quintet.engine.engine import METHODS, Engine
from quintet.engine.levels import LEVELS, Level
from quintet.engine.limits import Limits
from quintet.engine.players import EnginePlayer, Who, parse_who
from quintet.engine.verdict import exact_verdict

__all__ = [
    "LEVELS",
    "METHODS",
    "Analysis",
    "Engine",
    "EnginePlayer",
    "Level",
    "Limits",
    "Line",
    "Playouts",
    "Report",
    "Solution",
    "Who",
    "divide",
    "exact_verdict",
    "parse_who",
    "perft",
    "playouts",
]
