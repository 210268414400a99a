"""A match as lines of text: what `print(match)` shows."""

from __future__ import annotations

from quintet.core.match import Match
from quintet.core.sentences import ending
from quintet.core.types import Player
from quintet.render.text import board_text


def printed(match: Match) -> str:
    """The board with the last move marked, the counters, and whose turn it is or how it ended."""
    game, scene = match.game, match.game.scene(match.position)
    last = game.clicks(match.moves[-1]) if match.moves else ()
    parts = [board_text.board(game.layout(), scene, last=last), board_text.counters(scene), standing(match)]
    return "\n\n".join(part for part in parts if part)


def standing(match: Match) -> str:
    """Whose turn it is, or how it ended."""
    outcome = match.outcome
    if outcome is None:
        return f"{_who(match, match.to_move)} is to move."
    return f"{ending(outcome, '' if outcome.winner is None else _who(match, outcome.winner))}."


def _who(match: Match, player: Player) -> str:
    """``Ada (Black)``."""
    return f"{match.names[player]} ({match.game.color(match.position, player).title})"
