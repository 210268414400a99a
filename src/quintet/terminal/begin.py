"""Begins a game or continues one: what was asked for, who sits where; then line mode takes over."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from quintet.core.game import AnyGame, spec
from quintet.core.match import Match
from quintet.core.registry import load
from quintet.core.types import Color, Player
from quintet.engine import HUMAN, Who
from quintet.engine.bounds import MOST_SEED
from quintet.terminal import line_mode, menu, saves, seats
from quintet.terminal.console import Console, Leave, whole_screen

DRAWN_SEEDS = 2**32
"""Where no seed is asked for, one below this is drawn: short enough to type."""


def now() -> datetime:
    return datetime.now().replace(microsecond=0)


def new(
    console: Console, game: AnyGame, black: Who | None, white: Who | None, position: str | None, seed: int | None
) -> None:
    """A new game, from its start or from a position."""
    start, whos = _start(game, black, white, position, seed)
    chosen = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
    line_mode.new_game(console, game, start, whos, chosen, now)


def _start(
    game: AnyGame, black: Who | None, white: Who | None, position: str | None, seed: int | None
) -> tuple[Any, tuple[Who, Who]]:
    """The first position and who sits where."""
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise ValueError(f"--seed must be 0 to {MOST_SEED}, got {seed}")
    start = game.start() if position is None else game.parse(position)
    if game.outcome(start):
        raise ValueError(f"--position must be one where the game goes on, got one where it is over: {position!r}")
    return start, seats.by_color(game, start, black or HUMAN, white or HUMAN)


def in_app(
    wanted: str | None,
    options: dict[str, str | bool],
    black: Who | None,
    white: Who | None,
    position: str | None,
    seed: int | None,
    resumed: bool,
) -> None:
    """The same in the full-screen app."""
    if not whole_screen():
        raise ValueError("--app needs a terminal that can be drawn on, and this is none")
    from quintet.terminal.app import sitting
    from quintet.terminal.app.main import run

    if resumed:
        match, save = saves.last(None if wanted is None else spec(load(wanted)))
        _reseat_by_color(match, save, black, white)
        run(sitting.Sitting(match, save))
    elif wanted is None:
        run()
    else:
        game = load(wanted, **options)
        start, whos = _start(game, black, white, position, seed)
        run(sitting.begin(game, start, whos, sitting.names_for(whos, ()), seed))


def resume(console: Console, wanted: str | None, black: Who | None, white: Who | None) -> None:
    """The last unfinished game, of any kind or of the one wanted; with other players where they are given."""
    match, save = saves.last(None if wanted is None else spec(load(wanted)))
    _reseat_by_color(match, save, black, white)
    line_mode.go_on(console, match, save, now)


def _reseat_by_color(match: Match, save: saves.Save, black: Who | None, white: Who | None) -> None:
    for player in Player:
        who = black if match.game.color(match.start, player) is Color.BLACK else white
        if who is not None:
            _reseat(match, save, player, who)


def _reseat(match: Match, save: saves.Save, player: Player, who: Who) -> None:
    """Somebody else takes a seat; an engine's name comes and goes with it."""
    names, whos = list(match.names), list(save.seats)
    if who != whos[player]:
        names[player] = seats.default_name(who, player)
    whos[player] = who
    match.names = names[0], names[1]
    save.seats = whos[0], whos[1]


def ask(console: Console, black: Who | None, white: Who | None, seed: int | None) -> None:
    """The menu, then the game it leads to."""
    try:
        choice = menu.choose_game(console)
        if choice is None:
            resume(console, None, black, white)
            return
        game = menu.choose_options(console, choice)
        colors = [game.color(game.start(), player) for player in Player]
        given = {Color.BLACK: black, Color.WHITE: white}
        for color in colors:
            given[color] = given[color] or menu.choose_who(console, color, first=color is colors[0])
    except (Leave, KeyboardInterrupt):
        console.say("No game was started.")
        return
    new(console, game, given[Color.BLACK], given[Color.WHITE], None, seed)
