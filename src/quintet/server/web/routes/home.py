"""The first page: the caller's games, the puzzle of the day, a lesson to go on with, a match to watch."""

from __future__ import annotations

from fastapi import APIRouter, Response

from quintet.server.messages.lobby import HomeOut, ShowOut
from quintet.server.site import Site
from quintet.server.storage.accounts import Person
from quintet.server.storage.match_queries import Listed
from quintet.server.web.routes.dependencies import Caller, TheSite, written
from quintet.server.web.routes.lobby import kept_for, lines
from quintet.server.web.routes.teaching import begun_lesson, daily
from quintet.server.work.cpu_budget import in_thread

router = APIRouter(prefix="/api")
MINE, SHOWN = 50, 6
"""The caller's games that are counted, and how many of them are shown."""


@router.get("/home", response_model=HomeOut)
async def home(site: TheSite, me: Caller, response: Response) -> Response:
    """What waits for the caller."""
    return written(await in_thread(_home, site, me), response)


def _home(site: Site, me: Person) -> str:
    mine = site.reader.mine(me.id, ("open", "live"), MINE)
    challenges = [match for match in mine if kept_for(match, me)]
    own = sorted((match for match in mine if match not in challenges), key=lambda match: not _turn(match, me))
    answer = HomeOut(
        mine=lines(own[:SHOWN], me, site.hub.now()),
        count=len(own),
        turns=sum(_turn(match, me) for match in own),
        challenges=lines(challenges[:SHOWN], me, site.hub.now()),
        daily=daily(site, me),
        lesson=begun_lesson(site, me),
    )
    return answer.model_dump_json()


def _turn(match: Listed, me: Person) -> bool:
    """Whether the caller is to move."""
    return match.status == "live" and bool(match.state["seats"][match.state["to_move"]]["player"] == me.id)


@router.post("/show")
async def show(site: TheSite, me: Caller) -> ShowOut:
    """A match to watch: one that people are playing, else two engines, which play only while somebody watches."""
    contest = (await site.featured.find(me)).contest
    return ShowOut(id=contest.id, invite=contest.header.invite if contest.header.private else None)
