"""Line mode: one game from the first question to the results file."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.record import checked_name
from quintet.core.types import PASS, Player
from quintet.terminal import files, line_commands, results, saves, screen, waiting
from quintet.terminal.console import Console, Leave
from quintet.terminal.seats import HUMAN, Seat, sit

T = TypeVar("T")
Clock = Callable[[], datetime]

ENDLESS = 1000
"""Moves after which two engines are stopped, if the board is not so large that it needs more."""


def new_game(console: Console, game: AnyGame, start: Any, whos: tuple[str, str], seed: int, now: Clock) -> None:
    """Offer the rules, ask for names and play; `whos` are FIRST and SECOND."""
    try:
        seats = sit(game, whos, seed)
        match = Match(game, position=start)
        if HUMAN in whos:
            _offer_rules(console, game)
            match.names = (
                _ask_name(console, match, seats, Player.FIRST),
                _ask_name(console, match, seats, Player.SECOND),
            )
        else:
            match.names = whos
    except (Leave, KeyboardInterrupt):
        console.say("No game was begun.")
        return
    match.started = now()
    Session(match, seats, console, saves.new(game.id, whos, seed, match.started), now).run()


def go_on(console: Console, match: Match, save: saves.Save, now: Clock) -> None:
    """Continue an unfinished game."""
    seats = sit(match.game, save.seats, save.seed)
    match.started = (match.started or now()).replace(tzinfo=None)
    Session(match, seats, console, save, now).run()


def _offer_rules(console: Console, game: AnyGame) -> None:
    answer = console.ask("Show the rules? [y/N] ").strip().lower()
    if answer == "quit":
        raise Leave
    if answer in ("y", "yes"):
        from quintet.terminal import rules

        rules.show(game, console.out, console.color)


def _ask_name(console: Console, match: Match, seats: tuple[Seat, Seat], player: Player) -> str:
    seat = seats[player]
    if seat.engine is not None:
        return seat.who
    color = match.game.color(match.position, player).title
    while True:
        answer = console.ask(f"Player {player + 1} ({color}), your name: ").strip()
        if answer.lower() == "quit":
            raise Leave
        try:
            return checked_name(answer) if answer else seat.name(player)
        except ValueError as error:
            console.say(f"Sorry, {error}.")


@dataclass
class Session:
    """A game that is being played."""

    match: Match
    seats: tuple[Seat, Seat]
    """Of FIRST and SECOND."""
    console: Console
    save: saves.Save
    now: Clock
    folder: Path = field(default_factory=Path)
    """Where the results file goes."""
    kept: bool = True
    """Whether the game as it stands is on disk."""
    narrow: bool = False
    """Whether the person was told that the window is too narrow."""

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        console, match = self.console, self.match
        try:
            self.keep()
            console.say(f"\n{match.game.title}: {' against '.join(self._colors())}.")
            if match.outcome is None and any(seat.engine is None for seat in self.seats):
                console.say(f"Type a move like {match.legal()[0]}, or help.")
            self.show()
            while match.outcome is None:
                self._turn()
            self._finish()
        except (Leave, KeyboardInterrupt):
            self._leave()

    def show(self) -> None:
        """The board and the score, with an empty line around them."""
        dots = self.match.outcome is None and self.seats[self.match.to_move].engine is None
        shown = screen.whole(self.match, self.console.color, dots)
        if self.console.screen and not self.narrow:
            columns, needed = shutil.get_terminal_size().columns, screen.width(shown)
            if needed > columns:
                self.narrow = True
                self.console.say(f"This board needs a window of {needed} columns, and yours has {columns}.")
        self.console.say(f"\n{shown}\n")

    def _turn(self) -> None:
        """One move of whoever is to move, or one command of a person."""
        player = self.match.to_move
        if self.seats[player].engine is None:
            typed = self.console.ask(screen.prompt(self.match)).strip()
            move = line_commands.obey_or_read(self, typed)
        else:
            self._stop_endless()
            move = str(self.choice(player))
            self.console.say(f"{screen.label(self.match, player)} plays {move}.")
        if move is not None:
            self.play(move)

    def choice(self, player: Player) -> Any:
        """The move of the engine in a seat."""
        engine = self.seats[player].engine
        assert engine is not None
        return self.wait(engine.choose, engine.stop, f"{self.match.names[player]} is thinking")

    def wait(self, think: Callable[[Any], T], stop: Callable[[], None], words: str) -> T:
        """Let an engine think about the position, with a word on a terminal."""
        out = self.console.out if self.console.screen else None
        return waiting.wait(lambda: think(self.match.position), words, out, stop)

    def play(self, move: str) -> None:
        """Play a move, or say why it is refused."""
        match = self.match
        mover, colors = match.to_move, self._colors()
        try:
            match.play(move)
        except ValueError as error:
            self.console.say(f"Sorry, {error}.")
            return
        self.keep()
        self.show()
        if self._colors() != colors:
            self.console.say(f"The colours change: now it is {' against '.join(self._colors())}.")
        if match.outcome:
            return
        if match.to_move is mover:
            self.console.say(f"{screen.label(match, mover.other)} misses a turn.")
        self.say_if_forced()

    def say_if_forced(self) -> None:
        """A person who can only pass is told so."""
        player = self.match.to_move
        if self.seats[player].engine is None and self.match.legal() == [str(PASS)]:
            self.console.say(f"{screen.label(self.match, player)} has no other move: type {PASS}.")

    def _colors(self) -> list[str]:
        return [screen.label(self.match, player) for player in Player]

    def _stop_endless(self) -> None:
        """Two engines could go on for ever in a game that has no end of its own."""
        limit = max(ENDLESS, 4 * len(self.match.game.layout().spots))
        if self.match.ply >= limit and all(seat.engine is not None for seat in self.seats):
            self.console.say(f"After {limit} moves there is still no end, so the engines stop here.")
            raise Leave

    def keep(self) -> None:
        """Save the game as it stands; the first time that fails the person is told."""
        try:
            self.save.keep(self.match)
            self.kept = True
        except OSError as error:
            if self.kept:
                self.console.say(f"This game cannot be saved in {self.save.path.parent}: {files.reason(error)}.")
            self.kept = False

    def _leave(self) -> None:
        if self.match.outcome is None:  # Ctrl-C may have come between a move and its saving
            self.keep()
        if self.kept:
            self.console.say("\nThe game is saved. To continue it: quintet play --resume")
        else:
            self.console.say("\nThe game is not saved.")

    def _finish(self) -> None:
        """Say who won and write it down."""
        match, console = self.match, self.console
        match.finished = self.now()
        outcome, scores = match.outcome, results.final_scores(match)
        assert outcome is not None
        console.say(f"Game over: {outcome.reason}{f', {scores[0]}:{scores[1]}' if scores else ''}.")
        if outcome.winner is None:
            console.say("It is a draw.")
        else:
            namesakes = match.names[0] == match.names[1]
            name = screen.label(match, outcome.winner) if namesakes else match.names[outcome.winner]
            console.say(f"The winner is {name}{f' with score {scores[outcome.winner]}' if scores else ''}.")
        try:
            path = results.write(match, screen.own_board(match), self.folder)
            console.say(f"The result is in {path.name}.")
        except OSError as error:
            console.say(f"The result cannot be written to {match.game.id}-results.txt: {files.reason(error)}.")
        self.save.drop()
