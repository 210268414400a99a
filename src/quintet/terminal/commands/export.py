"""``quintet export``: the site as a folder for any web host, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from quintet.terminal.commands.shared_flags import flag
from quintet.terminal.commands.site import incomplete
from quintet.terminal.waiting import progress, stoppable


def export(folder: Annotated[str, flag("where the site goes: new, empty, or an earlier export")], /) -> int:
    """Write the site as a folder for any web host: games, lessons, puzzles and analysis in the visitor's browser."""
    try:
        from quintet.server.export import folder as writing
    except ModuleNotFoundError as error:
        raise incomplete(error) from None
    with stoppable(then="The same command begins again."), progress() as report:
        sizes, left_out = writing.export(Path(folder), report)
    for name, reason in left_out.items():
        print(f"{name} is left out: {reason}.")
    print(f"{len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB, are in {folder}.")
    print(f"To look at it: python3 -m http.server --directory {folder}")
    return 0
