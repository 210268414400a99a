"""A card for previews of links: a board, and beside it what it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from quintet.render.svg.palette import LIGHT
from quintet.render.svg.shapes import FONT, words

WIDTH, HEIGHT = 1200, 630
"""What most sites show whole."""
EDGE, BOARD = 40, 550
TEXT = WIDTH - 3 * EDGE - BOARD
"""Pixels that are left for words."""
LETTER = 0.5
"""About how wide a letter is for its size."""
STONES = ((0, 0, True), (2, 0, False), (1, 1, True), (0, 2, False), (2, 2, True))


def card(title: str, lines: Sequence[str], boards: Sequence[str] = ()) -> str:
    """An SVG of 1200 x 630 with pictures of ours: one has its place on the right, several stand in a row below."""
    page = LIGHT.page
    room = TEXT if len(boards) == 1 else WIDTH - 2 * EDGE
    drawn = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{page.paper}"/>', _mark(EDGE, EDGE, page.ink)]
    y = 170.0 if len(boards) > 1 else 260.0
    for text, size, style in [(title, 60, f'font-weight="600" fill="{page.ink}"')] + [
        (line, 32, f'fill="{page.quiet}"') for line in lines
    ]:
        for part in wrap(text, int(room / (LETTER * size)), max_lines=3, placeholder=" …"):
            drawn.append(f'<text x="{EDGE}" y="{y:g}" font-size="{size}" {style}>{words(part)}</text>')
            y += 1.25 * size
        y += 14
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return "\n".join([f'{head} font-family="{FONT}">', *drawn, *_placed(boards), "</svg>"])


def _placed(boards: Sequence[str]) -> list[str]:
    """Pictures as parts of another one; each keeps its shape within its place."""
    side = BOARD if len(boards) == 1 else min(BOARD // 2, (WIDTH - EDGE) // max(1, len(boards)) - EDGE)
    y = (HEIGHT - BOARD) // 2 if len(boards) == 1 else HEIGHT - EDGE - side
    places = [WIDTH - (EDGE + side) * number for number in range(len(boards), 0, -1)]
    return [
        re.sub(r' width="[^"]*" height="[^"]*"', f' x="{x}" y="{y}" width="{side}" height="{side}"', board, count=1)
        for x, board in zip(places, boards, strict=True)
    ]


def _mark(x: int, y: int, ink: str) -> str:
    """Five stones as on a die, and the name."""
    stones = "".join(
        f'<circle cx="{x + 12 + 22 * column}" cy="{y + 12 + 22 * row}" r="11" stroke="{ink}" stroke-width="2.5" '
        f'fill="{ink if black else "#fff"}"/>'
        for column, row, black in STONES
    )
    return f'{stones}<text x="{x + 88}" y="{y + 48}" font-size="42" font-weight="600" fill="{ink}">Quintet</text>'
