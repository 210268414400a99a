"""Line editing at a keyboard with readline: history and completion."""

from __future__ import annotations

import os
import readline
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from quintet.terminal.console import LIMIT, NOT_TEXT, TOO_LONG, BadLine, Leave


class _Stopped(Exception):
    """Ctrl-Z, with this text in the line."""


def _stop(number: int, frame: object) -> None:
    raise _Stopped(readline.get_line_buffer())


class ReadlineEditor:
    """The line editor that shells have."""

    words: Callable[[], Sequence[str]]

    def __init__(self) -> None:
        self.words = tuple
        readline.parse_and_bind("set enable-bracketed-paste off")  # a terminal that gets no escapes stays without them
        readline.parse_and_bind("tab: complete")
        readline.set_completer_delims("\n")
        readline.set_completer(self._complete)

    def line(self, prompt: str) -> str:
        try:
            typed = self._edited(prompt)
        except EOFError:
            raise Leave from None
        except UnicodeDecodeError:
            raise BadLine(NOT_TEXT) from None
        if len(typed.encode("utf-8", "surrogateescape")) > LIMIT:
            raise BadLine(TOO_LONG)
        if not typed.isprintable() and "\t" not in typed:
            raise BadLine(NOT_TEXT)
        return typed

    def _edited(self, prompt: str) -> str:
        """What a person types. Ctrl-C drops a line that is begun; after Ctrl-Z it is there again."""
        begun = ""
        before = signal.signal(signal.SIGTSTP, _stop)
        readline.set_startup_hook(lambda: readline.insert_text(begun))
        try:
            while True:
                try:
                    return input(prompt)
                except _Stopped as stopped:  # readline has put the terminal in order, for shells that do not
                    begun = str(stopped)
                    print()
                    signal.signal(signal.SIGTSTP, before)
                    os.kill(os.getpid(), signal.SIGTSTP)
                    signal.signal(signal.SIGTSTP, _stop)
                except KeyboardInterrupt:
                    if not readline.get_line_buffer():
                        raise
                    begun = ""
                    print()
        finally:
            readline.set_startup_hook()
            signal.signal(signal.SIGTSTP, before)

    def _complete(self, typed: str, number: int) -> str | None:
        return dict(enumerate(self.completions(typed))).get(number)

    def completions(self, typed: str) -> list[str]:
        """The words that begin with `typed`; after a command that takes a file, the files."""
        word, blank, rest = typed.partition(" ")
        if blank and any(known.startswith(f"{word} ") for known in self.words()):
            folder = Path(rest).parent if not rest.endswith("/") else Path(rest)
            paths = sorted(str(path) for path in folder.glob("*"))
            return [f"{word} {path}" for path in paths if path.startswith(rest)]
        return [known for known in self.words() if known.lower().startswith(typed.lower())]
