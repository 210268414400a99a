"""Reads lines from a keyboard or a pipe alike, and writes text to standard output."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Protocol, TextIO

NARROWEST, WIDEST = 20, 100
"""Columns of prose, however narrow or wide the window."""
LISTED = 78
"""Columns of lists, where the window is not narrower."""
LIMIT = 4096
"""The most bytes that one line may have."""
YES = "y", "yes"


def prose_columns() -> int:
    """Columns of prose in this window."""
    return max(NARROWEST, min(shutil.get_terminal_size().columns - 1, WIDEST))


def wrapped(words: str, under: str = "") -> str:
    """Words in lines that fit this window, without words cut in two; `under` begins the lines after the first."""
    return textwrap.fill(words, prose_columns(), subsequent_indent=under, break_on_hyphens=False)


class Leave(Exception):
    """The person left: end of input or `quit`."""


class BadLine(ValueError):
    """A line that is not text or is too long; the question is asked again."""


class Editor(Protocol):
    """Lets a person edit a line before it is read."""

    words: Callable[[], Sequence[str]]
    """What the Tab key completes to."""

    def line(self, prompt: str) -> str:
        """The typed line; Leave at the end of input, BadLine if it is not text."""
        ...


@dataclass
class Console:
    """A conversation with a person or a pipe."""

    source: BinaryIO | None
    """Where lines come from; ``None`` when there is no input at all."""
    out: TextIO
    keyboard: bool = False
    """Whether a person types the lines, so that the terminal shows them already."""
    screen: bool = False
    """Whether the output is a terminal."""
    color: bool = False
    editor: Editor | None = None
    """Where a person can edit what is typed, and find earlier lines again."""

    def say(self, text: str = "") -> None:
        self.out.write(text + "\n")
        self.out.flush()

    @property
    def columns(self) -> int:
        """Columns of a list or a paragraph that is set in lines, on a screen or not."""
        return min(prose_columns(), LISTED) if self.screen else LISTED

    def wrapped(self, words: str) -> str:
        """Prose; in a window in lines that fit, without words cut in two."""
        return wrapped(words) if self.screen else words

    def tell(self, words: str) -> None:
        """Prose, if there is some, as `wrapped`."""
        if words:
            self.say(self.wrapped(words))

    def ask(self, prompt: str) -> str:
        """The next line without its end; Leave at the end of input. A line that is not text is asked again."""
        while True:
            try:
                line = self._line(prompt)
            except BadLine as bad:
                self._echo("")
                self.say(str(bad))
            except (Leave, KeyboardInterrupt):
                self.say()  # what comes next begins a line
                raise
            else:
                self._echo(line)
                return line

    def agrees(self, question: str) -> bool:
        """Whether the answer is yes."""
        return self.ask(f"{question} [y/N] ").strip().lower() in YES

    def is_sure(self, question: str, typed: str = "") -> bool:
        """Whether a person at the keyboard says yes to what cannot be taken back, or has typed it already.

        A pipe is not asked: its next line is the next command.
        """
        return not self.keyboard or typed.lower() in YES or self.agrees(question)

    def _line(self, prompt: str) -> str:
        if self.editor is not None:
            return self.editor.line(prompt)
        self.out.write(prompt)
        self.out.flush()
        raw = self._read(LIMIT + 2)
        if not raw:
            raise Leave
        if not raw.endswith(b"\n") and len(raw) > LIMIT:
            self._skip_line()
            raise BadLine(TOO_LONG)
        try:
            return raw.decode("utf-8").removeprefix("\ufeff").rstrip("\r\n")
        except UnicodeDecodeError:
            raise BadLine(NOT_TEXT) from None

    def _echo(self, line: str) -> None:
        """Print the line if no terminal shows it, so that the output reads like a conversation."""
        if not self.keyboard:
            self.say("".join(letter for letter in line if letter.isprintable()))
        elif not self.screen:
            self.say()

    def _skip_line(self) -> None:
        """Drop the rest of a line, however long, a piece at a time."""
        while (piece := self._read(LIMIT)) and not piece.endswith(b"\n"):
            pass

    def _read(self, most: int) -> bytes:
        """A line or its beginning; empty at the end of input and when the terminal is gone."""
        with contextlib.suppress(OSError):
            return self.source.readline(most) if self.source else b""
        return b""


NOT_TEXT = "That line was not UTF-8 text: please type it again."
TOO_LONG = f"That line was longer than {LIMIT} bytes: please type a shorter one."


def standard(plain: bool = False) -> Console:
    """The conversation over standard input and output; `plain` leaves out the colours."""
    keyboard = sys.stdin is not None and sys.stdin.isatty()
    screen = sys.stdout.isatty()
    color = keyboard and screen and not plain and colorful(sys.stdout)
    source = sys.stdin.buffer if sys.stdin else None
    return Console(source, sys.stdout, keyboard, screen, color, _editor() if whole_screen() else None)


def _editor() -> Editor | None:
    """The line editor; Python has none on Windows."""
    try:
        from quintet.terminal.line.readline_editor import ReadlineEditor
    except ImportError:
        return None
    return ReadlineEditor()


def colorful(out: TextIO) -> bool:
    """Whether colours are wanted there."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def whole_screen() -> bool:
    """Whether a person sits at a terminal that can be drawn on."""
    both = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return both and os.environ.get("TERM", "dumb") not in ("dumb", "")
