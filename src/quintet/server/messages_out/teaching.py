"""Lessons and puzzles."""

from __future__ import annotations

from typing import Literal

from quintet.render.drawing import DrawnLayout
from quintet.server.messages_out.base import Out
from quintet.server.messages_out.boards import BoardView, Frame


class PromptOut(Out):
    """What the learner is to play."""

    words: str
    answers: list[str]
    """Moves that are right, the first one as the lesson goes on; none: every legal move is."""
    hint: str
    wrong: dict[str, str]
    """Why legal moves are not what is asked for; `any`: all others, with `{move}` for the move."""


class LessonStep(Out):
    """A board with what is said about it."""

    words: str
    view: BoardView
    """Its moves only where there is a prompt."""
    prompt: PromptOut | None


class ChapterOut(Out):
    title: str
    spec: str
    layout: DrawnLayout
    steps: list[LessonStep]
    finish: bool
    """Whether the learner plays on from its last board, against the easiest opponent."""


class LessonOut(Out):
    game: str
    title: str
    chapters: list[ChapterOut]
    hint_after: int
    """Wrong tries before the hint is given unasked."""
    level: int
    """Of the opponent in the last chapter."""


class LessonLine(Out):
    """A lesson in the list."""

    game: str
    title: str
    summary: str
    chapters: list[str]
    """Their titles."""
    done: int
    """Chapters that the caller has done."""


class LessonsOut(Out):
    lessons: list[LessonLine]


ThemeName = Literal["win", "hold", "margin"]


class StandingOut(Out):
    """How the caller does with the puzzles of a game."""

    rating: int
    provisional: bool
    tried: int
    solved: int
    streak: int
    """Solved at the first try, one after the other, until now."""
    longest: int


class ThemeOut(Out):
    theme: ThemeName
    title: str
    count: int
    solved: int
    """By the caller, at the first try."""


class PuzzleGame(Out):
    """The puzzles of a game."""

    game: str
    title: str
    themes: list[ThemeOut]
    standing: StandingOut


class PuzzleOut(Out):
    """A puzzle without its solution."""

    id: str
    spec: str
    game: str
    title: str
    theme: ThemeName
    theme_title: str
    task: str
    """`White to move: win in 3.`"""
    rating: int
    layout: DrawnLayout
    view: BoardView
    tried: bool | None
    """Whether the caller's first try, the one that counts, was right; None: there was none yet."""
    standing: StandingOut


class PuzzlesOut(Out):
    date: str
    daily: PuzzleOut
    """The puzzle of the day."""
    games: list[PuzzleGame]


class SolutionFrames(Out):
    """What is told when a puzzle is over."""

    words: list[str]
    """Sentences."""
    line: list[Frame]
    """Best play from the position of the puzzle."""
    trap: list[Frame]
    """The wrong move that tempts most and its refutation; none where nothing tempts."""


class TryOut(Out):
    """What comes of a try."""

    right: bool
    done: bool
    words: str
    frames: list[Frame]
    """From the position of the puzzle through the moves that were right and the answers to them."""
    view: BoardView
    """The last of them."""
    solution: SolutionFrames | None
    """Only when the puzzle is solved or given up."""
    standing: StandingOut | None
    """Where this try has counted."""
    change: int | None
    """Of the rating."""


class SealedOut(Out):
    """A puzzle's answers, for solving it without a connection."""

    id: str
    sealed: list[str]
    """Each a TryOut that one right move opens: the key is ``id ply move``; see server/sealing.py."""
