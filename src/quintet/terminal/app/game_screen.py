"""A game at this keyboard: against an engine, another person, or two engines, and everything that can be done in it."""

from __future__ import annotations

from copy import copy
from typing import Any

from textual.binding import Binding
from textual.message import Message

from quintet.core import sentences
from quintet.core.types import Player
from quintet.players.who import HUMAN
from quintet.terminal.app import dialogs
from quintet.terminal.app.local_game import Sitting
from quintet.terminal.app.search_thread import Wanted, Worker
from quintet.terminal.app.settings import SPEEDS, Settings
from quintet.terminal.app.study_screen import StudyScreen
from quintet.terminal.line import screen

PAUSE = 0.4
"""Seconds that a move of two engines is seen."""


class GameScreen(StudyScreen[None]):
    """One game at a time; a rematch takes the place of the game before."""

    BINDINGS = [
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo"),
        Binding("p", "pause", "Pause"),
        Binding("x", "switch", "Switch sides"),
        Binding("n", "again", "New game, same players"),
        Binding("R", "resign", "Resign"),
        Binding("D", "draw", "Agree to a draw"),
    ]
    KEYS = "? help  q shelf  ↵ play  u undo  h hint  l lines  t truth  , . replay  n new"

    class Chosen(Message):
        """An engine has chosen its move."""

        def __init__(self, sitting: Sitting, ply: int, move: Any) -> None:
            super().__init__()
            self.sitting, self.ply, self.move = sitting, ply, move

    class Failed(Message):
        """A search went wrong."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def __init__(self, sitting: Sitting, settings: Settings, color: bool) -> None:
        self.sitting, self.players, self.paused = sitting, Worker(), False
        self.happened = -1, ""
        """After so many moves: what the last of them has changed, to be said before whose turn it is."""
        super().__init__(sitting.match, settings, color, sitting.save.seed)

    def on_unmount(self) -> None:
        self.players.close()

    @property
    def near(self) -> Player:
        return self.sitting.near

    @property
    def is_turn_of_person(self) -> bool:
        return self.sitting.is_turn_of_person

    def turn_words(self) -> str:
        match = self.match
        if match.outcome:
            return ending(self.sitting)
        paused = "paused, p goes on" if self.paused else ""
        whose = "is thinking" if self.thinking is not None else "to move"
        ply, happened = self.happened
        return f"{happened if ply == match.ply else ''}{screen.label(match, match.to_move)} {paused or whose}"

    # The course of the game.

    def go_on(self) -> None:
        """After any change: show it, let an engine move, follow with the analysis."""
        match = self.match
        self.thinking = None
        if match.outcome is None and not self.sitting.is_by_hand(match.to_move) and not self.paused:
            self._let_engine_choose()
        else:
            self.players.cancel()
        super().go_on()

    def _let_engine_choose(self) -> None:
        sitting, match = self.sitting, self.match
        player, ply, asked = match.to_move, match.ply, copy(match)
        engine = sitting.engine(player)
        self.thinking = player

        def work(wanted: Wanted) -> None:
            try:
                move = engine.choose(asked)
            except Exception as error:  # somebody else's game may do anything
                self.post_message(self.Failed(f"The engine gave up: {error}"))
                return
            if wanted():
                self.post_message(self.Chosen(sitting, ply, move))

        self.players.ask(work, engine.stop)

    def on_game_screen_chosen(self, message: Chosen) -> None:
        if message.sitting is not self.sitting or message.ply != self.match.ply or self.paused:
            return
        if self.steps:  # the move before is still to be seen
            self.set_timer(0.05, lambda: self.on_game_screen_chosen(message))
            return
        if HUMAN not in self.sitting.whos and SPEEDS[self.settings.speed]:
            self.set_timer(PAUSE, lambda: self._play_if(message))
        else:
            self.choose(message.move)

    def _play_if(self, message: Chosen) -> None:
        if message.sitting is self.sitting and message.ply == self.match.ply and not self.paused:
            self.choose(message.move)

    def on_game_screen_failed(self, message: Failed) -> None:
        self.thinking = None
        self.say(message.reason)
        self.draw()

    def choose(self, move: Any) -> None:
        """Play a move, write it down and show it step by step."""
        mover, colors = self.match.to_move, [screen.label(self.match, player) for player in Player]
        self.play(move)
        now = [screen.label(self.match, player) for player in Player]
        if colors != now:
            self.happened = self.match.ply, f"The colours change: {' against '.join(now)}. "
        elif self.match.to_move is mover:
            self.happened = self.match.ply, f"{now[mover.other]} misses a turn. "
        trouble = self.sitting.keep()
        self.go_on()
        if self.steps:
            self.show_step()
        if trouble:
            self.say(trouble)

    # What a person does.

    def action_undo(self) -> None:
        self.skip()
        if self.match.resigned is not None or (self.match.outcome and not self.game.outcome(self.match.position)):
            self.match.undo()  # first what was agreed or given up
            self.sitting.keep()
            done = True
        else:
            done = self.sitting.undo()
        self.viewed = None
        if HUMAN not in self.sitting.whos:
            self.paused = True
        self.go_on()
        if not done:
            self.say("There is no move of yours to take back.")

    def action_redo(self) -> None:
        self.skip()
        done = self.sitting.redo()
        self.viewed = None
        self.go_on()
        if not done:
            self.say("There is no move to play again.")

    def action_pause(self) -> None:
        self.paused = not self.paused
        self.go_on()

    def action_switch(self) -> None:
        self.skip()
        if self.match.outcome is None:
            self.sitting.switch_sides()
            self.go_on()

    def action_again(self) -> None:
        if self.match.outcome is None and self.match.ply:
            self.app.push_screen(dialogs.Sure("Leave this game, which is saved, for a new one?"), self._again)
        else:
            self._again(True)

    def _again(self, sure: bool | None) -> None:
        if sure:
            self.players.cancel()
            self.sitting, self.paused, self.thinking = self.sitting.again(), False, None
            self.put(self.sitting.match)
            self.go_on()

    def action_resign(self) -> None:
        if self.match.outcome is None:
            self.app.push_screen(dialogs.Sure("Resign this game?"), self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure and self.match.outcome is None:
            self.sitting.resign()
            self.go_on()

    def action_draw(self) -> None:
        if self.match.outcome is None and all(who == HUMAN for who in self.sitting.whos):
            self.app.push_screen(dialogs.Sure("Do both agree to a draw?"), self._agree)
        else:
            self.say("A draw is agreed between two people.")

    def _agree(self, sure: bool | None) -> None:
        if sure and self.match.outcome is None:
            self.match.agree_draw()
            self.sitting.keep()
            self.go_on()


def ending(sitting: Sitting) -> str:
    match, outcome = sitting.match, sitting.match.outcome
    assert outcome is not None
    winner = "" if outcome.winner is None else screen.label(match, outcome.winner)
    return f"{sentences.ending(outcome, winner, scores=outcome.scores)}. n for a new game"
