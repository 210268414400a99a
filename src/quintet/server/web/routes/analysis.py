"""Analyses of positions and reviews of whole games, as streams of lines that get better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from quintet.core.types import Player
from quintet.engine.analysis import Analysis, Line
from quintet.server.errors import BadInput, Conflict, TooFast, Unavailable
from quintet.server.live.timeline import Ply
from quintet.server.messages import parsing
from quintet.server.messages.analysis import EvaluatedPly, EvaluationDone, Waiting, analysis_out
from quintet.server.messages.incoming import AnalysisIn, EvaluationIn
from quintet.server.site import Site, address
from quintet.server.storage.accounts import Person
from quintet.server.web.routes.dependencies import Caller, TheSite
from quintet.server.web.streams import Say, lines_of, ndjson
from quintet.server.work.cpu_budget import in_thread
from quintet.server.work.search_pool.fair_queue import Asker
from quintet.study.review import Review

router = APIRouter(prefix="/api")
MOST_PLIES = 600
STUDIES_PER_ADDRESS = 8
"""How many people's worth of searches may run for one address."""


@router.post("/analysis", response_class=StreamingResponse, responses=lines_of("AnalysisLine"))
async def analysis(body: AnalysisIn, site: TheSite, me: Caller, request: Request) -> StreamingResponse:
    """What the engine says about a position, each time it knows more."""
    site.check_open("analysis")
    moment = await _moment(site, me, body)
    if moment.outcome:
        raise BadInput("the game is over in this position: there is nothing to analyse")
    asker = Asker(me.id, address(request))

    async def work(say: Say) -> None:
        await _analyze(site, asker, moment, body, say)

    return ndjson(request, _counted(site, asker, work))


async def _moment(site: Site, me: Person, body: AnalysisIn) -> Ply:
    if body.match is None:
        assert body.spec is not None
        return await site.lines.played(body.spec, body.position, body.moves)
    last = await _stored(site, me, body.match)
    ply = last.ply if body.ply is None else body.ply
    if ply > last.ply:
        raise BadInput(f"ply must be 0 to {last.ply}, got {ply}")
    return last.line()[ply]


async def _stored(site: Site, me: Person, match_id: str) -> Ply:
    contest = (await site.hub.visible(match_id, me, None)).contest
    if contest.header.rated and not contest.ending:
        raise Conflict("a rated match cannot be analysed while it is being played")
    return contest.moment


Work = Callable[[Say], Awaitable[None]]


def _counted(site: Site, asker: Asker, work: Work) -> Work:
    """The same work, counted for this person and address while it runs; refused where they have too much running.

    The task that does the work counts it, so that the count is right however the request ends."""
    _check(site, asker)

    async def counted(say: Say) -> None:
        _check(site, asker)  # others may have begun in the meantime
        names = (asker.person, asker.address)
        site.studying.update(names)
        try:
            await work(say)
        finally:
            site.studying -= Counter(names)

    return counted


def _check(site: Site, asker: Asker) -> None:
    if not site.pool.study.has_room(asker):
        raise Unavailable("too many searches are waiting already: please try again in a moment")
    most = site.settings.limits.studies
    if site.studying[asker.person] >= most or site.studying[asker.address] >= most * STUDIES_PER_ADDRESS:
        raise TooFast("you have a search running already: stop it first")


async def _analyze(site: Site, asker: Asker, moment: Ply, body: AnalysisIn, say: Say) -> None:
    game, position, spec, text = moment.game, moment.position, moment.spec, moment.text
    if body.level is not None:
        move = await site.pool.choose(
            spec, text, level=body.level, seconds=None, seed=0, asker=lambda: asker, study=True
        )
        analysis = Analysis(moment.to_move, move, 0.0, None, False, 0, 0, 0.0, ())
        await say(analysis_out(game, position, analysis, None, True))
        return
    await _say_waiting(site, say)
    answer: dict[str, Any] | None = None
    answers = site.pool.analyze(
        spec,
        text,
        seconds=body.seconds,
        lines=body.lines,
        asker=lambda: asker,
        solve=body.solve,
        every=body.every,
    )
    async with aclosing(answers):
        async for answer in answers:
            site.check_open("analysis")  # the operator may have paused it in the meantime
            await say(analysis_out(game, position, _analysis(answer), answer.get("solution"), False))
    if answer is not None:
        await say(analysis_out(game, position, _analysis(answer), answer.get("solution"), True))


async def _say_waiting(site: Site, say: Say) -> None:
    if site.pool.study.busy:
        await say(Waiting(before=site.pool.study.waiting))


def _analysis(answer: dict[str, Any]) -> Analysis:
    """The analysis in an answer of the search pool; its moves are texts."""
    fields = answer["analysis"]
    return Analysis(
        **fields
        | {
            "player": Player[fields["player"].upper()],
            "lines": tuple(Line(**line) for line in fields["lines"]),
            "book": Line(**fields["book"]) if fields["book"] else None,
        }
    )


@router.post("/evaluations", response_class=StreamingResponse, responses=lines_of("EvaluationLine"))
async def evaluation(body: EvaluationIn, site: TheSite, me: Caller, request: Request) -> StreamingResponse:
    """The winning chance after every move of a game, and which moves lost much of it."""
    site.check_open("analysis")
    last = await _game(site, me, body)
    if last.ply > MOST_PLIES:
        raise BadInput(f"a game to evaluate must have at most {MOST_PLIES} moves, got {last.ply}")
    asker = Asker(me.id, address(request))

    async def work(say: Say) -> None:
        await _evaluate(site, asker, last, body.seconds, say)

    return ndjson(request, _counted(site, asker, work))


async def _game(site: Site, me: Person, body: EvaluationIn) -> Ply:
    if body.match is not None:
        return await _stored(site, me, body.match)
    if body.record is not None:
        cost = await site.rules.cost(*await in_thread(parsing.outline, body.record))
        return Ply.of((await site.rules.run_in_thread(cost, parsing.record, body.record))[0])
    assert body.spec is not None
    return await site.lines.played(body.spec, body.position, body.moves)


async def _evaluate(site: Site, asker: Asker, last: Ply, seconds: float, say: Say) -> None:
    """One search for each position, so that other people's searches come between them."""
    await _say_waiting(site, say)
    line = last.line()
    review = Review(last.game, [moment.position for moment in line], [moment.move for moment in line[1:]])
    while True:
        for ply in review.changes():
            await say(EvaluatedPly(**asdict(ply)))
        if (search := review.next_search) is None:
            break
        site.check_open("analysis")
        text, budget = last.game.text(search.position), seconds * search.patience
        answers = site.pool.analyze(last.spec, text, seconds=budget, lines=1, asker=lambda: asker)
        review.add([_analysis(answer) async for answer in answers])
    await say(EvaluationDone(plies=last.ply, mistakes=review.mistakes, accuracy=review.accuracy))
