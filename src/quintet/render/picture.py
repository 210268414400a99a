"""Pictures as values: SVG that shows itself in a notebook, one or many side by side; also as PNG, GIF and PDF."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import Any, SupportsIndex
from zlib import compress, crc32

from quintet.core.game import AnyGame, find_move
from quintet.core.inputs import checked_game, checked_move, checked_position
from quintet.core.match import Match
from quintet.core.scene import Scene
from quintet.engine import bounds
from quintet.render.svg.animated import SECONDS, Shot, animated, shots
from quintet.render.svg.palette import DARK, LIGHT
from quintet.render.svg.position import svg
from quintet.render.svg.shapes import FONT, Shape, markup, number, shape, style

DOTS, PAGE_DOTS, ANIMATION_DOTS = 800, 1600, 480
"""Pixels across a PNG, a page of a PDF and a GIF where nobody says otherwise."""
POINTS = 0.75
"""A pixel in the units of a PDF."""
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

    def pdf(self, width: int = PAGE_DOTS) -> bytes:
        """The picture as a page of its size that holds so many dots across; needs the extra ``pictures``."""
        return pdf([self.png(width)], self.size)

    def save(self, path: str | Path, width: SupportsIndex | None = None) -> None:
        """Write it to a file that ends with .svg, .png or .pdf; `width` is the number of dots across."""
        save(path, width, {".svg": lambda width=0: self.encode(), ".png": self.png, ".pdf": self.pdf})

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        attributes = [re.search(rf' {name}="([\d.]+)"', self) for name in ("width", "height")]
        return tuple(float(attribute[1]) for attribute in attributes if attribute)  # type: ignore[return-value]


class Animation(Picture):
    """A match as a moving SVG."""

    match: Match
    """What it shows."""
    seconds: float
    """How long each position stays."""
    dark: bool | None
    """Whether it is drawn for a dark page."""

    @property
    def positions(self) -> list[Picture]:
        """A still picture of each position."""
        layout, title = self.match.game.layout(), self.match.game.title
        return [
            Picture(svg(layout, shot.scene, last=shot.last, title=title, dark=self.dark))
            for shot in shots(self.match, self.seconds)
        ]

    def gif(self, width: int = ANIMATION_DOTS) -> bytes:
        """The match as a GIF that shows it again and again; needs the extra ``pictures``."""
        return gif(self.match, width, dark=bool(self.dark), seconds=self.seconds)

    def pdf(self, width: int = PAGE_DOTS) -> bytes:
        """A page for each position; needs the extra ``pictures``."""
        pages = self.positions
        return pdf([page.png(width) for page in pages], pages[0].size)

    def save(self, path: str | Path, width: SupportsIndex | None = None) -> None:
        """Write it to a file that ends with .svg, .gif or .pdf; `width` is the number of dots across."""
        save(path, width, {".svg": lambda width=0: self.encode(), ".gif": self.gif, ".pdf": self.pdf})


def save(path: str | Path, width: SupportsIndex | None, writers: Mapping[str, Callable[..., bytes]]) -> None:
    """Write a file in the format that its name ends with."""
    path = Path(path)
    write = writers.get(path.suffix.lower())
    if write is None:
        *some, last = writers
        raise ValueError(f"the file must end with {', '.join(some)} or {last}, got {path.name!r}")
    path.write_bytes(write() if width is None else write(bounds.whole("width", width, 1, WIDEST)))


def picture(
    game: AnyGame | str,
    position: Any,
    last: object = None,
    *,
    marks: Iterable[object] | Mapping[Any, object] = (),
    arrows: Iterable[tuple[object, object]] = (),
    width: float | None = None,
    dark: bool | None = None,
    title: str = "",
) -> Picture:
    """The position as SVG: a text that shows itself in a notebook; its `png` and `save` make dots and files of it.

    `last` is the move that led to it, or its text. `marks` are moves or spots to point out, or a dictionary from them
    to what is written there, ``{"c4": "+0.3"}``. `arrows` are pairs of moves or spots. `width` is in pixels. With
    `dark` left out the picture follows the reader's screen.

    >>> othello = quintet.load("othello")
    >>> quintet.picture(othello, othello.start(), marks={"c4": "+0.3"})[:4]
    '<svg'
    """
    game = checked_game(game)
    position = checked_position(game, position)
    move = None if last is None else checked_move("last", game, last)
    if width is not None:
        width = bounds.number("width", width, WIDEST)
    scene = game.scene(position)
    texts = marks if isinstance(marks, Mapping) else {}
    return Picture(
        svg(
            game.layout(),
            scene,
            last=() if move is None else game.clicks(move),
            title=title or game.title,
            dark=dark,
            width=width,
            marked=[] if texts else [spot for mark in marks for spot in _spots(game, mark)],
            written={_first_free(scene, _spots(game, mark)): str(text) for mark, text in texts.items()},
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


def _first_free(scene: Scene, spots: list[str]) -> str:
    """Where to write about several spots, such as those of a column."""
    return next((spot for spot in spots if spot not in scene.pieces), spots[0])


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


def animation(match: Match, seconds: float = 1.0, *, dark: bool | None = None) -> Animation:
    """A match as one moving SVG; each position is seen so long. Its `save` also writes GIF, and PDF with a page for
    each position.

    >>> match = quintet.Match("bestgame")
    >>> for move in "3 2 3".split():
    ...     match.play(move)
    >>> quintet.animation(match)[:4]
    '<svg'
    """
    if not isinstance(match, Match):
        raise ValueError(f"match must be a quintet.Match, got {match!r}")
    shown = copy(match)  # that goes on without the picture
    title = " against ".join(shown.names)
    moving = Animation(animated(shown.game.layout(), shots(shown, seconds), title=title, dark=dark))
    moving.match, moving.seconds, moving.dark = shown, seconds, dark
    return moving


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


def pdf(pages: Sequence[bytes], size: tuple[float, float]) -> bytes:
    """PNGs as the pages of a PDF, each as wide as `size` says in pixels; without loss."""
    images = _imported("PIL.Image")
    first = [3 + 3 * page for page in range(len(pages))]  # the numbers of the pages; after each its content and image
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{part} 0 R' for part in first)}] >>".encode(),
    ]
    for part, page in zip(first, pages, strict=True):
        image = images.open(io.BytesIO(page)).convert("RGBA")
        paper = images.new("RGB", image.size, "white")
        paper.paste(image, mask=image)
        wide = size[0] * POINTS
        high = wide * image.height / image.width
        box = f"/MediaBox [0 0 {wide:.2f} {high:.2f}] /Resources << /XObject << /Board {part + 2} 0 R >> >>"
        looks = f"/Width {image.width} /Height {image.height} /ColorSpace /DeviceRGB /BitsPerComponent 8"
        parts += [
            f"<< /Type /Page /Parent 2 0 R {box} /Contents {part + 1} 0 R >>".encode(),
            _stream("", f"q {wide:.2f} 0 0 {high:.2f} 0 0 cm /Board Do Q".encode()),
            _stream(f"/Type /XObject /Subtype /Image {looks} ", paper.tobytes()),
        ]
    file = io.BytesIO(b"%PDF-1.4\n")
    file.seek(0, io.SEEK_END)
    places = []
    for which, content in enumerate(parts, 1):
        places.append(file.tell())
        file.write(f"{which} 0 obj\n".encode() + content + b"\nendobj\n")
    table = file.tell()
    listed = "".join(f"{place:010} 00000 n \n" for place in places)
    count = len(parts) + 1
    file.write(f"xref\n0 {count}\n0000000000 65535 f \n{listed}".encode())
    file.write(f"trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode())
    return file.getvalue()


def _stream(about: str, content: bytes) -> bytes:
    packed = compress(content)
    return f"<< {about}/Filter /FlateDecode /Length {len(packed)} >>\nstream\n".encode() + packed + b"\nendstream"


def gif(match: Match, width: int, *, dark: bool = False, seconds: float = SECONDS) -> bytes:
    """A match as a GIF of that many pixels that shows it again and again."""
    images = _imported("PIL.Image")
    layout, taken = match.game.layout(), shots(match, seconds)
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
