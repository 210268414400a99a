"""A drawing as dots."""

from __future__ import annotations


def png(drawing: str, width: int, background: str | None = None) -> bytes:
    """An SVG as a PNG of that many pixels; ModuleNotFoundError says how to get what makes it."""
    try:
        import resvg_py
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError("pictures of dots need resvg-py: pip install 'quintet-games[pictures]'") from missing
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=width, background=background))
