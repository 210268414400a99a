"""``quintet games`` and ``quintet rules``: the games with their options, unfinished games, the rules of a game."""

from __future__ import annotations

import contextlib
import json as json_text
import os
import shlex
import shutil
import subprocess
import sys
from io import StringIO
from typing import Annotated, Literal

from quintet.core import options, registry
from quintet.terminal.commands.shared_flags import Json, Spec, flag
from quintet.terminal.console import colorful, whole_screen


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


def rules(game: Spec, /) -> None:
    """Explain a game, with worked examples."""
    from quintet.terminal import rules_text

    written = StringIO()
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    rules_text.show(registry.load(game), written, colorful(sys.stdout), columns)
    pager = shlex.split(os.environ.get("PAGER") or "less")
    if whole_screen() and pager and shutil.which(pager[0]):
        environment = {"LESS": "FRX", **os.environ}  # colours as they are, and no pager for what fits the window
        with contextlib.suppress(KeyboardInterrupt):
            subprocess.run(pager, input=written.getvalue().encode(), env=environment)
    else:
        sys.stdout.write(written.getvalue())
