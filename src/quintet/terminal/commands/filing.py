"""Commands for files: recorded games, pictures, other formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quintet.core import registry
from quintet.terminal.commands.shared_flags import SWITCH, Json


def show(
    record: Annotated[Path, Parameter(help="the file of a game, in any format that `quintet convert` reads")],
    /,
    *,
    which: Annotated[int | None, Parameter(help="which game of the file")] = None,
    ply: Annotated[int | None, Parameter(help="the board after this many moves instead of the last")] = None,
    boards: Annotated[bool, Parameter(help="every board of the game", **SWITCH)] = False,
    json: Json = False,
) -> None:
    """Show a recorded game: players, moves, board and result."""
    from quintet.terminal import listing

    listing.show(record, which, ply, boards, json=json)


def picture(
    game: Annotated[str, Parameter(help="a game, with or without options, or a file with a game")],
    position: Annotated[str, Parameter(help="the position as text, or start; of a file: OUT")],
    out: Annotated[Path | None, Parameter(help="the file to write: .svg or .png, of a file also .gif")] = None,
    /,
    *,
    moving: Annotated[bool, Parameter(help="all moves of a file's game, one after the other", **SWITCH)] = False,
    which: Annotated[int | None, Parameter(help="which game of the file")] = None,
    **options: str | bool,
) -> None:
    """Draw a position, or a game from a file: picture GAME POSITION OUT, or picture FILE OUT."""
    from quintet.terminal import open_game_file
    from quintet.terminal.commands import picture as drawing

    if open_game_file.is_file(game):
        if out is not None or options:
            raise ValueError("a file has its own game and position: expected only OUT after it")
        drawing.game(open_game_file.read(Path(game), which), Path(position), moving=moving)
    elif out is None:
        raise ValueError(f"expected a position and OUT after the game, got only {position!r}")
    elif moving or which is not None:
        raise ValueError(f"--{'moving' if moving else 'which'} needs a file, got the game {game}")
    else:
        drawing.position(registry.load(game, **options), position, out)


def convert(
    source: Annotated[Path, Parameter(name="IN", help="a file of games: .sgf, .ggf, .wtb, .txt, .obf or .quintet")],
    target: Annotated[Path, Parameter(name="OUT", help="the file to write: one of these, or .pgn for results")],
    /,
) -> int:
    """Convert games from one file format to another."""
    from quintet.terminal.commands import convert as converting

    return converting.convert(source, target)
