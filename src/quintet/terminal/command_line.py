"""What can be typed after `quintet`: the list of commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.core.types import UnknownGame
from quintet.terminal.commands.arena import arena
from quintet.terminal.commands.book import book
from quintet.terminal.commands.filing import convert, picture, show
from quintet.terminal.commands.learn import learn
from quintet.terminal.commands.playing import games, lesson, menu, play, puzzle, rules, watch
from quintet.terminal.commands.serving import admin, backup, check, gtp, mcp, nboard, serve, ugi
from quintet.terminal.commands.shared_flags import SWITCH
from quintet.terminal.commands.studying import analyze, bench, levels, perft, puzzles, solve
from quintet.terminal.errors import misspelled_game, sentence
from quintet.terminal.flags import Command, check_short_flags, find_game, spelled_out, with_flags

ABOUT = """One home for two-player abstract games: play them, read their rules, ask an engine.

`quintet` alone opens the app; `quintet --plain` asks what to play, a line at a time.
A GAME is a name such as those that `quintet games` lists, with or without
options: `name` or `name(option=value,...)`; `quintet play GAME --help` shows the options of that game as flags.
"""


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="for which shell")],
    /,
    *,
    install: Annotated[bool, Parameter(help="put it where the shell looks for it", **SWITCH)] = False,
) -> None:
    """Print a script that completes this command in your shell, or install it."""
    from quintet.terminal import shell_completion

    app = build(None, choices=registry.game_ids())
    if install:
        shell_completion.install(app, shell)
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


def build(game: type[AnyGame] | None, names: Iterable[str] = COMMANDS, choices: Sequence[str] = ()) -> App:
    """These commands with the flags of one game; `choices` are the games that a shell completes."""
    app = App(name="quintet", help=ABOUT, help_flags=["--help"], version=version, suppress_keyboard_interrupt=False)
    for name in names:
        app.command(with_flags(COMMANDS[name], game, choices), name=name)
    app.default(menu)
    return app


def run(tokens: Sequence[str]) -> int:
    """Do what a command line says and answer with the exit status; ValueError says what is wrong with it."""
    game = find_game(tokens, COMMANDS)
    is_named = bool(tokens) and tokens[0] in COMMANDS
    app = build(game, tokens[:1] if is_named else COMMANDS)  # to describe all of them takes a while
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
