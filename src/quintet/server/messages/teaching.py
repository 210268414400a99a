"""Lessons and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Literal

from quintet.core import registry
from quintet.core.game import spec as spec_of
from quintet.render.svg.drawing import DrawnLayout
from quintet.server.live.boards import board_of
from quintet.server.live.timeline import Ply
from quintet.server.messages import views
from quintet.server.messages.base import Out
from quintet.server.messages.boards import BoardView, Frame
from quintet.server.storage.teaching import Settled
from quintet.study.daily import DailyResult, days_of, first_month, streak
from quintet.study.lesson import HINT_AFTER, LEVEL, NOT_ASKED, Chapter, Lesson, LessonStep
from quintet.study.progress import PuzzleProgress, PuzzleStanding
from quintet.study.puzzle import THEMES, Puzzle, Theme, explanation, of_the_day, puzzles, task
from quintet.study.puzzle_attempt import Attempt


class PromptOut(Out):
    """What the learner is to play."""

    words: str
    answers: list[str]
    """The right moves, first the one with which the story goes on; empty where every legal move is right."""
    hint: str
    wrong: dict[str, str]
    """Why legal moves are not what is asked for; `any`: all others, with `{move}` for the move."""


class LessonStepOut(Out):
    """A board and the words about it."""

    words: str
    view: BoardView
    """With moves only where there is a prompt."""
    prompt: PromptOut | None


class ChapterOut(Out):
    title: str
    spec: str
    layout: DrawnLayout
    steps: list[LessonStepOut]
    finish: bool
    """Whether the learner plays on from its last board, against the easiest opponent."""


class LessonOut(Out):
    game: str
    title: str
    chapters: list[ChapterOut]
    hint_after: int
    """Wrong tries before the hint is given unasked."""
    level: int
    """The level of the opponent in the last chapter."""


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


class StandingOut(Out):
    """The caller's results with the puzzles of a game."""

    rating: int
    provisional: bool
    tried: int
    solved: int
    streak: int
    """Puzzles solved in a row until now."""
    longest: int
    """The longest streak so far."""


class ThemeOut(Out):
    theme: Theme
    title: str
    count: int
    solved: int
    """How many the caller solved at the first try."""


class PuzzleGame(Out):
    """The puzzles of a game."""

    game: str
    title: str
    themes: list[ThemeOut]
    standing: StandingOut


class StreakOut(Out):
    """Days in a row whose puzzle of the day was solved on its day; days are of UTC."""

    current: int
    """Up to today, or up to yesterday while today's puzzle is open."""
    longest: int
    today: bool
    """Whether today's is solved."""


class DailyResultOut(Out):
    """What the caller made of the puzzle of the day."""

    day: str
    """Today, such as 2026-11-18."""
    misses: int
    """Wrong tries."""
    solved: bool
    streak: StreakOut


class PuzzleOut(Out):
    """A puzzle without its solution."""

    id: str
    spec: str
    game: str
    title: str
    theme: Theme
    theme_title: str
    task: str
    """`White to move: win in 3.`"""
    rating: int
    layout: DrawnLayout
    view: BoardView
    tried: bool | None
    """Whether the caller's first try, the one that counts, was right; None: there was none yet."""
    standing: StandingOut
    daily: DailyResultOut | None = None
    """Only of the puzzle of the day."""


class PuzzlesOut(Out):
    date: str
    daily: PuzzleOut
    """The puzzle of the day."""
    games: list[PuzzleGame]
    runs: RunsOut


class RunsOut(Out):
    """Three-minute runs."""

    seconds: int
    """That a run lasts."""
    misses: int
    """That end it."""
    best: int
    """The most puzzles that the caller has solved in a run of all games."""


DayResult = Literal["on the day", "solved", "missed"]
"""Solved on its day; solved at the first try, on another day; not solved at the first try."""


class CalendarDay(Out):
    """A past puzzle of the day."""

    day: str
    id: str
    title: str
    """Of its game."""
    rating: int
    result: DayResult | None
    """The caller's; None: not tried."""


class CalendarOut(Out):
    """The puzzles of the day of a month, up to today."""

    month: str
    """Such as 2026-11."""
    today: str
    first: str
    """The earliest month."""
    days: list[CalendarDay]
    streak: StreakOut


class RunOut(Out):
    """A three-minute run as it stands."""

    id: str
    game: str | None
    """None: of all games."""
    number: int
    """Puzzles that are over."""
    solved: int
    misses: int
    left: float
    """Seconds."""
    best: int
    """The most puzzles that the caller solved in another run of this kind."""
    over: bool
    puzzle: PuzzleOut | None
    """The next one; None: the run is over."""


class RunTryOut(Out):
    """The answer to a try in a run."""

    right: bool
    done: bool
    """Whether the puzzle is over."""
    answer: list[str]
    """The solver's right moves, of a puzzle that was missed."""
    frames: list[Frame]
    """From the position of the puzzle through the moves that were right and the answers to them."""
    view: BoardView
    run: RunOut


class SolutionFrames(Out):
    """The solution, sent when a puzzle is over."""

    words: list[str]
    """Sentences."""
    line: list[Frame]
    """Best play from the position of the puzzle."""
    trap: list[Frame]
    """The wrong move that tempts most and its refutation; none where nothing tempts."""


class TryOut(Out):
    """The answer to a try."""

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
    """Only where this try counted."""
    change: int | None
    """How much the rating changed."""
    daily: DailyResultOut | None = None
    """Only of the puzzle of the day."""


class SealedOut(Out):
    """A puzzle's answers, for solving it without a connection."""

    id: str
    sealed: list[str]
    """Each a TryOut that one right move opens: the key is ``id ply move``; see server/web/routes/teaching.py."""


# Messages from the values of quintet.study


def lesson_out(taught: Lesson) -> LessonOut:
    return LessonOut(
        game=taught.game.id,
        title=taught.game.title,
        chapters=[_chapter_out(chapter) for chapter in taught.chapters],
        hint_after=HINT_AFTER,
        level=LEVEL,
    )


def _chapter_out(chapter: Chapter) -> ChapterOut:
    spec = spec_of(chapter.steps[-1].match.game)
    steps = [_step_out(step) for step in chapter.steps]
    return ChapterOut(title=chapter.title, spec=spec, layout=board_of(spec).layout, steps=steps, finish=chapter.finish)


def _step_out(step: LessonStep) -> LessonStepOut:
    view, prompt = views.board(Ply.of(step.match)), step.prompt
    if prompt is None:
        view.moves = []
        return LessonStepOut(words=step.words, view=view, prompt=None)
    answers = [] if len(prompt.answers) == len(step.match.legal()) else list(prompt.answers)
    wrong = {"any": NOT_ASKED, **prompt.wrong}
    asked = PromptOut(words=prompt.words, answers=answers, hint=prompt.hint, wrong=wrong)
    return LessonStepOut(words=step.words, view=view, prompt=asked)


def puzzle_games(progress: PuzzleProgress) -> list[PuzzleGame]:
    return [
        PuzzleGame(
            game=game_id,
            title=registry.game_class(game_id).title,
            themes=themes,
            standing=_standing_out(progress.standing(game_id)),
        )
        for game_id in registry.game_ids()
        if (themes := _themes(game_id, progress))
    ]


def _themes(game_id: str, progress: PuzzleProgress) -> list[ThemeOut]:
    count, solved = Counter[Theme](), Counter[Theme]()
    for puzzle in puzzles(game_id).values():
        count[puzzle.theme] += 1
        solved[puzzle.theme] += progress.tried.get(puzzle.id) is True
    return [
        ThemeOut(theme=theme, title=title, count=count[theme], solved=solved[theme])
        for theme, title in THEMES.items()
        if count[theme]
    ]


def streak_out(dailies: Mapping[date, DailyResult], today: date) -> StreakOut:
    row = streak([day for day, result in dailies.items() if result.solved], today)
    return StreakOut(current=row.current, longest=row.longest, today=dailies.get(today, DailyResult()).solved)


def daily_out(dailies: Mapping[date, DailyResult], today: date) -> DailyResultOut:
    result = dailies.get(today, DailyResult())
    day = today.isoformat()
    return DailyResultOut(day=day, misses=result.misses, solved=result.solved, streak=streak_out(dailies, today))


def calendar_out(
    month: date, today: date, dailies: Mapping[date, DailyResult], progress: PuzzleProgress
) -> CalendarOut:
    listed = []
    for day in days_of(month, today):
        if puzzle := of_the_day(day):
            tried = progress.tried.get(puzzle.id)
            first: DayResult | None = None if tried is None else "solved" if tried else "missed"
            result: DayResult | None = "on the day" if dailies.get(day, DailyResult()).solved else first
            title = registry.game_class(puzzle.game_id).title
            row = CalendarDay(day=day.isoformat(), id=puzzle.id, title=title, rating=puzzle.rating, result=result)
            listed.append(row)
    return CalendarOut(
        month=f"{month:%Y-%m}",
        today=today.isoformat(),
        first=f"{first_month(today):%Y-%m}",
        days=listed,
        streak=streak_out(dailies, today),
    )


def puzzle_out(puzzle: Puzzle, progress: PuzzleProgress, daily: DailyResultOut | None = None) -> PuzzleOut:
    match = puzzle.start()
    return PuzzleOut(
        id=puzzle.id,
        spec=puzzle.spec,
        game=match.game.id,
        title=match.game.title,
        theme=puzzle.theme,
        theme_title=THEMES[puzzle.theme],
        task=task(puzzle),
        rating=puzzle.rating,
        layout=board_of(puzzle.spec).layout,
        view=views.board(Ply.of(match)),
        tried=progress.tried.get(puzzle.id),
        standing=_standing_out(progress.standing(puzzle.game_id)),
        daily=daily,
    )


def try_out(
    tried: Attempt, settled: Settled | None = None, words: str | None = None, daily: DailyResultOut | None = None
) -> TryOut:
    ply, puzzle = Ply.of(tried.match), tried.puzzle
    return TryOut(
        right=tried.wrong is None,
        done=tried.done,
        words=words or tried.words,
        frames=views.frames(ply, 0)[0],
        view=views.board(ply),
        solution=_solution(puzzle) if tried.done else None,
        standing=_standing_out(settled.standing) if settled else None,
        change=settled.change if settled else None,
        daily=daily,
    )


def _solution(puzzle: Puzzle) -> SolutionFrames:
    return SolutionFrames(
        words=explanation(puzzle), line=_frames(puzzle, puzzle.line), trap=_frames(puzzle, puzzle.trap)
    )


def _frames(puzzle: Puzzle, moves: tuple[str, ...]) -> list[Frame]:
    """The boards of a line from the position of a puzzle; none for no line."""
    match = puzzle.start()
    for move in moves:
        match.play(move)
    return views.frames(Ply.of(match), 0)[0] if moves else []


def _standing_out(standing: PuzzleStanding) -> StandingOut:
    rating = standing.rating
    return StandingOut(**asdict(standing) | {"rating": round(rating.rating), "provisional": rating.provisional})
