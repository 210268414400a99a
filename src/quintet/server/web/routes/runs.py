"""Three-minute runs through puzzles: the server keeps the time and judges every move."""

from __future__ import annotations

import secrets

from fastapi import APIRouter

from quintet.server.errors import Conflict
from quintet.server.live.events import spelled
from quintet.server.live.timeline import Ply
from quintet.server.messages import parsing, views
from quintet.server.messages.incoming import RunIn, RunTryIn
from quintet.server.messages.teaching import RunOut, RunTryOut, puzzle_out
from quintet.server.site import Site
from quintet.server.storage.teaching import StoredRun
from quintet.server.web.routes.dependencies import Caller, Creation, TheSite
from quintet.server.web.routes.teaching import attempted
from quintet.server.work.cpu_budget import in_thread
from quintet.study.progress import PuzzleProgress
from quintet.study.puzzle_attempt import Attempt
from quintet.study.puzzle_run import SECONDS, puzzle_of

router = APIRouter(prefix="/api/runs")
LATE = 2.0
"""Seconds that a last move may be on its way."""


@router.post("", status_code=201, dependencies=[Creation])
async def begin(body: RunIn, site: TheSite, me: Caller) -> RunOut:
    """Begin a run: its time runs from now."""
    game = parsing.game(body.game).id if body.game else None
    await site.keep_visitor(me)
    run_id = spelled(secrets.token_bytes(10))
    best = await in_thread(site.teaching.best_run, me.id, game)  # before: what fails after a change is called undone
    stored = await in_thread(site.teaching.begin_run, run_id, me.id, game, site.hub.now())
    return await _shown(site, run_id, stored, best)


@router.get("/{run_id}")
async def see(run_id: str, site: TheSite, me: Caller) -> RunOut:
    """A run of the caller's as it stands."""
    stored = await in_thread(site.teaching.run, run_id, me.id)
    return await _shown(site, run_id, stored, await in_thread(site.teaching.best_run, me.id, stored.game, run_id))


@router.post("/{run_id}/try")
async def try_in_run(run_id: str, body: RunTryIn, site: TheSite, me: Caller) -> RunTryOut:
    """Try the puzzle that the run is at; a wrong move is a miss, and the next puzzle comes."""
    stored = await in_thread(site.teaching.run, run_id, me.id)
    puzzle = puzzle_of(run_id, stored.run.number, stored.game)
    if stored.run.is_over or puzzle is None or _left(site, stored) < -LATE:
        raise Conflict("the run is over")
    if body.number != stored.run.number:
        raise Conflict(f"the run is at puzzle {stored.run.number}, and this try was for puzzle {body.number}")
    tried = await in_thread(attempted, puzzle, body.moves)
    is_over = tried.done or tried.wrong is not None
    best = await in_thread(site.teaching.best_run, me.id, stored.game, run_id)
    if is_over:
        after = stored.run.after(tried.done)
        await in_thread(site.teaching.count_run, run_id, stored.run, after)
        stored = stored._replace(run=after)
    run = await _shown(site, run_id, stored, best)
    return await in_thread(_answer, tried, is_over, run)


def _answer(tried: Attempt, is_over: bool, run: RunOut) -> RunTryOut:
    ply, missed = Ply.of(tried.match), tried.wrong is not None
    return RunTryOut(
        right=not missed,
        done=is_over,
        answer=tried.puzzle.own_moves if missed else [],
        frames=views.frames(ply, 0)[0],
        view=views.board(ply),
        run=run,
    )


def _left(site: Site, stored: StoredRun) -> float:
    return stored.began + SECONDS - site.hub.now()


async def _shown(site: Site, run_id: str, stored: StoredRun, best: int) -> RunOut:
    left = max(0.0, _left(site, stored))
    over = stored.run.is_over or left <= 0
    puzzle = None if over else puzzle_of(run_id, stored.run.number, stored.game)
    shown = await in_thread(puzzle_out, puzzle, PuzzleProgress()) if puzzle else None
    number, solved, misses = stored.run.number, stored.run.solved, stored.run.misses
    return RunOut(
        id=run_id,
        game=stored.game,
        number=number,
        solved=solved,
        misses=misses,
        left=left,
        best=best,
        over=puzzle is None,
        puzzle=shown,
    )
