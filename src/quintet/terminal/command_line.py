"""What can be typed after `quintet`: the list of commands, the app that cyclopts makes of it, and its errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from quintet.core.game import AnyGame
from quintet.core.registry import game_ids
from quintet.core.types import UnknownGame
from quintet.terminal.flags import Command, check_short_flags, find_game, spelled_out, with_flags

if TYPE_CHECKING:
    from cyclopts import Argument

ABOUT = """One home for two-player abstract games: play them, read their rules, ask an engine.

`quintet` alone opens the app; `quintet --plain` asks what to play, a line at a time.
A GAME is a name such as those that `quintet games` lists, with or without
options: `name` or `name(option=value,...)`; `quintet play GAME --help` shows the options of that game as flags.
"""
COMMANDS = {
    "play": "play",
    "watch": "play",
    "games": "games",
    "rules": "games",
    "lesson": "lesson",
    "puzzle": "lesson",
    "perft": "perft",
    "analyze": "analyze",
    "solve": "solve",
    "bench": "perft",
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
    "check": "perft",
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


KINDS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "true or false"}
LONGEST = 60


def sentence(error: CycloptsError, commands: Sequence[str]) -> str:
    """The error without its panel and its capitals."""
    command = " ".join(error.command_chain or ())
    if isinstance(error, UnknownOptionError):
        flag = _shown(error.token.keyword or error.token.value)
        known = sorted({name for argument in error.argument_collection for name in argument.names if "--" in name})
        return f"{command or 'quintet'} has no option {flag}: {_instead(error.token.keyword or '', known)}"
    if isinstance(error, UnusedCliTokensError):
        tokens = " ".join(_shown(token) for token in error.unused_tokens or ())
        if not command:
            return f"no command is called {tokens}: {_instead((error.unused_tokens or [''])[0], commands)}"
        return f"{command} takes no further arguments, got {tokens}"
    if isinstance(error, RepeatArgumentError):
        return f"{error.token.keyword} is given twice"
    if isinstance(error, MissingArgumentError) and error.argument:
        if error.argument.field_info.is_keyword_only:
            return f"{error.keyword or error.argument.name} must be followed by a value, got none"
        return f"{command} needs {_name(error.argument)}: see quintet {command} --help"
    if isinstance(error, CoercionError) and error.argument and error.token:
        name = error.token.keyword or _name(error.argument)
        return f"{name} must be {_kind(error.target_type)}, got {_shown(error.token.value)}"
    return str(error)


def misspelled_game(error: UnknownGame) -> str:
    """The error with the game that was probably meant, if a name is close."""
    head, _, _ = str(error).partition(": ")
    typed = head.partition("'")[2].removesuffix("'")
    near = get_close_matches(typed.lower(), game_ids(), 1)
    return f"{head}: did you mean {near[0]}?" if near else str(error)


def _instead(typed: str, known: Sequence[str]) -> str:
    """The closest known word, else all of them."""
    if near := get_close_matches(typed, known, 1):
        return f"did you mean {near[0]}?"
    return "expected one of " + ", ".join(known) if known else "expected none"


def _name(argument: Argument) -> str:
    return argument.name if argument.name.startswith("-") else argument.name.upper()


def _kind(target: Any) -> str:
    """What a value must be, in words."""
    return KINDS.get(target) or f"one of {', '.join(map(str, get_args(target)))}"


def _shown(text: str) -> str:
    """What was typed, quoted and not longer than a line."""
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "...")
