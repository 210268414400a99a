"""The entry point of the `quintet` command, and its exit in every case."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence

from quintet.terminal.console import whole_screen, wrapped

LONGEST = 500
"""A message on standard error is cut after this many characters."""


def run(tokens: Sequence[str]) -> int:
    """Run a command line and return the exit status."""
    if not tokens and whole_screen():
        from quintet.terminal.app.main import run as open_app

        open_app()  # before cyclopts is imported, because a person waits
        return 0
    from quintet.terminal import command_line

    return command_line.run(tokens)


def _refuse(name: str, reason: str) -> int:
    words = " ".join(reason.split()).rstrip(".")
    end = "" if words.endswith("?") else "."
    line = f"{name}: {words if len(words) <= LONGEST else words[:LONGEST] + '...'}{end}"
    print(wrapped(line) if sys.stderr.isatty() else line, file=sys.stderr)
    return 2


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. A class of its own because `python -m` remembers a plain KeyboardInterrupt that passes through `exec`,
    as it does while a module with dataclasses is imported, and dies of the signal although it was caught."""


def _interrupt(number: int, frame: object) -> None:
    raise Interrupted


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point."""
    if arguments is None:
        return main_program("quintet", lambda: run(sys.argv[1:]))
    return exit_status("quintet", lambda: run(arguments))


def main_program(name: str, command: Callable[[], int]) -> int:
    """`exit_status` for a command that has this process to itself."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    return exit_status(name, command)


def exit_status(name: str, command: Callable[[], int]) -> int:
    """Run a command: no traceback for a caller's mistake, and no message when the reader of a pipe has gone."""
    for stream_name in ("stdout", "stderr"):
        if getattr(sys, stream_name) is None:  # the caller closed it
            setattr(sys, stream_name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # boards and names need more letters than some locales have
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        try:
            status = command()
        except ValueError as error:
            status = _refuse(name, str(error))
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the last flush is silent too
        status = 0
    except KeyboardInterrupt:
        status = 130
    except OSError as error:
        status = _refuse(name, f"the output cannot be written: {error.strerror or error}")
    from quintet.terminal import waiting

    if waiting.unfinished():  # an abandoned search must not delay the exit
        sys.stdout.flush()
        os._exit(status)
    return status
