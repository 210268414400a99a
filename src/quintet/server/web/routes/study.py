"""Analysis of positions and evaluation of whole games, as streams that get better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from typing import Any, Literal, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from quintet.core.game import spec as spec_of
from quintet.core.types import Outcome, Player
from quintet.engine.verdict import verdict
from quintet.server.errors import BadInput, Conflict, TooFast, Unavailable
from quintet.server.live.timeline import Ply as Moment
from quintet.server.messages import parsing
from quintet.server.messages.incoming import AnalysisIn, EvaluationIn
from quintet.server.messages.study import AnalysisOut, EvaluatedPly, EvaluationDone, LineOut, SolutionOut, Waiting
from quintet.server.site import Site, address
from quintet.server.storage.accounts import Person
from quintet.server.web.routes.dependencies import Caller, TheSite
from quintet.server.web.streams import Say, lines_of, ndjson
from quintet.server.work.cpu_budget import in_thread as ask
from quintet.server.work.search_pool.fair_queue import Asker

router = APIRouter(prefix="/api")
MISTAKES: tuple[tuple[float, Literal["blunder", "mistake", "inaccuracy"]], ...] = (
    (0.3, "blunder"),
    (0.2, "mistake"),
    (0.1, "inaccuracy"),
)
"""By how much winning chance a move lost."""
MOST_PLIES = 600
SECOND_LOOK = 10
"""How much longer a position is looked at again that was judged wrongly."""
AT_ONE_ADDRESS = 8
"""People who may study behind one address."""


@router.post("/analysis", response_class=StreamingResponse, responses=lines_of("AnalysisLine"))
async def analysis(wish: AnalysisIn, site: TheSite, me: Caller, request: Request) -> StreamingResponse:
    """What the engine says about a position, each time it knows more."""
    moment = await _moment(site, me, wish)
    if moment.outcome:
        raise BadInput("the game is over in this position: there is nothing to analyse")
    asker = Asker(me.id, address(request))

    async def work(say: Say) -> None:
        await _analyze(site, asker, moment, wish, say)

    return ndjson(request, _counted(site, asker, work))


async def _moment(site: Site, me: Person, wish: AnalysisIn) -> Moment:
    if wish.match is None:
        assert wish.spec is not None
        return await site.lines.played(wish.spec, wish.position, wish.moves)
    last = await _stored(site, me, wish.match)
    ply = last.ply if wish.ply is None else wish.ply
    if ply > last.ply:
        raise BadInput(f"ply must be 0 to {last.ply}, got {ply}")
    return last.line()[ply]


async def _stored(site: Site, me: Person, match_id: str) -> Moment:
    contest = (await site.hub.visible(match_id, me, None)).contest
    if contest.header.rated and not contest.ending:
        raise Conflict("a rated match cannot be analysed while it is being played")
    return contest.moment


Work = Callable[[Say], Awaitable[None]]


def _counted(site: Site, asker: Asker, work: Work) -> Work:
    """The same work, counted for this person and address while it is done: by the task that does it, so that nothing
    stays counted whoever goes away when. Refused at once where it is too much."""
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
    if site.pool.study.full:
        raise Unavailable("too many searches are waiting already: please try again in a moment")
    most = site.settings.limits.studies
    if site.studying[asker.person] >= most or site.studying[asker.address] >= most * AT_ONE_ADDRESS:
        raise TooFast("you have a search running already: stop it first")


async def _analyze(site: Site, asker: Asker, moment: Moment, wish: AnalysisIn, say: Say) -> None:
    spec, text = spec_of(moment.game), moment.text

    def asking() -> Asker:
        return asker

    if wish.level is not None:
        move = await site.pool.choose(spec, text, level=wish.level, seconds=None, seed=0, asker=asking, study=True)
        known = {"move": move, "value": 0.0, "score": None, "exact": False, "depth": 0, "nodes": 0, "seconds": 0.0}
        await say(_analysis_out(moment, {**known, "lines": [], "book": None}, None, True))
        return
    if site.pool.study.busy:
        await say(Waiting(before=site.pool.study.waiting))
    last: dict[str, Any] | None = None
    solution: dict[str, Any] | None = None
    answers = site.pool.analyze(
        spec, text, seconds=wish.seconds, lines=wish.lines, asker=asking, solve=wish.solve, every=wish.every
    )
    async with aclosing(answers) as search:
        async for answer in search:
            last, solution = answer["analysis"], answer.get("solution")
            await say(_analysis_out(moment, last, solution, False))
    if last is not None:
        await say(_analysis_out(moment, last, solution, True))


def _analysis_out(moment: Moment, found: dict[str, Any], solution: dict[str, Any] | None, done: bool) -> AnalysisOut:
    player = moment.to_move
    exact, value, margin = found["exact"], found["value"], found["score"]
    if solution:
        exact, value, margin = True, solution["value"], solution["margin"]
    return AnalysisOut(
        player=player,
        move=found["move"],
        value=value,
        chance=chance(player, value),
        score=found["score"],
        exact=exact,
        verdict=_verdict(moment, value, margin) if exact else None,
        depth=found["depth"],
        nodes=found["nodes"],
        seconds=found["seconds"],
        lines=[_line_out(moment, line) for line in found["lines"]],
        book=_line_out(moment, found["book"]) if found["book"] else None,
        solution=SolutionOut(**{key: solution[key] for key in SolutionOut.model_fields}) if solution else None,
        done=done,
    )


def chance(player: Player, value: float) -> float:
    """The winning chance of FIRST from a value for `player`."""
    own = min(1.0, max(0.0, (1 + value) / 2))
    return own if player is Player.FIRST else 1 - own


def _verdict(moment: Moment, value: float, margin: float | None) -> str:
    return verdict(moment.game, moment.position, round(value), None if margin is None else round(margin))


def _line_out(moment: Moment, line: dict[str, Any]) -> LineOut:
    said = _verdict(moment, line["value"], line["score"]) if line["exact"] else None
    return LineOut(**line, chance=chance(moment.to_move, line["value"]), verdict=said)


def _ended(moment: Moment, outcome: Outcome) -> str:
    """How a game is over, in words like those of a verdict."""
    if outcome.winner is None:
        return "a draw"
    by = f" by {abs(outcome.scores[0] - outcome.scores[1])}" if outcome.scores else ""
    return f"{moment.colors[outcome.winner].title} won{by}"


@router.post("/evaluations", response_class=StreamingResponse, responses=lines_of("EvaluationLine"))
async def evaluation(wish: EvaluationIn, site: TheSite, me: Caller, request: Request) -> StreamingResponse:
    """The winning chance after every move of a game, and which moves lost much of it."""
    last = await _game(site, me, wish)
    if last.ply > MOST_PLIES:
        raise BadInput(f"a game to evaluate must have at most {MOST_PLIES} moves, got {last.ply}")
    asker = Asker(me.id, address(request))

    async def work(say: Say) -> None:
        await _evaluate(site, asker, last, wish.seconds, say)

    return ndjson(request, _counted(site, asker, work))


async def _game(site: Site, me: Person, wish: EvaluationIn) -> Moment:
    if wish.match is not None:
        return await _stored(site, me, wish.match)
    if wish.record is not None:
        price = await site.rules.cost(*await ask(parsing.outline, wish.record))
        return Moment.of((await site.rules.run_in_thread(price, parsing.record, wish.record))[0])
    assert wish.spec is not None
    return await site.lines.played(wish.spec, wish.position, wish.moves)


async def _evaluate(site: Site, asker: Asker, last: Moment, seconds: float, say: Say) -> None:
    """One search a position; in between others have their turn."""
    if site.pool.study.busy:
        await say(Waiting(before=site.pool.study.waiting))
    rows: list[EvaluatedPly] = []
    known: list[Judged] = []
    for moment in last.line():
        here = await _judge(site, asker, moment, seconds)
        if moment.before and _is_surprise(moment, here, known[-1]):
            known[-1] = await _judge(site, asker, moment.before, SECOND_LOOK * seconds)
            rows[-1] = _row(moment.before, known[-1], known[-2] if len(known) > 1 else None)
            await say(rows[-1])
        known.append(here)
        rows.append(_row(moment, here, known[-2] if len(known) > 1 else None))
        await say(rows[-1])
    (first, one), (second, other) = (_account(row for row in rows if row.player is player) for player in Player)
    await say(EvaluationDone(plies=last.ply, mistakes=(first, second), accuracy=(one, other)))


def _account(rows: Iterable[EvaluatedPly]) -> tuple[int, float | None]:
    """A player's mistakes, and how much of the winning chances the moves kept."""
    moves = list(rows)
    mistakes = sum(row.mistake is not None for row in moves)
    return mistakes, 1 - sum(row.loss or 0.0 for row in moves) / len(moves) if moves else None


def _is_surprise(moment: Moment, here: Judged, before: Judged) -> bool:
    """A move turns out to lose for certain, and the search before it did not see that: there may have been another."""
    assert moment.played
    lost = 0.0 if moment.played.player is Player.FIRST else 1.0
    return here.exact and here.chance == lost and not before.exact


class Judged(NamedTuple):
    """What is known of one position of a game."""

    chance: float
    exact: bool
    verdict: str | None
    best: str | None
    line: list[str]


async def _judge(site: Site, asker: Asker, moment: Moment, seconds: float) -> Judged:
    if outcome := moment.outcome:
        won = {Player.FIRST: 1.0, Player.SECOND: 0.0, None: 0.5}[outcome.winner]
        return Judged(won, True, _ended(moment, outcome), None, [])
    found: dict[str, Any] = {}
    spec = spec_of(moment.game)
    async for answer in site.pool.analyze(spec, moment.text, seconds=seconds, lines=1, asker=lambda: asker):
        found = answer["analysis"]
    said = _verdict(moment, found["value"], found["score"]) if found["exact"] else None
    return Judged(
        chance(moment.to_move, found["value"]), found["exact"], said, found["move"], found["lines"][0]["moves"]
    )


def _row(moment: Moment, here: Judged, before: Judged | None) -> EvaluatedPly:
    known = here._asdict()
    if before is None or moment.played is None:
        return EvaluatedPly(ply=moment.ply, move=None, player=None, loss=None, mistake=None, better=None, **known)
    move, player = moment.played.text, moment.played.player
    change = here.chance - before.chance
    lost = max(0.0, -change if player is Player.FIRST else change)
    if move == before.best:  # the engine's own choice is no mistake, whatever it thinks a move later
        lost = 0.0
    mistake = next((name for least, name in MISTAKES if lost >= least), None)
    return EvaluatedPly(
        ply=moment.ply,
        move=move,
        player=player,
        loss=lost,
        mistake=mistake,
        better=before.best if mistake else None,
        **known,
    )
