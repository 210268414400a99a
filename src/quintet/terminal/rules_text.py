"""The rules of a game for a terminal: its Markdown, with boards for the worked examples, a page at a time."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import textwrap
from collections.abc import Iterator
from io import StringIO
from tempfile import TemporaryFile
from typing import TextIO

from quintet.core.game import AnyGame
from quintet.core.story import FENCE, Story, stories, tell
from quintet.render.match_text import scenes, step_words
from quintet.render.words import legend
from quintet.terminal.console import whole_screen
from quintet.terminal.line import screen
from quintet.terminal.listing import chosen_options

ITEM = re.compile(r"\s*([-*]|\d+\.) ")
"""The mark of a list."""
WIDEST = 100
"""Lines of prose are not longer than this, however wide the window."""
LESS = r"-eFRX -Ps Space\: the next page, q\: leave $"
"""Colours as they are, no paging of what fits the window, a prompt that says which keys there are, and an end: Space on
the last page leaves."""
SECURE = {"LESSSECURE": "1"}
"""A move that is typed into the pager by mistake must not write a file or start a shell."""


def show(game: AnyGame, out: TextIO, color: bool, columns: int | None = None, *, with_examples: bool = True) -> None:
    """Print the rules within `columns`: formatted by Rich with `color`, else as plain text."""
    rules = game.rules if with_examples else section(game, "Examples")[0]
    for sentence in chosen_options(game):
        out.write(f"{_wrapped(sentence, columns or WIDEST)}\n\n")
    for number, part in enumerate(FENCE.split(rules)):
        if number % 2:  # between two fences
            if not with_examples:
                continue
            if number == 1:
                out.write(_wrapped(legend(game.layout(), color), columns or WIDEST) + "\n\n")
            for story in stories(part):
                out.write(textwrap.indent("\n".join(told(story, color, columns)), "  ") + "\n\n")
        elif part.strip():
            _rich(part, out, columns) if color else out.write(plain(part, columns) + "\n\n")
    out.flush()


def show_paged(game: AnyGame, color: bool) -> bool:
    """Show the rules in a pager; false where there is none."""
    written = StringIO()
    show(game, written, color, shutil.get_terminal_size().columns)
    return show_in_pager(written.getvalue())


def show_in_pager(text: str) -> bool:
    """Show a text in the person's pager until they leave it; false where there is no terminal or no pager."""
    pager = shlex.split(os.environ.get("PAGER") or "less")
    if not (os.name == "posix" and whole_screen() and pager and shutil.which(pager[0])):
        return False
    with TemporaryFile() as pages:
        pages.write(text.encode())
        pages.seek(0)
        _wait_for(subprocess.Popen(pager, stdin=pages, env={"LESS": LESS, **SECURE, **os.environ}))
    return True


def _wait_for(pager: subprocess.Popen[bytes]) -> None:
    """Wait until the person leaves the pager. Ctrl-C is for it: killed, it would leave no echo behind. So is Ctrl-Z: a
    secure `less` ignores it, and if we stopped alone, would take the keys of the shell. We stop with one that stops."""
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        while pager.returncode is None:
            with contextlib.suppress(KeyboardInterrupt):
                _, status = os.waitpid(pager.pid, os.WUNTRACED)
                if os.WIFSTOPPED(status):
                    os.kill(os.getpid(), signal.SIGSTOP)
                else:
                    pager.returncode = os.waitstatus_to_exitcode(status)
    finally:
        signal.signal(signal.SIGTSTP, before)


def section(game: AnyGame, heading: str) -> tuple[str, str]:
    """The rules before the section with this heading, and its Markdown; empty where there is no such section."""
    before, _, rest = game.rules.partition(f"\n## {heading}\n")
    return before, rest.partition("\n## ")[0]


def _rich(markdown: str, out: TextIO, columns: int | None) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    widest = min(columns or shutil.get_terminal_size().columns, WIDEST)
    Console(file=out, width=widest, highlight=False, force_terminal=True).print(Markdown(markdown))
    out.write("\n")


def plain(markdown: str, columns: int | None = None) -> str:
    """Markdown as plain text: headings underlined, no stars, no back quotes; wrapped to `columns`."""
    lines: list[str] = []
    prose: list[int] = []
    """The numbers of the lines that are prose: the next line may continue them."""
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
        if heading:
            lines += [heading[2], ("=" if heading[1] == "#" else "-") * len(heading[2])]
        elif columns is not None and prose and prose[-1] == len(lines) - 1 and text.strip() and not ITEM.match(text):
            lines[-1] += f" {text.strip()}"
        else:
            lines.append(text)
            prose += [len(lines) - 1] if text.strip() and not text.startswith("|") else []
    if columns is not None:
        for number in prose:
            lines[number] = _filled(lines[number], min(columns, WIDEST))
    return "\n".join(lines)


def _filled(line: str, columns: int) -> str:
    item = ITEM.match(line)
    under = " " * len(item[0]) if item else ""
    return textwrap.fill(line, columns, subsequent_indent=under, break_long_words=False, break_on_hyphens=False)


def told(story: Story, color: bool, columns: int | None = None) -> Iterator[str]:
    """A worked example step by step, with the boards it leads to; compact ones where there is no room."""
    widest = None if columns is None else columns - 2
    yield _wrapped(f"Example: {story.title}", widest)
    for step, match in tell(story):
        if line := step_words(step, match):
            yield _wrapped(line, widest)
        counted = ""
        for scene in scenes(step, match):
            board = screen.board(match, color, scene=scene)
            if widest is not None and screen.width(board) > widest - 2:
                board = screen.small_board(match, color, scene=scene)
            yield f"\n{textwrap.indent(board, '  ')}\n"
            before, counted = counted, screen.counters(match.game, match.position, scene)
            if counted not in ("", before):
                yield _wrapped(counted, widest)


def _wrapped(line: str, columns: int | None) -> str:
    return line if columns is None else _filled(line, columns)
