"""``quintet analyze``: the best moves of a position, each with its value and the play expected after it."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.terminal import waiting
from quintet.terminal.commands.shared_flags import Json, Position, SpecOrFile, Which, flag

if TYPE_CHECKING:
    from quintet.engine import Analysis


def analyze(
    game: SpecOrFile,
    /,
    *,
    position: Position = None,
    ply: Annotated[int | None, flag("the position after so many moves of the file, not its last")] = None,
    which: Which = None,
    seconds: Annotated[float | None, flag("how long to search (default 1)")] = None,
    nodes: Annotated[int | None, flag("how many positions to search instead")] = None,
    depth: Annotated[int | None, flag("how deep to search instead")] = None,
    lines: Annotated[int, flag("how many of the best moves to show")] = 3,
    json: Json = False,
    **options: str | bool,
) -> None:
    """Ask an engine about a position, or about the game in a file."""
    from quintet.terminal import open_game_file

    if open_game_file.is_file(game):
        if position is not None or options:
            raise ValueError("a file has its own game and position: expected no position or options with it")
        loaded, pos = _position_in_file(Path(game), ply, which)
    else:
        if ply is not None or which is not None:
            raise ValueError(f"--{'ply' if ply is not None else 'which'} needs a file, got the game {game}")
        loaded = registry.load(game, **options)
        pos = loaded.start() if position is None else loaded.parse(position)
    flags: dict[str, Any] = {"seconds": seconds, "nodes": nodes, "depth": depth}
    limits = {name: value for name, value in flags.items() if value is not None}
    if len(limits) > 1:
        raise ValueError(f"expected one of --seconds, --nodes and --depth, got --{' and --'.join(limits)}")
    from quintet.engine import Engine
    from quintet.terminal.analysis_text import analysis_text

    engine = Engine(loaded)
    so_far: list[Analysis] = []
    work = lambda: engine.analyze(pos, lines=lines, progress=so_far.append, **(limits or {"seconds": 1.0}))
    words = lambda: f"Thinking, depth {so_far[-1].depth}, {so_far[-1].move}" if so_far else "Thinking"
    try:
        analysis = waiting.wait(work, words, waiting.terminal(), engine.stop)
    except KeyboardInterrupt:
        if not so_far:
            raise
        analysis = so_far[-1]
    if not json:
        waiting.tell_slower_engines()
    print(json_text.dumps(analysis.as_json()) if json else analysis_text(loaded, pos, analysis))


def _position_in_file(path: Path, ply: int | None, which: int | None) -> tuple[AnyGame, Any]:
    """The game of a file and a position of it: the last, or the one after `ply` moves."""
    from quintet.terminal import open_game_file

    match = open_game_file.read(path, which)
    if ply is not None and not 0 <= ply <= match.ply:
        raise ValueError(f"--ply must be 0 to {match.ply}, the number of moves in {str(path)!r}, got {ply}")
    position = match.positions[match.ply if ply is None else ply]
    if match.game.outcome(position):
        raise ValueError(f"the game in {str(path)!r} is over: ask about an earlier position with --ply")
    return match.game, position
