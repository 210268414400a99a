"""Errors of a command line in one sentence: what was expected and what was given."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, get_args

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from quintet.core.registry import game_ids
from quintet.core.types import UnknownGame

if TYPE_CHECKING:
    from cyclopts import Argument

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
