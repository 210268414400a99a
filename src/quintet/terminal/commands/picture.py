"""A position, or a whole game that plays by itself, as a picture in a file."""

from __future__ import annotations

from pathlib import Path

from quintet.core import files
from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.render.marks import last_of
from quintet.render.picture import gif, png
from quintet.render.svg.animated import film
from quintet.render.svg.position import svg

WIDTH, FILM = 800, 480
"""Pixels of a picture that is made of dots, and of one that moves."""
START = "start"


def position(game: AnyGame, text: str, out: Path) -> None:
    """Draw a position; ValueError says what is missing."""
    _write(Match(game, None if text == START else game.parse(text)), out, (".svg", ".png"), moving=False)


def game(match: Match, out: Path, *, moving: bool) -> None:
    """Draw where a match stands, or with `moving` all of its moves; a GIF always shows these."""
    moving = moving or out.suffix.lower() == ".gif"
    _write(match, out, (".svg", ".gif") if moving else (".svg", ".png", ".gif"), moving=moving)


def _write(match: Match, out: Path, kinds: tuple[str, ...], *, moving: bool) -> None:
    kind = out.suffix.lower()
    if kind not in kinds:
        raise ValueError(f"OUT must end with {', '.join(kinds[:-1])} or {kinds[-1]}, got {out.name!r}")
    try:
        if kind == ".gif":
            out.write_bytes(gif(match, FILM))
        elif kind == ".png":
            out.write_bytes(png(_drawn(match), WIDTH))
        else:
            files.replace(out, film(match) if moving else _drawn(match))
    except ModuleNotFoundError as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        raise ValueError(f"{str(out)!r} cannot be written: {files.reason(error)}") from None
    print(f"Written: {out}")


def _drawn(match: Match) -> str:
    game = match.game
    return svg(game.layout(), game.scene(match.position), last=last_of(match), title=game.title)
