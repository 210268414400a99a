"""Layouts, scenes and matches as plain dictionaries for a browser; the keys are the names of the fields.

Colours are their letters, players their numbers (0 plays first), and whatever is missing is ``None``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from quintet.core.game import AnyGame, Stages, spec
from quintet.core.match import Match
from quintet.core.scene import Layout, Scene
from quintet.core.types import Outcome
from quintet.render.drawing import drawn


def layout_json(layout: Layout) -> dict[str, Any]:
    """The board and its drawing, once a match."""
    return _fields(drawn(layout))


def scene_json(scene: Scene) -> dict[str, Any]:
    """What one position shows."""
    return _fields(scene)


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    return _fields(outcome)


def move_json(game: AnyGame, move: Any) -> dict[str, Any]:
    """A move's text, and the targets to press for it."""
    return {"text": str(move), "clicks": list(game.clicks(move))}


def stages_json(game: AnyGame, position: Any, move: Any) -> list[dict[str, Any]]:
    """What is seen one after the other when a move is played; the last is the scene after it."""
    scenes = game.stages(position, move) if isinstance(game, Stages) else [game.scene(game.play(position, move))]
    return [scene_json(scene) for scene in scenes]


def game_json(game: AnyGame) -> dict[str, Any]:
    """What a browser needs to know of a game before it is played."""
    return {"id": game.id, "title": game.title, "spec": spec(game), "layout": layout_json(game.layout())}


def view_json(match: Match) -> dict[str, Any]:
    """A match as it stands: what to draw, how it came about and what can be pressed."""
    game, position = match.game, match.position
    outcome = match.outcome
    return {
        "ply": match.ply,
        "position": game.text(position),
        "scene": scene_json(game.scene(position)),
        "stages": stages_json(game, match.positions[-2], match.moves[-1]) if match.moves else [],
        "to_move": int(match.to_move),
        "moves": [] if outcome else [move_json(game, move) for move in game.legal_moves(position)],
        "outcome": outcome_json(outcome) if outcome else None,
        "history": [move_json(game, move) for move in match.moves],
    }


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    return value
