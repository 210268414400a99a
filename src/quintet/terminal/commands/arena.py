"""``quintet arena``: matches between players, watched while they are played and reported at the end."""

from __future__ import annotations

import json as json_text
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol

from cyclopts import Parameter

from quintet.core import files

if TYPE_CHECKING:
    from quintet.arena.plan import ArenaPlan
    from quintet.arena.playing import GameResult
    from quintet.arena.summary import Summary
    from quintet.arena.tournament import Store, Tournament

SWITCH: Any = {"negative": (), "show_default": False}
REFRESH = 0.5
"""Seconds between two looks at the table."""


def _about(help: str) -> Parameter:
    return Parameter(help=help, show_default=False)


def arena(
    game: Annotated[str | None, _about("a game, with or without options; not needed with --resume")] = None,
    /,
    *who: Annotated[
        str,
        _about(
            "players: level:N, random, engine, solver, mcts:nodes=1000, alphabeta:depth=6, ugi:COMMAND, gtp:COMMAND,"
            " nboard:COMMAND or module:function"
        ),
    ],
    format: Annotated[
        Literal["round-robin", "gauntlet", "ladder", "swiss"] | None, _about("who meets whom (default round-robin)")
    ] = None,
    games: Annotated[int | None, _about("games of each pairing, in a Swiss round too (default 20, Swiss 2)")] = None,
    rounds: Annotated[int | None, _about("rounds of a Swiss tournament")] = None,
    nodes: Annotated[int | None, _about("positions a move (default 1000, where nothing else limits)")] = None,
    seconds: Annotated[float | None, _about("seconds a move")] = None,
    clock: Annotated[str | None, _about("seconds a game, with or without seconds a move: 60 or 60+0.5")] = None,
    cpu: Annotated[float | None, _about("seconds of processor time a move: fair on a busy machine")] = None,
    openings: Annotated[str | None, _about("a file: an opening a line, as moves or as a position")] = None,
    plies: Annotated[int | None, _about("random moves before each game (default 4)")] = None,
    filter: Annotated[
        Literal["engine", "solver", "none"] | None, _about("who says that an opening is fair (default engine)")
    ] = None,
    balance: Annotated[float | None, _about("how unequal it may be for the engine, 0 to 1 (default 0.25)")] = None,
    filter_nodes: Annotated[int | None, _about("nodes to judge an opening with (default 2000)")] = None,
    turns: Annotated[int | None, _about("moves after which a game is cut off (default 1000)")] = None,
    adjudicate: Annotated[int | None, _about("end a game that the solver decides with so many nodes")] = None,
    check: Annotated[int | None, _about("count the moves that keep the value, by a solver with so many nodes")] = None,
    patience: Annotated[float | None, _about("seconds that a program may be silent (default 60)")] = None,
    sprt: Annotated[str | None, _about("stop when one of two hypotheses is accepted: elo0,elo1, normalised")] = None,
    alpha: Annotated[float | None, _about("how often H1 may be wrongly accepted (default 0.05)")] = None,
    beta: Annotated[float | None, _about("how often H0 may be wrongly accepted (default 0.05)")] = None,
    seed: Annotated[int | None, _about("of openings and players (default 0)")] = None,
    anchor: Annotated[str | None, _about("the player whose rating is 0, instead of the mean")] = None,
    workers: Annotated[int | None, _about("games at a time (default: one for each core)")] = None,
    cluster: Annotated[str | None, _about("play on a Ray cluster: HOST:PORT, ray://HOST:PORT or auto")] = None,
    out: Annotated[str | None, _about("the file that the games go to (default GAME-arena.jsonl)")] = None,
    resume: Annotated[bool, Parameter(help="go on with the arena in that file", **SWITCH)] = False,
    html: Annotated[str | None, _about("write the report as a page, too")] = None,
    plots: Annotated[str | None, _about("write the plots into this folder, too (needs matplotlib)")] = None,
    json: Annotated[bool, Parameter(help="one JSON object instead of words", **SWITCH)] = False,
) -> int:
    """Let players meet: who is stronger, and by how much?"""
    from quintet.arena import tournament
    from quintet.arena.tournament import Store
    from quintet.compute import open_pool

    given = {
        name: value
        for name, value in {
            "format": format, "games": games, "rounds": rounds, "nodes": nodes, "seconds": seconds, "clock": clock,
            "cpu": cpu, "openings": openings, "plies": plies, "filter": filter, "balance": balance,
            "filter_nodes": filter_nodes, "turns": turns, "adjudicate": adjudicate, "check": check,
            "patience": patience, "sprt": sprt, "alpha": alpha, "beta": beta, "seed": seed,
        }.items()
        if value is not None
    }  # fmt: skip
    plan = _plan(game, who, given, resume)
    _check_reports(html, plots)
    path = _path(out, plan)
    if plan is not None:
        tournament.check(plan)
        _check_anchor(plan, anchor)
    with open_pool(workers, cluster) as pool, Store(path, None if resume else plan, resume) as store:
        if plan is None:
            tournament.check(store.plan)
            _check_anchor(store.plan, anchor)
        if resume:
            store.grow(_longer(store, plan, given))
        running = tournament.Tournament(store, pool)
        interrupted = False
        try:
            with redirect_stdout(sys.stderr) if json else nullcontext():  # Ray prints what it has to say
                _watch(running, anchor, json)
        except KeyboardInterrupt:
            interrupted = True
        pool.close()
        _report(_summary(running, anchor), store, interrupted, html, plots, json)
    return 130 if interrupted else int(bool(running.failed))


def _plan(game: str | None, who: tuple[str, ...], given: dict[str, Any], resume: bool) -> ArenaPlan | None:
    """The plan that a command line tells; ``None`` to go on with that of a file."""
    from quintet.arena.plan import MOST_PLAYERS, ArenaPlan
    from quintet.engine.bounds import MOST_NODES
    from quintet.engine.checks import number, whole
    from quintet.engine.limits import TimeControl, parse_clock

    if "rounds" in given:
        whole("--rounds", given["rounds"], 1, MOST_PLAYERS)
    if game is None:
        if not resume:
            raise ValueError("arena needs GAME: see quintet arena --help")
        if others := sorted(set(given) - {"games", "rounds"}):
            flags = ", ".join(f"--{name.replace('_', '-')}" for name in others)
            raise ValueError(
                f"--resume without a GAME goes on as planned: expected only --games or --rounds, got {flags}"
            )
        return None
    if resume and not who:
        raise ValueError(f"--resume takes the game and its players from the file: expected no GAME, got {game!r}")
    from quintet.arena import sprt
    from quintet.arena.openings import OpeningSettings
    from quintet.core import registry
    from quintet.core.game import spec
    from quintet.players.who import AUTOMATIC, parse_who

    loaded = registry.load(game)
    limits = [name for name in ("nodes", "seconds", "clock", "cpu") if name in given]
    if len(limits) > 1:
        raise ValueError(
            f"expected one of --nodes, --seconds, --clock and --cpu, got {' and '.join('--' + name for name in limits)}"
        )
    limit = TimeControl(nodes=1000)
    if "clock" in given:
        limit = parse_clock(given["clock"])
    elif "nodes" in given:
        limit = TimeControl(nodes=whole("--nodes", given["nodes"], 1, MOST_NODES))
    elif "seconds" in given:
        limit = TimeControl(seconds=number("--seconds", given["seconds"]))
    elif "cpu" in given:
        limit = TimeControl(cpu=number("--cpu", given["cpu"]))
    if "openings" in given and (
        drawn := [name for name in ("plies", "filter", "balance", "filter_nodes") if name in given]
    ):
        raise ValueError(
            f"openings come from a file or are drawn: expected one of --openings and --{drawn[0]}, got both"
        )
    if ("alpha" in given or "beta" in given) and "sprt" not in given:
        raise ValueError("--alpha and --beta belong to --sprt: expected it, too")
    if "patience" in given:
        number("--patience", given["patience"])
    drawing = {"plies": "plies", "filter": "filter", "balance": "balance", "filter_nodes": "nodes"}
    plain = ("format", "rounds", "openings", "turns", "adjudicate", "check", "patience", "seed")
    swiss = given.get("format") == "swiss"
    return ArenaPlan(
        spec(loaded),
        tuple(str(parse_who(text, AUTOMATIC)) for text in who),
        games=given.get("games", 2 if swiss else 20),
        limit=limit,
        drawing=OpeningSettings(**{drawing[name]: given[name] for name in drawing if name in given}),
        sprt=sprt.parse_sprt(given["sprt"], given.get("alpha", 0.05), given.get("beta", 0.05))
        if "sprt" in given
        else None,
        **{name: given[name] for name in plain if name in given},
    )


def _longer(store: Store, plan: ArenaPlan | None, given: dict[str, Any]) -> ArenaPlan:
    """The plan to go on with: as long as asked for, now or the last time."""
    from dataclasses import replace

    from quintet.arena.pairings import parse_key
    from quintet.arena.plan import GROWING

    longer = replace(plan or store.plan, **{name: given.get(name, getattr(store.plan, name)) for name in GROWING})
    used = 1 + max((parse_key(key).opening for key in store.results), default=-1)
    if longer != store.plan and used > longer.wanted_openings:
        name, least = ("rounds", -(-used // longer.pairs)) if longer.format == "swiss" else ("games", 2 * used)
        got = getattr(longer, name)
        raise ValueError(f"{len(store.results)} games are played already: expected --{name} {least} or more, got {got}")
    return longer


def _path(out: str | None, plan: ArenaPlan | None) -> Path:
    if out is not None:
        return Path(out)
    if plan is None:
        raise ValueError("--resume without a GAME needs --out, the file of the arena that is to go on")
    return Path(f"{plan.game.partition('(')[0]}-arena.jsonl")


def _check_anchor(plan: ArenaPlan, anchor: str | None) -> None:
    if anchor is not None and anchor not in plan.names:
        raise ValueError(f"--anchor must be one of {', '.join(plan.names)}, got {anchor!r}")


def _check_reports(html: str | None, plots: str | None) -> None:
    """Before hours of play, not after them."""
    if html is not None and not Path(html).parent.is_dir():
        raise ValueError(f"the page {html!r} cannot be written: its folder is missing")
    if plots is not None:
        from importlib.util import find_spec

        if find_spec("matplotlib") is None:
            raise ValueError("--plots needs matplotlib, which is not installed: pip install 'quintet-games[plots]'")
        if Path(plots).exists() and not Path(plots).is_dir():
            raise ValueError(f"--plots must be a folder, got the file {plots!r}")


def _summary(running: Tournament, anchor: str | None) -> Summary:
    from quintet.arena.summary import summarise

    return summarise(running.store.plan, running.store.results, running.verdict, running.failed, anchor)


class _View(Protocol):
    """Where one sees how it goes."""

    def show(self, result: GameResult | None) -> None: ...


def _watch(running: Tournament, anchor: str | None, json: bool) -> None:
    """Play all games and show how it goes: a live table on a terminal, a line a game elsewhere."""
    with _view(running, anchor, json) as view:
        view.show(None)
        for result in running.run():
            view.show(result)


@contextmanager
def _view(running: Tournament, anchor: str | None, json: bool) -> Iterator[_View]:
    if json:
        yield _Silent()
    elif not sys.stdout.isatty():
        yield _Lines(running)
    else:
        from rich.live import Live

        with Live(transient=True, refresh_per_second=4) as live:
            yield _Table(running, anchor, live)


class _Silent:
    def show(self, result: GameResult | None) -> None:
        pass


class _Lines:
    """A line for each game."""

    def __init__(self, running: Tournament) -> None:
        self._running = running

    def show(self, result: GameResult | None) -> None:
        if result is not None:
            store = self._running.store
            score = {"first": "1-0", "second": "0-1", "draw": "1/2", "truncated": "cut"}[result.result]
            print(
                f"{len(store.results)}/{store.plan.total}  {result.first} - {result.second}  {score}  {result.reason}",
                flush=True,
            )


class _Table:
    """The standings, and a bar."""

    def __init__(self, running: Tournament, anchor: str | None, live: Any) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self._running = running
        self._anchor = anchor
        self._live = live
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(None),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        store = running.store
        self._games = self._bars.add_task("games", total=store.plan.total, completed=len(store.results))
        self._shown = float("-inf")

    def show(self, result: GameResult | None) -> None:
        store = self._running.store
        self._bars.update(self._games, completed=len(store.results))
        if time.monotonic() - self._shown < REFRESH:
            return
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        from quintet.arena import report

        summary = _summary(self._running, self._anchor)
        table = Table(title=Text(report.headline(summary)), title_justify="left")
        for head in report.COLUMNS:
            table.add_column(head, justify="left" if head == "player" else "right", no_wrap=head != "player")
        for row in report.rows(summary):
            table.add_row(*(Text(cell) for cell in row))
        notes = [Text(note) for note in report.notes(summary)] if summary.played else [Text("Drawing openings ...")]
        self._live.update(Group(table, *notes, self._bars))
        self._shown = time.monotonic()


def _report(summary: Summary, store: Store, interrupted: bool, html: str | None, plots: str | None, json: bool) -> None:
    from quintet.arena import report

    if json:
        print(json_text.dumps(summary.as_json() | {"file": str(store.path), "interrupted": interrupted}))
    else:
        print(report.text(summary))
        if interrupted:
            print(f"\nStopped. To go on: quintet arena --resume --out {store.path}")
    try:
        _write(summary, html, plots)
    except OSError as error:
        raise ValueError(f"the report cannot be written: {files.reason(error)}") from None


def _write(summary: Summary, html: str | None, plots: str | None) -> None:
    from importlib.util import find_spec

    drawn: dict[str, str] = {}
    if (html is not None and find_spec("matplotlib") is not None) or plots is not None:
        from quintet.arena.plots import draw

        drawn = draw(summary)
    if plots is not None:
        Path(plots).mkdir(parents=True, exist_ok=True)
        for name, svg in drawn.items():
            (Path(plots) / f"{name}.svg").write_text(svg, "utf-8")
    if html is not None:
        from quintet.arena import report

        Path(html).write_text(report.html(summary, drawn), "utf-8")
