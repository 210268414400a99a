"""Puzzles in the app: one after the other, with the rating that line mode keeps."""

from __future__ import annotations

from typing import Any

from textual.binding import Binding

from quintet.study.puzzle import THEMES, Puzzle, attempt, explanation, reproach, task
from quintet.terminal import learner_progress
from quintet.terminal.app.settings import SPEEDS, AppSettings
from quintet.terminal.app.teaching_screen import TeachingScreen

ANSWER = 0.6
"""Seconds before an answer is played."""


class PuzzleScreen(TeachingScreen):
    """One puzzle; the next takes its place."""

    BINDINGS = [
        Binding("v", "solution", "Show the solution"),
        Binding("n", "another", "Another puzzle"),
    ]
    KEYS = "? help  q shelf  ↵ play  v solution  n another puzzle"

    def __init__(self, game_id: str | None, settings: AppSettings, color: bool) -> None:
        self.game_id, self.kept = game_id, learner_progress.standings()
        self._take(learner_progress.next_puzzle(None, game_id, None, self.kept))
        super().__init__(self.puzzle.start(), settings, color)

    def _take(self, puzzle: Puzzle) -> None:
        self.puzzle, self.played, self.is_over = puzzle, list[str](), False
        self.said = ""

    @property
    def standing(self) -> learner_progress.Standing:
        return self.kept.setdefault(self.puzzle.game_id, learner_progress.Standing())

    @property
    def is_turn_of_person(self) -> bool:
        return not self.is_over and len(self.match.moves) == len(self._after().match.moves)

    def _after(self) -> Any:
        """The puzzle after the moves so far, and the answers to them."""
        return attempt(self.puzzle, self.played)

    def begin(self) -> None:
        self._show()

    def turn_words(self) -> str:
        return "Enter or n for another puzzle" if self.is_over else "Your move" if self.is_turn_of_person else ""

    def _show(self) -> None:
        puzzle = self.puzzle
        heading = f"{self.game.title}, rated {puzzle.rating}: {THEMES[puzzle.theme].lower()}"
        asked = task(puzzle) if not self.played else "" if self.is_over else "Right. Go on."
        told = [*explanation(puzzle), self.standing.words] if self.is_over else []
        self.tell(heading, asked, self.said, *told)
        self.go_on()

    def choose(self, move: Any) -> None:
        tried = attempt(self.puzzle, [*self.played, str(move)])
        if tried.wrong is not None:
            self._settle(False)
            self.said = f"{reproach(self.puzzle, tried.wrong)} Try another."
            self._show()
            return
        self.played.append(str(move))
        self.said = ""
        self.play(move)
        if tried.done:
            self._settle(True)
            self._end("That is it.")
        else:
            self._show()
            self.set_timer(ANSWER if SPEEDS[self.settings.speed] else 0.001, self._answer)
        if self.steps:
            self.show_step()

    def _answer(self) -> None:
        """What the other side plays."""
        wanted = self._after().match.moves
        if self.is_over or len(self.match.moves) >= len(wanted):
            return
        self.play(wanted[len(self.match.moves)])
        if len(self.match.moves) < len(wanted):
            self.set_timer(ANSWER, self._answer)
        self._show()
        if self.steps:
            self.show_step()

    def _settle(self, solved: bool) -> None:
        self.standing.settle(self.puzzle, solved)
        if trouble := learner_progress.keep_standings(self.kept):
            self.say(trouble)

    def _end(self, said: str) -> None:
        self.is_over, self.said = True, said
        self._show()

    # What a person does.

    def action_press(self) -> None:
        if self.is_over:
            self.action_another()
        else:
            super().action_press()

    def action_solution(self) -> None:
        """Give up: the line is played, and can be replayed."""
        if not self.is_over:
            self._settle(False)
            self.skip()
            match = self.puzzle.start()
            for move in self.puzzle.line:
                match.play(move)
            self.put(match)
            self._end("This is how it goes; , and . replay it.")

    def action_another(self) -> None:
        if not self.is_over:
            self._settle(False)
        self._take(learner_progress.next_puzzle(None, self.game_id, None, self.kept))
        self.put(self.puzzle.start())
        self.fit()
        self._show()
