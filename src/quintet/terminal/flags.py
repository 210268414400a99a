"""Command-line flags made from a game's Options, for every command that takes a GAME."""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Group, Parameter

from quintet.core import options, registry
from quintet.core.game import AnyGame
from quintet.core.types import UnknownGame

Command = Callable[..., int | None]


def find_game(tokens: Sequence[str], command: Callable[[str], Command]) -> type[AnyGame] | None:
    """The game that a command line is about, so that its flags are known before the line is read.

    It is the first word after the command's name that names a game and is not the value of a flag. `command` finds
    the function of a name, or raises KeyError.
    """
    return next((game for _, game in _games(tokens, command)), None)


def with_game_id(tokens: Sequence[str], command: Callable[[str], Command]) -> list[str]:
    """The same line with the name of its game as the id is spelled: ``Othello`` as ``othello``."""
    spelled = list(tokens)
    for number, game in _games(tokens, command):
        if not Path(tokens[number]).is_file():  # several commands take a file instead of a game
            spelled[number] = game.id + tokens[number].strip()[len(game.id) :]
        break
    return spelled


def named_game(word: str) -> type[AnyGame] | None:
    """The game that a word names, in any case, with options or without."""
    with contextlib.suppress(ValueError):
        name = options.split_spec(word)[0]
        with contextlib.suppress(UnknownGame):
            return registry.game_class(name)
        return next((registry.game_class(id) for id in registry.game_ids() if id.lower() == name.lower()), None)
    return None


def _games(tokens: Sequence[str], command: Callable[[str], Command]) -> Iterator[tuple[int, type[AnyGame]]]:
    """The words that name a game and are not the value of a flag, by their place in the line."""
    try:
        takes_value = _flags_with_value(command(tokens[0]))
    except (IndexError, KeyError):
        return
    for number, (before, token) in enumerate(itertools.pairwise(tokens), 1):
        if before not in takes_value and not token.startswith("-") and (game := named_game(token)) is not None:
            yield number, game


def _flags_with_value(command: Command) -> set[str]:
    """The flags of a command that are followed by a value."""
    parameters = inspect.signature(command, eval_str=True).parameters.values()
    keywords = [parameter for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
    return {_flag(parameter.name) for parameter in keywords if parameter.default is not False}


def with_flags(command: Command, game: type[AnyGame] | None, choices: Sequence[str] = ()) -> Command:
    """The command with a flag for each option of a game, in place of its ``**options``.

    `choices` are ids that a shell offers for its GAME, with the options of all of them.
    """
    signature = inspect.signature(command, eval_str=True)
    own = [parameter for parameter in signature.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
    if choices:
        own = [_offering(parameter, choices) if parameter.name == "game" else parameter for parameter in own]
    taken = {parameter.name for parameter in own}
    takes_options = len(own) < len(signature.parameters)
    games = [game] if game is not None else [registry.game_class(game_id) for game_id in choices]
    flags = {flag.name: flag for game in games for flag in _parameters(game, taken)}.values() if takes_options else ()

    @functools.wraps(command)
    def run(*args: Any, **values: Any) -> int | None:
        given = {name: value for name, value in values.items() if name in taken or value is not None}
        return command(*args, **given)

    run.__signature__ = signature.replace(parameters=[*own, *flags])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in [*own, *flags]}
    del run.__wrapped__
    return run


def _offering(parameter: inspect.Parameter, choices: Sequence[str]) -> inspect.Parameter:
    """The parameter as one of a few words, for the completion of a shell."""
    return parameter.replace(annotation=Literal[tuple(choices)])


def _parameters(game: type[AnyGame], taken: set[str]) -> list[inspect.Parameter]:
    """One keyword for each option; an option named like a parameter of the command can only be given in the spec."""
    group = Group(f"Options of {game.title}", sort_key=9)
    defaults = game.Options()
    flags: list[inspect.Parameter] = []
    for name, range in options.ranges(game.Options).items():
        if name in taken:
            continue
        default = str(getattr(defaults, name)).lower()
        parameter = Parameter(
            name=(_flag(name), f"-{range.short}") if range.short else (_flag(name),),
            help=f"{range.help}: {range.expected} (default {default})",
            negative=f"--no-{_flag(name)[2:]}" if range.kind == "flag" else (),
            group=group,
            show_default=False,
        )
        kind: Any = Annotated[bool | None, parameter] if range.kind == "flag" else Annotated[str | None, parameter]
        flags.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind))
    return flags


def check_short_flags(tokens: Sequence[str], game: type[AnyGame] | None) -> None:
    """The short flags of a game have no defaults: all of them or none; ValueError names what is missing."""
    known = options.ranges(game.Options) if game else {}
    short = {f"-{range.short}": _flag(name) for name, range in known.items() if range.short}
    given = {token.partition("=")[0] for token in tokens}
    missing = [flag for flag, long in short.items() if flag not in given and long not in given]
    if missing and given & short.keys():
        got = ", ".join(flag for flag in short if flag in given)
        raise ValueError(f"expected all of {', '.join(short)} or none, got {got} without {', '.join(missing)}")


def spelled_out(tokens: Sequence[str], game: type[AnyGame] | None) -> list[str]:
    """The same line with ``--pie true`` as ``--pie=true``, because a yes-or-no flag may be followed by its value, and
    with ``-h`` as ``--help`` unless it is a flag of the game; as ``play`` takes all of these or none, ``-h`` alone asks
    for help there, too."""
    yes_no: set[str] = set()
    for name, range in options.ranges(game.Options).items() if game else ():
        if range.kind == "flag":
            yes_no |= {_flag(name), f"-{range.short}"} if range.short else {_flag(name)}
    short = {f"-{range.short}" for range in options.ranges(game.Options).values()} if game else set()
    is_alone = tokens[:1] == ["play"] and tokens[-1] == "-h" and short.isdisjoint(tokens[:-1])
    spelled: list[str] = []
    for token in tokens:
        if token == "-h" and ("-h" not in short or is_alone):
            spelled.append("--help")
        elif spelled and spelled[-1] in yes_no and token.lower() in ("true", "false"):
            spelled[-1] += f"={token.lower()}"
        else:
            spelled.append(token)
    return spelled


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
