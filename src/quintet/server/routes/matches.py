"""Matches: making, joining, seeing and playing them."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from quintet.server import records, views
from quintet.server.hub import Table
from quintet.server.messages_in import ActionIn, DeclineIn, JoinIn, MatchIn, MoveIn
from quintet.server.messages_out import Acknowledged, FramesOut, MatchView
from quintet.server.off_loop import ponder
from quintet.server.routes.dependencies import Caller, Creation, Invite, TheSite

router = APIRouter(prefix="/api/matches")


@router.post("", status_code=201, dependencies=[Creation])
async def create(wish: MatchIn, site: TheSite, me: Caller) -> MatchView:
    """A new match; the answer has the secret of its invitation."""
    return await site.hub.view(await site.actions.create(me, wish), me)


@router.get("/{match_id}")
async def see(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> MatchView:
    """A match as it stands."""
    return await site.hub.view(await site.hub.visible(match_id, me, invite), me)


@router.get("/{match_id}/frames")
async def frames(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> FramesOut:
    """Every moment of the game so far, for replay."""
    contest = (await site.hub.visible(match_id, me, invite)).contest
    return FramesOut(frames=await ponder(views.frames, contest.moment, contest.ending))


@router.get("/{match_id}/record", response_class=PlainTextResponse)
async def record(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> PlainTextResponse:
    """The match as a record that every part of Quintet reads."""
    contest = (await site.hub.visible(match_id, me, invite)).contest
    headers = {"content-disposition": f'attachment; filename="{contest.game.id}-{contest.id}.txt"'}
    return PlainTextResponse(await ponder(records.write, contest), headers=headers)


@router.post("/{match_id}/join")
async def join(match_id: str, wish: JoinIn, site: TheSite, me: Caller) -> MatchView:
    """Take an open seat."""
    return await site.hub.view(await site.actions.join(me, match_id, wish), me)


@router.post("/{match_id}/decline")
async def decline(match_id: str, wish: DeclineIn, site: TheSite, me: Caller) -> Acknowledged:
    """Say no to an invitation; whoever sent it sees that."""
    return acknowledged(await site.actions.decline(me, match_id, wish.invite))


@router.post("/{match_id}/move")
async def move(match_id: str, wish: MoveIn, site: TheSite, me: Caller) -> Acknowledged:
    """Play a move; when the answer comes, it is stored."""
    return acknowledged(await site.actions.play(me, match_id, wish.ply, wish.move))


@router.post("/{match_id}/action")
async def action(match_id: str, wish: ActionIn, site: TheSite, me: Caller) -> Acknowledged:
    """Resign, offer, take back, ask for a rematch."""
    return acknowledged(await site.actions.act(me, match_id, wish))


def acknowledged(table: Table) -> Acknowledged:
    return Acknowledged(version=table.contest.version, ply=table.contest.ply)
