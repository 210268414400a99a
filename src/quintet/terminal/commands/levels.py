"""``quintet levels``: who the levels are and how strong; measuring and tuning them."""

from __future__ import annotations

import json as json_text
import sys
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from quintet.arena import levels as measuring
from quintet.arena.levels import RANDOM
from quintet.arena.plan import ArenaPlan
from quintet.arena.playing import GameResult
from quintet.arena.tournament import Store, Tournament
from quintet.compute import open_pool
from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.engine import levels as table
from quintet.engine.bounds import MOST_NODES
from quintet.engine.checks import whole

LEAST_NODES = 256
"""With fewer there would be nothing to choose the high levels from."""


def show_or_measure(
    game: str,
    tune: bool,
    measure: bool,
    games: int,
    top_games: int,
    most: int,
    workers: int | None,
    out: str,
    json: bool,
) -> int:
    """Everything that the command line can ask for."""
    if not Path(out).is_dir():
        raise ValueError(f"--out must be a folder, got {out!r}")
    if tune or measure:
        whole("--most", most, LEAST_NODES, MOST_NODES)
        loaded = measuring.load(game)
        name = spec(loaded).replace("=", "-").replace(",", "-").replace("(", "-").replace(")", "")
        try:
            if tune:
                _tune(loaded, games, most, workers, Path(out) / f"{name}-rungs.jsonl")
            if measure:
                _measure(loaded, games, top_games, workers, Path(out) / f"{name}-levels")
        except KeyboardInterrupt:
            print("\nStopped. The same command goes on from here.", file=sys.stderr)
            return 130
    _show(registry.load(game), json)
    return 0


def _tune(game: AnyGame, games: int, most: int, workers: int | None, path: Path) -> None:
    measured = measuring.rate(_played(measuring.trial(game, games, most), path, workers))
    _write(game, table.LevelBoard(measuring.settle(measured)))


def _measure(game: AnyGame, games: int, top_games: int, workers: int | None, path: Path) -> None:
    low, high = measuring.measurement(game, games, top_games)
    results = _played(low, path.with_name(f"{path.name}.jsonl"), workers)
    results += _played(high, path.with_name(f"{path.name}-top.jsonl"), workers)
    measured = measuring.rate(results)
    names = [f"level:{level.number}" for level in table.LEVELS]
    numbers = [measured.names.index(name) for name in names]
    ratings = [table.LevelRating(measured.ratings.elo[number], measured.ratings.errors[number]) for number in numbers]
    about = {
        "date": datetime.now(UTC).date().isoformat(),
        "games": measured.games,
        "level 1 against random": measuring.share(results, names[0], RANDOM),
        "steps": [(round(high), round(error)) for high, error in measuring.steps(measured, [RANDOM, *names])],
    }
    settings = tuple(table.settings(game, level.number, kernel=True) for level in table.LEVELS[:-1])
    _write(game, table.LevelBoard(settings, tuple(ratings), about))


def _write(game: AnyGame, found: table.LevelBoard) -> None:
    print(f"These levels count from now on: {table.write(game, found)} is replaced.", file=sys.stderr)


def _played(plan: ArenaPlan, path: Path, workers: int | None) -> list[GameResult]:
    """All games of a plan, those that are in the file already and those that are still to be played."""
    with open_pool(workers) as pool, Store(path, plan, resume=path.exists()) as store:
        running = Tournament(store, pool)
        with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=Console(stderr=True)) as bars:
            bar = bars.add_task(path.name, total=plan.total, completed=len(store.results))
            for _ in running.run():
                bars.update(bar, completed=len(store.results))
        if running.failed:
            raise ValueError(f"{len(running.failed)} games failed, the first: {next(iter(running.failed.values()))}")
        return list(store.results.values())


def _show(game: AnyGame, json: bool) -> None:
    rows = table.described(game)
    if json:
        print(json_text.dumps({"game": spec(game), "levels": rows}))
        return
    measured = rows[0]["elo"] is not None
    print(f"{spec(game)}: {'strength in Elo above random moves' if measured else 'not measured on this board'}")
    for row in rows:
        strength = f"{row['elo']:5.0f} ±{row['error']:4.0f}  " if measured else ""
        print(f"{row['number']:3}  {strength}{row['name']}: {row['about']}")
