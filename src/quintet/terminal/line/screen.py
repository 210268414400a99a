"""What line mode shows of a position: the board as the game's document draws it, or in colour."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from typing import Any

from quintet.core.game import AnyGame, LineMode, Scores
from quintet.core.match import Match
from quintet.core.narration import narrate
from quintet.core.scene import Scene
from quintet.core.types import Player
from quintet.terminal.console import Console
from quintet.terminal.listing import player_label

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def whole(match: Match, color: bool, dots: bool = False) -> str:
    """The board with score and counters as they stand now; `dots` marks the legal spots."""
    game, pos = match.game, match.position
    if isinstance(game, LineMode) and not color:
        return game.heading(pos, match.names) + own_board(match)
    parts = [score_line(match), counters(game, pos), board(match, color, dots)]
    return "\n\n".join(part for part in parts if part)


def fitting(match: Match, console: Console, dots: bool = False) -> str:
    """What `whole` shows, or a compact board for a narrow window; in place of one that is too wide, what it needs."""
    shown, columns = whole(match, console.color, dots), shutil.get_terminal_size().columns
    if not console.screen or width(shown) <= columns:
        return shown
    game, pos = match.game, match.position
    above = [player_label(match, player) + _score(game, pos, player) for player in Player]
    board = small_board(match, console.color, dots)
    if width(board) > columns:
        needs = f"This board needs a window of {width(board)} columns, and yours has {columns}:"
        board = console.wrapped(f"{needs} make it wider and type board.")
    return "\n".join([*(console.wrapped(line) for line in (*above, counters(game, pos)) if line), "", board])


def small_board(match: Match, color: bool, dots: bool = False, scene: Scene | None = None) -> str:
    """The board alone, in as few columns as possible; `scene` is a stage of the last move."""
    from quintet.render.marks import find_marks, last_of
    from quintet.render.text.color_board import SMALL, ColorBoard, Pointers

    game, pos = match.game, match.position
    layout, scene = game.layout(), scene or game.scene(pos)
    legal = tuple(_targets(game, pos)) if dots and is_choosy(game) else ()
    drawn = ColorBoard(layout, SMALL, color).draw(scene, Pointers(find_marks(layout, scene, last_of(match), legal)))
    return drawn.ansi(_depth()) if color else drawn.plain()


def _score(game: AnyGame, pos: Any, player: Player) -> str:
    return f": {game.scores(pos)[player]}" if isinstance(game, Scores) else ""


def _depth() -> int:
    return 24 if os.environ.get("COLORTERM") in ("truecolor", "24bit") else 8


def counters(game: AnyGame, pos: Any, stage: Scene | None = None) -> str:
    """The counters of each colour: ``White: misses 2 turns``. Those that repeat the score are left out, but not where
    others stand beside a stage of a move, which has no score above it."""
    from quintet.render.words import counters_by_color, without_scores

    scene = stage or game.scene(pos)
    if isinstance(game, Scores):
        left = without_scores(scene, {game.color(pos, player): game.scores(pos)[player] for player in Player})
        scene = scene if stage and left.counters else left
    return "; ".join(f"{color.title}: {', '.join(texts)}" for color, texts in counters_by_color(scene).items())


def board(match: Match, color: bool = False, dots: bool = False, scene: Scene | None = None) -> str:
    """The board alone; in colour the last move is marked. `scene` is a stage of that move."""
    from quintet.render.text import board_text

    game, pos = match.game, match.position
    last = game.clicks(match.moves[-1]) if color and match.moves else ()
    legal = tuple(_targets(game, pos)) if color and dots and is_choosy(game) else ()
    scene = scene or game.scene(pos)
    return board_text.board(game.layout(), scene, color=color, depth=_depth(), last=last, legal=legal)


def _targets(game: AnyGame, pos: Any) -> set[str]:
    """The first targets of the legal moves."""
    return {game.clicks(move)[0] for move in game.legal_moves(pos)}


def is_choosy(game: AnyGame) -> bool:
    """Whether most empty spots are not legal at the start, so that marks for legal ones help."""
    targets, spots = _targets(game, game.start()), game.layout().spots
    return 2 * sum(spot.target in targets for spot in spots) < len(spots)


def own_board(match: Match) -> str:
    """The board without marks, as the game's document draws it; that of other games with them."""
    from quintet.render.text import board_text

    game, scene = match.game, match.game.scene(match.position)
    if not isinstance(game, LineMode):
        return board(match)
    return board_text.board(game.layout(), replace(scene, winning=()))


def score_line(match: Match) -> str:
    """``Score: Ada (Black) 2:2 Ben (White)``; empty for a game without scores."""
    if not isinstance(match.game, Scores):
        return ""
    first, second = match.game.scores(match.position)
    return f"Score: {player_label(match, Player.FIRST)} {first}:{second} {player_label(match, Player.SECOND)}"


def last_move(match: Match) -> str:
    """What the last move did, with its number: ``14. Black plays d3 and turns 2 discs.``"""
    return f"{match.ply}. {narrate(match.game, match.positions[-2], match.moves[-1])}"


def prompt(match: Match) -> str:
    """The prompt for the next move."""
    game, pos = match.game, match.position
    if isinstance(game, LineMode):
        return game.prompt(pos, match.names)
    return f"{player_label(match, match.to_move)}, your move: "


def width(text: str) -> int:
    """Columns of the widest line."""
    return max((len(ANSI.sub("", line).rstrip().expandtabs()) for line in text.splitlines()), default=0)
