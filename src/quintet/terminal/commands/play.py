"""``quintet play`` and ``quintet watch``: a game in this terminal, or a match on a site."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quintet.core import registry
from quintet.terminal.commands.shared_flags import Plain, Position, flag, switch

if TYPE_CHECKING:
    from quintet.terminal import saves

Token = Annotated[str | None, flag("--server: of your account; - asks for it; or set QUINTET_TOKEN")]
WHO = "human, level:1 to level:10, random, or a program: ugi:COMMAND, gtp:COMMAND or nboard:COMMAND"


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
    private: Annotated[bool, switch("--server: only for whoever has the address")] = False,
    clock: Annotated[str | None, flag("--server: minutes+seconds a move, like 5+3")] = None,
    **options: str | bool,
) -> None:
    """Play a game in this terminal, against a person or an engine, here or on a site."""
    from quintet.terminal import start_game
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
    if server is not None:
        from quintet.terminal.online import start_match as online

        if position is not None or resume or from_ is not None or seed is not None:
            raise ValueError(
                "--server plays a match of the site: expected no position, seed, --resume or --from with it"
            )
        loaded = None if game is None else registry.load(game, **options)
        online.play(server, token, loaded, (black_who, white_who), people, private, clock, plain)
        return
    if token is not None or private or clock is not None:
        raise ValueError("--token, --private and --clock are for a match on a site: expected --server with them")
    if app:
        taken = _taken(game, resume, from_, which)
        start_game.in_app(game, options, black_who, white_who, position, seed, taken, people)
        return
    console = standard(plain)
    with contextlib.suppress(KeyboardInterrupt):  # a second Ctrl-C, while the first is being dealt with
        if resume and which is None and start_game.is_choice(console, game):
            which = start_game.choose_saved(console)
        if resume or from_ is not None:
            taken = _taken(game, resume, from_, which)
            assert taken is not None
            start_game.resume(console, taken, black_who, white_who)
        elif game is None:
            start_game.ask(console, black_who, white_who, seed, people)
        else:
            start_game.new(console, registry.load(game, **options), black_who, white_who, position, seed, people)


def _taken(game: str | None, resume: bool, source: Path | None, which: int | None) -> saves.Saved | None:
    """The game that is to be continued, if one is."""
    from quintet.terminal import start_game

    if source is not None:
        return start_game.from_file(source, which)
    return start_game.saved(game, which) if resume else None


def menu(*, plain: Plain = False) -> None:
    """Open the app, or ask what to play where there is no terminal for it."""
    play(plain=plain)  # terminal/cli.py has opened the app where there is one


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
