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
    task: Annotated[tuple[str, ...], flag("move, value, rules or play")] = ("move", "value", "rules"),
    count: Annotated[int, flag("items of each task and game")] = 20,
    name: Annotated[str | None, flag("of the model behind an address")] = None,
    temperature: Annotated[float | None, flag("of the model behind an address")] = None,
    rules: Annotated[Literal["full", "short", "none"], flag("what the model is told of them")] = "short",
    hide_moves: Annotated[bool, switch("do not show the legal moves")] = False,
    retries: Annotated[int, flag("answers after an illegal move")] = 2,
    opponent: Annotated[str, flag("of matches: level:N or random")] = "level:1",
    parallel: Annotated[int, flag("items at a time")] = 4,
    seed: Annotated[int, flag("of the items; keep it secret to hold them out")] = 0,
    price: Annotated[tuple[float, float] | None, flag("of a million tokens read, and written")] = None,
    work: Annotated[str | None, flag("the file of the run; a run that is there continues")] = None,
    page: Annotated[str | None, flag("write a page with every conversation into this file")] = None,
    json: Json = False,
) -> int:
    """Ask a language model about positions whose values are proved, about the rules, or for whole matches."""
    from quintet.agents import benchmark_report
    from quintet.agents.benchmark import BenchmarkPlan, BenchmarkRun
    from quintet.agents.chat_models import model_of

    answering = model_of(model, name, temperature)
    games = game or tuple(registry.game_ids())
    plan = BenchmarkPlan(games, task, count, retries, not hide_moves, rules, opponent, seed)  # type: ignore[arg-type]
    label = name or model
    path = Path(work if work is not None else f"benchmark-{re.sub('[^A-Za-z0-9]+', '-', label).strip('-')}.jsonl")
    try:
        with BenchmarkRun(path, plan, label) as run, waiting.progress(sys.stderr) as report:
            results = run.ask(answering, parallel, partial(report, "items"))
    except KeyboardInterrupt:
        print(f"\nStopped. The same command goes on from here: the answers are in {path}.", file=sys.stderr)
        return 130
    if page is not None:
        files.save(Path(page), benchmark_report.page(plan, label, results, price))
    if json:
        print(json_text.dumps(benchmark_report.as_json(plan, label, results)))
        return 0
    print(benchmark_report.text(results))
    print(benchmark_report.tokens(results, price))
    print(f"The answers are in {path}" + (f", and with every conversation in {page}." if page else "."))
    return 0
