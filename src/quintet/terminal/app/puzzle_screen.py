"""Puzzles in the app: one after the other, with the rating that line mode stores."""

from __future__ import annotations

from typing import Any

from textual.binding import Binding

from quintet.study.puzzle import THEMES, explanation
from quintet.study.puzzle_attempt import PuzzleSession
from quintet.terminal import learner_progress
from quintet.terminal.app.settings import SPEEDS, AppSettings
from quintet.terminal.app.teaching_screen import TeachingScreen

ANSWER = 0.6
"""Seconds before the answer to a move is played."""


class PuzzleScreen(TeachingScreen):
    """One puzzle; the next takes its place."""

    BINDINGS = [
        Binding("v", "solution", "Show the solution"),
        Binding("n", "another", "Another puzzle"),
    ]

    def __init__(self, game_id: str | None, settings: AppSettings, color: bool) -> None:
        self.game_id, self.progress = game_id, learner_progress.puzzle_progress()
        self._take_next()
        super().__init__(self.session.puzzle.start(), settings, color)

    def _take_next(self) -> None:
        puzzle = learner_progress.next_puzzle(self.progress, self.game_id, None)
        self.session = PuzzleSession(puzzle, self.progress)

    @property
    def is_turn_of_person(self) -> bool:
        return not self.session.is_over and self.match.ply == self.session.attempt.match.ply

    def begin(self) -> None:
        self._show()

    def turn_words(self) -> str:
        is_over = self.session.is_over
        return "Enter or n for another puzzle" if is_over else "Your move" if self.is_turn_of_person else ""

    def keys(self) -> str:
        return "n another puzzle  , . replay" if self.session.is_over else "↵ play  v solution  n another puzzle"

    def _show(self) -> None:
        session, puzzle = self.session, self.session.puzzle
        heading = f"{self.game.title}, rated {puzzle.rating}: {THEMES[puzzle.theme].lower()}"
        closing = [*explanation(puzzle), self.progress.standing(puzzle.game_id).words] if session.is_over else []
        self.tell(heading, session.task, session.said, *closing)
        self.go_on()

    def choose(self, move: Any) -> None:
        if not self.session.play(str(move)):
            self._keep()
            self._show()
            return
        self.play(move)
        if self.session.is_over:
            self._keep()
        else:
            self.set_timer(ANSWER if SPEEDS[self.settings.speed] else 0.001, self._answer)
        self._show()
        self.show_step()

    def _answer(self) -> None:
        """Play the other side's answers."""
        expected = self.session.attempt.match.moves
        if self.session.is_over or self.match.ply >= len(expected):
            return
        self.play(expected[self.match.ply])
        if self.match.ply < len(expected):
            self.set_timer(ANSWER, self._answer)
        self._show()
        self.show_step()

    def _keep(self) -> None:
        if trouble := learner_progress.keep_puzzle_progress(self.progress):
            self.say(trouble)

    # What a person does.

    def action_press(self) -> None:
        if self.session.is_over:
            self.action_another()
        else:
            super().action_press()

    def action_solution(self) -> None:
        """Give up: the line is played, and can be replayed."""
        if not self.session.is_over:
            self.session.give_up("This is how it goes; , and . replay it.")
            self._keep()
            self.skip()
            match = self.session.puzzle.start()
            for move in self.session.puzzle.line:
                match.play(move)
            self.put(match)
            self._show()

    def action_another(self) -> None:
        if not self.session.is_over:
            self.session.give_up()
            self._keep()
        self._take_next()
        self.put(self.session.puzzle.start())
        self.fit()
        self._show()
