"""``quintet learn``: weights for a game's kernel from its own games, and a match that decides whether they are used."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from quintet.terminal import plots
from quintet.terminal.commands.shared_flags import flag
from quintet.terminal.waiting import progress, stoppable

if TYPE_CHECKING:
    from quintet.arena.sprt import Verdict
    from quintet.compute import Pool
    from quintet.engine.limits import TimeControl
    from quintet.learn.patterns import PhaseError
    from quintet.learn.prior import BoardError

MATCH = (0.0, 20.0)
"""The hypotheses of the match in normalised Elo: no better than the current weights, or better by 20."""
BAR = 40


def learn(
    game: Annotated[str, flag("a game whose kernel lists patterns or features of moves")],
    /,
    *,
    games: Annotated[
        int | None,
        flag("games of a generation, three times as many from the third on (default 30000); about moves 150 a board"),
    ] = None,
    generations: Annotated[
        int | None, flag("each plays with what the one before it learned (default 4; about moves 3)")
    ] = None,
    depth: Annotated[int, flag("of the search that plays, two more in the third generation, then four")] = 4,
    exact: Annotated[
        int, flag("so many moves before the end the solver plays, two more in the second generation, then four")
    ] = 12,
    start: Annotated[str | None, flag("a file of weights to start from, instead of from nothing")] = None,
    seed: Annotated[int, flag("of everything")] = 0,
    folder: Annotated[str | None, flag("where samples and weights are kept (default GAME-learning)")] = None,
    workers: Annotated[int | None, flag("processes that play (default: one for each core)")] = None,
    cluster: Annotated[str | None, flag("play on a Ray cluster: HOST:PORT, ray://HOST:PORT or auto")] = None,
    match_games: Annotated[int, flag("the most games of the match that decides; 0: no match")] = 400,
    match_cpu: Annotated[float, flag("seconds of processor time a move of the match")] = 0.1,
    out: Annotated[str | None, flag("the file to replace if the match is won (default: the game's own)")] = None,
    plot: Annotated[str | None, flag("draw its errors: a file .svg, .png or .html (needs matplotlib)")] = None,
) -> int:
    """Learn a game from its own games; stopped at any time, the same command goes on."""
    from quintet.compute import open_pool
    from quintet.core import registry
    from quintet.engine import weights
    from quintet.engine.bounds import number
    from quintet.engine.limits import TimeControl
    from quintet.learn.patterns import PatternLearning, PatternPlan, learner_of, make_plan
    from quintet.learn.prior import PriorLearning, PriorPlan, is_about_moves, make_prior_plan
    from quintet.learn.run_folder import RunFolder

    plots.check("--plot", plot)
    loaded = registry.load(game)
    begun: weights.File | None = None
    curves: dict[int, list[tuple[str, float]]] = {}
    plan: PatternPlan | PriorPlan
    if is_about_moves(loaded):
        if start is not None:
            raise ValueError(f"{loaded.id} learns a prior over moves from nothing: expected no --start, got {start!r}")
        games, generations = 150 if games is None else games, 3 if generations is None else generations
        plan = make_prior_plan(game, games, generations, seed)
    else:
        games, generations = 30_000 if games is None else games, 4 if generations is None else generations
        if start is not None:
            begun = weights.read_for(Path(start), loaded.id, learner_of(loaded))
        plan = make_plan(game, games, generations, seed, depth, exact, begun)
    target = Path(out) if out is not None else registry.beside(type(loaded), "weights")
    if match_games and (match_games < 2 or match_games % 2):
        raise ValueError(f"match-games must be 0 or an even number, got {match_games}")
    limit = TimeControl(cpu=number("--match-cpu", match_cpu))
    if target is not None and not target.parent.is_dir():
        raise ValueError(f"--out must be a file in a folder that is there, got {str(target)!r}")
    place = Path(folder if folder is not None else f"{loaded.id}-learning").absolute()
    if match_games and "," in f"{place}{target}":
        raise ValueError(f"the folder of a match must have no comma in its name, got {str(place)!r}")
    with stoppable(), open_pool(workers, cluster) as pool, RunFolder[Any](place, plan) as run:
        with progress() as report:
            if isinstance(run.plan, PriorPlan):
                for generation, board_errors in PriorLearning(run, pool, report).run():
                    print(f"Generation {generation}\n{_foretold(board_errors)}", flush=True)
                    curves[generation] = [(error.board, error.surprise) for error in board_errors]
            else:
                learning = PatternLearning(run, pool, os.cpu_count() or 1, report, begun)
                for generation, errors in learning.run():
                    print(f"Generation {generation}\n{_curve(errors)}", flush=True)
                    curves[generation] = [(str(error.phase + 1), error.mean) for error in errors if error.held_out]
        if plot is not None:
            _plot(plot, loaded.id, curves, "surprise" if isinstance(run.plan, PriorPlan) else "mean error")
        candidate = run.weights(generation)
        print(f"Learned: {candidate}", flush=True)
        if not match_games or target is None:
            return 0
        verdict = _match(plan.game, candidate, target, match_games, limit, seed, pool, place)
        if verdict.accepted == "elo1":
            weights.write(target, weights.read(candidate))
            print(f"The match is won (LLR {verdict.llr:.2f}): {target} is replaced.")
        else:
            print(f"The match is not won (LLR {verdict.llr:.2f}): {target} stays as it is.")
    return 0


def _plot(name: str, game: str, curves: dict[int, list[tuple[str, float]]], what: str) -> None:
    """What was learned: the error on held-out positions, a curve for each generation."""
    parts = "board" if what == "surprise" else "phase"

    def draw(axes: Any) -> None:
        for generation, errors in curves.items():
            axes.plot([part for part, _ in errors], [error for _, error in errors], "o-", label=str(generation))
        axes.set_xlabel(parts)
        axes.set_ylabel(f"{what}, held-out positions")
        axes.legend(title="generation")

    rows = [[str(number), part, f"{error:.3f}"] for number, errors in curves.items() for part, error in errors]
    plots.write(name, f"Learning {game}", draw, ("generation", parts, what), rows)


def _match(
    spec: str, candidate: Path, target: Path, games: int, limit: TimeControl, seed: int, pool: Pool, place: Path
) -> Verdict:
    """Play new weights against the current ones, or against the hand-written evaluation if there are none."""
    from quintet.arena.openings import OpeningSettings
    from quintet.arena.plan import ArenaPlan
    from quintet.arena.sprt import Sprt
    from quintet.arena.summary import summarise
    from quintet.arena.tournament import Store, Tournament

    current = str(target.absolute()) if target.is_file() else "none"
    plan = ArenaPlan(
        spec,
        (f"engine:weights={candidate}", f"engine:weights={current}"),
        games=games,
        limit=limit,
        drawing=OpeningSettings(plies=8),
        seed=seed,
        sprt=Sprt(*MATCH),
    )
    path = place / "match.jsonl"
    with Store(path, plan, path.exists()) as store:
        running = Tournament(store, pool)

        def score() -> str:
            """How many games the new weights won, drew and lost; a truncated game counts as drawn."""
            standings = {standing.name: standing for standing in summarise(plan, store.results).standings}
            own = standings[plan.names[0]]
            return f"+{own.wins} ={own.draws + own.truncated} -{own.losses}"

        with progress() as report:
            report("games of the match", len(store.results), games)
            for _ in running.run():
                report("games of the match", len(store.results), games, score())
        if running.failed:
            raise ValueError(f"the match could not be played: {next(iter(running.failed.values()))}")
        print(f"Match against {current}: {score()}")
        assert running.verdict is not None
        return running.verdict


def _curve(errors: list[PhaseError]) -> str:
    """The error on held-out positions, phase by phase, with a bar for each, and how values swing with the depth."""
    largest = max((error.mean for error in errors), default=0.0) or 1.0
    lines = ["phase  positions  held out   swing  mean error"]
    for error in errors:
        mean = f"{error.mean:.2f}" if error.held_out else "unknown"
        swing = "unknown" if error.swing is None else f"{error.swing:+.2f}"
        bar = "#" * round(BAR * error.mean / largest)
        lines.append(
            f"{error.phase + 1:5}  {error.samples:9}  {error.held_out:8} {swing:>7}  {mean:>10}  {bar}".rstrip()
        )
    return "\n".join(lines)


def _foretold(errors: list[BoardError]) -> str:
    """How well the prior predicts held-out searches, board by board."""
    lines = ["board                positions  held out  surprise  best move first"]
    for error in errors:
        lines.append(
            f"{error.board:20} {error.samples:9}  {error.held_out:8}  {error.surprise:8.3f}  {error.best_first:15.1%}"
        )
    return "\n".join(lines)
