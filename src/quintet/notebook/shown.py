"""What a board in a notebook is told: layouts, positions and analyses as plain values."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from quintet.core.game import AnyGame, Stages
from quintet.core.match import Match
from quintet.engine import Analysis
from quintet.engine.analysis import Line, worth
from quintet.render.match_text import standing
from quintet.render.move_preview import PREVIEWS, own_and_columns, preview
from quintet.render.svg.drawing import drawn


def layout_of(game: AnyGame) -> dict[str, Any]:
    """A layout with its drawing."""
    return asdict(drawn(game.layout()))


def view_of(match: Match, ply: int, *, with_moves: bool) -> dict[str, Any]:
    """The position after so many moves, how it came about, and what may be pressed."""
    game, position = match.game, match.positions[ply]
    scene = game.scene(position)
    view: dict[str, Any] = {
        "ply": ply,
        "plies": match.ply,
        "scene": asdict(scene),
        "color": game.color(position, game.to_move(position)),
        "moves": _moves(game, position) if with_moves else [],
        "stages": [],
        "last": None,
        "before": None,
    }
    if not ply:
        return view
    before, move = match.positions[ply - 1], match.moves[ply - 1]
    stages = game.stages(before, move) if isinstance(game, Stages) else [scene]
    color = game.color(before, game.to_move(before))
    return {
        **view,
        "stages": [asdict(stage) for stage in stages],
        "last": {"text": str(move), "clicks": list(game.clicks(move)), "color": color},
        "before": asdict(game.scene(before)),
    }


def _moves(game: AnyGame, position: Any) -> list[dict[str, Any]]:
    layout, scene, legal = game.layout(), game.scene(position), game.legal_moves(position)
    own, columns = own_and_columns(layout)
    if len(legal) * len(layout.spots) > PREVIEWS:
        columns = frozenset()
    return [
        {
            "text": str(move),
            "clicks": list(game.clicks(move)),
            "preview": list(preview(game, position, scene, move, own, columns)),
        }
        for move in legal
    ]


def words_of(match: Match, ply: int, *, thinking: bool, analysis: Analysis | None) -> str:
    """A line about where the match stands, and what an analysis found."""
    words = f"Move {ply} of {match.ply}: {match.moves[ply - 1]}." if ply else "The start."
    if ply == match.ply:
        words = standing(match)
    if thinking:
        words = f"{match.names[match.to_move]} is thinking."
    if analysis is not None:
        best = analysis.lines[0]
        words += f" Best: {best.moves[0]}, {worth(best)}."
    return words.replace("You (Black) is", "You (Black) are").replace("You (White) is", "You (White) are")


def marks_of(analysis: Analysis) -> list[list[Any]]:
    """What each move leads to, as the site's board marks it."""
    marks: list[list[Any]] = []
    for line in analysis.lines:
        kind = "guess" if not line.exact else "draws" if not line.value else "wins" if line.value > 0 else "loses"
        label = _percent(line) if kind == "guess" else f"{line.score:+g}" if line.score and kind != "draws" else ""
        rank = line.value + (line.score or 0) / 1e4
        marks.append([str(line.moves[0]), {"kind": kind, "rank": rank, "label": label, "words": worth(line)}])
    return marks


def _percent(line: Line) -> str:
    return str(round(50 * (line.value + 1)))
