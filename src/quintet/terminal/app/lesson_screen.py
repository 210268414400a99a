"""A lesson in the app: chapters of boards, words and moves that are asked for."""

from __future__ import annotations

from copy import copy
from typing import Any

from textual.binding import Binding

from quintet.core.types import Player
from quintet.players.who import HUMAN, Who
from quintet.study.lesson import HINT_AFTER, LEVEL, Chapter, Lesson, Step
from quintet.terminal import learner_progress, local_game, seats
from quintet.terminal.app.settings import AppSettings
from quintet.terminal.app.teaching_screen import TeachingScreen


class LessonScreen(TeachingScreen):
    """One step of one chapter is shown; what is done is kept where line mode keeps it."""

    BINDINGS = [
        Binding("h", "hint", "Hint"),
        Binding("n", "chapter(1)", "Next chapter"),
        Binding("b", "chapter(-1)", "Chapter before"),
    ]
    KEYS = "? help  q shelf  ↵ play or go on  h hint  n next chapter  b chapter before"

    def __init__(self, lesson: Lesson, settings: AppSettings, color: bool) -> None:
        self.lesson, self.at, self.wrong = lesson, 0, 0
        done = learner_progress.chapters_done(lesson.game.id)
        self.number = done if done < len(lesson.chapters) else 0
        self.said = ""
        """The answer to the last move."""
        super().__init__(copy(self.step.match), settings, color)

    @property
    def chapter(self) -> Chapter:
        return self.lesson.chapters[self.number]

    @property
    def step(self) -> Step:
        return self.chapter.steps[self.at]

    @property
    def is_turn_of_person(self) -> bool:
        return self.step.prompt is not None and self.match.outcome is None

    def begin(self) -> None:
        self._show()

    def turn_words(self) -> str:
        if self.step.prompt is not None:
            return "Your move"
        last = self.at == len(self.chapter.steps) - 1
        return "Enter begins the game" if last and self.chapter.finish else "Enter goes on"

    def _show(self) -> None:
        """The step as it stands."""
        prompt = self.step.prompt
        heading = f"{self.number + 1} of {len(self.lesson.chapters)}. {self.chapter.title}"
        self.tell(heading, self.step.words, prompt.words if prompt else "", self.said)
        self.go_on()

    def _put_step(self) -> None:
        self.said, self.wrong = "", 0
        self.put(copy(self.step.match))
        self.fit()
        self._show()

    # What a person does.

    def choose(self, move: Any) -> None:
        prompt = self.step.prompt
        assert prompt is not None
        why = prompt.why_not(self.match, str(move))
        if why is not None:
            self.wrong += 1
            self.said = f"{why} {prompt.hint}" if self.wrong >= HINT_AFTER else why
            self._show()
            return
        self.play(move)
        if self.at + 1 < len(self.chapter.steps):
            self.at, self.said, self.wrong = self.at + 1, "", 0
            self._show()
        else:
            self._next_chapter()
        if self.steps:
            self.show_step()

    def action_press(self) -> None:
        if self.step.prompt is not None:
            super().action_press()
        elif self.steps:
            self.skip()
            self.draw()
        elif self.at + 1 < len(self.chapter.steps):
            self.at += 1
            self._put_step()
        elif self.chapter.finish:
            self._play_a_game()
        else:
            self._next_chapter()

    def action_hint(self) -> None:
        if self.step.prompt is not None:
            self.said = self.step.prompt.hint
            self._show()

    def action_chapter(self, by: int) -> None:
        self.number, self.at = max(0, min(self.number + by, len(self.lesson.chapters) - 1)), 0
        self._put_step()

    def _next_chapter(self) -> None:
        trouble = self._keep()
        self.number, self.at = min(self.number + 1, len(self.lesson.chapters) - 1), 0
        self._put_step()
        if trouble:
            self.say(trouble)

    def _keep(self) -> str | None:
        done = max(learner_progress.chapters_done(self.lesson.game.id), self.number + 1)
        return learner_progress.keep_chapters(self.lesson.game.id, done)

    def _play_a_game(self) -> None:
        """The game at the end, as whoever is to move."""
        from quintet.terminal.app.game_screen import GameScreen

        self._keep()
        engine = Who("level", LEVEL)
        whos = (HUMAN, engine) if self.match.to_move is Player.FIRST else (engine, HUMAN)
        names = seats.names_for(whos, self.settings.names.split(","))
        game = local_game.begin(self.game, self.match.position, whos, names)
        self.app.switch_screen(GameScreen(game, self.settings, self.color))
