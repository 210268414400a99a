"""Pictures as values: SVG that shows itself in a notebook, one or many side by side; also as PNG and GIF."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, SupportsIndex
from zlib import crc32

from quintet.core.game import AnyGame, find_move
from quintet.core.inputs import checked_game, checked_move, checked_position
from quintet.core.match import Match
from quintet.engine import bounds
from quintet.render.svg.animated import Shot, animated, shots
from quintet.render.svg.palette import DARK, LIGHT
from quintet.render.svg.position import svg
from quintet.render.svg.shapes import FONT, Shape, markup, number, shape, style

DOTS = 800
"""Pixels of a PNG where nobody says otherwise."""
WIDEST = 10_000
GAP, CAPTION = 16.0, 22.0
"""Pixels between pictures, and of a line below them."""


class Picture(str):
    """The text of an SVG."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture of {len(self)} letters>"

    def png(self, width: int = DOTS, background: str | None = None) -> bytes:
        """The picture as dots; needs the extra ``pictures``."""
        return png(self, width, background)

    def save(self, path: str | Path, width: int = DOTS) -> None:
        """Write it to a file that ends with .svg or .png."""
        path = Path(path)
        if path.suffix.lower() not in (".svg", ".png"):
            raise ValueError(f"the file must end with .svg or .png, got {path.name!r}")
        path.write_bytes(self.png(width) if path.suffix.lower() == ".png" else self.encode())

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        attributes = [re.search(rf' {name}="([\d.]+)"', self) for name in ("width", "height")]
        return tuple(float(attribute[1]) for attribute in attributes if attribute)  # type: ignore[return-value]


def picture(
    game: AnyGame | str,
    position: Any,
    last: object = None,
    *,
    marks: Iterable[object] = (),
    arrows: Iterable[tuple[object, object]] = (),
    width: float | None = None,
    dark: bool | None = None,
    title: str = "",
) -> Picture:
    """The position as SVG: a text that shows itself in a notebook; its `png` and `save` make dots and files of it.

    `last` is the move that led to it, or its text. `marks` are moves or spots to point out, `arrows` pairs of them.
    `width` is in pixels. With `dark` left out the picture follows the reader's screen.
    """
    game = checked_game(game)
    position = checked_position(game, position)
    move = None if last is None else checked_move("last", game, last)
    if width is not None:
        width = bounds.number("width", width, WIDEST)
    return Picture(
        svg(
            game.layout(),
            game.scene(position),
            last=() if move is None else game.clicks(move),
            title=title or game.title,
            dark=dark,
            width=width,
            marked=[spot for mark in marks for spot in _spots(game, mark)],
            arrows=[(_spots(game, start)[0], _spots(game, other)[0]) for start, other in arrows],
        )
    )


def _spots(game: AnyGame, mark: object) -> list[str]:
    """The spots that a move presses, or the one that is named."""
    spots = game.layout().spots
    move = find_move(game, str(mark))
    pressed = (str(mark),) if move is None else game.clicks(move)
    ids = [spot.id for target in pressed for spot in spots if target in (spot.id, spot.target)]
    if not ids:
        raise ValueError(f"marks and arrows must be spots of the board or moves that press some, got {mark!r}")
    return ids


def pictures(
    game: AnyGame | str,
    positions: Iterable[Any],
    *,
    captions: Iterable[str] | None = None,
    columns: SupportsIndex = 4,
    width: float = 240,
    dark: bool | None = None,
) -> Picture:
    """Several positions side by side as one SVG, for an article; captions are numbers where none are given."""
    game, shown = checked_game(game), list(positions)
    written = (
        [str(number) for number in range(1, len(shown) + 1)] if captions is None else [str(text) for text in captions]
    )
    columns = bounds.whole("columns", columns, 1, 100)
    if not shown or len(written) != len(shown):
        raise ValueError(f"expected positions, and a caption for each, got {len(shown)} and {len(written)}")
    # A title of its own for each, so that equal positions do not share the ids of their parts.
    drawn = [
        picture(game, position, width=width, dark=dark, title=f"{game.title}, picture {number}")
        for number, position in enumerate(shown, 1)
    ]
    return strip(drawn, written, columns, dark)


def animation(match: Match, seconds: float = 1.0, *, dark: bool | None = None) -> Picture:
    """A match as one moving SVG; each position is seen so long."""
    if not isinstance(match, Match):
        raise ValueError(f"match must be a quintet.Match, got {match!r}")
    return Picture(animated(match.game.layout(), shots(match, seconds), title=" against ".join(match.names), dark=dark))


def strip(pictures: Sequence[Picture], captions: Sequence[str], columns: int, dark: bool | None) -> Picture:
    """Pictures in rows of so many, each with a line below it."""
    across, down = (max(lengths) for lengths in zip(*(picture.size for picture in pictures), strict=True))
    wide, high = across + GAP, down + GAP + (CAPTION if any(captions) else 0)
    columns = min(columns, len(pictures))
    width, height = columns * wide + GAP, -(-len(pictures) // columns) * high + GAP
    key = f"q{crc32(''.join([*pictures, *captions]).encode()):08x}"
    parts: list[str] = [markup(shape("rect", fill="paper", width=width, height=height, rx=12), key)]
    for index, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        x, y = GAP + index % columns * wide, GAP + index // columns * high
        # What stands first in a picture is its own svg element; here it also says where it is.
        parts.append(picture.replace("<svg ", f'<svg x="{number(x)}" y="{number(y)}" ', 1))
        if caption:
            place = {"x": x + picture.size[0] / 2, "y": y + down + 0.7 * CAPTION, "text_anchor": "middle"}
            parts.append(markup(shape("text", caption, fill="ink", font_size=15, **place), key))
    body = "\n".join(parts)
    root = Shape(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {number(width)} {number(height)}", "font-family": FONT}
        | {"width": width, "height": height, "role": "group"},
    )
    opened = markup(root, key).removesuffix("/>") + ">"
    return Picture(f"{opened}\n{style(key, 'plain', dark, body.split('<svg', 1)[0] + _texts(body))}\n{body}\n</svg>")


def _texts(body: str) -> str:
    """The captions alone, so that only what they use has a rule."""
    return "".join(re.findall(r"^<text.*$", body, re.MULTILINE))


COLORS = 128
"""Of a GIF: boards have few, and with these the edges between them are smooth enough."""


def png(drawing: str, width: int, background: str | None = None) -> bytes:
    """An SVG as a PNG of that many pixels; ModuleNotFoundError says how to get what makes it."""
    return bytes(_imported("resvg_py").svg_to_bytes(svg_string=drawing, width=width, background=background))


def gif(match: Match, width: int, *, dark: bool = False) -> bytes:
    """A match as a GIF of that many pixels that shows it again and again."""
    images = _imported("PIL.Image")
    layout, taken = match.game.layout(), shots(match)
    paper = (DARK if dark else LIGHT).page.paper

    def dots(shot: Shot) -> Any:
        drawing = svg(layout, shot.scene, last=shot.last, title=match.game.title, dark=dark)
        return images.open(io.BytesIO(png(drawing, width, paper))).convert("RGB")

    first, last = dots(taken[0]), dots(taken[-1])
    size = (width, max(first.height, last.height))
    both = images.new("RGB", (width, 2 * size[1]), paper)
    both.paste(first, (0, 0))
    both.paste(last, (0, size[1]))
    palette = both.quantize(COLORS)

    def few(picture: Any) -> Any:
        sheet = images.new("RGB", size, paper)  # counters may take a line more in some positions
        sheet.paste(picture, (0, 0))
        return sheet.quantize(palette=palette, dither=images.Dither.NONE)

    def rest() -> Iterator[Any]:
        for shot in taken[1:]:
            yield few(last if shot is taken[-1] else dots(shot))

    file = io.BytesIO()
    durations = [round(1000 * shot.seconds) for shot in taken]
    few(first).save(file, "GIF", save_all=True, append_images=rest(), duration=durations, loop=0, optimize=True)
    return file.getvalue()


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        needed = "pictures of dots need resvg-py and pillow: pip install 'quintet-games[pictures]'"
        raise ModuleNotFoundError(needed) from missing
