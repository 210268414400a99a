"""What ``quintet arena`` shows while it plays, and its report at the end."""

from __future__ import annotations

import json as json_text
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from quintet.core import files
from quintet.terminal.waiting import bars

if TYPE_CHECKING:
    from rich.console import Group
    from rich.progress import Progress

    from quintet.arena.summary import Summary
    from quintet.arena.tournament import Tournament

REFRESH = 0.5
"""Seconds between two updates of the table."""


def watch(running: Tournament, anchor: str | None, json: bool) -> None:
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
    games = progress.add_task("games", total=store.plan.total, completed=len(store.results))
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


def check_reports(html: str | None, plots: str | None) -> None:
    """Refuse reports that cannot be written, before hours of play."""
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


def report(
    running: Tournament, anchor: str | None, interrupted: bool, html: str | None, plots: str | None, json: bool
) -> None:
    """Print the result and write the files that were asked for."""
    from quintet.arena import report as reports

    store, summary = running.store, _summary(running, anchor)
    if json:
        print(json_text.dumps(summary.as_json() | {"file": str(store.path), "interrupted": interrupted}))
    else:
        print(reports.text(summary))
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
        from quintet.arena.report import draw

        drawn = draw(summary)
    if plots is not None:
        Path(plots).mkdir(parents=True, exist_ok=True)
        for name, svg in drawn.items():
            (Path(plots) / f"{name}.svg").write_text(svg, "utf-8")
    if html is not None:
        from quintet.arena import report as reports

        Path(html).write_text(reports.html(summary, drawn), "utf-8")
