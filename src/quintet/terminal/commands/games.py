"""``quintet games``: the games with their options, or the unfinished games."""

from __future__ import annotations

import json as json_text
from typing import Annotated, Literal

from quintet.core import options, registry
from quintet.terminal.commands.shared_flags import Json, flag


def games(
    what: Annotated[Literal["saved"] | None, flag("the games that you have not finished instead")] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the games and their options, or the games that you have not finished."""
    from quintet.terminal import listing

    if what == "saved":
        listing.saved(json=json)
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
