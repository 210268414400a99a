"""``quintet perft``: counts the lines of play to a depth."""

from __future__ import annotations

import json as json_text
from typing import Annotated

from quintet.core import registry
from quintet.core.game import spec
from quintet.terminal import waiting
from quintet.terminal.commands.shared_flags import Json, Position, Spec, flag, switch


def perft(
    game: Spec,
    depth: Annotated[int, flag("how many moves deep")],
    /,
    *,
    position: Position = None,
    rules: Annotated[bool, switch("count with the Python rulebook")] = False,
    divide: Annotated[bool, switch("also the count after each first move")] = False,
    json: Json = False,
    **options: str | bool,
) -> None:
    """Count the lines of play to a depth; a test of the rules."""
    from quintet import engine
    from quintet.engine.bounds import MOST_DEPTH

    loaded = registry.load(game, **options)
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"DEPTH must be 0 to {MOST_DEPTH}, got {depth}")
    pos = loaded.start() if position is None else loaded.parse(position)
    counts: dict[str, int] = {}
    if divide and depth:
        counts = waiting.wait(lambda: engine.divide(loaded, pos, depth, rules=rules), "Counting", waiting.terminal())
        total = sum(counts.values()) if counts else 1
    else:
        total = waiting.wait(lambda: engine.perft(loaded, pos, depth, rules=rules), "Counting", waiting.terminal())
    if json:
        answer: dict[str, object] = {"game": spec(loaded), "position": loaded.text(pos), "depth": depth, "count": total}
        print(json_text.dumps(answer | ({"divide": counts} if divide else {})))
        return
    for move, count in counts.items():
        print(f"{move} {count}")
    print(total)
