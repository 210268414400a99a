"""A position as a picture in a file."""

from __future__ import annotations

from pathlib import Path

from quintet import picture
from quintet.core.game import AnyGame
from quintet.render.png import png
from quintet.terminal import files

WIDTH = 800
"""Pixels of a picture that is made of dots."""
START = "start"


def write(game: AnyGame, position: str, out: Path) -> None:
    """Draw a position; ValueError says what is missing."""
    pos = game.start() if position == START else game.parse(position)
    kind = out.suffix.lower()
    if kind not in (".svg", ".png"):
        raise ValueError(f"OUT must end with .svg or .png, got {out.name!r}")
    drawn = picture(game, pos)
    try:
        if kind == ".svg":
            files.write_whole(out, drawn)
        else:
            out.write_bytes(png(drawn, WIDTH))
    except ModuleNotFoundError as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        raise ValueError(f"{str(out)!r} cannot be written: {files.reason(error)}") from None
    print(f"Written: {out}")
