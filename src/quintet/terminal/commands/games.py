"""``quintet games``, ``rules``, ``lesson`` and ``puzzle``: which games there are, and how to learn one."""

from __future__ import annotations

import contextlib
import json as json_text
import shutil
import sys
from typing import Annotated, Literal

from quintet.core import options, registry
from quintet.core.sentences import plural
from quintet.terminal.commands.shared_flags import Json, NoColors, Spec, flag
from quintet.terminal.console import colorful


def games(
    what: Annotated[Literal["saved"] | None, flag("saved: your unfinished games instead")] = None,
    /,
    *,
    delete: Annotated[str | None, flag("saved: delete a game by its number in the list, or all")] = None,
    json: Json = False,
) -> None:
    """List the games and their options, or your unfinished games."""
    from quintet.terminal import listing, saves

    if delete is not None:
        if what != "saved":
            raise ValueError("--delete is for unfinished games: expected quintet games saved --delete NUMBER")
        deleted = plural(len(saves.delete(delete)), "unfinished game")
        if not json:
            print(f"{deleted} deleted.")
    if what == "saved":
        if listing.saved(json=json) and not json:
            print("To continue one: quintet play --resume --which NUMBER")
            print("To delete one:   quintet games saved --delete NUMBER")
        return
    classes = [registry.game_class(game_id) for game_id in registry.game_ids()]
    if json:
        rows = [{"id": game.id, "title": game.title, "options": options.json_schema(game.Options)} for game in classes]
        print(json_text.dumps({"games": rows, "left_out": registry.left_out()}))
        return
    width = max(len(game.id) for game in classes)
    for game in classes:
        print(f"{game.id:{width}}  {game.title}")
        for line in listing.option_lines(game.Options):
            print(f"{'':{width}}    {line}")
    for name, reason in registry.left_out().items():
        print(f"Left out: {name}: {reason}")


def rules(game: Spec, /) -> None:
    """Explain a game, with worked examples."""
    from quintet.terminal import rules_text

    loaded, color = registry.load(game), colorful(sys.stdout)
    if not rules_text.show_paged(loaded, color):
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        rules_text.show(loaded, sys.stdout, color, columns)


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
