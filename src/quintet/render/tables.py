"""Tables as text and as HTML, and pages of them that need no other file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

NAMES = {"player", "against", "opening", "task", "game", "model"}
"""Heads of columns that hold names: they stand to the left, numbers to the right."""
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 78rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #8884; }
th.name, td.name { text-align: left; }
figure { margin: 1.5rem 0; background: #fff; border-radius: .5rem; }
figure svg { width: 100%; height: auto; }
"""


def text_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a terminal, with columns that line up."""
    lines = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if head in NAMES else cell.rjust(width)
            for head, cell, width in zip(heads, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        marks = (' class="name"' if head in NAMES else "" for head in heads)
        return "".join(f"<{tag}{mark}>{escape(cell)}</{tag}>" for mark, cell in zip(marks, cells, strict=True))

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{line(heads, "th")}</tr></thead><tbody>{body}</tbody></table></div>'


def page(title: str, body: str, style: str = "") -> str:
    """A page with these tables and figures; `style` is for what else is on it."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}{style}</style></head>\n'
        f"<body>{body}</body></html>\n"
    )
