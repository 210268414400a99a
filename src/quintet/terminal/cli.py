"""The `quintet` command: what can be typed after its name."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, CycloptsError, Parameter

from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.core.types import UnknownGame
from quintet.terminal.arena import arena
from quintet.terminal.errors import misspelled_game, sentence
from quintet.terminal.flags import Command, check_short_flags, find_game, spelled_out, with_flags
from quintet.terminal.learn import learn

if TYPE_CHECKING:
    from quintet.terminal import saves

# Everything else is imported by the command that needs it, so that small commands start fast.

ABOUT = """One home for two-player abstract games: play them, read their rules, ask an engine.

`quintet` alone opens the app; `quintet --plain` asks what to play, a line at a time.
A GAME is a name such as those that `quintet games` lists, with or without
options: `name` or `name(option=value,...)`; `quintet play GAME --help` shows the options of that game as flags.
"""

SWITCH: Any = {"negative": (), "show_default": False}
"""A flag that is there or not."""
Spec = Annotated[str, Parameter(help="a game, with or without options: name or name(option=value,...)")]
Position = Annotated[str | None, Parameter(help="the position as text, instead of the start")]
Json = Annotated[bool, Parameter(help="one JSON object instead of text", **SWITCH)]
Plain = Annotated[bool, Parameter(help="no colours, a line at a time", **SWITCH)]
LONGEST = 500
"""A message on standard error is cut after this many characters."""
WHO = "human, level:1 to level:10, random, or a program: ugi:COMMAND, gtp:COMMAND or nboard:COMMAND"


def play(
    game: Annotated[str | None, Parameter(help="a game, with or without options; left out, you are asked")] = None,
    /,
    *,
    black: Annotated[str | None, Parameter(help=f"who starts as Black: {WHO} (default human)")] = None,
    white: Annotated[str | None, Parameter(help=f"who starts as White: {WHO} (default human)")] = None,
    position: Position = None,
    resume: Annotated[bool, Parameter(help="continue an unfinished game, the last unless --which", **SWITCH)] = False,
    from_: Annotated[Path | None, Parameter(name="--from", help="continue the game in a file")] = None,
    which: Annotated[int | None, Parameter(help="which game of the file, or of `quintet games saved`")] = None,
    names: Annotated[str | None, Parameter(help="who plays, with a comma between: Ada,Ben")] = None,
    no_questions: Annotated[bool, Parameter(help="ask for moves and for nothing else", **SWITCH)] = False,
    plain: Plain = False,
    app: Annotated[bool, Parameter(help="in the full-screen app, with board and mouse", **SWITCH)] = False,
    seed: Annotated[int | None, Parameter(help="makes the engines' choices repeatable")] = None,
    **options: str | bool,
) -> None:
    """Play a game in this terminal, against a person or an engine."""
    from quintet.terminal import begin
    from quintet.terminal.console import standard
    from quintet.terminal.seats import read_names, read_who

    if resume and (position is not None or options or seed is not None):
        raise ValueError("--resume continues a game as it is: expected no position, seed or options with it")
    if from_ is not None and (game is not None or resume or position is not None or options):
        raise ValueError("--from continues a game as it is: expected no GAME, position or options with it")
    if game is None and position is not None:
        raise ValueError("--position needs a GAME, got none")
    if which is not None and not resume and from_ is None:
        raise ValueError("--which needs --resume or --from, got neither")
    people = None if names is None else read_names(names)
    if people is None and no_questions:
        people = ()
    black_who = None if black is None else read_who(black, "--black")
    white_who = None if white is None else read_who(white, "--white")
    if app:
        taken = _taken(game, resume, from_, which)
        begin.in_app(game, options, black_who, white_who, position, seed, taken, people)
        return
    console = standard(plain)
    with contextlib.suppress(KeyboardInterrupt):  # a second Ctrl-C, while the first is being dealt with
        if resume and which is None and begin.is_choice(console, game):
            which = begin.choose_saved(console)
        if resume or from_ is not None:
            taken = _taken(game, resume, from_, which)
            assert taken is not None
            begin.resume(console, taken, black_who, white_who)
        elif game is None:
            begin.ask(console, black_who, white_who, seed, people)
        else:
            begin.new(console, registry.load(game, **options), black_who, white_who, position, seed, people)


def _taken(game: str | None, resume: bool, source: Path | None, which: int | None) -> saves.Saved | None:
    """The game that is to be continued, if one is."""
    from quintet.terminal import begin

    if source is not None:
        return begin.from_file(source, which)
    return begin.saved(game, which) if resume else None


def games(
    what: Annotated[Literal["saved"] | None, Parameter(help="the games that you have not finished instead")] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the games and their options, or the games that you have not finished."""
    from quintet.terminal import listing

    if what == "saved":
        listing.saved(json=json)
    else:
        listing.games(json=json)


def rules(game: Spec, /) -> None:
    """Explain a game, with worked examples."""
    from quintet.terminal import rules as rules_text

    rules_text.page(registry.load(game))


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
    from quintet.terminal import study

    loaded = registry.load(game, **options)
    study.perft(loaded, position, depth, rules=rules, divided=divide, json=json)


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
    from quintet.terminal import gamefile, study

    if gamefile.is_file(game):
        if position is not None or options:
            raise ValueError("a file has its own game and position: expected no position or options with it")
        loaded, position = study.position_in_file(Path(game), ply, which)
    else:
        if ply is not None or which is not None:
            raise ValueError(f"--{'ply' if ply is not None else 'which'} needs a file, got the game {game}")
        loaded = registry.load(game, **options)
    study.analyze(loaded, position, seconds=seconds, nodes=nodes, depth=depth, lines=lines, json=json)


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
    from quintet.terminal import problems, solving

    if file is not None and position is not None:
        raise ValueError("expected --position or --file, got both")
    if file is not None and result_only:
        raise ValueError("expected --file or --result-only, got both: problems ask for the best moves")
    loaded = registry.load(game, **options)
    request = solving.SolveRequest(solving.SECONDS if seconds is None else seconds, threads, memory_mb, result_only)
    if file is not None:
        return problems.solve(loaded, Path(file), request, json=json)
    return solving.solve(loaded, position, request, json=json)


def bench(
    game: Annotated[str | None, Parameter(help="one game; all games if left out")] = None, /, *, json: Json = False
) -> None:
    """Measure the fast engines: fixed positions, fixed nodes, one thread."""
    from quintet.terminal import study

    study.bench(
        [registry.load(game)] if game else [registry.load(game_id) for game_id in registry.game_ids()], json=json
    )


def levels(
    game: Spec,
    /,
    *,
    tune: Annotated[bool, Parameter(help="find settings at even steps of strength", **SWITCH)] = False,
    measure: Annotated[bool, Parameter(help="let the levels meet, and store their ratings", **SWITCH)] = False,
    games: Annotated[int, Parameter(help="games of each pairing")] = 40,
    top_games: Annotated[int, Parameter(help="games of each pairing of the highest levels")] = 12,
    most: Annotated[int, Parameter(help="nodes a move of level 9, for --tune")] = 131_072,
    workers: Annotated[int | None, Parameter(help="games at a time (default: one for each core)")] = None,
    out: Annotated[str, Parameter(help="the folder of the games; what is there is gone on with")] = ".",
    json: Json = False,
) -> int:
    """Show the levels of a game, their names and their strength; or measure them."""
    from quintet.terminal import levels as showing

    return showing.show_or_measure(game, tune, measure, games, top_games, most, workers, out, json)


def lesson(
    game: Spec,
    /,
    *,
    chapter: Annotated[int | None, Parameter(help="begin with this one instead of where you left it")] = None,
    plain: Annotated[bool, Parameter(help="no colours", **SWITCH)] = False,
) -> None:
    """Learn a game by playing: five minutes, then a little game against the easiest opponent."""
    from quintet.terminal import lesson as teaching
    from quintet.terminal.console import standard

    with contextlib.suppress(KeyboardInterrupt):  # a second Ctrl-C, while the first is being dealt with
        teaching.show(standard(plain), game, chapter)


def puzzle(
    game: Annotated[str | None, Parameter(help="a game; any if left out")] = None,
    /,
    *,
    theme: Annotated[Literal["win", "hold", "margin"] | None, Parameter(help="what is to be found")] = None,
    id: Annotated[str | None, Parameter(help="this very puzzle")] = None,
    plain: Annotated[bool, Parameter(help="no colours", **SWITCH)] = False,
) -> None:
    """Solve puzzles: positions in which exactly one move is right."""
    from quintet.terminal import puzzle as solving
    from quintet.terminal.console import standard

    with contextlib.suppress(KeyboardInterrupt):
        solving.show(standard(plain), game, theme, id)


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
    from quintet.study.collecting import Plan
    from quintet.terminal import puzzles as collected

    if do == "make":
        plan = Plan(spec(registry.load(game)), games, count, nodes, (weakest, strongest), seed)
        return collected.make(plan, work, workers, cluster)
    return collected.check(game) if do == "check" else collected.listing(game)


def show(
    record: Annotated[Path, Parameter(help="the file of a game, in any format that `quintet convert` reads")],
    /,
    *,
    which: Annotated[int | None, Parameter(help="which game of the file")] = None,
    ply: Annotated[int | None, Parameter(help="the board after this many moves instead of the last")] = None,
    boards: Annotated[bool, Parameter(help="every board of the game", **SWITCH)] = False,
    json: Json = False,
) -> None:
    """Show a recorded game: players, moves, board and result."""
    from quintet.terminal import listing

    listing.show(record, which, ply, boards, json=json)


def picture(
    game: Spec,
    position: Annotated[str, Parameter(help="the position as text; start is the first one")],
    out: Annotated[Path, Parameter(help="the file to write: .svg or .png")],
    /,
    **options: str | bool,
) -> None:
    """Draw a position into a file."""
    from quintet.terminal import picture as drawing

    drawing.write(registry.load(game, **options), position, out)


def convert(
    source: Annotated[Path, Parameter(name="IN", help="a file of games: .sgf, .ggf, .wtb, .txt, .obf or .quintet")],
    target: Annotated[Path, Parameter(name="OUT", help="the file to write: one of these, or .pgn for results")],
    /,
) -> int:
    """Convert games from one file format to another."""
    from quintet.terminal import convert as converting

    return converting.convert(source, target)


def ugi(game: Spec, /, **options: str | bool) -> None:
    """Be an engine for boards that speak UGI, on standard input and output."""
    from quintet.terminal import protocols

    protocols.ugi(registry.load(game, **options))


def gtp(
    game: Spec,
    /,
    *,
    level: Annotated[int, Parameter(help="how well to play: 1 to 10")] = 10,
    seed: Annotated[int, Parameter(help="makes its choices repeatable")] = 0,
    **options: str | bool,
) -> None:
    """Be an engine for boards that speak GTP, such as GoGui, on standard input and output."""
    from quintet.terminal import protocols

    protocols.gtp(registry.load(game, **options), level, seed)


def nboard() -> None:
    """Be an engine for Othello boards that speak NBoard's protocol, on standard input and output."""
    from quintet.terminal import protocols

    protocols.nboard()


def check(
    module: Annotated[str, Parameter(name="MODULE", help="a file, a module, or a game that is installed")],
    /,
    *specs: Annotated[str, Parameter(help="the game with options, quoted; without any the standard one")],
) -> int:
    """Hold the laws of a game against one of your own, and say which it breaks and where."""
    from quintet.terminal import check as checking

    return checking.check_games(module, specs)


def serve(
    *,
    host: Annotated[str, Parameter(help="the address to listen on; 0.0.0.0 lets others in")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="the port to listen on; 0 takes any that is free")] = 8017,
    database: Annotated[str | None, Parameter(help="sqlite:///FILE or postgresql://HOST/NAME")] = None,
    redis: Annotated[str | None, Parameter(help="keep several servers in step through this Redis")] = None,
    metrics_token: Annotated[
        str | None,
        Parameter(help="Bearer token (or QUINTET_METRICS_TOKEN) for /metrics; without one only this machine reads it"),
    ] = None,
    processes: Annotated[int, Parameter(help="how many processes serve it; more than one needs PostgreSQL")] = 1,
    cluster: Annotated[str | None, Parameter(help="HOST:PORT of a Ray cluster where engines search")] = None,
) -> int:
    """Serve the site: play, watch and study in a browser."""
    from quintet.terminal import serving

    return serving.serve(host, port, database, redis, metrics_token, processes, cluster)


def backup(
    file: Annotated[str, Parameter(help="where the copy goes; must not exist")],
    /,
    *,
    database: Annotated[str | None, Parameter(help="sqlite:///FILE, instead of the one in your data folder")] = None,
) -> None:
    """Copy the site's database, also while the site runs."""
    from quintet.terminal import serving

    serving.backup(file, database)


def admin(
    do: Annotated[
        Literal["matches", "end", "close", "ban", "unban", "reports", "settle", "erase", "prune", "ratings", "queue"],
        Parameter(
            help="list matches, end one, close an account, ban an address, list reported lines of chat, settle or "
            "erase one, let old things go, count ratings"
        ),
    ],
    subject: Annotated[str | None, Parameter(help="a status, a match, an account, an address or MATCH/LINE")] = None,
    /,
    *,
    days: Annotated[float, Parameter(help="prune: what nobody has touched for so long")] = 30,
    hours: Annotated[float, Parameter(help="ban: for how long")] = 24,
    reason: Annotated[str, Parameter(help="end and ban: why; players see it")] = "ended by the operator",
    database: Annotated[str | None, Parameter(help="sqlite:///FILE or postgresql://HOST/NAME")] = None,
    site: Annotated[str, Parameter(help="queue: where the site runs")] = "http://127.0.0.1:8017",
) -> None:
    """Look after the site's database, also while the site runs."""
    from quintet.terminal import serving

    serving.admin(do, subject, days, hours, reason, database, site)


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="for which shell")],
    /,
    *,
    install: Annotated[bool, Parameter(help="put it where the shell looks for it", **SWITCH)] = False,
) -> None:
    """Print a script that completes this command in your shell, or install it."""
    from quintet.terminal import shells

    app = build(None, choices=registry.game_ids())
    if install:
        shells.install(app, shell)
    else:
        print(app.generate_completion(shell=shell))


COMMANDS: dict[str, Command] = {
    "play": play,
    "games": games,
    "rules": rules,
    "lesson": lesson,
    "puzzle": puzzle,
    "perft": perft,
    "analyze": analyze,
    "solve": solve,
    "bench": bench,
    "arena": arena,
    "levels": levels,
    "learn": learn,
    "puzzles": puzzles,
    "show": show,
    "picture": picture,
    "convert": convert,
    "ugi": ugi,
    "gtp": gtp,
    "nboard": nboard,
    "check": check,
    "serve": serve,
    "backup": backup,
    "admin": admin,
    "completion": completion,
}


def menu(*, plain: Plain = False) -> None:
    """Open the app, or ask what to play where there is no terminal for it."""
    from quintet.terminal.console import whole_screen

    if whole_screen() and not plain:
        from quintet.terminal.app.main import run

        run()
    else:
        play(plain=plain)


def version() -> str:
    from quintet import __version__

    return f"quintet {__version__}"


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
        if list(tokens[:1]) == ["play"]:
            check_short_flags(tokens, game)
        status = app(spelled, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return _refuse(sentence(error, list(COMMANDS)))
    except UnknownGame as error:
        return _refuse(misspelled_game(error))
    except ValueError as error:
        return _refuse(str(error))
    return status if isinstance(status, int) else 0


def _refuse(reason: str) -> int:
    words = " ".join(reason.split()).rstrip(".")
    end = "" if words.endswith("?") else "."
    print(f"quintet: {words if len(words) <= LONGEST else words[:LONGEST] + '...'}{end}", file=sys.stderr)
    return 2


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. A class of its own because `python -m` remembers a plain KeyboardInterrupt that passes through `exec`,
    as it does while a module with dataclasses is imported, and dies of the signal though it was dealt with."""


def _interrupt(number: int, frame: object) -> None:
    raise Interrupted


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point: never a traceback for what a caller did, and silence when the reader has gone."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller closed it
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
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
    from quintet.terminal import waiting

    if waiting.unfinished():  # a search that nobody waits for any more must not hold up the exit
        sys.stdout.flush()
        os._exit(status)
    return status
