"""Matches: making, joining, seeing and playing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from quintet.core.types import Player
from quintet.server import records, views
from quintet.server.contest import Contest, Event
from quintet.server.errors import NO_MATCH, Conflict, Forbidden, Unknown
from quintet.server.hub import Table, may_see
from quintet.server.messages_in import ActionIn, DeclineIn, JoinIn, MatchIn, MoveIn
from quintet.server.messages_out import Acknowledged, FramesOut, MatchView
from quintet.server.new_match import VISITOR, seat_for
from quintet.server.routes.dependencies import Caller, Creation, Invite, TheSite, ask, ponder
from quintet.server.site import Site
from quintet.server.storage.people import Person

router = APIRouter(prefix="/api/matches")


@router.post("", response_model=MatchView, status_code=201, dependencies=[Creation])
async def create(wish: MatchIn, site: TheSite, me: Caller) -> dict[str, Any]:
    """A new match; the answer has the secret of its invitation."""
    header, events = await ponder(site.new_matches.match, wish, me, site.hub.now(), site.chance.random)
    table = await site.hub.create(header, events, me)
    return site.hub.view(table, me)


@router.get("/{match_id}", response_model=MatchView)
async def see(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> dict[str, Any]:
    table = await site.hub.visible(match_id, me, invite)
    return site.hub.view(table, me)


@router.get("/{match_id}/frames", response_model=FramesOut)
async def frames(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> dict[str, Any]:
    """Every moment of the game so far."""
    contest = (await site.hub.visible(match_id, me, invite)).contest
    return {"frames": await ponder(views.frames, contest.match, contest.ending)}


@router.get("/{match_id}/record", response_class=PlainTextResponse)
async def record(match_id: str, site: TheSite, me: Caller, invite: Invite = None) -> PlainTextResponse:
    """The match as a record that every part of Quintet reads."""
    contest = (await site.hub.visible(match_id, me, invite)).contest
    headers = {"content-disposition": f'attachment; filename="{contest.game.id}-{contest.id}.txt"'}
    return PlainTextResponse(records.write(contest), headers=headers)


@router.post("/{match_id}/join", response_model=MatchView)
async def join(match_id: str, wish: JoinIn, site: TheSite, me: Caller) -> dict[str, Any]:
    """Take an open seat."""
    table = await site.hub.visible(match_id, me, wish.invite)
    person = await ask(site.new_matches.person, me, wish.name, table.contest.game.id)

    def decide(contest: Contest, now: float) -> list[Event]:
        if contest.header.rated and not me.registered:
            raise Forbidden("log in first: rated matches are between accounts")
        if contest.header.rated and contest.seats_of(me.id):
            raise Conflict("you play in this match already")
        return contest.join(seat_for(contest, wish.seat, me.id), person, now)

    table = await site.hub.act(match_id, decide, visitor=me)
    return site.hub.view(table, me)


@router.post("/{match_id}/decline", response_model=Acknowledged)
async def decline(match_id: str, wish: DeclineIn, site: TheSite, me: Caller) -> dict[str, Any]:
    """Say no to an invitation; whoever sent it sees that."""
    await site.hub.visible(match_id, me, wish.invite)
    name = me.username or me.name or VISITOR

    def decide(contest: Contest, now: float) -> list[Event]:
        if contest.seats_of(me.id):
            raise Conflict("you play in this match: call it off instead")
        return contest.decline(seat_for(contest, None, me.id), me.id, name, now)

    return acknowledged(await site.hub.act(match_id, decide))


@router.post("/{match_id}/move", response_model=Acknowledged)
async def move(match_id: str, wish: MoveIn, site: TheSite, me: Caller) -> dict[str, Any]:
    """Play a move; when the answer comes, it is stored."""
    return acknowledged(await play(site, match_id, me, wish.ply, wish.move))


@router.post("/{match_id}/action", response_model=Acknowledged)
async def action(match_id: str, wish: ActionIn, site: TheSite, me: Caller) -> dict[str, Any]:
    """Resign, offer, take back, ask for a rematch."""
    return acknowledged(await act(site, match_id, me, wish))


def acknowledged(table: Table) -> dict[str, Any]:
    return {"version": table.contest.version, "ply": table.contest.ply}


async def play(site: Site, match_id: str, me: Person, ply: int, text: str) -> Table:
    def decide(contest: Contest, now: float) -> list[Event]:
        mine = _seats(contest, me)
        seat = contest.to_move if contest.to_move in mine else mine[0]
        return contest.move(seat, ply, text, now)

    table = await site.hub.act(match_id, decide)
    site.metrics.moves.inc()
    return table


VERBS: dict[str, Callable[[Contest, Player, float], list[Event]]] = {
    "resign": Contest.resign,
    "offer_draw": Contest.offer_draw,
    "accept_draw": Contest.accept_draw,
    "decline_draw": Contest.decline_draw,
    "ask_takeback": Contest.ask_takeback,
    "accept_takeback": Contest.accept_takeback,
    "decline_takeback": Contest.decline_takeback,
    "abort": Contest.abort,
    "rematch": Contest.ask_rematch,
    "undo": Contest.undo,
    "redo": Contest.redo,
}


async def act(site: Site, match_id: str, me: Person, wish: ActionIn) -> Table:
    chosen: list[Player] = []

    def decide(contest: Contest, now: float) -> list[Event]:
        mine = _seats(contest, me)
        seat = Player(wish.seat) if wish.seat is not None else contest.to_move if len(mine) > 1 else mine[0]
        if seat not in mine:
            raise Forbidden("this is not your seat")
        if wish.ply is not None and wish.ply != contest.ply:
            raise Conflict(f"the match is at move {contest.ply}, but this was meant for move {wish.ply}")
        chosen[:] = [seat]
        return VERBS[wish.action](contest, seat, now)

    table = await site.hub.act(match_id, decide)
    if wish.action == "rematch" and table.contest.rematch is not chosen[0] and table.contest.next_id is None:
        return await _rematch(site, table, chosen[0])
    return table


async def _rematch(site: Site, table: Table, seat: Player) -> Table:
    """Both want it: make the next match, then say so in this one."""
    header, events = await ask(site.new_matches.again, table.contest, site.hub.now())
    await site.hub.create(header, events)

    def decide(contest: Contest, now: float) -> list[Event]:
        contest.ask_rematch(seat, now)  # still possible
        return contest.rematched(seat, header.id, now)

    return await site.hub.act(table.contest.id, decide)


def _seats(contest: Contest, me: Person) -> list[Player]:
    """The caller's seats; somebody without one learns no more than that."""
    mine = contest.seats_of(me.id)
    if not mine:
        raise Forbidden("you do not play in this match") if may_see(contest, me, None) else Unknown(NO_MATCH)
    return mine
