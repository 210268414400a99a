"""Lines come in from a keyboard or a pipe alike, and text goes out to standard output."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from typing import BinaryIO, TextIO

LIMIT = 4096
"""The most bytes that one line may have."""


class Leave(Exception):
    """The person left: end of input or `quit`."""


class _BadLine(ValueError):
    """A line that is not text or is too long; the question is asked again."""


@dataclass
class Console:
    """A conversation with whoever sits at the other end."""

    source: BinaryIO | None
    """Where lines come from; ``None`` when there is no input at all."""
    out: TextIO
    keyboard: bool = False
    """A person types the lines, so the terminal shows them already."""
    screen: bool = False
    """What is said appears on a terminal."""
    color: bool = False

    def say(self, text: str = "") -> None:
        self.out.write(text + "\n")
        self.out.flush()

    def ask(self, prompt: str) -> str:
        """The next line without its end; Leave at the end of input. A line that is not text is asked again."""
        while True:
            self.out.write(prompt)
            self.out.flush()
            try:
                line = self._line()
            except _BadLine as bad:
                self._echo("")
                self.say(str(bad))
            except Leave:
                self.say()
                raise
            else:
                self._echo(line)
                return line

    def _line(self) -> str:
        raw = self._read(LIMIT + 2)
        if not raw:
            raise Leave
        if not raw.endswith(b"\n") and len(raw) > LIMIT:
            self._skip_line()
            raise _BadLine(TOO_LONG)
        try:
            return raw.decode("utf-8").removeprefix("\ufeff").rstrip("\r\n")
        except UnicodeDecodeError:
            raise _BadLine(NOT_TEXT) from None

    def _echo(self, line: str) -> None:
        """Where no terminal shows what is typed, show it: the output then reads like the conversation it is."""
        if not self.keyboard:
            self.say("".join(letter for letter in line if letter.isprintable()))
        elif not self.screen:
            self.say()

    def _skip_line(self) -> None:
        """Drop the rest of a line, however long, a piece at a time."""
        while (piece := self._read(LIMIT)) and not piece.endswith(b"\n"):
            pass

    def _read(self, most: int) -> bytes:
        """A line or its beginning; nothing at the end of input and when the terminal is gone."""
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
    return Console(sys.stdin.buffer if sys.stdin else None, sys.stdout, keyboard, screen, color)


def colorful(out: TextIO) -> bool:
    """Whether colours are wanted there."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def whole_screen() -> bool:
    """Whether a person sits at a terminal that can be drawn on."""
    both = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return both and os.environ.get("TERM", "dumb") not in ("dumb", "")
