"""Lessons: the stories of ``<id>.lesson`` beside a game's module, or of the examples in its rules, to play in.

A chapter is a story. Its boards are shown one after the other; where the story asks for a move, the learner makes it.
A story that asks for nothing asks for its last move, so that every game with worked examples has a lesson. The last
chapter is a game against the easiest opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache

from quintet.core import registry
from quintet.core.game import AnyGame, refusal, spec
from quintet.core.match import Match
from quintet.core.story import Story, moves_and_words, stories, tell, worked_examples
from quintet.render.match_text import move_by_move, step_words

LEVEL = 1
"""The level of the opponent in the last chapter."""
BEGINNING = "This is where it begins."
"""Said of a first board of which the story says nothing."""
HINT_AFTER = 2
"""Wrong moves before the hint."""
NOT_ASKED = "{move} is allowed, but it is not what is asked for here."
"""Said of a legal move of which the lesson says nothing."""


@dataclass(frozen=True)
class Prompt:
    """What the learner is to play."""

    words: str
    answers: tuple[str, ...]
    hint: str
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Why legal moves are not what is asked for; ``any``: all others, with ``{move}`` for the move."""

    def why_not(self, match: Match, text: str) -> str | None:
        """Why a move is not what is asked for, in a sentence; ``None`` where it is."""
        if text in self.answers:
            return None
        if text not in match.legal():
            return f"{refusal(match.game, match.position, text).reason}."
        return (self.wrong.get(text) or self.wrong.get("any", NOT_ASKED)).replace("{move}", text)


@dataclass(frozen=True)
class LessonStep:
    """A board with what is said about it."""

    words: str
    match: Match
    prompt: Prompt | None = None


@dataclass(frozen=True)
class Chapter:
    """A story, or at the end of a lesson the position of a game to play."""

    title: str
    steps: tuple[LessonStep, ...]
    finish: bool = False
    """Whether the learner plays on from its last board."""


@dataclass(frozen=True)
class Lesson:
    """The lesson of one game."""

    game: AnyGame
    chapters: tuple[Chapter, ...]


def lesson(game_id: str) -> Lesson:
    """The lesson of a game; every game has one."""
    return _lesson(registry.game_class(game_id))


@cache
def _lesson(cls: type[AnyGame]) -> Lesson:
    game = registry.load(cls.id)
    path = registry.data_file(cls, "lesson")
    written = stories(path.read_text(encoding="utf-8")) if path is not None else None
    chapters = [chapter(_asking(story)) for story in written or worked_examples(game.rules)]
    if not any(chapter.finish for chapter in chapters):
        chapters.append(chapter(Story("A whole game", (f"game {spec(game)}", "finish Now play a game to its end."))))
    return Lesson(game, tuple(chapters))


def _asking(story: Story) -> Story:
    """The story itself if it asks for a move, else the story with its last move asked for."""
    steps = list(move_by_move(story).steps)
    verbs = [step.partition(" ")[0] for step in steps]
    if "ask" in verbs or "finish" in verbs or "play" not in verbs:
        return Story(story.title, tuple(steps))
    last = len(verbs) - 1 - verbs[::-1].index("play")
    move = steps[last].partition(" ")[2]
    steps[last] = f"ask {move}, Play {move}."
    return Story(story.title, tuple(steps))


def chapter(story: Story) -> Chapter:
    """A story as boards; FalseStory where one of its claims is not true."""
    steps: list[LessonStep] = []
    hint, wrong = "", dict[str, str]()
    finish = False
    for line, match in tell(story):
        verb, _, rest = line.partition(" ")
        if verb == "hint":
            hint = rest
        elif verb == "wrong":
            moves, words = moves_and_words(rest)
            wrong |= dict.fromkeys(moves, words)
        elif verb == "ask":
            moves, words = moves_and_words(rest)
            answers = tuple(steps[-1].match.legal()) if moves == ["any"] else tuple(moves)
            hint = hint or f"Play {answers[0]}."
            steps[-1] = replace(steps[-1], prompt=Prompt(words, answers, hint, wrong))
            steps.append(LessonStep("", copy(match)))
            hint, wrong = "", {}
        elif verb in ("say", "finish"):
            steps[-1] = _saying(steps[-1], rest)
            finish = finish or verb == "finish"
        elif verb in ("game", "position") and steps and not steps[-1].match.moves and not steps[-1].words:
            steps[-1] = LessonStep("", copy(match))
        elif verb in ("game", "position", "play", "undo"):
            steps.append(LessonStep("" if verb == "game" else step_words(line, match), copy(match)))
        elif verb in ("refuse", "outcome"):
            steps[-1] = _saying(steps[-1], step_words(line, match))
    if not steps[0].words and steps[0].prompt is None:
        steps[0] = _saying(steps[0], BEGINNING)
    return Chapter(story.title, tuple(steps), finish)


def _saying(step: LessonStep, words: str) -> LessonStep:
    return replace(step, words=f"{step.words} {words}".strip())


class LessonSession:
    """Where a learner is in a lesson, and what is said to the moves."""

    def __init__(self, lesson: Lesson, done: int, keep: Callable[[int], str | None]) -> None:
        """`done` chapters were done before; `keep` stores how many are, and says in a sentence why it cannot."""
        self.lesson, self.done, self._keep = lesson, done, keep
        self.trouble: str | None = None
        """Why the chapters that are done cannot be stored."""
        self.go_to(done if done < len(lesson.chapters) else 0)

    def go_to(self, number: int) -> None:
        """Begin a chapter; the nearest one where there is none of this number."""
        self.is_over = number >= len(self.lesson.chapters)
        """Whether the learner has gone past the last chapter."""
        self.number = max(0, min(number, len(self.lesson.chapters) - 1))
        self._show(0)

    def _show(self, step_number: int) -> None:
        self.step_number, self._wrong = step_number, 0
        self.said = ""
        """The answer to the last move."""

    @property
    def chapter(self) -> Chapter:
        return self.lesson.chapters[self.number]

    @property
    def step(self) -> LessonStep:
        return self.chapter.steps[self.step_number]

    @property
    def is_last_step(self) -> bool:
        return self.step_number == len(self.chapter.steps) - 1

    def answer(self, move: str) -> bool:
        """Whether a move is what is asked for, and then the next step; else `said` tells why it is not."""
        assert self.step.prompt is not None
        why = self.step.prompt.why_not(self.step.match, move)
        if why is None:
            self.advance()
            return True
        self._wrong += 1
        self.said = f"{why} {self.step.prompt.hint}" if self._wrong >= HINT_AFTER else why
        return False

    def hint(self) -> None:
        self.said = self.step.prompt.hint if self.step.prompt else ""

    def advance(self) -> None:
        """The next step, or behind the last one the next chapter."""
        if not self.is_last_step:
            self._show(self.step_number + 1)
            return
        self.finish_chapter()
        self.go_to(self.number + 1)

    def finish_chapter(self) -> None:
        """Store that the chapter is done."""
        self.done = max(self.done, self.number + 1)
        self.trouble = self._keep(self.done)
