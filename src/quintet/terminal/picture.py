"""A position as a picture in a file."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from quintet import picture
from quintet.core.game import AnyGame
from quintet.terminal import files

WIDTH = 800
"""Pixels of a picture that is made of dots."""
START = "start"
PROGRAMS = {
    "rsvg-convert": ["--width", str(WIDTH), "--output", "{out}", "{svg}"],
    "inkscape": [f"--export-width={WIDTH}", "--export-filename={out}", "{svg}"],
    "magick": ["-background", "none", "-density", "200", "{svg}", "-resize", str(WIDTH), "{out}"],
    "convert": ["-background", "none", "-density", "200", "{svg}", "-resize", str(WIDTH), "{out}"],
}
"""What makes dots of a drawing; the first that is installed."""


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
            _dots(drawn, out)
    except OSError as error:
        raise ValueError(f"{str(out)!r} cannot be written: {files.reason(error)}") from None
    print(f"Written: {out}")


def _dots(drawn: str, out: Path) -> None:
    program = next((name for name in PROGRAMS if shutil.which(name)), None)
    if program is None:
        raise ValueError(f"a .png needs one of {', '.join(PROGRAMS)}, and none is installed: write an .svg instead")
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "board.svg"), Path(folder, "board.png")
        source.write_text(drawn, "utf-8")
        arguments = [part.format(svg=source, out=made) for part in PROGRAMS[program]]
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
        if done.returncode or not made.exists():
            raise ValueError(f"{program} could not make {out.name}: {(done.stderr or 'no reason given').strip()[:200]}")
        out.write_bytes(made.read_bytes())
