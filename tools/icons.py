"""Makes the icons of the installed site from its mark: ``.venv/bin/python tools/icons.py``."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from quintet.render.picture import png

COLORS = 48
STATIC = Path(__file__).resolve().parents[1] / "src/quintet/server/static"


def main() -> None:
    mark = (STATIC / "favicon.svg").read_text("utf-8")
    # A device cuts its own shape out of the whole one: its ground goes to the edge, its stones stay away from it.
    whole = mark.replace('rx="7"', "").replace("<g ", '<g transform="translate(4.8 4.8) scale(.7)" ')
    for name, drawing, size in (
        ("icon-192", mark, 192),
        ("icon-512", mark, 512),
        ("icon-whole-180", whole, 180),
        ("icon-whole-512", whole, 512),
    ):
        dots = Image.open(io.BytesIO(png(drawing, size)))
        dots.quantize(COLORS, Image.Quantize.FASTOCTREE).save(STATIC / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
