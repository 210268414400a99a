"""``quintet check``: the laws of a game, for its author, and which kernel it has."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from quintet.terminal.commands.shared_flags import flag


def check(
    module: Annotated[str, Parameter(name="MODULE", help="a file, a module, or a game that is installed")],
    /,
    *specs: Annotated[str, flag("the game with options, quoted; without any the standard one")],
) -> int:
    """Hold the laws of a game against one of your own, compare its kernel with it, and say what is broken and where."""
    from quintet.core.game import AnyGame, spec
    from quintet.engine.native.kernels import find_kernel
    from quintet.testing import KERNEL_LAWS, LAWS, Subject
    from quintet.testing.kernel_process import check_kernel_apart
    from quintet.testing.subject import broken_laws, find_games

    def is_sound(game: AnyGame) -> bool:
        violations = broken_laws(Subject(game), LAWS)
        for sentence in violations:
            print(sentence)
        if not violations:
            print(f"{spec(game)} keeps all {len(LAWS)} laws.")
        differences = check_kernel_apart(game)  # before it is loaded here: that may end the process, too
        for sentence in differences:
            print(sentence)
        if differences:
            return False
        search = find_kernel(game)
        if search.kernel is None:
            print(f"{spec(game)}: {search}.")
            return not violations and not search.cannot_load
        print(f"{spec(game)}: {search}, and keeps all {len(KERNEL_LAWS)} laws with the rulebook.")
        return not violations

    sound = [is_sound(game) for game in find_games(module, specs)]
    return 0 if all(sound) else 1
