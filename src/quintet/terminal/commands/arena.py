"""``quintet arena``: matches between players, watched while they are played and reported at the end."""

from __future__ import annotations

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quintet.terminal.commands.arena_plan import PlanFlags
from quintet.terminal.commands.shared_flags import Json, Workers, flag, switch

if TYPE_CHECKING:
    from quintet.arena.plan import ArenaPlan


def arena(
    game: Annotated[str | None, flag("a game, with or without options; not needed with --resume")] = None,
    /,
    *who: Annotated[
        str,
        flag(
            "players: level:N, random, engine, solver, mcts:nodes=1000, alphabeta:depth=6, ugi:COMMAND, gtp:COMMAND,"
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
    plots: Annotated[str | None, flag("write the plots into this folder, too (needs matplotlib)")] = None,
    json: Json = False,
) -> int:
    """Let players meet: who is stronger, and by how much?"""
    from quintet.arena import tournament
    from quintet.arena.tournament import Store
    from quintet.compute import open_pool
    from quintet.terminal.commands import arena_plan, arena_view

    given = (flags or PlanFlags()).given()
    plan = arena_plan.make_plan(game, who, given, resume)
    arena_view.check_reports(html, plots)
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
                arena_view.watch(running, anchor, json)
        except KeyboardInterrupt:
            interrupted = True
        pool.close()
        arena_view.report(running, anchor, interrupted, html, plots, json)
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
