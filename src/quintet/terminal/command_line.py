"""What can be typed after `quintet`: the list of commands, and the app that cyclopts makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module

from cyclopts import App, CycloptsError

from quintet.core.game import AnyGame
from quintet.core.types import UnknownGame
from quintet.terminal.errors import misspelled_game, sentence
from quintet.terminal.flags import Command, check_short_flags, find_game, spelled_out, with_flags

ABOUT = """One home for two-player abstract games: play them, read their rules, ask an engine.

`quintet` alone opens the app; `quintet --plain` asks what to play, a line at a time.
A GAME is a name such as those that `quintet games` lists, with or without
options: `name` or `name(option=value,...)`; `quintet play GAME --help` shows the options of that game as flags.
"""
COMMANDS = {
    "play": "play",
    "watch": "play",
    "games": "games",
    "rules": "rules",
    "lesson": "lesson",
    "puzzle": "lesson",
    "perft": "perft",
    "analyze": "analyze",
    "solve": "solve",
    "bench": "bench",
    "arena": "arena",
    "levels": "levels",
    "learn": "learn",
    "book": "book",
    "puzzles": "puzzles",
    "show": "show",
    "picture": "picture",
    "convert": "convert",
    "ugi": "protocols",
    "gtp": "protocols",
    "nboard": "protocols",
    "mcp": "protocols",
    "check": "check",
    "serve": "site",
    "backup": "site",
    "admin": "site",
    "completion": "completion",
}
"""Commands, each with the module of `terminal/commands` that has the function of that name."""


def command(name: str) -> Command:
    """The function of a command; its module is imported now, because a command line needs one of many.

    Cyclopts loads commands by import path, too, but the flags of a game have to be added to the function first.
    """
    function: Command = getattr(import_module(f"quintet.terminal.commands.{COMMANDS[name]}"), name)
    return function


def version() -> str:
    from quintet import __version__

    return f"quintet {__version__}"


def build(game: type[AnyGame] | None, names: Iterable[str] = COMMANDS, choices: Sequence[str] = ()) -> App:
    """These commands with the flags of one game; `choices` are the games that a shell completes."""
    from quintet.terminal.commands.play import menu

    app = App(name="quintet", help=ABOUT, help_flags=["--help"], version=version, suppress_keyboard_interrupt=False)
    for name in names:
        app.command(with_flags(command(name), game, choices), name=name)
    app.default(menu)
    return app


def run(tokens: Sequence[str]) -> int:
    """Run a command line and return the exit status; ValueError says what is wrong with it."""
    game = find_game(tokens, command)
    needs_all = not tokens or tokens[0] not in (*COMMANDS, "--version")  # to import and describe them takes a while
    app = build(game, COMMANDS if needs_all else [name for name in tokens[:1] if name in COMMANDS])
    spelled = spelled_out(tokens, game)
    try:
        if list(tokens[:1]) == ["play"]:
            check_short_flags(tokens, game)
        status = app(spelled, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        raise ValueError(sentence(error, list(COMMANDS))) from None
    except UnknownGame as error:
        raise ValueError(misspelled_game(error)) from None
    return status if isinstance(status, int) else 0
