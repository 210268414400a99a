"""A game at this keyboard: between people, engines, or both."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any

from textual.binding import Binding

from quintet.core import sentences
from quintet.core.types import Player
from quintet.players.who import HUMAN, display_name
from quintet.protocols.external_engines import Forfeit
from quintet.terminal.app import dialogs
from quintet.terminal.app.search_thread import SearchThread, Wanted
from quintet.terminal.app.settings import SPEEDS, AppSettings
from quintet.terminal.app.study_screen import MEMORY_MB, StudyScreen
from quintet.terminal.local_game import LocalGame

PAUSE = 0.4
"""Seconds between two moves where engines play each other."""


class GameScreen(StudyScreen[None]):
    """Plays one game at a time; a new game between the same players replaces it."""

    BINDINGS = [
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo"),
        Binding("p", "pause", "Pause"),
        Binding("x", "switch", "Switch sides"),
        Binding("n", "again", "New game, same players"),
        Binding("R", "resign", "Resign"),
        Binding("D", "draw", "Offer a draw"),
    ]

    def __init__(self, local: LocalGame, settings: AppSettings, color: bool, *, questions: bool = False) -> None:
        self.local, self.players, self.paused = local, SearchThread(), False
        self.asks_names = questions and local.whos == (HUMAN, HUMAN) and not local.match.ply
        """Whether two people are asked for their names, and offered the rules, before the game."""
        local.memory_mb = MEMORY_MB
        self.result_words = ""
        """What is said of the results file."""
        super().__init__(local.match, settings, color, local.save.seed)

    def on_unmount(self) -> None:
        self.players.close()
        self.local.close()

    def begin(self) -> None:
        super().begin()
        if self.asks_names:
            self._ask_names()

    def _ask_names(self) -> None:
        from quintet.terminal.app.form import Form

        game, position = self.game, self.match.position
        names = [*self.settings.names.split(","), ""]
        order = "moves first", "moves second"
        fields = {
            f"{game.color(position, player).title}, your name": (names[player].strip(), order[player])
            for player in Player
        }

        def take(answers: dict[str, str]) -> None:
            self.local.name_people(list(answers.values()))
            self.settings.keep_names(list(answers.values()))

        def asked(answers: dict[str, str] | None) -> None:
            self.action_leave() if answers is None else self.go_on()

        form = Form(
            f"{game.title} for two",
            fields,
            take,
            take="Play",
            back=self.behind,
            other=("Read the rules", self.action_rules),
        )
        self.ask(form, asked)

    @property
    def near(self) -> Player:
        return self.local.near

    @property
    def is_turn_of_person(self) -> bool:
        return self.local.is_turn_of_person

    @property
    def has_cursor(self) -> bool:
        """Also while an engine thinks: a person goes to the next place meanwhile."""
        return self.is_live and self.match.outcome is None and HUMAN in self.local.whos

    def turn_words(self) -> str:
        match = self.match
        if match.outcome:
            return f"{self.result_words} n for a new game".strip()
        paused = "paused, p goes on" if self.paused else ""
        whose = "is thinking" if self.thinking is not None else "to move"
        return f"{self.label(match.to_move)} {paused or whose}"

    def label(self, player: Player) -> str:
        """Who a sentence is about: ``Ada (Black)``, ``Learner (level 3)``."""
        name, color = self.match.names[player], self.game.color(self.match.position, player).title
        shown = display_name(name)
        if shown == name:
            return f"{name} ({color})"
        return shown if name not in self.match.names[player.other] else f"{color}, {shown},"

    def narration(self) -> list[str]:
        """What the last move did and, of the last one of a game, how it ended."""
        outcome = self.match.outcome
        if outcome is None or not self.is_live:
            return super().narration()
        winner = "" if outcome.winner is None else self.label(outcome.winner)
        return [*super().narration(), f"{sentences.ending(outcome, winner)}."]

    def keys(self) -> str:
        if self.match.outcome:
            return "n new game  u undo  , . replay  l lines  s save"
        if HUMAN not in self.local.whos:
            return f"p {'go on' if self.paused else 'pause'}  , . replay  l lines  t truth  n new game"
        return "↵ play  : type  u undo  h hint  l lines  t truth  , . replay"

    # The course of the game.

    def go_on(self) -> None:
        """After any change: show it, let an engine move, follow with the analysis."""
        match = self.match
        self.thinking = None
        if match.outcome is None and not self.local.is_by_hand(match.to_move) and not self.paused:
            self._let_engine_choose()
        else:
            self.players.cancel()
        self.result_words = self.local.report() or (self.result_words if match.outcome else "")
        super().go_on()

    def _let_engine_choose(self) -> None:
        local, match = self.local, self.match
        player, ply, asked = match.to_move, match.ply, copy(match)
        engine = local.engine(player)
        self.thinking = player

        def work(wanted: Wanted) -> None:
            try:
                move = engine.choose(asked)
            except Forfeit as forfeit:
                if wanted():
                    self.call_later(self._forfeited, local, ply, str(forfeit))
                return
            except Exception as error:  # a third party's game may raise anything
                self.call_later(self._failed, f"The engine gave up: {error}")
                return
            if wanted():
                self.call_later(self._engine_moved, local, ply, move)

        self.players.ask(work, engine.stop)

    def _stands(self, local: LocalGame, ply: int) -> bool:
        """Whether the game still stands where an engine was asked."""
        return local is self.local and ply == self.match.ply and self.match.outcome is None

    def _engine_moved(self, local: LocalGame, ply: int, move: Any, has_waited: bool = False) -> None:
        if not self._stands(local, ply) or self.paused:
            return
        if self.steps:  # the animation of the last move is not over
            self.set_timer(0.05, partial(self._engine_moved, local, ply, move))
        elif HUMAN not in self.local.whos and SPEEDS[self.settings.speed] and not has_waited:
            self.set_timer(PAUSE, partial(self._engine_moved, local, ply, move, has_waited=True))
        else:
            self.choose(move)

    def _forfeited(self, local: LocalGame, ply: int, reason: str) -> None:
        if self._stands(local, ply):
            label = self.label(self.match.to_move)
            self.match.resign(self.match.to_move)
            self.local.keep()
            self.go_on()
            self.say(f"{label} {reason}, which loses the game.")

    def _failed(self, reason: str) -> None:
        self.thinking = None
        self.say(reason)
        self.draw()

    def choose(self, move: Any) -> None:
        """Play a move, save the game and animate the move."""
        self.play(move)
        trouble = self.local.keep()
        self.go_on()
        self.show_step()
        if trouble:
            self.say(trouble)

    # What a person does.

    def action_undo(self) -> None:
        self.skip()
        done = self.local.undo()
        self.viewed = None
        if HUMAN not in self.local.whos:
            self.paused = True
        self.go_on()
        if not done:
            self.say("There is no move of yours to take back.")

    def action_redo(self) -> None:
        self.skip()
        done = self.local.redo()
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
            self.local.switch_sides()
            self.go_on()

    def action_again(self) -> None:
        if self.match.outcome is None and self.match.ply:
            self.ask(dialogs.Sure("Leave this game, which is saved, for a new one?"), self._again)
        else:
            self._again(True)

    def _again(self, sure: bool | None) -> None:
        if sure:
            self.players.cancel()
            self.local.close()
            self.local, self.paused, self.thinking = self.local.again(), False, None
            self.local.memory_mb, self.result_words = MEMORY_MB, ""
            self.put(self.local.match)
            self.go_on()

    def action_resign(self) -> None:
        if self.match.outcome is None:
            self.ask(dialogs.Sure("Resign this game?"), self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure and self.match.outcome is None:
            self.local.resign()
            self.go_on()

    def action_draw(self) -> None:
        """Offer a draw: the other person agrees at the same keyboard, an engine after a short search."""
        local, match = self.local, self.match
        if match.outcome is not None or HUMAN not in local.whos:
            self.say("A draw is offered by a person, while the game goes on.")
        elif local.whos == (HUMAN, HUMAN):
            self.ask(dialogs.Sure("Do both agree to a draw?"), self._agree)
        elif not local.is_turn_of_person:
            self.say("A draw is offered when it is your turn.")
        else:
            other, ply = match.to_move.other, match.ply

            def answer(wanted: Wanted) -> None:
                self.call_later(self._draw_answered, local, ply, local.accepts_draw(other))

            self.players.ask(answer, local.engine(other).stop)

    def _draw_answered(self, local: LocalGame, ply: int, agreed: bool) -> None:
        if agreed and self._stands(local, ply):
            self._agree(True)
        elif self._stands(local, ply):
            self.say(f"{self.label(self.match.to_move.other)} does not agree, and the game goes on.")

    def _agree(self, sure: bool | None) -> None:
        if sure and self.match.outcome is None:
            self.local.agree_draw()
            self.go_on()
