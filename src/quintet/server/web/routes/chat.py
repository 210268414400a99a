"""Chat at matches: players among themselves, spectators among themselves."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from quintet.server.messages.base import Done
from quintet.server.messages.incoming import ChatIn, ReportIn
from quintet.server.messages.lobby import ChatOut
from quintet.server.web.routes.dependencies import Caller, Invite, TheSite
from quintet.server.work.cpu_budget import ask

router = APIRouter(prefix="/api/matches")


@router.get("/{match_id}/chat")
async def look(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> ChatOut:
    """What was said in the caller's room; news of it come over the WebSocket of the match."""
    return await site.talk.look(me, match_id, invite)


@router.post("/{match_id}/chat", status_code=201)
async def say(match_id: str, wish: ChatIn, site: TheSite, me: Caller) -> Done:
    """Say something, as text."""
    await ask(site.people.keep_visitor, me, site.hub.now())
    await site.talk.say(me, match_id, wish.invite, wish.text)
    return Done()


@router.post("/{match_id}/chat/{number}/report")
async def report(
    match_id: str, number: Annotated[int, Path(ge=1, le=100_000)], wish: ReportIn, site: TheSite, me: Caller
) -> Done:
    """Let the operator know of a line."""
    await site.talk.report(me, match_id, wish.invite, number)
    return Done()
