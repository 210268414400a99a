"""The `quintet` command: what can be typed after its name."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import App, CycloptsError, Parameter

from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.terminal.arena import arena
from quintet.terminal.errors import sentence
from quintet.terminal.options import Command, find_game, spelled_out, with_flags

# Everything else is imported by the command that needs it: a short command should take a short time.

ABOUT = """One home for two-player abstract games: play them, read their rules, ask an engine.

`quintet` alone asks what to play. A GAME is a name such as those that `quintet games` lists, with or without
options: `name` or `name(option=value,...)`; `quintet play GAME --help` shows the options of that game as flags.
"""

SWITCH: Any = {"negative": (), "show_default": False}
"""A flag that is there or not."""
Spec = Annotated[str, Parameter(help="a game, with or without options: name or name(option=value,...)")]
Position = Annotated[str | None, Parameter(help="the position as text, instead of the start")]
Json = Annotated[bool, Parameter(help="one JSON object instead of words", **SWITCH)]
LONGEST = 500
"""A sentence about what came is cut here, however much came."""
WHO = "human, level:1 to level:10, or random"


def play(
    game: Annotated[str | None, Parameter(help="a game, with or without options; left out, you are asked")] = None,
    /,
    *,
    black: Annotated[str | None, Parameter(help=f"who starts as Black: {WHO} (default human)")] = None,
    white: Annotated[str | None, Parameter(help=f"who starts as White: {WHO} (default human)")] = None,
    position: Position = None,
    resume: Annotated[bool, Parameter(help="continue the last unfinished game", **SWITCH)] = False,
    plain: Annotated[bool, Parameter(help="no colours", **SWITCH)] = False,
    seed: Annotated[int | None, Parameter(help="makes the engines' choices repeatable")] = None,
    **options: str | bool,
) -> None:
    """Play a game in this terminal, against a person or an engine."""
    from quintet.terminal import table
    from quintet.terminal.talk import standard

    if resume and (position is not None or options or seed is not None):
        raise ValueError("--resume continues a game as it is: expected no position, seed or options with it")
    if game is None and position is not None:
        raise ValueError("--position needs a GAME, got none")
    talk = standard(plain)
    with contextlib.suppress(KeyboardInterrupt):  # one that comes while it is leaving already
        if resume:
            table.resume(talk, game, black, white)
        elif game is None:
            table.ask(talk, black, white, seed)
        else:
            table.new(talk, registry.load(game, **options), black, white, position, seed)


def games() -> None:
    """List the games and their options."""
    from quintet.terminal import listing

    listing.games()


def rules(game: Spec, /) -> None:
    """Explain a game, with worked examples."""
    from quintet.terminal import rules as rules_text
    from quintet.terminal.talk import colorful

    rules_text.show(registry.load(game), sys.stdout, colorful(sys.stdout))


def perft(
    game: Spec,
    depth: Annotated[int, Parameter(help="how many moves deep")],
    /,
    *,
    position: Position = None,
    rules: Annotated[bool, Parameter(help="count with the Python rulebook", **SWITCH)] = False,
    divide: Annotated[bool, Parameter(help="the count behind each move, too", **SWITCH)] = False,
    json: Json = False,
    **options: str | bool,
) -> None:
    """Count the lines of play to a depth; a test of the rules."""
    from quintet.terminal import study

    loaded = registry.load(game, **options)
    study.perft(loaded, position, depth, rules=rules, divided=divide, json=json)


def analyze(
    game: Spec,
    /,
    *,
    position: Position = None,
    seconds: Annotated[float | None, Parameter(help="how long to search (default 1)")] = None,
    nodes: Annotated[int | None, Parameter(help="how many positions to search instead")] = None,
    depth: Annotated[int | None, Parameter(help="how deep to search instead")] = None,
    lines: Annotated[int, Parameter(help="how many of the best moves to show")] = 3,
    json: Json = False,
    **options: str | bool,
) -> None:
    """Ask an engine about a position."""
    from quintet.terminal import study

    loaded = registry.load(game, **options)
    study.analyze(loaded, position, seconds=seconds, nodes=nodes, depth=depth, lines=lines, json=json)


def solve(
    game: Spec,
    /,
    *,
    position: Position = None,
    file: Annotated[str | None, Parameter(help="a file of problems instead: OBF, or a position a line")] = None,
    seconds: Annotated[float | None, Parameter(help="give up after this long (default 60)")] = None,
    threads: Annotated[int, Parameter(help="how many threads")] = 1,
    memory_mb: Annotated[int, Parameter(help="how much memory, in megabytes")] = 256,
    result_only: Annotated[bool, Parameter(help="who wins is enough, and one best move: faster")] = False,
    json: Json = False,
    **options: str | bool,
) -> int:
    """Find the exact value of a position, or of every position in a file."""
    from quintet.terminal import study

    if file is not None and position is not None:
        raise ValueError("expected one of --position and --file, got both")
    if file is not None and result_only:
        raise ValueError("expected one of --file and --result-only, got both: problems are about the best moves")
    loaded = registry.load(game, **options)
    asking = study.Asking(study.SOLVE_SECONDS if seconds is None else seconds, threads, memory_mb, result_only)
    if file is not None:
        return study.solve_file(loaded, Path(file), asking, json=json)
    return study.solve(loaded, position, asking, json=json)


def bench(
    game: Annotated[str | None, Parameter(help="one game; all of them without it")] = None, /, *, json: Json = False
) -> None:
    """Measure the kernels: fixed positions, fixed nodes, one thread."""
    from quintet.terminal import study

    study.bench(
        [registry.load(game)] if game else [registry.load(game_id) for game_id in registry.game_ids()], json=json
    )


def show(
    record: Annotated[str, Parameter(help="the file of a saved game")],
    /,
    *,
    ply: Annotated[int | None, Parameter(help="the board after this many moves instead of the last")] = None,
    boards: Annotated[bool, Parameter(help="every board on the way", **SWITCH)] = False,
) -> None:
    """Show a recorded game: players, moves, board and result."""
    from quintet.terminal import listing

    listing.show(Path(record), ply, boards)


def serve(
    *,
    host: Annotated[str, Parameter(help="the address to listen on; 0.0.0.0 lets others in")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="the port to listen on; 0 takes any that is free")] = 8017,
    database: Annotated[str | None, Parameter(help="sqlite:///FILE or postgresql://HOST/NAME")] = None,
    redis: Annotated[str | None, Parameter(help="share news between servers through this Redis")] = None,
    metrics_token: Annotated[
        str | None,
        Parameter(help="Bearer token (or QUINTET_METRICS_TOKEN) for /metrics; without one only this machine reads it"),
    ] = None,
) -> int:
    """Serve the site: play, watch and study in a browser."""
    from quintet.terminal import serving

    return serving.serve(host, port, database, redis, metrics_token)


def backup(
    file: Annotated[str, Parameter(help="where the copy goes; must not exist")],
    /,
    *,
    database: Annotated[str | None, Parameter(help="sqlite:///FILE, instead of the one in your data folder")] = None,
) -> None:
    """Copy the site's database, also while the site runs."""
    from quintet.terminal import serving

    serving.backup(file, database)


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="for which shell")],
    /,
    *,
    install: Annotated[bool, Parameter(help="put it where the shell looks for it", **SWITCH)] = False,
) -> None:
    """Print a script that completes this command in your shell, or install it."""
    app = build(None, choices=registry.game_ids())
    if install:
        print(f"Installed in {app.install_completion(shell=shell)}; it works in the next shell you open.")
    else:
        print(app.generate_completion(shell=shell))


COMMANDS: dict[str, Command] = {
    "play": play,
    "games": games,
    "rules": rules,
    "perft": perft,
    "analyze": analyze,
    "solve": solve,
    "bench": bench,
    "arena": arena,
    "show": show,
    "serve": serve,
    "backup": backup,
    "completion": completion,
}


def menu() -> None:
    """Ask what to play."""
    play()


def version() -> str:
    from importlib import metadata

    return f"quintet {metadata.version('quintet')}"


def build(game: type[AnyGame] | None, choices: Sequence[str] = ()) -> App:
    """The command line with the flags of one game; `choices` are the games that a shell completes."""
    app = App(name="quintet", help=ABOUT, help_flags=["--help"], version=version, suppress_keyboard_interrupt=False)
    for name, command in COMMANDS.items():
        app.command(with_flags(command, game, choices), name=name)
    app.default(menu)
    return app


def run(tokens: Sequence[str]) -> int:
    """Do what a command line says and answer with the exit status."""
    game = find_game(tokens, COMMANDS)
    app = build(game)
    spelled = spelled_out(tokens, game)
    try:
        status = app(spelled, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return _refuse(sentence(error, list(COMMANDS)))
    except ValueError as error:
        return _refuse(str(error))
    return status if isinstance(status, int) else 0


def _refuse(reason: str) -> int:
    words = " ".join(reason.split()).rstrip(".")
    print(f"quintet: {words if len(words) <= LONGEST else words[:LONGEST] + '...'}.", file=sys.stderr)
    return 2


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. A class of its own because `python -m` remembers a plain KeyboardInterrupt that passes through `exec`,
    as it does while a module with dataclasses is imported, and dies of the signal though it was dealt with."""


def _interrupt(number: int, frame: object) -> None:
    raise Interrupted


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point: never a traceback for what a caller did, and silence when the reader has gone."""
    if sys.stdout is None:  # the caller closed it
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # boards and names need more letters than some locales have
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if arguments is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    try:
        status = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the last flush is silent too
        status = 0
    except KeyboardInterrupt:
        status = 130
    except OSError as error:
        status = _refuse(f"the output cannot be written: {error.strerror or error}")
    from quintet.terminal import thinking

    if thinking.unfinished():  # a search that nobody waits for any more must not hold up the exit
        sys.stdout.flush()
        os._exit(status)
    return status
