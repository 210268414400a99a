"""Layouts, positions and analyses as the plain values that the widget's JavaScript reads."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from quintet.core.game import AnyGame, Stages
from quintet.core.match import Match
from quintet.core.narration import narrate
from quintet.core.scene import Scene
from quintet.engine import Analysis
from quintet.engine.analysis import worth
from quintet.render.marks import moves_to_press, own_and_columns
from quintet.render.match_text import standing
from quintet.render.svg.drawing import drawn


def layout_of(game: AnyGame) -> dict[str, Any]:
    """A layout with its drawing."""
    return asdict(drawn(game.layout()))


def view_of(match: Match, ply: int, *, with_moves: bool) -> dict[str, Any]:
    """The position after `ply` moves, the move that led to it, and the moves to press."""
    game, position = match.game, match.positions[ply]
    scene, last, before, stages = game.scene(position), None, None, list[Scene]()
    if ply:
        from_position, move = match.positions[ply - 1], match.moves[ply - 1]
        color = game.color(from_position, game.to_move(from_position))
        last = {"text": str(move), "clicks": list(game.clicks(move)), "color": color}
        before = asdict(game.scene(from_position))
        stages = list(game.stages(from_position, move)) if isinstance(game, Stages) else [scene]
    return {
        "ply": ply,
        "plies": match.ply,
        "scene": asdict(scene),
        "color": game.color(position, game.to_move(position)),
        "moves": _moves(game, position, scene) if with_moves else [],
        "stages": [asdict(stage) for stage in stages],
        "last": last,
        "before": before,
    }


def _moves(game: AnyGame, position: Any, scene: Scene) -> list[dict[str, Any]]:
    layout, legal = game.layout(), {str(move): move for move in game.legal_moves(position)}
    moves = moves_to_press(game, position, scene, legal, *own_and_columns(layout), len(layout.spots))
    return [asdict(move) for move in moves]


def words_of(match: Match, ply: int, *, thinking: bool, analysis: Analysis | None) -> str:
    """What the move that is shown did, whose turn it is, how it ended or its number, and an analysis' best move."""
    words = f"Move {ply} of {match.ply}." if ply else "The start."
    if ply == match.ply:
        words = standing(match)
    if thinking:
        words = f"{match.names[match.to_move]} is thinking."
    if ply:
        words = f"{narrate(match.game, match.positions[ply - 1], match.moves[ply - 1])} {words}"
    if analysis is not None:
        best = analysis.lines[0]
        words += f" Best: {best.moves[0]}, {worth(best)}."
    return words


def marks_of(analysis: Analysis) -> list[list[Any]]:
    """The value of each move, as the site's board marks it."""
    marks: list[list[Any]] = []
    for line in analysis.lines:
        kind = "guess" if not line.exact else "draws" if not line.value else "wins" if line.value > 0 else "loses"
        label = f"{line.score:+g}" if line.score and kind != "draws" else ""
        if kind == "guess":
            label = str(round(50 * (line.value + 1)))  # percent
        rank = line.value + (line.score or 0) / 1e4
        marks.append([str(line.moves[0]), {"kind": kind, "rank": rank, "label": label, "words": worth(line)}])
    return marks
