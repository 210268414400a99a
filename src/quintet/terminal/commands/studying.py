"""Commands that ask the rules and the engines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from quintet.core import registry
from quintet.core.game import spec
from quintet.terminal.commands.shared_flags import SWITCH, Json, Position, Spec


def perft(
    game: Spec,
    depth: Annotated[int, Parameter(help="how many moves deep")],
    /,
    *,
    position: Position = None,
    rules: Annotated[bool, Parameter(help="count with the Python rulebook", **SWITCH)] = False,
    divide: Annotated[bool, Parameter(help="also the count after each first move", **SWITCH)] = False,
    json: Json = False,
    **options: str | bool,
) -> None:
    """Count the lines of play to a depth; a test of the rules."""
    from quintet.terminal.commands import analyze

    loaded = registry.load(game, **options)
    analyze.perft(loaded, position, depth, rules=rules, divided=divide, json=json)


def analyze(
    game: Annotated[str, Parameter(help="a game, with or without options, or a file with a game")],
    /,
    *,
    position: Position = None,
    ply: Annotated[int | None, Parameter(help="the position after so many moves of the file, not its last")] = None,
    which: Annotated[int | None, Parameter(help="which game of the file")] = None,
    seconds: Annotated[float | None, Parameter(help="how long to search (default 1)")] = None,
    nodes: Annotated[int | None, Parameter(help="how many positions to search instead")] = None,
    depth: Annotated[int | None, Parameter(help="how deep to search instead")] = None,
    lines: Annotated[int, Parameter(help="how many of the best moves to show")] = 3,
    json: Json = False,
    **options: str | bool,
) -> None:
    """Ask an engine about a position, or about the game in a file."""
    from quintet.terminal import open_game_file
    from quintet.terminal.commands import analyze

    if open_game_file.is_file(game):
        if position is not None or options:
            raise ValueError("a file has its own game and position: expected no position or options with it")
        loaded, position = analyze.position_in_file(Path(game), ply, which)
    else:
        if ply is not None or which is not None:
            raise ValueError(f"--{'ply' if ply is not None else 'which'} needs a file, got the game {game}")
        loaded = registry.load(game, **options)
    analyze.analyze(loaded, position, seconds=seconds, nodes=nodes, depth=depth, lines=lines, json=json)


def solve(
    game: Spec,
    /,
    *,
    position: Position = None,
    file: Annotated[str | None, Parameter(help="a file of problems instead: OBF, or one position per line")] = None,
    seconds: Annotated[float | None, Parameter(help="give up after this long (default 60)")] = None,
    threads: Annotated[int, Parameter(help="how many threads")] = 1,
    memory_mb: Annotated[int, Parameter(help="how much memory, in megabytes")] = 256,
    result_only: Annotated[bool, Parameter(help="find only who wins and one best move: faster")] = False,
    json: Json = False,
    **options: str | bool,
) -> int:
    """Find the exact value of a position, or of every position in a file."""
    from quintet.terminal.commands import solve, solve_file

    if file is not None and position is not None:
        raise ValueError("expected --position or --file, got both")
    if file is not None and result_only:
        raise ValueError("expected --file or --result-only, got both: problems ask for the best moves")
    loaded = registry.load(game, **options)
    request = solve.SolveRequest(solve.SECONDS if seconds is None else seconds, threads, memory_mb, result_only)
    if file is not None:
        return solve_file.solve(loaded, Path(file), request, json=json)
    return solve.solve(loaded, position, request, json=json)


def bench(
    game: Annotated[str | None, Parameter(help="one game; all games if left out")] = None, /, *, json: Json = False
) -> None:
    """Measure the fast engines: fixed positions, fixed nodes, one thread."""
    from quintet.terminal.commands import analyze

    analyze.bench(
        [registry.load(game)] if game else [registry.load(game_id) for game_id in registry.game_ids()], json=json
    )


def levels(
    game: Spec,
    /,
    *,
    tune: Annotated[bool, Parameter(help="find settings at even steps of strength, and store them", **SWITCH)] = False,
    measure: Annotated[bool, Parameter(help="let the levels meet, and store their ratings", **SWITCH)] = False,
    games: Annotated[int, Parameter(help="games of each pairing")] = 40,
    top_games: Annotated[int, Parameter(help="games of each pairing of the highest levels")] = 12,
    most: Annotated[int, Parameter(help="nodes a move of level 9, for --tune")] = 131_072,
    workers: Annotated[int | None, Parameter(help="games at a time (default: one for each core)")] = None,
    out: Annotated[str, Parameter(help="the folder of the games; what is there is gone on with")] = ".",
    json: Json = False,
) -> int:
    """Show the levels of a game, their names and their strength; or measure them."""
    from quintet.terminal.commands import levels as showing

    return showing.show_or_measure(game, tune, measure, games, top_games, most, workers, out, json)


def puzzles(
    do: Annotated[Literal["make", "check", "list"], Parameter(help="make some, confirm them, or say what there is")],
    game: Spec,
    /,
    *,
    games: Annotated[int, Parameter(help="make: games between engines in which to look")] = 400,
    count: Annotated[int, Parameter(help="make: the most puzzles to keep")] = 300,
    nodes: Annotated[int, Parameter(help="make: what a proof may cost")] = 100_000,
    weakest: Annotated[int, Parameter(help="make: the lowest level that plays")] = 3,
    strongest: Annotated[int, Parameter(help="make: the highest level that plays")] = 7,
    seed: Annotated[int, Parameter(help="make: of everything")] = 0,
    work: Annotated[str | None, Parameter(help="make: the file of the run; what is there is gone on with")] = None,
    workers: Annotated[int | None, Parameter(help="make: processes (default: one for each core)")] = None,
    cluster: Annotated[str | None, Parameter(help="make: on a Ray cluster, HOST:PORT, ray://HOST:PORT or auto")] = None,
) -> int:
    """Make the puzzles of a game from positions that the solver knows, and confirm them."""
    from quintet.study.choose_puzzles import PuzzlePlan
    from quintet.terminal.commands import puzzles as collected

    if do == "make":
        plan = PuzzlePlan(spec(registry.load(game)), games, count, nodes, (weakest, strongest), seed)
        return collected.make(plan, work, workers, cluster)
    return collected.check(game) if do == "check" else collected.listing(game)
