"""``quintet levels``: names and strength of the levels; measures and tunes them."""

from __future__ import annotations

import json as json_text
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.terminal import plots
from quintet.terminal.commands.shared_flags import Json, Spec, Workers, flag, switch
from quintet.terminal.console import wrapped
from quintet.terminal.waiting import progress, stoppable

if TYPE_CHECKING:
    from quintet.arena.plan import ArenaPlan
    from quintet.arena.playing import GameResult
    from quintet.engine.levels import LevelBoard

LEAST_NODES = 256
"""With fewer there would be nothing to choose the high levels from."""


def levels(
    game: Spec,
    /,
    *,
    tune: Annotated[bool, switch("find settings at even steps of strength, and store them")] = False,
    measure: Annotated[bool, switch("let the levels meet, and store their ratings")] = False,
    games: Annotated[int, flag("games of each pairing")] = 40,
    top_games: Annotated[int, flag("games of each pairing of the highest levels")] = 12,
    most: Annotated[int, flag("nodes a move of level 9, for --tune")] = 131_072,
    workers: Workers = None,
    out: Annotated[str, flag("the folder of the games; a run that is there continues")] = ".",
    plot: Annotated[str | None, flag("draw their strength: a file .svg, .png or .html (needs matplotlib)")] = None,
    json: Json = False,
) -> int:
    """Show the levels of a game, their names and their strength; or measure them."""
    if not Path(out).is_dir():
        raise ValueError(f"--out must be a folder, got {out!r}")
    plots.check("--plot", plot)
    if tune or measure:
        from quintet.arena import levels as measuring
        from quintet.engine.bounds import MOST_NODES, whole

        whole("--most", most, LEAST_NODES, MOST_NODES)
        loaded = measuring.load(game)
        name = spec(loaded).replace("=", "-").replace(",", "-").replace("(", "-").replace(")", "")
        with stoppable(sys.stderr):
            if tune:
                _tune(loaded, games, most, workers, Path(out) / f"{name}-rungs.jsonl")
            if measure:
                _measure(loaded, games, top_games, workers, Path(out) / f"{name}-levels")
    if plot is not None:
        _plot(registry.load(game), plot)
    _show(registry.load(game), json)
    return 0


def _plot(game: AnyGame, name: str) -> None:
    from quintet.engine import levels as table

    rows = table.described(game)
    if rows[0]["elo"] is None:
        raise ValueError(f"the levels of {spec(game)} were not measured: quintet levels {spec(game)} --measure")

    def draw(axes: Any) -> None:
        numbers, elo = [row["number"] for row in rows], [row["elo"] for row in rows]
        axes.errorbar(numbers, elo, yerr=[row["error"] for row in rows], fmt="o-", capsize=4)
        axes.set_xticks(numbers)
        axes.set_xlabel("level")
        axes.set_ylabel("Elo above random moves, 95 %")

    cells = [[str(row["number"]), row["name"], f"{row['elo']:.0f}", f"±{row['error']:.0f}"] for row in rows]
    plots.write(name, f"{spec(game)}: strength of the levels", draw, ("level", "player", "Elo", "95 %"), cells)


def _tune(game: AnyGame, games: int, most: int, workers: int | None, path: Path) -> None:
    from quintet.arena import levels as measuring
    from quintet.engine import levels as table

    measured = measuring.rate(_played(measuring.trial(game, games, most), path, workers))
    _write(game, table.LevelBoard(measuring.settle(measured)))


def _measure(game: AnyGame, games: int, top_games: int, workers: int | None, path: Path) -> None:
    from quintet.arena import levels as measuring
    from quintet.arena.levels import RANDOM
    from quintet.engine import levels as table

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


def _write(game: AnyGame, board: LevelBoard) -> None:
    from quintet.engine import levels as table

    print(f"These levels count from now on: {table.write(game, board)} is replaced.", file=sys.stderr)


def _played(plan: ArenaPlan, path: Path, workers: int | None) -> list[GameResult]:
    """All results of a plan: those that are in the file already, and games that are played now."""
    from quintet.arena.tournament import Store, Tournament
    from quintet.compute import open_pool

    with open_pool(workers) as pool, Store(path, plan, resume=path.exists()) as store:
        running = Tournament(store, pool)
        with progress(sys.stderr) as report:
            report(path.name, len(store.results), plan.total)
            for last in running.run():
                report(path.name, len(store.results), plan.total, f"{last.first} - {last.second}: {last.result}")
        if running.failed:
            raise ValueError(f"{len(running.failed)} games failed, the first: {next(iter(running.failed.values()))}")
        return list(store.results.values())


def _show(game: AnyGame, json: bool) -> None:
    from quintet.engine import levels as table

    rows = table.described(game)
    if json:
        print(json_text.dumps({"game": spec(game), "levels": rows}))
        return
    measured = rows[0]["elo"] is not None
    print(f"{spec(game)}: {'strength in Elo above random moves' if measured else 'not measured on this board'}")
    for row in rows:
        strength = f"{row['elo']:5.0f} ±{row['error']:4.0f}  " if measured else ""
        line = f"{row['number']:3}  {strength}{row['name']}: {row['about']}"
        print(wrapped(line, " " * (5 + len(strength))) if sys.stdout.isatty() else line)
