"""The `quintet` command: what can be typed after its name."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.core.types import UnknownGame
from quintet.terminal.arena import arena
from quintet.terminal.book import book
from quintet.terminal.commands.filing import convert, picture, show
from quintet.terminal.commands.playing import games, lesson, menu, play, puzzle, rules, watch
from quintet.terminal.commands.serving import admin, backup, check, gtp, mcp, nboard, serve, ugi
from quintet.terminal.commands.studying import analyze, bench, levels, perft, puzzles, solve
from quintet.terminal.commands.words import SWITCH
from quintet.terminal.errors import misspelled_game, sentence
from quintet.terminal.flags import Command, check_short_flags, find_game, spelled_out, with_flags
from quintet.terminal.learn import learn

ABOUT = """One home for two-player abstract games: play them, read their rules, ask an engine.

`quintet` alone opens the app; `quintet --plain` asks what to play, a line at a time.
A GAME is a name such as those that `quintet games` lists, with or without
options: `name` or `name(option=value,...)`; `quintet play GAME --help` shows the options of that game as flags.
"""

LONGEST = 500
"""A message on standard error is cut after this many characters."""


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="for which shell")],
    /,
    *,
    install: Annotated[bool, Parameter(help="put it where the shell looks for it", **SWITCH)] = False,
) -> None:
    """Print a script that completes this command in your shell, or install it."""
    from quintet.terminal import shells

    app = build(None, choices=registry.game_ids())
    if install:
        shells.install(app, shell)
    else:
        print(app.generate_completion(shell=shell))


COMMANDS: dict[str, Command] = {
    "play": play,
    "watch": watch,
    "games": games,
    "rules": rules,
    "lesson": lesson,
    "puzzle": puzzle,
    "perft": perft,
    "analyze": analyze,
    "solve": solve,
    "bench": bench,
    "arena": arena,
    "levels": levels,
    "learn": learn,
    "book": book,
    "puzzles": puzzles,
    "show": show,
    "picture": picture,
    "convert": convert,
    "ugi": ugi,
    "gtp": gtp,
    "nboard": nboard,
    "mcp": mcp,
    "check": check,
    "serve": serve,
    "backup": backup,
    "admin": admin,
    "completion": completion,
}


def version() -> str:
    from quintet import __version__

    return f"quintet {__version__}"


def build(game: type[AnyGame] | None, choices: Sequence[str] = ()) -> App:
    """The command line with the flags of one game; `choices` are the games that a shell completes."""
    app = App(name="quintet", help=ABOUT, help_flags=["--help"], version=version, suppress_keyboard_interrupt=False)
    for name, command in COMMANDS.items():
        app.command(with_flags(command, game, choices), name=name)
    app.default(menu)
    return app


def run(tokens: Sequence[str]) -> int:
    """Do what a command line says and answer with the exit status."""
    game = find_game(tokens, COMMANDS)
    app = build(game)
    spelled = spelled_out(tokens, game)
    try:
        if list(tokens[:1]) == ["play"]:
            check_short_flags(tokens, game)
        status = app(spelled, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return _refuse(sentence(error, list(COMMANDS)))
    except UnknownGame as error:
        return _refuse(misspelled_game(error))
    except ValueError as error:
        return _refuse(str(error))
    return status if isinstance(status, int) else 0


def _refuse(reason: str) -> int:
    words = " ".join(reason.split()).rstrip(".")
    end = "" if words.endswith("?") else "."
    print(f"quintet: {words if len(words) <= LONGEST else words[:LONGEST] + '...'}{end}", file=sys.stderr)
    return 2


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. A class of its own because `python -m` remembers a plain KeyboardInterrupt that passes through `exec`,
    as it does while a module with dataclasses is imported, and dies of the signal though it was dealt with."""


def _interrupt(number: int, frame: object) -> None:
    raise Interrupted


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point: never a traceback for what a caller did, and silence when the reader has gone."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller closed it
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # boards and names need more letters than some locales have
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if arguments is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    try:
        status = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the last flush is silent too
        status = 0
    except KeyboardInterrupt:
        status = 130
    except OSError as error:
        status = _refuse(f"the output cannot be written: {error.strerror or error}")
    from quintet.terminal import waiting

    if waiting.unfinished():  # a search that nobody waits for any more must not hold up the exit
        sys.stdout.flush()
        os._exit(status)
    return status
