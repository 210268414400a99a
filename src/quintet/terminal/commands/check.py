"""``quintet check``: the laws of a game held against one from a file or a module."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from quintet.terminal.commands.shared_flags import flag


def check(
    module: Annotated[str, Parameter(name="MODULE", help="a file, a module, or a game that is installed")],
    /,
    *specs: Annotated[str, flag("the game with options, quoted; without any the standard one")],
) -> int:
    """Hold the laws of a game against one of your own, and say which it breaks and where."""
    from quintet.core.game import spec
    from quintet.testing import LAWS
    from quintet.testing import check as broken_laws
    from quintet.testing.subject import find_games

    status = 0
    for game in find_games(module, specs):
        violations = broken_laws(game)
        for sentence in violations:
            print(sentence)
        if violations:
            status = 1
        else:
            print(f"{spec(game)} keeps all {len(LAWS)} laws.")
    return status
