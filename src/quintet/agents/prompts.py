"""Prompts for agents and language models: the rules of a game with worked examples, and the state of a match."""

from __future__ import annotations

import re
from typing import Literal, get_args

from quintet.core import options
from quintet.core.game import AnyGame, spec
from quintet.core.match import Match
from quintet.core.story import FENCE, stories
from quintet.render.match_text import boards, printed
from quintet.render.text import board_text
from quintet.render.words import legend

Notation = Literal["drawn", "text", "pieces"]
NOTATIONS: tuple[str, ...] = get_args(Notation)
"""How a position is written: drawn with characters, as the text that the game reads, or as a list of pieces."""


def rules(game: AnyGame) -> str:
    """The rules as Markdown, each worked example as sentences and boards."""
    parts = FENCE.split(game.rules)
    blocks = [_examples(part) if number % 2 else part.strip() for number, part in enumerate(parts)]
    blocks[1:1] = [legend(game.layout())] if len(parts) > 1 else []
    return "\n\n".join(part for part in blocks if part) + "\n"


def short_rules(game: AnyGame) -> str:
    """The rules as Markdown, without worked examples."""
    parts = [part.strip() for part in FENCE.split(game.rules)[::2]]
    whole = "\n\n".join([parts[0], legend(game.layout()), *parts[1:]])
    return re.sub(r"## Examples\s*", "", whole).strip() + "\n"


def _examples(block: str) -> str:
    lines: list[str] = []
    for story in stories(block):
        lines.append(f"Example: {story.title}")
        for said, match in boards(story):
            board = board_text.board(match.game.layout(), match.game.scene(match.position))
            lines.append(f"{said}\n\n```\n{board}\n```".strip())
    return "\n\n".join(lines)


def choices(game: type[AnyGame]) -> list[str]:
    """The options of a game, one a line: ``size=13 (2 to 26): points along each side``."""
    defaults = game.Options()
    return [
        f"{name}={str(getattr(defaults, name)).lower()} ({allowed.expected}): {allowed.help}"
        for name, allowed in options.ranges(game.Options).items()
    ]


def standing(match: Match, most: int = 40) -> str:
    """The board, whose turn it is, and the legal moves, at most `most` of them."""
    legal = match.legal()
    if not legal:
        return printed(match)
    more = f" and {len(legal) - most} more" if len(legal) > most else ""
    return f"{printed(match)}\n\nLegal moves: {', '.join(legal[:most])}{more}"


def board(match: Match, notation: Notation) -> str:
    """The position and whose turn it is, without the moves."""
    game, position = match.game, match.position
    if notation == "drawn":
        return standing(match, 0).rpartition("\n\n")[0]
    color = game.color(position, match.to_move).name.lower()
    turn = f"{color.capitalize()}, the {match.to_move.name.lower()} player, is to move."
    if notation == "text":
        return f"Position: {game.text(position)}\n{turn}"
    scene = game.scene(position)
    spots: dict[str, list[str]] = {}
    for spot, piece in scene.pieces.items():
        words = (piece.mark, piece.color and piece.color.name.lower(), piece.kind)
        spots.setdefault(" ".join(word for word in words if word), []).append(spot)
    lines = [f"{piece}: {' '.join(listed)}" for piece, listed in sorted(spots.items())]
    counters = [
        f"{counter.color.name.lower()} {counter.label.replace('#', str(counter.value))}"
        if "#" in counter.label
        else f"{counter.color.name.lower()} {counter.label}: {counter.value}"
        for counter in scene.counters
    ]
    return "\n".join([*(lines or ["The board is empty."]), *counters, turn])


def heading(match: Match) -> str:
    """``othello: Agent (first) against level:3 (second)``."""
    return f"{spec(match.game)}: {match.names[0]} (first) against {match.names[1]} (second)"
