"""Matches: making, joining, seeing and playing them, and the chat beside them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from quintet.server.live import match_records
from quintet.server.live.contest import Contest
from quintet.server.live.tables import Table
from quintet.server.messages import views
from quintet.server.messages.base import Done
from quintet.server.messages.incoming import ActionIn, ChatIn, DeclineIn, JoinIn, MatchIn, MoveIn, PlanIn, ReportIn
from quintet.server.messages.lobby import ChatOut
from quintet.server.messages.matches import Acknowledged, FramesOut, MatchView, PlanOut
from quintet.server.web.routes.dependencies import Caller, Creation, Invite, TheSite, written

router = APIRouter(prefix="/api/matches")


@router.post("", status_code=201, dependencies=[Creation], response_model=MatchView)
async def create(body: MatchIn, site: TheSite, me: Caller, response: Response) -> Response:
    """A new match; the answer has the secret of its invitation."""
    return written(await site.hub.broadcaster.view(await site.actions.create(me, body), me), response, 201)


@router.get("/{match_id}", response_model=MatchView)
async def see(match_id: str, site: TheSite, me: Caller, response: Response, invite: Invite = None) -> Response:
    """A match as it stands."""
    return written(await site.hub.broadcaster.view(await site.hub.visible(match_id, me, invite), me), response)


@router.get("/{match_id}/frames", response_model=FramesOut)
async def frames(
    match_id: str,
    site: TheSite,
    me: Caller,
    response: Response,
    invite: Invite = None,
    since: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """Every ply of the game so far, for replay; a long game on a large board in several pages."""
    contest = (await site.hub.visible(match_id, me, invite)).contest
    key = ("frames", match_id, contest.version, since)
    text = site.responses.get(key)
    if text is None:
        cost = min(views.page(contest.spots), contest.ply + 1) * contest.spots
        text = await site.rules.run(cost, _frames, contest, since)
        site.responses.put(key, text)
    return written(text, response)


def _frames(contest: Contest, since: int) -> str:
    shown, more = views.frames(contest.moment, since, contest.ending)
    return FramesOut(frames=shown, more=more).model_dump_json()


@router.get("/{match_id}/record", response_class=PlainTextResponse)
async def record(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> PlainTextResponse:
    """The match as a record that every part of Quintet reads."""
    contest = (await site.hub.visible(match_id, me, invite)).contest
    headers = {"content-disposition": f'attachment; filename="{contest.game.id}-{contest.id}.txt"'}
    return PlainTextResponse(await site.rules.run(contest.cost, match_records.write, contest), headers=headers)


@router.post("/{match_id}/join", response_model=MatchView)
async def join(match_id: str, body: JoinIn, site: TheSite, me: Caller, response: Response) -> Response:
    """Take an open seat."""
    return written(await site.hub.broadcaster.view(await site.actions.join(me, match_id, body), me), response)


@router.post("/{match_id}/decline")
async def decline(match_id: str, body: DeclineIn, site: TheSite, me: Caller) -> Acknowledged:
    """Decline an invitation; its sender sees that."""
    return acknowledged(await site.actions.decline(me, match_id, body.invite))


@router.post("/{match_id}/move")
async def move(match_id: str, body: MoveIn, site: TheSite, me: Caller) -> Acknowledged:
    """Play a move; when the response arrives, it is stored."""
    return acknowledged(await site.actions.play(me, match_id, body.ply, body.move))


@router.post("/{match_id}/action")
async def action(match_id: str, body: ActionIn, site: TheSite, me: Caller) -> Acknowledged:
    """Resign, offer, take back, ask for a rematch."""
    return acknowledged(await site.actions.act(me, match_id, body))


@router.get("/{match_id}/plan")
async def planned(match_id: str, site: TheSite, me: Caller) -> PlanOut:
    """The caller's conditional moves."""
    return await site.actions.planned(me, match_id)


@router.put("/{match_id}/plan")
async def plan(match_id: str, body: PlanIn, site: TheSite, me: Caller) -> Acknowledged:
    """Plan what to answer to what the other player may play; what is planned is played at once."""
    return acknowledged(await site.actions.plan(me, match_id, body))


def acknowledged(table: Table) -> Acknowledged:
    return Acknowledged(version=table.contest.version, ply=table.contest.ply)


# Chat


@router.get("/{match_id}/chat")
async def chat(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> ChatOut:
    """The chat in the caller's room; new lines come over the WebSocket of the match."""
    return await site.chat.look(me, match_id, invite)


@router.post("/{match_id}/chat", status_code=201)
async def say(match_id: str, body: ChatIn, site: TheSite, me: Caller) -> Done:
    """Say something in the caller's room."""
    await site.hub.visible(match_id, me, body.invite)
    await site.keep_visitor(me)
    await site.chat.say(me, match_id, body.invite, body.text)
    return Done()


@router.post("/{match_id}/chat/{number}/report")
async def report(
    match_id: str, number: Annotated[int, Path(ge=1, le=100_000)], body: ReportIn, site: TheSite, me: Caller
) -> Done:
    """Report a line of chat to the operator."""
    await site.chat.report(me, match_id, body.invite, number)
    return Done()
