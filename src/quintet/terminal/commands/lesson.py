"""``quintet lesson`` and ``quintet puzzle``: learn a game in line mode."""

from __future__ import annotations

import contextlib
from typing import Annotated, Literal

from quintet.terminal.commands.shared_flags import NoColors, Spec, flag


def lesson(
    game: Spec,
    /,
    *,
    chapter: Annotated[int | None, flag("begin with this one instead of where you left it")] = None,
    plain: NoColors = False,
) -> None:
    """Learn a game by playing: five minutes, then a little game against the easiest opponent."""
    from quintet.terminal.console import standard
    from quintet.terminal.line import lesson as line_lesson

    with contextlib.suppress(KeyboardInterrupt):  # a second Ctrl-C, while the first is being dealt with
        line_lesson.show(standard(plain), game, chapter)


def puzzle(
    game: Annotated[str | None, flag("a game; any if left out")] = None,
    /,
    *,
    theme: Annotated[Literal["win", "hold", "margin"] | None, flag("what is to be found")] = None,
    id: Annotated[str | None, flag("this very puzzle")] = None,
    plain: NoColors = False,
) -> None:
    """Solve puzzles: positions in which exactly one move is right."""
    from quintet.terminal.console import standard
    from quintet.terminal.line import puzzle as line_puzzle

    with contextlib.suppress(KeyboardInterrupt):
        line_puzzle.show(standard(plain), game, theme, id)
