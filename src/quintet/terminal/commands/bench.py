"""``quintet bench``: nodes a second and the search signature of each game that has a kernel."""

from __future__ import annotations

import json as json_text
from typing import Annotated

from quintet.core import registry
from quintet.terminal.commands.shared_flags import Json, flag


def bench(
    game: Annotated[str | None, flag("one game; all games if left out")] = None, /, *, json: Json = False
) -> None:
    """Measure the fast engines: fixed positions, fixed nodes, one thread."""
    from quintet.engine import bench as fixed_search
    from quintet.engine.native.kernels import instruction_set, kernel_for

    games = [registry.load(game_id) for game_id in ([game] if game else registry.game_ids())]
    with_kernel = [loaded for loaded in games if kernel_for(loaded)] if len(games) > 1 else games
    if not with_kernel:
        raise ValueError("bench measures the fast engines, and none are built here")
    results = [fixed_search.bench(loaded) for loaded in with_kernel]
    if json:
        games_json = [result.as_json() for result in results]
        print(json_text.dumps({"instruction_set": instruction_set(), "games": games_json}))
        return
    width = max(len(result.game) for result in results)
    for result in results:
        speed = f"{result.nodes:>9,} nodes  {result.nodes_a_second:>10,} nodes/s"
        print(f"{result.game:{width}}  {speed}  signature {result.signature:016x}")
    print(f"instruction set: {instruction_set()}")
