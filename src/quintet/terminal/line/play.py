"""Line mode: one game from the first question to the results file, a line at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.narration import named
from quintet.core.sentences import ending
from quintet.core.types import PASS, SWAP, Player
from quintet.players.who import HUMAN, RANDOM, display_name, person_name
from quintet.protocols.external_engines import Forfeit
from quintet.terminal import results, waiting
from quintet.terminal.console import YES, Console, Leave
from quintet.terminal.line import commands, instructions, screen
from quintet.terminal.local_game import LocalGame

T = TypeVar("T")
ENDLESS = 1000
"""Moves after which two engines are stopped, if the board is not so large that it needs more."""


def play_chosen(console: Console, choose: Callable[[], LocalGame], *, questions: bool = False) -> None:
    """Let the person choose a game and play it; `questions` as in `play`, where it is a new game."""
    with contextlib.suppress(KeyboardInterrupt):  # a second Ctrl-C, while the first is being dealt with
        try:
            game = choose()
        except (Leave, KeyboardInterrupt):
            console.tell("No game was started.")
            return
        play(console, game, questions=questions and not game.match.ply)


def play(console: Console, game: LocalGame, *, questions: bool = False) -> None:
    """Play a game to its end, or until the person leaves; with `questions`, offer the rules and ask for names first."""
    if any(who not in (HUMAN, RANDOM) and not who.is_program for who in game.whos):
        waiting.tell_slower_engines()
    game.seat_engines()
    try:
        if questions:
            _ask(console, game)
    except (Leave, KeyboardInterrupt):
        console.tell("No game was started.")
        return
    LineGame(console, game).play_on()


def _ask(console: Console, game: LocalGame) -> None:
    if HUMAN in game.whos:
        _offer_rules(console, game.match.game)
    first, second = (
        _ask_name(console, game, player) if game.is_by_hand(player) else game.match.names[player] for player in Player
    )
    game.match.names = first, second


def _offer_rules(console: Console, game: AnyGame) -> None:
    answer = console.ask("Show the rules? [y/N] ").strip().lower()
    if answer == "quit":
        raise Leave
    if answer in YES:
        commands.show_rules(console, game)


def _ask_name(console: Console, game: LocalGame, player: Player) -> str:
    """What a person is called; the default for Enter."""
    match = game.match
    color = match.game.color(match.position, player).title
    while True:
        answer = console.ask(f"Player {player + 1} ({color}), your name: ").strip()
        if answer.lower() == "quit":
            raise Leave
        try:
            return person_name(answer) if answer else match.names[player]
        except ValueError as error:
            console.tell(f"Sorry, {error}.")


@dataclass
class LineGame:
    """A local game with the console that shows it."""

    console: Console
    game: LocalGame

    @property
    def match(self) -> Match:
        return self.game.match

    def play_on(self) -> None:
        """Play to the end, or until the person leaves."""
        console, game, match = self.console, self.game, self.match
        try:
            self.keep()
            console.say()
            console.tell(f"{match.game.title}: {game.against}.")
            if match.outcome is None and HUMAN in game.whos:
                console.say(instructions.greeting(match.game, match.position, console.color, console.columns))
                if game.whos == (HUMAN, HUMAN):
                    console.tell(instructions.engine_hint(match.game))
            self.show()
            self.say_choices()
            while match.outcome is None:
                self._turn()
            self._finish()
        except (Leave, KeyboardInterrupt):
            self._leave()
        finally:
            game.close()

    def _turn(self) -> None:
        """One move of an engine; one move or command of a person."""
        console, match = self.console, self.match
        player = match.to_move
        if self.game.is_by_hand(player):
            if console.editor is not None:
                console.editor.words = lambda: [*match.legal(), *commands.words()]
            move = commands.obey_or_read(self, console.ask(screen.prompt(match)).strip())
        else:
            self._stop_endless()
            engine, label = self.game.engine(player), self.game.label(player)
            try:
                move = self.wait(
                    lambda: engine.choose(match), engine.stop, f"{display_name(match.names[player])} is thinking"
                )
            except Forfeit as forfeit:
                console.tell(f"{label} {forfeit}, which loses the game.")
                match.resign(player)
                return
            console.tell(f"{label} plays {named(match.game, str(move))}.")
        if move is not None:
            self._play(move)

    def _play(self, move: object) -> None:
        """Play a move or its text, or say why it is refused."""
        before, mover = self.game.against, self.match.to_move
        try:
            self.match.play(move)
        except ValueError as error:
            self.console.tell(f"Sorry, {error}.")
            return
        self.keep()
        self.show()
        self.console.tell(screen.last_move(self.match))
        if self.game.against != before:
            self.console.tell(self.game.effect(before, mover))
        self.say_choices()

    def _stop_endless(self) -> None:
        """Two engines could go on for ever in a game that has no end of its own."""
        limit = max(ENDLESS, 4 * len(self.match.game.layout().spots))
        if self.match.ply >= limit and HUMAN not in self.game.whos:
            self.console.tell(f"After {limit} moves the game is still not over, so the engines stop here.")
            raise Leave

    def show(self) -> None:
        """The board and the score, with an empty line around them."""
        self.console.say(f"\n{screen.fitting(self.match, self.console, dots=self.game.is_turn_of_person)}\n")

    def say_choices(self) -> None:
        """Tell a person who can only pass, or may change sides."""
        if not self.game.is_turn_of_person:
            return
        label, legal = self.game.label(self.match.to_move), self.match.legal()
        if legal == [str(PASS)]:
            self.console.tell(f"{label} has no other move: type {PASS}.")
        elif str(SWAP) in legal:
            self.console.tell(f"{label} may change sides instead of moving: type {SWAP}.")

    def wait(self, think: Callable[[], T], stop: Callable[[], None], words: str) -> T:
        """Wait for an engine; a terminal shows `words` meanwhile."""
        return waiting.wait(think, words, self.console.out if self.console.screen else None, stop)

    def keep(self) -> None:
        """Save the game as it stands; of several failures the first is told."""
        was_saved = self.game.is_saved
        trouble = self.game.keep()
        if trouble and was_saved:
            self.console.tell(trouble)

    def _leave(self) -> None:
        if self.match.outcome is None:  # Ctrl-C may have come between a move and its saving
            self.keep()
        if not self.match.ply:
            words = "No move was played, so nothing is saved."
        elif self.game.is_saved:
            words = "The game is saved. To continue it: quintet play --resume"
        else:
            words = "The game could not be saved."
        self.console.say()
        self.console.tell(words)

    def _finish(self) -> None:
        """Say who won and write it down."""
        match, console = self.match, self.console
        self.game.keep()  # a failure is not told: the results file has the game, too
        outcome, scores = match.outcome, results.final_scores(match)
        assert outcome is not None
        namesakes = match.names[0] == match.names[1]
        winner = outcome.winner
        name = "" if winner is None else self.game.label(winner) if namesakes else display_name(match.names[winner])
        console.tell(f"Game over. {ending(outcome, name)}.")
        if winner is not None and scores:
            console.tell(f"The winner is {name} with score {scores[winner]}.")
        console.tell(self.game.report())
