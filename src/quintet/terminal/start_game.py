"""Begins a game or continues one: what was asked for, who sits where; then line mode takes over."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from quintet.core.game import AnyGame, spec
from quintet.core.match import Match
from quintet.core.registry import load
from quintet.core.types import Color, Player
from quintet.engine.bounds import MOST_SEED
from quintet.players.who import HUMAN, Who
from quintet.terminal import listing, open_game_file, saves, seats
from quintet.terminal.console import Console, Leave, whole_screen
from quintet.terminal.line import menu, play

DRAWN_SEEDS = 2**32
"""Where no seed is asked for, one below this is drawn: short enough to type."""


def now() -> datetime:
    return datetime.now().replace(microsecond=0)


def new(
    console: Console,
    game: AnyGame,
    black: Who | None,
    white: Who | None,
    position: str | None,
    seed: int | None,
    people: Sequence[str] | None = None,
) -> None:
    """A new game, from its start or from a position."""
    start, whos = _start(game, black, white, position, seed)
    chosen = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
    play.new_game(console, game, start, whos, chosen, now, people)


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
    taken: saves.Saved | None,
    people: Sequence[str] | None,
) -> None:
    """The same in the full-screen app."""
    if not whole_screen():
        raise ValueError("--app needs a terminal that can be drawn on, and this is none")
    from quintet.terminal.app import local_game
    from quintet.terminal.app.main import run

    if taken is not None:
        _reseat_by_color(*taken, black, white)
        sitting = local_game.Sitting(*taken)
    elif wanted is None:
        run()
        return
    else:
        game = load(wanted, **options)
        start, whos = _start(game, black, white, position, seed)
        sitting = local_game.begin(game, start, whos, seats.names_for(whos, people or ()), seed)
    for player in Player:
        if not sitting.is_by_hand(player):
            sitting.engine(player)  # a program that is missing is told of here, not on the screen
    run(sitting)


def saved(wanted: str | None, which: int | None) -> saves.Saved:
    """The unfinished game played last, of any kind or of the one wanted; or one by its number in the list."""
    if which is None:
        return saves.last(None if wanted is None else spec(load(wanted)))
    paths = saves.paths()
    if not 1 <= which <= len(paths):
        raise ValueError(f"--which must be 1 to {len(paths)}, as `quintet games saved` lists them, got {which}")
    return saves.read(paths[which - 1])


def from_file(path: Path, which: int | None) -> saves.Saved:
    """A game that is to be continued from a file, which itself stays as it is."""
    match = open_game_file.read(path, which)
    if match.outcome:
        raise ValueError(f"the game in {str(path)!r} is over: {match.outcome.reason}")
    return match, saves.new(match.game.id, (HUMAN, HUMAN), secrets.randbelow(DRAWN_SEEDS), now())


def is_choice(console: Console, wanted: str | None) -> bool:
    """Whether a person is to be asked which game to continue."""
    return console.keyboard and console.screen and wanted is None and len(saves.paths()) > 1


def choose_saved(console: Console) -> int | None:
    """The number of an unfinished game."""
    listing.saved()
    most = len(saves.paths())
    while True:
        answer = menu.ask(console, f"Which one, 1 to {most}, or Enter for the last: ")
        if not answer:
            return None
        if (number := menu.number(answer, most)) is not None:
            return number
        console.say(f"Sorry, expected a number from 1 to {most}.")


def resume(console: Console, taken: saves.Saved, black: Who | None, white: Who | None) -> None:
    """Go on with a game, with other players where they are given."""
    match, save = taken
    _reseat_by_color(match, save, black, white)
    play.go_on(console, match, save, now)


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


def ask(
    console: Console, black: Who | None, white: Who | None, seed: int | None, people: Sequence[str] | None = None
) -> None:
    """The menu, then the game it leads to."""
    try:
        choice = menu.choose_game(console)
        if choice is None:
            resume(console, saves.last(), black, white)
            return
        game = menu.choose_options(console, choice)
        colors = [game.color(game.start(), player) for player in Player]
        given = {Color.BLACK: black, Color.WHITE: white}
        for color in colors:
            given[color] = given[color] or menu.choose_who(console, color, first=color is colors[0])
    except (Leave, KeyboardInterrupt):
        console.say("No game was started.")
        return
    new(console, game, given[Color.BLACK], given[Color.WHITE], None, seed, people)
