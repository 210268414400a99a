"""Lessons: stories to play in. ``<id>.lesson`` beside a game's module has them, or else the examples of its rules.

A chapter is a story. Its boards are shown one after the other; where it asks, the learner's own move leads on. A story
that asks nothing asks for its last move, so that every game with worked examples has a lesson. The last chapter is a
game against the easiest opponent.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache

from quintet.core import registry
from quintet.core.game import AnyGame, refusal, spec
from quintet.core.match import Match
from quintet.core.story import Story, moves_and_words, stories, tell, worked_examples
from quintet.render.narration import move_by_move, step_words

LEVEL = 1
"""Of the opponent in the last chapter."""
BEGINNING = "This is where it begins."
"""Said of a first board of which the story says nothing."""
HINT_AFTER = 2
"""Wrong tries before the hint."""


@dataclass(frozen=True)
class Prompt:
    """What the learner is to play."""

    words: str
    answers: tuple[str, ...]
    hint: str
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Why some legal moves, or with ``any`` all others, are not what is asked for."""

    def why_not(self, match: Match, text: str) -> str | None:
        """Why a move does not answer, in a sentence; ``None`` where it does."""
        if text in self.answers:
            return None
        if text not in match.legal():
            return f"{refusal(match.game, match.position, text).reason}."
        usual = f"{text} is allowed, but it is not what is asked for here."
        return self.wrong.get(text) or self.wrong.get("any", usual)


@dataclass(frozen=True)
class Step:
    """A board with what is said about it."""

    words: str
    match: Match
    prompt: Prompt | None = None


@dataclass(frozen=True)
class Chapter:
    """A story, or at the end of a lesson the position of a game to play."""

    title: str
    steps: tuple[Step, ...]
    finish: bool = False
    """Whether the learner plays on from its last board."""


@dataclass(frozen=True)
class Lesson:
    """Of one game."""

    game: AnyGame
    chapters: tuple[Chapter, ...]


def lesson(game_id: str) -> Lesson:
    """The lesson of a game; every game has one."""
    return _lesson(registry.game_class(game_id))


@cache
def _lesson(cls: type[AnyGame]) -> Lesson:
    game = registry.load(cls.id)
    path = registry.data_file(cls, "lesson")
    told = stories(path.read_text(encoding="utf-8")) if path is not None else None
    chapters = [chapter(_asking(story)) for story in told or worked_examples(game.rules)]
    if not any(chapter.finish for chapter in chapters):
        chapters.append(chapter(Story("A whole game", (f"game {spec(game)}", "finish Now play a game to its end."))))
    return Lesson(game, tuple(chapters))


def _asking(story: Story) -> Story:
    """The story itself if it asks for something, else with its last move asked for."""
    steps = list(move_by_move(story).steps)
    verbs = [step.partition(" ")[0] for step in steps]
    if "ask" in verbs or "finish" in verbs or "play" not in verbs:
        return Story(story.title, tuple(steps))
    last = len(verbs) - 1 - verbs[::-1].index("play")
    move = steps[last].partition(" ")[2]
    steps[last] = f"ask {move}, Play {move}."
    return Story(story.title, tuple(steps))


def chapter(story: Story) -> Chapter:
    """A story as boards; FalseStory where it claims what is not true."""
    steps: list[Step] = []
    hint, wrong = "", dict[str, str]()
    finish = False
    for told, match in tell(story):
        verb, _, rest = told.partition(" ")
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
            steps.append(Step("", copy(match)))
            hint, wrong = "", {}
        elif verb in ("say", "finish"):
            steps[-1] = _saying(steps[-1], rest)
            finish = finish or verb == "finish"
        elif verb in ("game", "position") and steps and not steps[-1].match.moves and not steps[-1].words:
            steps[-1] = Step("", copy(match))
        elif verb in ("game", "position", "play", "undo"):
            steps.append(Step("" if verb == "game" else step_words(told, match), copy(match)))
        elif verb in ("refuse", "outcome"):
            steps[-1] = _saying(steps[-1], step_words(told, match))
    if not steps[0].words and steps[0].prompt is None:
        steps[0] = _saying(steps[0], BEGINNING)
    return Chapter(story.title, tuple(steps), finish)


def _saying(step: Step, words: str) -> Step:
    return replace(step, words=f"{step.words} {words}".strip())
