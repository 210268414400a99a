"""A lesson in the app: chapters of boards, words and moves that are asked for."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any

from textual.binding import Binding

from quintet.core.types import Player
from quintet.players.who import HUMAN, Who
from quintet.study.lesson import LEVEL, Lesson, LessonSession
from quintet.terminal import learner_progress, local_game
from quintet.terminal.app.settings import AppSettings
from quintet.terminal.app.teaching_screen import TeachingScreen


class LessonScreen(TeachingScreen):
    """One step of one chapter; chapters that are done are stored where line mode stores them."""

    BINDINGS = [
        Binding("h", "hint", "Hint"),
        Binding("n", "chapter(1)", "Next chapter"),
        Binding("b", "chapter(-1)", "Chapter before"),
    ]

    def __init__(self, lesson: Lesson, settings: AppSettings, color: bool) -> None:
        done = learner_progress.chapters_done(lesson.game.id)
        self.session = LessonSession(lesson, done, partial(learner_progress.keep_chapters, lesson.game.id))
        super().__init__(copy(self.session.step.match), settings, color)

    @property
    def is_turn_of_person(self) -> bool:
        return self.session.step.prompt is not None and self.match.outcome is None

    def begin(self) -> None:
        self._show()

    def turn_words(self) -> str:
        if self.session.step.prompt is not None:
            return "Your move"
        return "Enter begins the game" if self._game_is_next else "Enter goes on"

    def keys(self) -> str:
        prompted = "↵ play  h hint" if self.session.step.prompt is not None else "↵ go on"
        return f"{prompted}  n next chapter  b chapter before"

    @property
    def _game_is_next(self) -> bool:
        return self.session.chapter.finish and self.session.is_last_step

    def _show(self) -> None:
        """The step as it stands."""
        session, prompt = self.session, self.session.step.prompt
        heading = f"{session.number + 1} of {len(session.lesson.chapters)}. {session.chapter.title}"
        self.tell(heading, session.step.words, prompt.words if prompt else "", session.said)
        self.go_on()

    def _put_step(self) -> None:
        self.put(copy(self.session.step.match))
        self.fit()
        self._show()

    # What a person does.

    def choose(self, move: Any) -> None:
        if not self.session.answer(str(move)):
            self._show()
            return
        self.play(move)
        self._show()
        self.show_step()

    def action_press(self) -> None:
        if self.session.step.prompt is not None:
            super().action_press()
        elif self.steps:
            self.skip()
            self.draw()
        elif self._game_is_next:
            self._play_a_game()
        else:
            self.session.advance()
            self._put_step()
            if self.session.trouble:
                self.say(self.session.trouble)

    def action_hint(self) -> None:
        self.session.hint()
        self._show()

    def action_chapter(self, by: int) -> None:
        self.session.go_to(self.session.number + by)
        self._put_step()

    def _play_a_game(self) -> None:
        """The game at the end, with the learner to move."""
        from quintet.terminal.app.game_screen import GameScreen

        self.session.finish_chapter()
        engine = Who("level", LEVEL)
        whos = (HUMAN, engine) if self.match.to_move is Player.FIRST else (engine, HUMAN)
        names = local_game.names_for(whos, self.settings.names.split(","))
        game = local_game.begin(self.game, self.match.position, whos, names)
        self.app.switch_screen(GameScreen(game, self.settings, self.color))
