"""Quintet: one home for two-player abstract games."""

from quintet.core.game import spec
from quintet.core.match import Match
from quintet.core.registry import game_class, game_ids, load
from quintet.core.types import BadRecord, Color, IllegalMove, NotSolved, Outcome, Player, UnknownGame

__all__ = ["BadRecord","Color","IllegalMove","Match","NotSolved","Outcome","Player","UnknownGame","game_class","game_ids","load","spec"]
