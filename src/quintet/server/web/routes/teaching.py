"""Lessons and puzzles."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from quintet.core import registry
from quintet.core.game import spec as spec_of
from quintet.core.match import Match
from quintet.server.errors import Unknown
from quintet.server.live.boards import board_of
from quintet.server.live.timeline import Ply as Moment
from quintet.server.messages import parsing, views
from quintet.server.messages.base import Done
from quintet.server.messages.boards import Frame
from quintet.server.messages.incoming import ChaptersIn, TryIn
from quintet.server.messages.lobby import DailyOut
from quintet.server.messages.teaching import (
    ChapterOut,
    LessonLine,
    LessonOut,
    LessonsOut,
    LessonStep,
    PromptOut,
    PuzzleGame,
    PuzzleOut,
    PuzzlesOut,
    SealedOut,
    SolutionFrames,
    StandingOut,
    ThemeName,
    ThemeOut,
    TryOut,
)
from quintet.server.site import Site
from quintet.server.storage.accounts import Person
from quintet.server.storage.teaching import Settled, Standing
from quintet.server.web import static_files
from quintet.server.web.routes.dependencies import Caller, TheSite
from quintet.server.web.routes.games import summary
from quintet.server.web.sealed_answers import sealed
from quintet.server.work.cpu_budget import in_thread as ask
from quintet.study import lesson as lessons_
from quintet.study import puzzle as puzzles_
from quintet.study.lesson import Chapter, Prompt, Step
from quintet.study.puzzle import THEMES, Attempt, Puzzle

router = APIRouter(prefix="/api")
RIGHT = {True: "That is it.", False: "Right. Go on."}
"""What is said to a right move that is the last one, or that is not."""
PRICE = 100
"""Of all moves of a position, for each of its spots."""
NEAR = 12
"""The next puzzle is one of so many whose ratings are next to the caller's."""


# Lessons


@router.get("/lessons")
async def lessons(site: TheSite, me: Caller) -> LessonsOut:
    """The lessons, and how far the caller is in each."""
    done = await ask(site.teaching.chapters, me.id)
    lines = await ask(_lesson_lines)
    return LessonsOut(lessons=[line.model_copy(update={"done": done.get(line.game, 0)}) for line in lines])


def begun_lesson(site: Site, me: Person) -> LessonLine | None:
    """The lesson that the caller has begun and not finished, with the most done."""
    done = site.teaching.chapters(me.id)
    begun = [line.model_copy(update={"done": done[line.game]}) for line in _lesson_lines() if done.get(line.game)]
    return max((line for line in begun if line.done < len(line.chapters)), key=lambda line: line.done, default=None)


@lru_cache(maxsize=1)
def _lesson_lines() -> list[LessonLine]:
    return [
        LessonLine(
            game=taught.game.id,
            title=taught.game.title,
            summary=summary(taught.game.rules),
            chapters=[chapter.title for chapter in taught.chapters],
            done=0,
        )
        for taught in map(lessons_.lesson, registry.game_ids())
    ]


@router.get("/lessons/{game_id}", response_model=LessonOut)
async def lesson(game_id: str, request: Request) -> Response:
    """A lesson, whole: boards, words and what is asked for."""
    return static_files.send(request, await ask(_lesson_asset, parsing.game(game_id).id), "no-cache")


@lru_cache(maxsize=64)
def _lesson_asset(game_id: str) -> static_files.Asset:
    taught = lessons_.lesson(game_id)
    told = LessonOut(game=game_id, title=taught.game.title, chapters=[_chapter(one) for one in taught.chapters])
    return static_files.asset(told.model_dump_json().encode(), "lesson.json")


def _chapter(chapter: Chapter) -> ChapterOut:
    spec = spec_of(chapter.steps[-1].match.game)
    return ChapterOut(
        title=chapter.title,
        spec=spec,
        layout=board_of(spec).layout,
        steps=[_step(step) for step in chapter.steps],
        finish=chapter.finish,
    )


def _step(step: Step) -> LessonStep:
    view = views.board(Moment.of(step.match))
    if step.prompt is None:
        view.moves = []
    return LessonStep(words=step.words, view=view, prompt=_prompt(step.prompt, step.match))


def _prompt(prompt: Prompt | None, match: Match) -> PromptOut | None:
    if prompt is None:
        return None
    answers = [] if len(prompt.answers) == len(match.legal()) else list(prompt.answers)
    return PromptOut(words=prompt.words, answers=answers, hint=prompt.hint, wrong=dict(prompt.wrong))


@router.put("/lessons/{game_id}/chapters")
async def keep_lesson(game_id: str, wish: ChaptersIn, site: TheSite, me: Caller) -> Done:
    """The caller has done so many chapters."""
    game = parsing.game(game_id).id
    await _keep(site, me)
    await ask(site.teaching.keep_chapters, me.id, game, wish.chapters, site.hub.now())
    return Done()


async def _keep(site: Site, me: Person) -> None:
    """A visitor who does something that lasts gets a row; new ones are counted like all that is created."""
    if me.kind == "visitor" and not me.created:
        site.actions.count_creation()
        await ask(site.people.keep_visitor, me, site.hub.now())


# Puzzles


@router.get("/puzzles")
async def puzzles(site: TheSite, me: Caller) -> PuzzlesOut:
    """The puzzles of every game by theme, the one of the day, and how the caller does."""
    standings, tried = await ask(site.teaching.standings, me.id), await ask(site.teaching.tried, me.id)
    daily = await ask(_puzzle_out, _found("daily", site), standings, tried)
    games = await ask(_puzzle_games, standings, tried)
    return PuzzlesOut(date=site.today.isoformat(), daily=daily, games=games)


def _puzzle_games(standings: dict[str, Standing], tried: dict[str, bool]) -> list[PuzzleGame]:
    found = []
    for game_id in registry.game_ids():
        by_theme = {
            theme: [one for one in puzzles_.puzzles(game_id).values() if one.theme == theme] for theme in THEMES
        }
        themes = [
            ThemeOut(
                theme=theme,
                title=THEMES[theme],
                count=len(listed),
                solved=sum(tried.get(one.id, False) for one in listed),
            )
            for theme, listed in by_theme.items()
            if listed
        ]
        if themes:
            title = registry.game_class(game_id).title
            standing = _standing(standings.get(game_id, Standing()))
            found.append(PuzzleGame(game=game_id, title=title, themes=themes, standing=standing))
    return found


def daily(site: Site, me: Person) -> DailyOut | None:
    """The puzzle of the day as a card."""
    found = puzzles_.of_the_day(site.today)
    if found is None:
        return None
    match = found.start()
    return DailyOut(
        id=found.id,
        spec=found.spec,
        title=match.game.title,
        task=puzzles_.task(found),
        rating=found.rating,
        scene=match.game.scene(match.position),
        tried=site.teaching.tried(me.id).get(found.id),
    )


@router.get("/puzzles/next")
async def next_puzzle(
    site: TheSite,
    me: Caller,
    game: Annotated[str | None, Query(max_length=100)] = None,
    theme: Annotated[ThemeName | None, Query()] = None,
) -> PuzzleOut:
    """One that the caller has not tried, about as hard as they are good."""
    standings, tried = await ask(site.teaching.standings, me.id), await ask(site.teaching.tried, me.id)
    wanted = [parsing.game(game).id] if game else registry.game_ids()
    fitting = [
        one for game_id in wanted for one in puzzles_.puzzles(game_id).values() if theme is None or one.theme == theme
    ]
    if not fitting:
        raise Unknown("there are no puzzles of this kind")
    fresh = [one for one in fitting if one.id not in tried] or fitting

    def distance(puzzle: Puzzle) -> float:
        return abs(puzzle.rating - standings.get(puzzle.game_id, Standing()).rating.rating)

    found = random.choice(sorted(fresh, key=distance)[:NEAR])
    return await ask(_puzzle_out, found, standings, tried)


@router.get("/puzzles/{puzzle_id}")
async def puzzle(puzzle_id: str, site: TheSite, me: Caller) -> PuzzleOut:
    """A puzzle without its solution; `daily` is the one of the day."""
    found = _found(puzzle_id, site)
    standings, tried = await ask(site.teaching.standings, me.id), await ask(site.teaching.tried, me.id)
    return await ask(_puzzle_out, found, standings, tried)


def _found(puzzle_id: str, site: Site) -> Puzzle:
    found = puzzles_.of_the_day(site.today) if puzzle_id == "daily" else puzzles_.find(puzzle_id)
    if found is None:
        raise Unknown(f"there is no puzzle {puzzle_id[:40]!r}")
    return found


def _puzzle_out(puzzle: Puzzle, standings: dict[str, Standing], tried: dict[str, bool]) -> PuzzleOut:
    match = puzzle.start()
    return PuzzleOut(
        id=puzzle.id,
        spec=puzzle.spec,
        game=match.game.id,
        title=match.game.title,
        theme=puzzle.theme,
        theme_title=THEMES[puzzle.theme],
        task=puzzles_.task(puzzle),
        rating=puzzle.rating,
        layout=board_of(puzzle.spec).layout,
        view=views.board(Moment.of(match)),
        tried=tried.get(puzzle.id),
        standing=_standing(standings.get(puzzle.game_id, Standing())),
    )


@router.get("/puzzles/{puzzle_id}/sealed", response_model=SealedOut)
async def sealed_puzzle(puzzle_id: str, site: TheSite, request: Request) -> Response:
    """What its right moves lead to, each sealed with that move: for solving it without a connection."""
    found = _found(puzzle_id, site)
    price = PRICE * await site.rules.spots(found.spec)
    return static_files.send(request, await site.rules.run_in_thread(price, _sealed, found.id), "no-cache")


@lru_cache(maxsize=256)
def _sealed(puzzle_id: str) -> static_files.Asset:
    puzzle = puzzles_.find(puzzle_id)
    assert puzzle
    shut = []
    for ply, before, moves in puzzles_.right_moves(puzzle):
        for move in moves:
            tried = puzzles_.attempt(puzzle, [*before, move])
            told = _try_out(puzzle, tried, None, RIGHT[tried.done]).model_dump_json()
            shut.append(sealed(f"{puzzle.id} {ply} {move}", told.encode()))
    return static_files.asset(SealedOut(id=puzzle.id, sealed=shut).model_dump_json().encode(), "sealed.json")


@router.post("/puzzles/{puzzle_id}/try")
async def try_puzzle(puzzle_id: str, wish: TryIn, site: TheSite, me: Caller) -> TryOut:
    """Whether these moves are right; the answers to them are played. The first result on a puzzle counts."""
    found = _found(puzzle_id, site)
    tried = await ask(_tried, found, wish.moves)
    over = tried.done or tried.wrong is not None
    settled = await _settle(site, me, found, tried.done) if over else None
    words = RIGHT[tried.done] if tried.wrong is None else puzzles_.reproach(found, tried.wrong)
    return await ask(_try_out, found, tried, settled, words)


def _tried(puzzle: Puzzle, moves: list[str]) -> Attempt:
    with parsing.blaming_the_caller():
        return puzzles_.attempt(puzzle, moves)


@router.post("/puzzles/{puzzle_id}/solution")
async def give_up(puzzle_id: str, site: TheSite, me: Caller) -> TryOut:
    """The solution; a puzzle that was not tried before counts as missed."""
    found = _found(puzzle_id, site)
    settled = await _settle(site, me, found, False)
    return await ask(_try_out, found, Attempt(found.start(), done=True), settled, "This is how it goes.")


async def _settle(site: Site, me: Person, puzzle: Puzzle, solved: bool) -> Settled:
    await _keep(site, me)
    now = site.hub.now()
    return await ask(site.teaching.settle, me.id, puzzle.game_id, puzzle.id, puzzle.rating, solved, now)


def _try_out(puzzle: Puzzle, tried: Attempt, settled: Settled | None, words: str) -> TryOut:
    moment = Moment.of(tried.match)
    counts = settled is not None and settled.change is not None
    return TryOut(
        right=tried.wrong is None,
        done=tried.done,
        words=words,
        frames=views.frames(moment, 0)[0],
        view=views.board(moment),
        solution=_solution(puzzle) if tried.done else None,
        standing=_standing(settled.standing) if counts and settled else None,
        change=settled.change if settled else None,
    )


def _solution(puzzle: Puzzle) -> SolutionFrames:
    return SolutionFrames(
        words=puzzles_.explanation(puzzle),
        line=_line(puzzle, puzzle.line),
        trap=_line(puzzle, puzzle.trap) if puzzle.trap else [],
    )


def _line(puzzle: Puzzle, moves: tuple[str, ...]) -> list[Frame]:
    match = puzzle.start()
    for move in moves:
        match.play(move)
    return views.frames(Moment.of(match), 0)[0]


def _standing(standing: Standing) -> StandingOut:
    return StandingOut(
        rating=round(standing.rating.rating),
        provisional=standing.rating.provisional,
        tried=standing.tried,
        solved=standing.solved,
        streak=standing.streak,
        longest=standing.longest,
    )
