"""``quintet play`` and ``quintet watch``: a game in this terminal, or a match on a site."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quintet.core import registry
from quintet.terminal.commands.shared_flags import Plain, Position, flag, switch

if TYPE_CHECKING:
    from quintet.players.who import Who
    from quintet.terminal.local_game import LocalGame

    Whos = tuple[Who | None, Who | None]
    """Who plays Black and White, where the command line says so."""

Token = Annotated[str | None, flag("--server: of your account; - asks for it; or set QUINTET_TOKEN")]
WHO = (
    "level:1 to level:10, human, random, engine, solver, mcts:nodes=N, alphabeta:depth=N, ugi:COMMAND, gtp:COMMAND,"
    " nboard:COMMAND or module:function"
)
"""As `players.who.expected` says, which need not be imported for the help."""


def play(
    game: Annotated[str | None, flag("a game, with or without options; left out, you are asked")] = None,
    /,
    *,
    black: Annotated[str | None, flag(f"who starts as Black: {WHO} (default human)")] = None,
    white: Annotated[str | None, flag(f"who starts as White: {WHO} (default human)")] = None,
    position: Position = None,
    resume: Annotated[bool, switch("continue an unfinished game, the last unless --which")] = False,
    from_: Annotated[Path | None, Parameter(name="--from", help="continue the game in a file")] = None,
    which: Annotated[int | None, flag("which game of the file, or of `quintet games saved`")] = None,
    names: Annotated[str | None, flag("who plays, with a comma between: Ada,Ben")] = None,
    no_questions: Annotated[bool, switch("ask for moves and for nothing else")] = False,
    plain: Plain = False,
    app: Annotated[bool, switch("in the full-screen app, with board and mouse")] = False,
    seed: Annotated[int | None, flag("makes the engines' choices repeatable")] = None,
    server: Annotated[str | None, flag("on a site: its address, or that of a match to join")] = None,
    token: Token = None,
    private: Annotated[bool, switch("--server: only for those who have the address")] = False,
    clock: Annotated[str | None, flag("--server: minutes+seconds a move, like 5+3")] = None,
    **options: str | bool,
) -> None:
    """Play a game in this terminal, against a person or an engine, here or on a site.

    When a game here is over, by its rules, a resignation or an agreed draw, its result is written to a file of its own
    in the current folder: GAME-results.txt, for the next game GAME-results-2.txt, and so on.
    """
    from quintet.terminal.local_game import read_names

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
    whos = (
        None if black is None else _who(black, "--black"),
        None if white is None else _who(white, "--white"),
    )
    people_wanted = sum(who is None or who.kind == "human" for who in whos)
    if len(people or ()) > people_wanted:
        raise ValueError(f"--names is for people, and {('nobody', 'one person')[people_wanted]} plays, got {names!r}")
    loaded = None if game is None or resume else registry.load(game, **options)
    if server is not None:
        from quintet.terminal.online import start_match

        if position is not None or resume or from_ is not None or seed is not None:
            raise ValueError(
                "--server plays a match of the site: expected no position, seed, --resume or --from with it"
            )
        start_match.play(server, token, loaded, whos, people, private, clock, plain)
        return
    if token is not None or private or clock is not None:
        raise ValueError("--token, --private and --clock are for a match on a site: expected --server with them")
    from quintet.terminal import local_game

    local = None if loaded is None else local_game.new_game(loaded, *whos, position, seed, people or ())
    if from_ is not None:
        local = local_game.from_file(from_, which)
        local.reseat(*whos)
    if app:
        _open_app(_resumed(game, which, whos) if resume else local, questions=people is None and from_ is None)
        return
    from quintet.terminal import saves
    from quintet.terminal.console import standard
    from quintet.terminal.line import menu as questions
    from quintet.terminal.line.play import play_chosen

    console = standard(plain)

    def choose() -> LocalGame:
        if resume:
            is_open = which is None and game is None and console.keyboard and console.screen
            chosen = questions.choose_saved(console) if is_open and len(saves.paths()) > 1 else which
            return _resumed(game, chosen, whos)
        return local or questions.choose(console, *whos, seed, people or ())

    play_chosen(console, choose, questions=people is None and from_ is None)


def _who(text: str, flag: str) -> Who:
    """Who plays, as a flag says; a number alone is a level."""
    from quintet.players.who import parse_who

    return parse_who(f"level:{text}" if text.strip().isdecimal() else text, name=flag)


def _resumed(game: str | None, which: int | None, whos: Whos) -> LocalGame:
    """An unfinished game, with other players where they are given."""
    from quintet.terminal import saves
    from quintet.terminal.local_game import LocalGame

    local = LocalGame(*saves.choose(game, which))
    local.reseat(*whos)
    return local


def _open_app(local: LocalGame | None, *, questions: bool) -> None:
    """Open the app on a game, or on its first screen; with `questions`, ask two people for their names first."""
    from quintet.terminal.app.main import run
    from quintet.terminal.console import whole_screen

    if not whole_screen():
        raise ValueError("--app needs a terminal that can be drawn on")
    if local is not None:
        local.seat_engines()  # a program that is missing is reported here, not on the screen
    run(local, questions=questions)


def menu(*, plain: Plain = False) -> None:
    """Open the app, or ask what to play where there is no terminal for it."""
    play(plain=plain)  # terminal/cli.py opens the app at a terminal


def watch(
    url: Annotated[str, Parameter(name="URL", help="the address of a match, or of a site for a list of them")],
    /,
    *,
    token: Token = None,
    plain: Plain = False,
) -> None:
    """Follow a match on a site, from its first move to its end."""
    from quintet.terminal.online import start_match as online

    online.watch(url, token, plain)
