"""``quintet benchmark``: a language model graded by exact values."""

from __future__ import annotations

import json as json_text
import re
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from quintet.core import files, registry
from quintet.terminal import waiting
from quintet.terminal.commands.shared_flags import Json, flag, switch


def benchmark(
    model: Annotated[str, flag("random, level:N, command:PROGRAM, the address of a server, or module:function")],
    /,
    *,
    game: Annotated[tuple[str, ...], flag("a game, with or without options; all by default")] = (),
    task: Annotated[tuple[str, ...], flag("move, puzzle, value, rules or play")] = ("move", "value", "rules"),
    count: Annotated[int, flag("items of each task and game")] = 20,
    name: Annotated[str | None, flag("of the model behind an address")] = None,
    temperature: Annotated[float | None, flag("of the model behind an address")] = None,
    rules: Annotated[Literal["full", "short", "none"], flag("what the model is told of them")] = "short",
    board: Annotated[Literal["drawn", "text", "pieces"], flag("how positions are written")] = "drawn",
    picture: Annotated[bool, switch("also send a picture of the board, to a model that sees")] = False,
    hide_moves: Annotated[bool, switch("do not show the legal moves")] = False,
    retries: Annotated[int, flag("answers after an illegal move")] = 2,
    opponent: Annotated[str, flag("of matches: level:N or random")] = "level:1",
    limit: Annotated[int, flag("moves after which a match is a draw")] = 1000,
    seconds: Annotated[float, flag("for an answer")] = 300.0,
    parallel: Annotated[int, flag("items at a time")] = 4,
    seed: Annotated[int, flag("of the items; keep it secret to hold them out")] = 0,
    price: Annotated[tuple[float, float] | None, flag("of a million tokens read, and written")] = None,
    work: Annotated[str | None, flag("the file of the run; a run that is there continues")] = None,
    beside: Annotated[tuple[str, ...], flag("files of other runs, to compare with")] = (),
    page: Annotated[str | None, flag("write a page with every conversation into this file")] = None,
    json: Json = False,
) -> int:
    """Ask a language model about positions whose values are proved, about the rules, or for whole matches."""
    from quintet.agents import benchmark_report
    from quintet.agents.benchmark import BenchmarkPlan, BenchmarkRun, finished_run
    from quintet.agents.chat_models import model_of

    if page is not None and not Path(page).absolute().parent.is_dir():
        raise ValueError(f"the page {page!r} cannot be written: its folder is missing")
    answering = model_of(model, name, temperature, seconds)
    games = game or tuple(registry.game_ids())
    asked = games, task, count, retries, not hide_moves, rules, opponent, seed, board, picture, limit
    plan = BenchmarkPlan(*asked)  # type: ignore[arg-type]
    others = [finished_run(Path(other)) for other in beside]
    label = name or model
    path = Path(work if work is not None else f"benchmark-{re.sub('[^A-Za-z0-9]+', '-', label).strip('-')}.jsonl")
    stopping = waiting.stoppable(sys.stderr, f"The same command goes on from here: the answers are in {path}.")
    with stopping, BenchmarkRun(path, plan, label) as run, waiting.progress(sys.stderr) as report:
        results = run.ask(answering, parallel, partial(report, "items"), waiting.NAME)
    runs = [(label, plan, results), *others]
    if page is not None:
        files.save(Path(page), benchmark_report.page(runs, price))
    if json:
        print(json_text.dumps(benchmark_report.as_json(plan, label, results)))
        return 0
    print(benchmark_report.text(runs))
    print(benchmark_report.tokens(results, price))
    print(f"The answers are in {path}" + (f", and with every conversation in {page}." if page else "."))
    return 0
