"""The rules of a game for people: its Markdown, with the worked examples played out on boards."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from io import StringIO
from typing import TextIO

from quintet.core.game import AnyGame
from quintet.core.story import FENCE, Story, stories, tell
from quintet.render.narration import step_words
from quintet.terminal import screen
from quintet.terminal.console import colorful, whole_screen

WIDEST = 100
"""Lines of prose are not longer than this, however wide the window."""


def page(game: AnyGame) -> None:
    """Print the rules; at a terminal through a pager, so that the beginning is seen first."""
    written = StringIO()
    show(game, written, colorful(sys.stdout))
    pager = shlex.split(os.environ.get("PAGER") or "less")
    if whole_screen() and pager and shutil.which(pager[0]):
        environment = {"LESS": "FRX", **os.environ}  # colours as they are, and no pager for what fits the window
        with contextlib.suppress(KeyboardInterrupt):
            subprocess.run(pager, input=written.getvalue().encode(), env=environment)
    else:
        sys.stdout.write(written.getvalue())


def show(game: AnyGame, out: TextIO, color: bool) -> None:
    """Print the rules: set in colour for a terminal, as plain text elsewhere."""
    parts = FENCE.split(game.rules)
    for number, part in enumerate(parts):
        if number % 2:  # between two fences
            for story in stories(part):
                out.write(textwrap.indent("\n".join(told(story, color)), "  ") + "\n\n")
        elif part.strip():
            _rich(part, out) if color else out.write(plain(part) + "\n\n")
    out.flush()


def _rich(markdown: str, out: TextIO) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    columns = min(shutil.get_terminal_size().columns, WIDEST)
    Console(file=out, width=columns, highlight=False).print(Markdown(markdown))
    out.write("\n")


def plain(markdown: str) -> str:
    """Markdown without its marks: headings underlined, no stars, no back quotes."""
    lines: list[str] = []
    drawn = False
    for line in markdown.strip().splitlines():
        if line.startswith("```"):
            drawn = not drawn
            continue
        if drawn:
            lines.append(line)
            continue
        text = re.sub(r"\*\*(.+?)\*\*|`(.+?)`|\*(\S.*?)\*", lambda m: m[1] or m[2] or m[3], line)
        heading = re.match(r"(#+) (.*)", text)
        lines += [heading[2], ("=" if heading[1] == "#" else "-") * len(heading[2])] if heading else [text]
    return "\n".join(lines)


def told(story: Story, color: bool) -> Iterator[str]:
    """A worked example step by step, with the boards it leads to."""
    yield f"Example: {story.title}"
    for step, match in tell(story):
        if line := step_words(step, match):
            yield line
        if step.partition(" ")[0] in ("play", "ask", "position", "undo"):
            yield f"\n{textwrap.indent(screen.board(match, color), '  ')}\n"
