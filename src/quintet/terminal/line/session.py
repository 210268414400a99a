"""A game that is being played in a terminal: what it shows, plays, saves and writes down."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from quintet.core import files
from quintet.core.match import Match
from quintet.core.types import PASS, SWAP, Player
from quintet.terminal import results, saves, waiting
from quintet.terminal.console import Console
from quintet.terminal.line import screen
from quintet.terminal.seats import Seat

T = TypeVar("T")
Clock = Callable[[], datetime]


@dataclass
class Session:
    """A game that is being played."""

    match: Match
    seats: tuple[Seat, Seat]
    """Of FIRST and SECOND."""
    console: Console
    save: saves.Save
    now: Clock
    kept: bool = True
    """Whether the game as it stands is on disk."""
    narrow: bool = False
    """Whether the person was told that the window is too narrow."""

    def show(self) -> None:
        """The board and the score, with an empty line around them."""
        dots = self.match.outcome is None and self.seats[self.match.to_move].engine is None
        shown, missing = screen.fitting(self.match, self.console, dots)
        if missing and not self.narrow:
            self.narrow = True
            self.console.say(missing)
        self.console.say(f"\n{shown}\n")

    def wait(self, think: Callable[[Any], T], stop: Callable[[], None], words: str) -> T:
        """Let an engine think about the position, with a word on a terminal."""
        out = self.console.out if self.console.screen else None
        return waiting.wait(lambda: think(self.match.position), words, out, stop)

    def play(self, move: object) -> None:
        """Play a move or its text, or say why it is refused."""
        match = self.match
        mover, colors = match.to_move, self.colors()
        try:
            match.play(move)
        except ValueError as error:
            self.console.say(f"Sorry, {error}.")
            return
        self.keep()
        self.show()
        if self.colors() != colors:
            self.console.say(f"The colours change: now it is {' against '.join(self.colors())}.")
        if match.outcome:
            return
        if match.to_move is mover:
            self.console.say(f"{screen.label(match, mover.other)} misses a turn.")
        self.say_choices()

    def say_choices(self) -> None:
        """A person who can only pass, or may change sides, is told so."""
        if self.match.outcome or not self.is_by_hand(self.match.to_move):
            return
        label, legal = screen.label(self.match, self.match.to_move), self.match.legal()
        if legal == [str(PASS)]:
            self.console.say(f"{label} has no other move: type {PASS}.")
        elif str(SWAP) in legal:
            self.console.say(f"{label} may change sides instead of moving: type {SWAP}.")

    def is_by_hand(self, player: Player) -> bool:
        return self.seats[player].engine is None

    def colors(self) -> list[str]:
        return [screen.label(self.match, player) for player in Player]

    def keep(self) -> None:
        """Save the game as it stands; the first time that fails the person is told."""
        try:
            self.save.keep(self.match)
            self.kept = True
        except OSError as error:
            if self.kept:
                self.console.say(f"This game cannot be saved in {self.save.path.parent}: {files.reason(error)}.")
            self.kept = False

    def leave(self) -> None:
        if self.match.outcome is None:  # Ctrl-C may have come between a move and its saving
            self.keep()
        if not self.match.ply:
            self.console.say("\nNo move was played, so nothing is saved.")
        elif self.kept:
            self.console.say("\nThe game is saved. To continue it: quintet play --resume")
        else:
            self.console.say("\nThe game could not be saved.")

    def finish(self) -> None:
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
            path = results.write(match, screen.own_board(match))
            console.say(f"The result is in {path.name}.")
        except OSError as error:
            console.say(f"The result cannot be written to {match.game.id}-results.txt: {files.reason(error)}.")
        with contextlib.suppress(OSError):  # the results file tells it too
            self.save.finish(match)
