"""``quintet games`` and ``quintet rules``: the games with their options, unfinished games, the rules of a game."""

from __future__ import annotations

import json as json_text
import shutil
import sys
from typing import Annotated, Literal

from quintet.core import options, registry
from quintet.core.sentences import plural
from quintet.terminal.commands.shared_flags import Json, Spec, flag
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
