"""``quintet picture``: a position, or a whole game that plays by itself, as a picture in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from quintet.core import files, registry
from quintet.terminal.commands.shared_flags import SpecOrFile, Which, flag, switch

if TYPE_CHECKING:
    from quintet.core.match import Match

WIDTH, ANIMATION_WIDTH = 800, 480
"""Pixels of a PNG, and of a GIF."""
START = "start"


def picture(
    game: SpecOrFile,
    position: Annotated[str, flag("the position as text, or start; of a file: OUT")],
    out: Annotated[Path | None, flag("the file to write: .svg or .png, of a file also .gif")] = None,
    /,
    *,
    moving: Annotated[bool, switch("all moves of a file's game, one after the other")] = False,
    which: Which = None,
    **options: str | bool,
) -> None:
    """Draw a position, or a game from a file: picture GAME POSITION OUT, or picture FILE OUT."""
    from quintet.core.match import Match
    from quintet.terminal import open_game_file

    if open_game_file.is_file(game):
        if out is not None or options:
            raise ValueError("a file has its own game and position: expected only OUT after it")
        out = Path(position)
        match = open_game_file.read(Path(game), which)
        moving = moving or out.suffix.lower() == ".gif"
        _write(match, out, (".svg", ".gif") if moving else (".svg", ".png", ".gif"), moving=moving)
    elif out is None:
        raise ValueError(f"expected a position and OUT after the game, got only {position!r}")
    elif moving or which is not None:
        raise ValueError(f"--{'moving' if moving else 'which'} needs a file, got the game {game}")
    else:
        loaded = registry.load(game, **options)
        match = Match(loaded, None if position == START else loaded.parse(position))
        _write(match, out, (".svg", ".png"), moving=False)


def _write(match: Match, out: Path, kinds: tuple[str, ...], *, moving: bool) -> None:
    """Draw the last position, or with `moving` all moves."""
    from quintet.render.picture import gif, png
    from quintet.render.svg.animated import film

    kind = out.suffix.lower()
    if kind not in kinds:
        raise ValueError(f"OUT must end with {', '.join(kinds[:-1])} or {kinds[-1]}, got {out.name!r}")
    try:
        if kind == ".gif":
            out.write_bytes(gif(match, ANIMATION_WIDTH))
        elif kind == ".png":
            out.write_bytes(png(_last_position(match), WIDTH))
        else:
            files.replace(out, film(match) if moving else _last_position(match))
    except ModuleNotFoundError as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        raise ValueError(f"{str(out)!r} cannot be written: {files.reason(error)}") from None
    print(f"Written: {out}")


def _last_position(match: Match) -> str:
    from quintet.render.marks import last_of
    from quintet.render.svg.position import svg

    game = match.game
    return svg(game.layout(), game.scene(match.position), last=last_of(match), title=game.title)
