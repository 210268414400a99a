"""``quintet puzzles``: make the puzzles of a game, confirm them, or say what there is."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from quintet.compute import open_pool
from quintet.core import registry
from quintet.core.game import spec
from quintet.study import puzzle as files
from quintet.study.choose_puzzles import PuzzlePlan, PuzzleRun, Report, confirm
from quintet.terminal import waiting


def make(plan: PuzzlePlan, work: str | None, workers: int | None, cluster: str | None) -> int:
    """Make puzzles and put them into the file of their game; stopped at any time, the same command goes on."""
    target = registry.place_for(type(registry.load(plan.spec)), "puzzles")
    path = Path(work if work is not None else f"{re.sub('[^a-z0-9]+', '-', plan.spec).strip('-')}-puzzles.jsonl")
    try:
        with open_pool(workers, cluster) as pool, PuzzleRun(path, plan) as run, _progress() as report:
            run.play(pool, report)
            chosen = run.confirmed(pool)
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    boards = files.read(target) if target.is_file() else {}
    files.write(target, boards | {plan.spec: (plan.made, chosen)})
    print(f"{len(chosen)} puzzles of {plan.spec} are in {target}.")
    return 0


def check(game: str) -> int:
    """Prove every puzzle of a game again; status 1 where one is wrong."""
    boards = _boards(game)
    bad = total = 0
    try:
        for name, (made, listed) in boards.items():
            for number, puzzle in enumerate(listed, 1):
                words = f"{name}: {number} of {len(listed)}"
                why = waiting.wait(partial(confirm, puzzle, int(made["nodes"])), words, waiting.terminal())
                total += 1
                if why is not None:
                    bad += 1
                    print(f"{puzzle.id}: {why}")
    except KeyboardInterrupt:
        print(f"\nStopped: {total - bad} confirmed, {bad} wrong.", file=sys.stderr)
        return 130
    print(f"{total - bad} of {total} puzzles are confirmed by the solver.")
    return 1 if bad else 0


def listing(game: str) -> int:
    """What there is."""
    for name, (made, listed) in _boards(game).items():
        themes = Counter(puzzle.theme for puzzle in listed)
        parts = ", ".join(f"{title.lower()}: {themes[theme]}" for theme, title in files.THEMES.items() if themes[theme])
        print(f"{name}: {len(listed)} puzzles, rated {listed[0].rating} to {listed[-1].rating} ({parts})")
        print(f"  made with {', '.join(f'{key} {value}' for key, value in made.items())}")
    return 0


def _boards(game: str) -> files.Boards:
    loaded = registry.load(game)
    path = registry.data_file(type(loaded), "puzzles")
    boards = files.read(path) if path is not None else {}
    wanted = {name: board for name, board in boards.items() if game == loaded.id or name == spec(loaded)}
    if not wanted:
        raise ValueError(f"there are no puzzles of {game}: make some with 'quintet puzzles make {game}'")
    return wanted


@contextmanager
def _progress() -> Iterator[Report]:
    """A bar on a terminal, nothing elsewhere."""
    columns = (TextColumn("games"), BarColumn(None), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("games")
        yield lambda done, total: bar.update(task, completed=done, total=total)
