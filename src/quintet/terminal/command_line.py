"""What can be typed after `quintet`: the list of commands, the app that cyclopts makes of it, and its errors."""

from __future__ import annotations

from collections.abc import Container, Sequence
from difflib import get_close_matches
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any, get_args

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    Group,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from quintet.core import options
from quintet.core.game import AnyGame
from quintet.core.registry import game_ids
from quintet.core.types import UnknownGame
from quintet.terminal.flags import (
    Command,
    check_short_flags,
    find_game,
    named_game,
    spelled_out,
    with_flags,
    with_game_id,
)

if TYPE_CHECKING:
    from cyclopts import Argument

ABOUT = """One home for two-player abstract games: play them, read their rules, ask an engine.

`quintet` alone opens the app; `quintet --plain` asks what to play, a line at a time.
A GAME is a name such as those that `quintet games` lists, with or without
options: `name` or `name(option=value,...)`; `quintet play GAME --help` shows the options of that game as flags.
"""
OPTIONS = Group("Options", sort_key=8)
"""Of every command; those of a game stand below."""
GROUPS = {
    "Play": {"play": "play", "games": "games", "watch": "play"},
    "Learn": {"rules": "games", "lesson": "games", "puzzle": "games"},
    "Study": {
        "analyze": "analyze",
        "solve": "solve",
        "levels": "levels",
        "show": "show",
        "picture": "picture",
        "convert": "convert",
    },
    "Site": {"serve": "site", "export": "site", "backup": "site", "restore": "site", "admin": "site"},
    "Tools": {
        "arena": "arena",
        "learn": "learn",
        "book": "book",
        "dataset": "dataset",
        "benchmark": "benchmark",
        "puzzles": "puzzles",
        "perft": "checks",
        "bench": "checks",
        "check": "checks",
        "ugi": "protocols",
        "gtp": "protocols",
        "nboard": "protocols",
        "mcp": "protocols",
        "completion": "completion",
    },
}
"""The commands as `quintet --help` groups them, each with the module of `terminal/commands` that has the function of
that name."""
COMMANDS = {name: module for group in GROUPS.values() for name, module in group.items()}


def command(name: str) -> Command:
    """The function of a command; its module is imported now, because a command line needs one of many.

    Cyclopts loads commands by import path, too, but the flags of a game have to be added to the function first.
    """
    function: Command = getattr(import_module(f"quintet.terminal.commands.{COMMANDS[name]}"), name)
    return function


def version() -> str:
    from quintet.terminal import version

    return version.text()


def build(game: type[AnyGame] | None, names: Container[str] = COMMANDS, choices: Sequence[str] = ()) -> App:
    """These commands with the flags of one game; `choices` are the games that a shell completes."""
    from quintet.terminal.commands.play import menu

    app = App(
        name="quintet",
        help=ABOUT,
        help_flags=["--help"],
        version=version,
        version_format="plaintext",
        suppress_keyboard_interrupt=False,
        group_parameters=OPTIONS,
    )
    app["--help"].group = app["--version"].group = OPTIONS
    groups = {title: Group(title, sort_key=number) for number, title in enumerate(GROUPS)}
    placed = [(name, groups[title]) for title, group in GROUPS.items() for name in group]
    for number, (name, group) in enumerate(placed):
        if name in names:
            app.command(with_flags(command(name), game, choices), name=name, group=group, sort_key=number)
    app.default(menu)
    return app


def run(tokens: Sequence[str]) -> int:
    """Run a command line and return the exit status; ValueError says what is wrong with it."""
    tokens = in_usual_words(tokens)
    if tokens and not tokens[0].startswith("-") and tokens[0] not in COMMANDS:
        raise ValueError(unknown_command(tokens[0]))
    game = find_game(tokens, command)
    needs_all = not tokens or tokens[0] not in (*COMMANDS, "--version")  # to import and describe them takes a while
    app = build(game, COMMANDS if needs_all else [name for name in tokens[:1] if name in COMMANDS])
    spelled = spelled_out(tokens, game)
    try:
        if list(tokens[:1]) == ["play"]:
            check_short_flags(spelled, game)
        status = app(spelled, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        raise ValueError(sentence(error, game)) from None
    except UnknownGame as error:
        raise ValueError(misspelled_game(error)) from None
    return status if isinstance(status, int) else 0


def in_usual_words(tokens: Sequence[str]) -> list[str]:
    """The same line as the parser knows it: ``help play`` is ``play --help``, ``help othello`` the rules of that game,
    ``version`` and ``-v`` are ``--version``, and names of commands and games may be written in any case."""
    first, rest = [token.lower() for token in tokens[:1]], list(tokens[1:])
    if first == ["help"]:
        if rest and rest[0].lower() not in COMMANDS and named_game(rest[0]):
            return in_usual_words(["rules", *rest])
        return in_usual_words([*rest, "--help"])
    if first in (["version"], ["-v"]):
        return ["--version", *rest]
    return with_game_id([*first, *rest] if first and first[0] in COMMANDS else list(tokens), command)


KINDS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "true or false"}
LONGEST = 60


def sentence(error: CycloptsError, game: type[AnyGame] | None) -> str:
    """The error without its panel and its capitals; `game` is the one that the line is about."""
    command = " ".join(error.command_chain or ())
    if isinstance(error, UnknownOptionError):
        return _unknown_option(error, command, game)
    if isinstance(error, UnusedCliTokensError):
        tokens = error.unused_tokens or [""]
        if not command:
            return unknown_command(tokens[0])
        known = signature(error.target).parameters if error.target else ()
        own = [f"--{name}" for name in (options.ranges(game.Options) if game else ()) if name in known]
        flags = f"; options of {game.title}: {', '.join(own)}" if game and own else ""
        return f"{command} takes no further arguments, got {' '.join(map(_shown, tokens))}{flags}"
    if isinstance(error, RepeatArgumentError):
        return f"{error.token.keyword} is given twice"
    if isinstance(error, MissingArgumentError) and error.argument:
        if error.argument.field_info.is_keyword_only:
            return f"{error.keyword or error.argument.name} must be followed by a value, got none"
        return f"{command} needs {_name(error.argument)}: see quintet {command} --help"
    if isinstance(error, CoercionError) and error.argument and error.token:
        name = error.token.keyword or _name(error.argument)
        typed = error.token.value
        near = get_close_matches(typed, map(str, get_args(error.target_type)), 1)
        hint = f": did you mean {near[0]}?" if near else ""
        return f"{name} must be {_kind(error.target_type)}, got {_shown(typed)}{hint}"
    return str(error)


def _unknown_option(error: UnknownOptionError, command: str, game: type[AnyGame] | None) -> str:
    """The flag that was probably meant; else the options of the game, or those of the command."""
    typed = error.token.keyword or error.token.value
    known = {name for argument in error.argument_collection for name in argument.names if "--" in name}
    known |= {"--help"} if command else {"--help", "--version"}
    if game is None or get_close_matches(typed, known, 1):
        return f"{command or 'quintet'} has no option {_shown(typed)}: {_instead(typed, sorted(known))}"
    own = ", ".join(options.ranges(game.Options))
    has = f"its options are {own}" if own else "it has none of its own"
    return f"{game.title} has no option {_shown(typed.lstrip('-'))}: {has}; see also quintet {command} --help"


def unknown_command(typed: str) -> str:
    """The command that was probably meant, and how a game is played whose name stands there alone."""
    if (game := named_game(typed)) is not None:
        return f"no command is called {_shown(typed)}: to play this game, type quintet play {game.id}"
    return f"no command is called {_shown(typed)}: {_instead(typed.lower(), list(COMMANDS))}"


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
    words = [str(word) for word in get_args(target)]
    return KINDS.get(target) or ("one of " if len(words) > 1 else "") + ", ".join(words)


def _shown(text: str) -> str:
    """What was typed, quoted and not longer than a line."""
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "...")
