"""``quintet puzzles``: make the puzzles of a game, confirm them, or say what there is."""

from __future__ import annotations

import re
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from quintet.core import registry
from quintet.core.game import spec
from quintet.terminal import waiting
from quintet.terminal.commands.shared_flags import MakeCluster, MakeWorkers, Spec, flag
from quintet.terminal.waiting import progress, stoppable

if TYPE_CHECKING:
    from quintet.study.choose_puzzles import PuzzlePlan
    from quintet.study.puzzle import Boards


def puzzles(
    do: Annotated[Literal["make", "check", "list"], flag("make some, confirm them, or say what there is")],
    game: Spec,
    /,
    *,
    games: Annotated[int, flag("make: games between engines in which to look")] = 400,
    count: Annotated[int, flag("make: the most puzzles to keep")] = 300,
    nodes: Annotated[int, flag("make: what a proof may cost")] = 100_000,
    weakest: Annotated[int, flag("make: the lowest level that plays")] = 3,
    strongest: Annotated[int, flag("make: the highest level that plays")] = 7,
    seed: Annotated[int, flag("make: of everything")] = 0,
    work: Annotated[str | None, flag("make: the file of the run; a run that is there continues")] = None,
    workers: MakeWorkers = None,
    cluster: MakeCluster = None,
) -> int:
    """Make the puzzles of a game from positions that the solver knows, and confirm them."""
    from quintet.study.choose_puzzles import PuzzlePlan

    if do == "make":
        plan = PuzzlePlan(spec(registry.load(game)), games, count, nodes, (weakest, strongest), seed)
        return _make(plan, work, workers, cluster)
    return _check(game) if do == "check" else _list(game)


def _make(plan: PuzzlePlan, work: str | None, workers: int | None, cluster: str | None) -> int:
    """Make puzzles and put them into the file of their game; stopped at any time, the same command goes on."""
    from quintet.compute import open_pool
    from quintet.study import puzzle as files
    from quintet.study.choose_puzzles import PuzzleRun

    target = registry.place_for(type(registry.load(plan.spec)), "puzzles")
    path = Path(work if work is not None else f"{re.sub('[^a-z0-9]+', '-', plan.spec).strip('-')}-puzzles.jsonl")
    with (
        stoppable(sys.stderr),
        open_pool(workers, cluster) as pool,
        PuzzleRun(path, plan) as run,
        progress(sys.stderr) as report,
    ):
        run.play(pool, lambda done, total: report("games", done, total, f"{run.found} positions with one right move"))
        chosen = run.confirmed(pool)
    boards = files.read(target) if target.is_file() else {}
    files.write(target, boards | {plan.spec: (plan.made, chosen)})
    print(f"{len(chosen)} puzzles of {plan.spec} are in {target}.")
    return 0


def _check(game: str) -> int:
    """Prove every puzzle of a game again; status 1 where one is wrong."""
    from quintet.study.choose_puzzles import confirm

    boards = _boards(game)
    bad = total = 0
    try:
        with progress(sys.stderr) as report:
            for name, (made, listed) in boards.items():
                for number, puzzle in enumerate(listed, 1):
                    why = waiting.wait(partial(confirm, puzzle, int(made["nodes"])), name, None)
                    total += 1
                    if why is not None:
                        bad += 1
                        print(f"{puzzle.id}: {why}")
                    report(name, number, len(listed), f"{bad} wrong")
    except KeyboardInterrupt:
        print(f"\nStopped: {total - bad} confirmed, {bad} wrong.", file=sys.stderr)
        return 130
    print(f"{total - bad} of {total} puzzles are confirmed by the solver.")
    return 1 if bad else 0


def _list(game: str) -> int:
    """Print how many puzzles there are, and how they were made."""
    from quintet.study import puzzle as files

    for name, (made, listed) in _boards(game).items():
        themes = Counter(puzzle.theme for puzzle in listed)
        parts = ", ".join(f"{title.lower()}: {themes[theme]}" for theme, title in files.THEMES.items() if themes[theme])
        print(f"{name}: {len(listed)} puzzles, rated {listed[0].rating} to {listed[-1].rating} ({parts})")
        print(f"  made with {', '.join(f'{key} {value}' for key, value in made.items())}")
    return 0


def _boards(game: str) -> Boards:
    """The puzzles of a game by their board."""
    from quintet.study import puzzle as files

    loaded = registry.load(game)
    path = registry.data_file(type(loaded), "puzzles")
    boards = files.read(path) if path is not None else {}
    wanted = {name: board for name, board in boards.items() if game == loaded.id or name == spec(loaded)}
    if not wanted:
        raise ValueError(f"there are no puzzles of {game}: make some with 'quintet puzzles make {game}'")
    return wanted
