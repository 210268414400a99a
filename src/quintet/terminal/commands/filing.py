"""Commands for files: recorded games, pictures, other formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quintet.core import registry
from quintet.terminal.commands.words import SWITCH, Json, Spec


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
    game: Spec,
    position: Annotated[str, Parameter(help="the position as text; start is the first one")],
    out: Annotated[Path, Parameter(help="the file to write: .svg or .png")],
    /,
    **options: str | bool,
) -> None:
    """Draw a position into a file."""
    from quintet.terminal import picture as drawing

    drawing.write(registry.load(game, **options), position, out)


def convert(
    source: Annotated[Path, Parameter(name="IN", help="a file of games: .sgf, .ggf, .wtb, .txt, .obf or .quintet")],
    target: Annotated[Path, Parameter(name="OUT", help="the file to write: one of these, or .pgn for results")],
    /,
) -> int:
    """Convert games from one file format to another."""
    from quintet.terminal import convert as converting

    return converting.convert(source, target)
