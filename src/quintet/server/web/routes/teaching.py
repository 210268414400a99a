"""Lessons and puzzles."""

from __future__ import annotations

import hashlib
import zlib
from base64 import b64encode
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from quintet.core import registry
from quintet.server.errors import Unknown
from quintet.server.messages import parsing
from quintet.server.messages.base import Done
from quintet.server.messages.incoming import ChaptersIn, TryIn
from quintet.server.messages.lobby import DailyOut
from quintet.server.messages.teaching import (
    CalendarOut,
    DailyResultOut,
    LessonLine,
    LessonOut,
    LessonsOut,
    PuzzleOut,
    PuzzlesOut,
    RunsOut,
    SealedOut,
    TryOut,
    calendar_out,
    daily_out,
    lesson_out,
    puzzle_games,
    puzzle_out,
    streak_out,
    try_out,
)
from quintet.server.site import Site
from quintet.server.storage.accounts import Person
from quintet.server.storage.teaching import Settled
from quintet.server.web import static_files
from quintet.server.web.routes.dependencies import Caller, TheSite
from quintet.server.web.routes.games import summary
from quintet.server.work.cpu_budget import in_thread
from quintet.study.daily import DailyResult, month_of
from quintet.study.lesson import lesson
from quintet.study.progress import PuzzleProgress
from quintet.study.puzzle import Puzzle, Theme, find, of_the_day, task
from quintet.study.puzzle_attempt import SOLUTION, Attempt, attempt, right_moves
from quintet.study.puzzle_run import MISSES, SECONDS

router = APIRouter(prefix="/api")
SEALING_COST = 100
"""The cost of sealing the answers of a puzzle, for each spot of its board."""


# Lessons


@router.get("/lessons")
async def list_lessons(site: TheSite, me: Caller) -> LessonsOut:
    """The lessons, and how far the caller is in each."""
    done = await in_thread(site.teaching.chapters, me.id)
    lines = await in_thread(lesson_lines)
    return LessonsOut(lessons=[line.model_copy(update={"done": done.get(line.game, 0)}) for line in lines])


def begun_lesson(site: Site, me: Person) -> LessonLine | None:
    """The lesson that the caller has begun and not finished; of several, the one with the most chapters done."""
    done = site.teaching.chapters(me.id)
    begun = [line.model_copy(update={"done": done[line.game]}) for line in lesson_lines() if done.get(line.game)]
    return max((line for line in begun if line.done < len(line.chapters)), key=lambda line: line.done, default=None)


@lru_cache(maxsize=1)
def lesson_lines() -> list[LessonLine]:
    return [
        LessonLine(
            game=taught.game.id,
            title=taught.game.title,
            summary=summary(taught.game.rules),
            chapters=[chapter.title for chapter in taught.chapters],
            done=0,
        )
        for taught in map(lesson, registry.game_ids())
    ]


@router.get("/lessons/{game_id}", response_model=LessonOut)
async def show_lesson(game_id: str, request: Request) -> Response:
    """A whole lesson: boards, words and what is asked for."""
    return static_files.send(request, await in_thread(lesson_asset, parsing.game(game_id).id), "no-cache")


@lru_cache(maxsize=64)
def lesson_asset(game_id: str) -> static_files.Asset:
    return static_files.asset(lesson_out(lesson(game_id)).model_dump_json().encode(), "lesson.json")


@router.put("/lessons/{game_id}/chapters")
async def keep_lesson(game_id: str, body: ChaptersIn, site: TheSite, me: Caller) -> Done:
    """Store how many chapters the caller has done."""
    game = parsing.game(game_id).id
    await site.keep_visitor(me)
    await in_thread(site.teaching.keep_chapters, me.id, game, body.chapters, site.hub.now())
    return Done()


# Puzzles


@router.get("/puzzles")
async def list_puzzles(site: TheSite, me: Caller) -> PuzzlesOut:
    """The puzzles of every game by theme, the one of the day, and how the caller does."""
    progress = await in_thread(site.teaching.progress, me.id)
    daily = await _shown(site, me, find_puzzle(site, "daily"), progress)
    games = await in_thread(puzzle_games, progress)
    runs = RunsOut(seconds=SECONDS, misses=MISSES, best=await in_thread(site.teaching.best_run, me.id, None))
    return PuzzlesOut(date=site.today.isoformat(), daily=daily, games=games, runs=runs)


@router.get("/puzzles/calendar")
async def calendar(site: TheSite, me: Caller, month: Annotated[str | None, Query(max_length=20)] = None) -> CalendarOut:
    """The puzzles of the day of a month, how the caller did, and the days in a row."""
    today = site.today
    with parsing.blaming_the_caller():
        first = month_of(month or f"{today:%Y-%m}", today)
    progress = await in_thread(site.teaching.progress, me.id)
    dailies = await in_thread(site.teaching.dailies, me.id)
    return await in_thread(calendar_out, first, today, dailies, progress)


def daily(site: Site, me: Person) -> DailyOut | None:
    """The puzzle of the day as a card."""
    puzzle = of_the_day(site.today)
    if puzzle is None:
        return None
    match = puzzle.start()
    return DailyOut(
        id=puzzle.id,
        spec=puzzle.spec,
        title=match.game.title,
        task=task(puzzle),
        rating=puzzle.rating,
        scene=match.game.scene(match.position),
        tried=site.teaching.progress(me.id).tried.get(puzzle.id),
        streak=streak_out(site.teaching.dailies(me.id), site.today),
    )


@router.get("/puzzles/next")
async def next_puzzle(
    site: TheSite,
    me: Caller,
    game: Annotated[str | None, Query(max_length=100)] = None,
    theme: Annotated[Theme | None, Query()] = None,
) -> PuzzleOut:
    """A puzzle that the caller has not tried, about as hard as they are good."""
    progress = await in_thread(site.teaching.progress, me.id)
    puzzle = progress.next_puzzle([parsing.game(game).id] if game else registry.game_ids(), theme)
    if puzzle is None:
        raise Unknown("there are no puzzles of this kind")
    return await in_thread(puzzle_out, puzzle, progress)


@router.get("/puzzles/{puzzle_id}")
async def show_puzzle(puzzle_id: str, site: TheSite, me: Caller) -> PuzzleOut:
    """A puzzle without its solution; `daily` is the puzzle of the day."""
    return await _shown(site, me, find_puzzle(site, puzzle_id), await in_thread(site.teaching.progress, me.id))


async def _shown(site: Site, me: Person, puzzle: Puzzle, progress: PuzzleProgress) -> PuzzleOut:
    return await in_thread(puzzle_out, puzzle, progress, await _daily_result(site, me, puzzle))


async def _daily_result(site: Site, me: Person, puzzle: Puzzle) -> DailyResultOut | None:
    """What the caller made of it, if it is today's."""
    today = site.today
    if puzzle != of_the_day(today):
        return None
    return daily_out(await in_thread(site.teaching.dailies, me.id), today)


def find_puzzle(site: Site, puzzle_id: str) -> Puzzle:
    puzzle = of_the_day(site.today) if puzzle_id == "daily" else find(puzzle_id)
    if puzzle is None:
        raise Unknown(f"there is no puzzle {puzzle_id[:40]!r}")
    return puzzle


@router.get("/puzzles/{puzzle_id}/sealed", response_model=SealedOut)
async def sealed_puzzle(puzzle_id: str, site: TheSite, request: Request) -> Response:
    """The answer to each right move, encrypted with that move: for solving the puzzle without a connection."""
    puzzle = find_puzzle(site, puzzle_id)
    cost = SEALING_COST * await site.rules.spots(puzzle.spec)
    return static_files.send(request, await site.rules.run_in_thread(cost, _sealed, puzzle), "no-cache")


@lru_cache(maxsize=256)
def _sealed(puzzle: Puzzle) -> static_files.Asset:
    answers = [
        sealed(f"{puzzle.id} {ply} {move}", try_out(attempt(puzzle, [*before, move])).model_dump_json().encode())
        for ply, before, moves in right_moves(puzzle)
        for move in moves
    ]
    return static_files.asset(SealedOut(id=puzzle.id, sealed=answers).model_dump_json().encode(), "sealed.json")


@router.post("/puzzles/{puzzle_id}/try")
async def try_puzzle(puzzle_id: str, body: TryIn, site: TheSite, me: Caller) -> TryOut:
    """Whether these moves are right; the answers to them are played. The first result on a puzzle counts."""
    tried = await in_thread(attempted, find_puzzle(site, puzzle_id), body.moves)
    is_over = tried.done or tried.wrong is not None
    if is_over:
        settled, daily = await _settle(site, me, tried.puzzle, tried.done)
    else:
        settled, daily = None, await _daily_result(site, me, tried.puzzle)
    return await in_thread(try_out, tried, settled, None, daily)


def attempted(puzzle: Puzzle, moves: list[str]) -> Attempt:
    with parsing.blaming_the_caller():
        return attempt(puzzle, moves)


@router.post("/puzzles/{puzzle_id}/solution")
async def give_up(puzzle_id: str, site: TheSite, me: Caller) -> TryOut:
    """The solution; a puzzle that was not tried before counts as missed."""
    puzzle = find_puzzle(site, puzzle_id)
    settled, daily = await _settle(site, me, puzzle, None)
    return await in_thread(try_out, Attempt(puzzle, puzzle.start(), done=True), settled, SOLUTION, daily)


async def _settle(
    site: Site, me: Person, puzzle: Puzzle, right: bool | None
) -> tuple[Settled | None, DailyResultOut | None]:
    """Count a try; None: the solution was asked for. All is read before it is stored, and nothing after."""
    await site.keep_visitor(me)
    day, now = site.today, site.hub.now()
    today = day if puzzle == of_the_day(day) else None
    dailies = await in_thread(site.teaching.dailies, me.id) if today else {}
    of_puzzle = puzzle.game_id, puzzle.id, puzzle.rating
    settled = await in_thread(site.teaching.settle, me.id, *of_puzzle, right, now, today)
    if today is None:
        return settled, None
    return settled, daily_out({**dailies, today: dailies.get(today, DailyResult()).after(right)}, today)


OPENED = b"quintet "
"""What an answer begins with when it was opened with the right key."""


def sealed(key: str, answer: bytes) -> str:
    """An answer encrypted with the right move, for solving offline; `js/pages/puzzle/sealed.js` opens it.

    This keeps a solution out of sight, not out of reach: trying every move finds the one that opens it.
    """
    plain = OPENED + zlib.compress(answer, 9)
    blocks = -(-len(plain) // hashlib.sha256().digest_size)
    stream = b"".join(hashlib.sha256(f"{key} {number}".encode()).digest() for number in range(blocks))
    return b64encode(bytes(byte ^ other for byte, other in zip(plain, stream, strict=False))).decode()
