"""What is proved about a position, in words that people read."""

from __future__ import annotations

from typing import Any

from quintet.core.game import AnyGame
from quintet.engine.analysis import Analysis


def exact_verdict(game: AnyGame, position: Any, analysis: Analysis) -> str | None:
    """``exact: Black wins by 12``, or ``None`` where nothing is proved."""
    if not analysis.exact or analysis.value not in (-1, 0, 1):
        return None
    margin = None if analysis.score is None else round(analysis.score)
    return f"exact: {verdict(game, position, int(analysis.value), margin)}"


def verdict(game: AnyGame, position: Any, value: int, margin: int | None) -> str:
    """``Black wins by 12``, ``White wins``, ``a draw with best play``; value and margin are the player's to move."""
    if value == 0:
        return "a draw with best play"
    player = game.to_move(position)
    winner = player if value > 0 else player.other
    by = f" by {abs(margin)}" if margin else ""
    return f"{game.color(position, winner).title} wins{by}"
