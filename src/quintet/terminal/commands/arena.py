"""``quintet arena``: matches between players, watched while they are played and reported at the end."""

from __future__ import annotations

import json as json_text
import sys
import time
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quintet.core import files
from quintet.terminal import plots
from quintet.terminal.commands.arena_plan import PlanFlags
from quintet.terminal.commands.shared_flags import Json, Workers, flag, switch
from quintet.terminal.waiting import bars

if TYPE_CHECKING:
    from rich.console import Group
    from rich.progress import Progress

    from quintet.arena.plan import ArenaPlan
    from quintet.arena.summary import Summary
    from quintet.arena.tournament import Tournament

REFRESH = 0.5
"""Seconds between two updates of the table."""


def arena(
    game: Annotated[str | None, flag("a game, with or without options; not needed with --resume")] = None,
    /,
    *who: Annotated[
        str,
        flag(
            "players, each with or without a name (ada=level:3): level:N, random,"
            " engine, solver, mcts:nodes=1000, alphabeta:depth=6, ugi:COMMAND, gtp:COMMAND,"
            " nboard:COMMAND or module:function"
        ),
    ],
    flags: Annotated[PlanFlags | None, Parameter(name="*")] = None,
    anchor: Annotated[str | None, flag("the player whose rating is 0, instead of the mean")] = None,
    workers: Workers = None,
    cluster: Annotated[str | None, flag("play on a Ray cluster: HOST:PORT, ray://HOST:PORT or auto")] = None,
    out: Annotated[str | None, flag("the file that the games go to (default GAME-arena.jsonl)")] = None,
    resume: Annotated[bool, switch("go on with the arena in that file")] = False,
    html: Annotated[str | None, flag("write the report as a page, too")] = None,
    plot: Annotated[str | None, flag("draw the result into this folder, as SVG and PNG (needs matplotlib)")] = None,
    json: Json = False,
) -> int:
    """Let players meet: who is stronger, and by how much?"""
    from quintet.arena import tournament
    from quintet.arena.tournament import Store
    from quintet.compute import open_pool
    from quintet.terminal.commands import arena_plan

    given = (flags or PlanFlags()).given()
    plan = arena_plan.make_plan(game, who, given, resume)
    _check_reports(html, plot)
    path = _path(out, plan)
    if plan is not None:
        tournament.check(plan)
        _check_anchor(plan, anchor)
    with open_pool(workers, cluster) as pool, Store(path, None if resume else plan, resume) as store:
        if plan is None:
            tournament.check(store.plan)
            _check_anchor(store.plan, anchor)
        if resume:
            store.grow(arena_plan.longer_plan(store, plan, given))
        running = tournament.Tournament(store, pool)
        interrupted = False
        try:
            with redirect_stdout(sys.stderr) if json else nullcontext():  # Ray prints messages
                _watch(running, anchor, json)
        except KeyboardInterrupt:
            interrupted = True
        pool.close()
        _report(running, path, anchor, interrupted, html, plot, json)
    return 130 if interrupted else int(bool(running.failed))


def _path(out: str | None, plan: ArenaPlan | None) -> Path:
    """The file of the games."""
    if out is not None:
        return Path(out)
    if plan is None:
        raise ValueError("--resume without a GAME needs --out, the file of the arena that is to go on")
    return Path(f"{plan.game.partition('(')[0]}-arena.jsonl")


def _check_anchor(plan: ArenaPlan, anchor: str | None) -> None:
    if anchor is not None and anchor not in plan.names:
        raise ValueError(f"--anchor must be one of {', '.join(plan.names)}, got {anchor!r}")


# What is shown while it plays, and the report at its end


def _watch(running: Tournament, anchor: str | None, json: bool) -> None:
    """Play all games: with a live table on a terminal, with a line for each game elsewhere, silently for JSON."""
    if not json and sys.stdout.isatty():
        _watch_live(running, anchor)
        return
    store = running.store
    for result in running.run():
        if not json:
            score = {"first": "1-0", "second": "0-1", "draw": "1/2", "truncated": "cut"}[result.result]
            count = f"{len(store.results)}/{store.plan.total}"
            print(f"{count}  {result.first} - {result.second}  {score}  {result.reason}", flush=True)


def _watch_live(running: Tournament, anchor: str | None) -> None:
    """The standings and a bar, updated now and then."""
    from rich.live import Live

    store, progress = running.store, bars()
    games = progress.add_task("games", total=store.plan.total, completed=len(store.results), result="")
    with Live(transient=True, refresh_per_second=4) as live:
        live.update(_standings(running, anchor, progress))
        updated = time.monotonic()
        for _ in running.run():
            progress.update(games, completed=len(store.results))
            if time.monotonic() - updated >= REFRESH:
                live.update(_standings(running, anchor, progress))
                updated = time.monotonic()


def _standings(running: Tournament, anchor: str | None, progress: Progress) -> Group:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from quintet.arena import report as reports

    summary = _summary(running, anchor)
    table = Table(title=Text(reports.headline(summary)), title_justify="left")
    for head in reports.COLUMNS:
        table.add_column(head, justify="left" if head == "player" else "right", no_wrap=head != "player")
    for row in reports.rows(summary):
        table.add_row(*(Text(cell) for cell in row))
    notes = reports.notes(summary) if summary.played else ["Drawing openings ..."]
    return Group(table, *(Text(note) for note in notes), progress)


def _check_reports(html: str | None, plot: str | None) -> None:
    """Refuse reports that cannot be written, before hours of play."""
    if html is not None and not Path(html).parent.is_dir():
        raise ValueError(f"the page {html!r} cannot be written: its folder is missing")
    plots.check("--plot", plot, kinds=())
    if plot is not None and Path(plot).exists() and not Path(plot).is_dir():
        raise ValueError(f"--plot must be a folder, got the file {plot!r}")


def _summary(running: Tournament, anchor: str | None) -> Summary:
    from quintet.arena.summary import summarise

    return summarise(running.store.plan, running.store.results, running.verdict, running.failed, anchor)


def _report(
    running: Tournament,
    path: Path,
    anchor: str | None,
    interrupted: bool,
    html: str | None,
    plot: str | None,
    json: bool,
) -> None:
    """Print the result and write the files that were asked for."""
    from quintet.arena import report as reports

    summary = _summary(running, anchor)
    if json:
        print(json_text.dumps(summary.as_json() | {"file": str(path), "interrupted": interrupted}))
    else:
        print(reports.text(summary))
        if interrupted:
            print(f"\nStopped. To go on: quintet arena --resume --out {path}")
    try:
        _write(summary, html, plot)
    except OSError as error:
        raise ValueError(f"the report cannot be written: {files.reason(error)}") from None


def _write(summary: Summary, html: str | None, plot: str | None) -> None:
    from importlib.util import find_spec

    from quintet.arena import report as reports

    if plot is not None:
        Path(plot).mkdir(parents=True, exist_ok=True)
        for kind in ("svg", "png"):
            for name, picture in reports.draw(summary, kind).items():
                (Path(plot) / f"{name}.{kind}").write_bytes(picture)
    if html is not None:
        drawn = reports.draw(summary) if find_spec("matplotlib") is not None else {}
        Path(html).write_text(reports.html(summary, drawn), "utf-8")
