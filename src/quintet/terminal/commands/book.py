"""``quintet book``: make the opening book of a game, or say what is in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from quintet.terminal.commands.shared_flags import MakeCluster, MakeWorkers, flag
from quintet.terminal.waiting import progress, stoppable

if TYPE_CHECKING:
    from quintet.learn.make_book import BookRun


def book(
    do: Annotated[Literal["make", "list"], flag("make one, or say what there is")],
    game: Annotated[str, flag("a game, with its options as in name(option=value)")],
    /,
    *,
    positions: Annotated[int, flag("make: how many to study")] = 1000,
    nodes: Annotated[int, flag("make: of the search of each")] = 2_000_000,
    lines: Annotated[int, flag("make: moves of each that are followed")] = 5,
    work: Annotated[str | None, flag("make: the file of the run (default GAME-book.jsonl)")] = None,
    workers: MakeWorkers = None,
    cluster: MakeCluster = None,
) -> int:
    """Make an opening book by long searches, the most promising positions first; stopped, the same command goes on."""
    from quintet.core import registry
    from quintet.core.game import spec

    loaded = registry.load(game)
    if do == "list":
        return _list(game)
    from quintet.compute import open_pool
    from quintet.learn.make_book import BookPlan, BookRun, write

    plan = BookPlan(spec(loaded), positions, nodes, lines)
    path = Path(work if work is not None else f"{re.sub('[^a-z0-9]+', '-', plan.spec).strip('-')}-book.jsonl")
    with stoppable(), open_pool(workers, cluster) as pool, BookRun(path, plan) as making:
        with progress() as report:
            making.run(pool, lambda done, total: report("positions", done, total, f"{_proved(making)} proved"))
        target = write(making)
    print(f"{len(making.tree.studied)} positions of {plan.spec} are in {target}, {_proved(making)} of them proved.")
    return 0


def _proved(making: BookRun) -> int:
    return sum(studied.proved is not None for studied in making.tree.studied.values())


def _list(game: str) -> int:
    """What is in the book, board by board."""
    from quintet.core import registry
    from quintet.core.game import spec
    from quintet.engine import book as books

    loaded = registry.load(game)
    path = registry.data_file(type(loaded), "book")
    boards = books.load(path) if path is not None else {}
    wanted = {name: lines for name, lines in boards.items() if game == loaded.id or name == spec(loaded)}
    if not wanted:
        raise ValueError(f"there is no book of {game}: make one with 'quintet book make {game}'")
    for name, lines in wanted.items():
        proved = sum(line.exact for line in lines.values())
        print(f"{name}: {len(lines)} positions, {proved} proved and {len(lines) - proved} estimated")
    return 0
