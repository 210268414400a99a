"""Curves of what was measured: pictures as SVG and PNG, and pages with the numbers below them (the extra ``plots``)."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from quintet.core import files

KINDS = (".svg", ".png", ".html")


def check(flag: str, name: str | None, kinds: Sequence[str] = KINDS) -> None:
    """Refuse a file that could not be written at the end, before hours of work."""
    if name is None:
        return
    if find_spec("matplotlib") is None:
        raise ValueError(f"{flag} needs matplotlib, which is not installed: pip install 'quintet-games[plots]'")
    if kinds and Path(name).suffix.lower() not in kinds:
        raise ValueError(f"{flag} must be a file that ends in {', '.join(kinds)}, got {name!r}")
    if kinds and not Path(name).parent.is_dir():
        raise ValueError(f"{flag} {name!r} cannot be written: its folder is missing")


def write(
    name: str, title: str, draw: Callable[[Any], None], heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Write a plot, which `draw` puts on axes; a page has the table below it. Its kind is that of the file's name."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    draw(axes)
    axes.set_title(title)
    axes.grid(alpha=0.3)
    kind = Path(name).suffix.lower()
    out = io.BytesIO()
    figure.savefig(
        out, format="png" if kind == ".png" else "svg", dpi=150, metadata={} if kind == ".png" else {"Date": None}
    )
    content = out.getvalue()
    if kind == ".html":
        from quintet.render.tables import html_table, page

        picture = content.decode()
        parts = f"<figure>{picture[picture.index('<svg') :]}</figure>{html_table(heads, rows)}"
        content = page(title, f"<h1>{escape(title)}</h1>{parts}").encode()
    files.save(Path(name), content)
