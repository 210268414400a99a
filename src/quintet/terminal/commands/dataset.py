"""``quintet dataset``: positions with exact values, in a file."""

from __future__ import annotations

import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from quintet.core import registry
from quintet.core.game import spec
from quintet.terminal import waiting
from quintet.terminal.commands.shared_flags import Spec, flag, switch


def dataset(
    game: Spec,
    /,
    *,
    count: Annotated[int, flag("positions; of a whole table the most")] = 1000,
    out: Annotated[str, flag("the file: .jsonl, .jsonl.gz or .parquet")] = "positions.jsonl",
    where: Annotated[
        tuple[str, ...], flag("a condition such as empties=12..16, ply=8..20 or moves=2..99; all must hold")
    ] = (),
    source: Annotated[
        tuple[str, ...], flag("whose games: random, level:N, human; or all positions of a small board")
    ] = ("random",),
    per_game: Annotated[int, flag("the most positions of one game")] = 1,
    nodes: Annotated[int, flag("what a proof may cost; positions that take more are left out")] = 1_000_000,
    distance: Annotated[bool, switch("also how many moves a win takes, which costs more than the rest")] = False,
    check: Annotated[int, flag("rows to prove again by another path")] = 100,
    seed: Annotated[int, flag("of everything")] = 0,
    work: Annotated[str | None, flag("the file of the run; a run that is there continues (default: OUT.run)")] = None,
    workers: Annotated[int | None, flag("processes (default: one for each core)")] = None,
    cluster: Annotated[str | None, flag("on a Ray cluster, HOST:PORT, ray://HOST:PORT or auto")] = None,
) -> int:
    """Make a data set of positions with exact values, every best move and a card that says how it was proved."""
    from quintet.compute import open_pool
    from quintet.engine.bounds import whole
    from quintet.environments import dataset_files
    from quintet.environments.dataset import DatasetPlan, DatasetRun, proved_again

    if find_spec("numpy") is None:
        raise ValueError("a data set needs numpy, which is not installed: pip install 'quintet-games[vector]'")
    path = Path(out)
    whole("check", check, 0, 1_000_000)
    dataset_files.check_name(path)
    plan = DatasetPlan(spec(registry.load(game)), count, where, source, per_game, nodes, distance, seed)
    run_path = Path(work) if work is not None else path.with_name(f"{path.name}.run")
    with waiting.stoppable(sys.stderr):
        with (
            open_pool(workers, cluster) as pool,
            DatasetRun(run_path, plan) as run,
            waiting.progress(sys.stderr) as report,
        ):
            rows = run.make(pool, partial(report, "positions"))
        sample = rows[:: max(1, len(rows) // check)][:check] if check else []
        confirmed = waiting.wait(partial(proved_again, plan, sample), "Proving some again", waiting.terminal())
    dataset_files.write(path, rows, dataset_files.card(plan, rows, run.unsolved, confirmed, len(sample)))
    run_path.unlink()
    print(f"{len(rows)} positions of {plan.spec} are in {path}, {confirmed} of {len(sample)} proved again.")
    if len(rows) < count and source != ("all",):
        print("There are no other positions of this kind.")
    if run.unsolved:
        print(f"Left out: {run.unsolved} positions whose proof takes more than {nodes} nodes (--nodes).")
    print(f"How they were made and proved is in {dataset_files.card_of(path)}.")
    return 0
