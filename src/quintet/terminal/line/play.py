"""Line mode: one game from the first question to the results file, a line at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.record import checked_name
from quintet.core.types import Player
from quintet.players.who import HUMAN, Who
from quintet.protocols.external_engines import Forfeit
from quintet.terminal import saves
from quintet.terminal.console import Console, Leave
from quintet.terminal.line import commands, screen
from quintet.terminal.line.session import Clock, Session
from quintet.terminal.programs import Program
from quintet.terminal.seats import Seat, default_name, names_for, sit

ENDLESS = 1000
"""Moves after which two engines are stopped, if the board is not so large that it needs more."""


def new_game(
    console: Console,
    game: AnyGame,
    start: Any,
    whos: tuple[Who, Who],
    seed: int,
    now: Clock,
    people: Sequence[str] | None = None,
) -> None:
    """Offer the rules, ask for names and play; `whos` are FIRST and SECOND. Given names, nothing is asked."""
    try:
        seats = sit(game, whos, seed)
        match = Match(game, position=start)
        if people is not None:
            match.names = names_for(whos, people)
        else:
            if HUMAN in whos:
                _offer_rules(console, game)
            first, second = (_name(console, match, seats[player], player) for player in Player)
            match.names = first, second
    except (Leave, KeyboardInterrupt):
        console.say("No game was started.")
        return
    match.started = now()
    _play_on(Session(match, seats, console, saves.new(game.id, whos, seed, match.started), now))


def go_on(console: Console, match: Match, save: saves.Save, now: Clock) -> None:
    """Continue an unfinished game."""
    seats = sit(match.game, save.seats, save.seed)
    match.started = (match.started or now()).replace(tzinfo=None)
    _play_on(Session(match, seats, console, save, now))


def _offer_rules(console: Console, game: AnyGame) -> None:
    answer = console.ask("Show the rules? [y/N] ").strip().lower()
    if answer == "quit":
        raise Leave
    if answer in ("y", "yes"):
        from quintet.terminal import rules_text

        rules_text.show(game, console.out, console.color)


def _name(console: Console, match: Match, seat: Seat, player: Player) -> str:
    """What a player is called; a person is asked."""
    if seat.engine is not None:
        return default_name(seat.who, player)
    color = match.game.color(match.position, player).title
    while True:
        answer = console.ask(f"Player {player + 1} ({color}), your name: ").strip()
        if answer.lower() == "quit":
            raise Leave
        try:
            return checked_name(answer) if answer else default_name(seat.who, player)
        except ValueError as error:
            console.say(f"Sorry, {error}.")


def _play_on(session: Session) -> None:
    """Play to the end, or until the person leaves."""
    console, match = session.console, session.match
    try:
        session.keep()
        console.say(f"\n{match.game.title}: {' against '.join(session.colors())}.")
        if match.outcome is None and any(seat.engine is None for seat in session.seats):
            console.say(f"Type a move like {match.legal()[0]}, or help.")
        session.show()
        session.say_choices()
        while match.outcome is None:
            _turn(session)
        session.finish()
    except (Leave, KeyboardInterrupt):
        session.leave()
    finally:
        for seat in session.seats:
            if isinstance(seat.engine, Program):
                seat.engine.close()


def _turn(session: Session) -> None:
    """One move of whoever is to move, or one command of a person."""
    player = session.match.to_move
    engine = session.seats[player].engine
    if engine is None:
        if session.console.editor is not None:
            session.console.editor.words = lambda: [*session.match.legal(), *commands.words()]
        typed = session.console.ask(screen.prompt(session.match)).strip()
        move = commands.obey_or_read(session, typed)
    else:
        _stop_endless(session)
        words = f"{session.match.names[player]} is thinking"
        try:
            move = session.wait(lambda _: engine.choose(session.match), engine.stop, words)
        except Forfeit as forfeit:
            session.console.say(f"{screen.label(session.match, player)} {forfeit}, which loses the game.")
            session.match.resign(player)
            return
        session.console.say(f"{screen.label(session.match, player)} plays {move}.")
    if move is not None:
        session.play(move)


def _stop_endless(session: Session) -> None:
    """Two engines could go on for ever in a game that has no end of its own."""
    limit = max(ENDLESS, 4 * len(session.match.game.layout().spots))
    if session.match.ply >= limit and all(seat.engine is not None for seat in session.seats):
        session.console.say(f"After {limit} moves the game is still not over, so the engines stop here.")
        raise Leave
