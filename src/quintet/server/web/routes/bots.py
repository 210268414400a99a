"""For bots: NDJSON streams and short posts in the shape of lichess's Bot API."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from quintet.core.types import Player
from quintet.server.accounts.identity import account_only, owner_only
from quintet.server.errors import Forbidden
from quintet.server.live.broadcast import Subscriber
from quintet.server.live.contest import Contest
from quintet.server.live.events import MatchSeat
from quintet.server.messages.base import Done
from quintet.server.messages.incoming import ActionIn, ActionName
from quintet.server.messages.players import BotEvent, BotGame, BotGameRef, BotPlayer, BotState, MeOut
from quintet.server.site import Site, address
from quintet.server.storage.accounts import Person
from quintet.server.web.routes.dependencies import Caller, TheSite
from quintet.server.web.routes.players import me_out
from quintet.server.web.streams import Say, check_room, counted, lines_of, ndjson
from quintet.server.work.cpu_budget import in_thread

router = APIRouter(prefix="/api")
SIDES: tuple[Literal["first"], Literal["second"]] = ("first", "second")
STATUS = {"rules": "mate", "resigned": "resign", "agreed": "draw", "time": "outoftime"}


@router.get("/account")
async def account(site: TheSite, me: Caller) -> MeOut:
    """The account of the token."""
    return await in_thread(me_out, site, account_only(me))


@router.post("/bot/account/upgrade")
async def upgrade(site: TheSite, me: Caller) -> MeOut:
    """Mark this account as a bot, visible to others; its owner does that, not a token."""
    answer = await in_thread(me_out, site, replace(owner_only(me), kind="bot"))
    await in_thread(site.people.upgrade, me.id)
    site.identity.forget()
    return answer


@router.get("/stream/event", response_class=StreamingResponse, responses=lines_of("BotEvent"))
async def events(site: TheSite, me: Caller, request: Request) -> StreamingResponse:
    """Challenges and matches of this account, beginning with those that are waiting."""
    subscriber, where = Subscriber(account_only(me).id, me.session), address(request)
    check_room(site, where)

    async def work(say: Say) -> None:
        sent: set[tuple[str, str]] = set()
        with counted(site, where), site.hub.broadcaster.following(me.id, subscriber):
            for match in await in_thread(site.reader.mine, me.id, ("open", "live"), 200):
                contest = (await site.hub.table(match.header.id)).contest
                await _tell_event(contest, me, say, sent)
            while (broadcast := await subscriber.queue.get()) is not None:
                if broadcast.contest is not None:
                    await _tell_event(broadcast.contest, me, say, sent)

    return ndjson(request, work)


async def _tell_event(contest: Contest, me: Person, say: Say, sent: set[tuple[str, str]]) -> None:
    """Send each event once."""
    mine = contest.seats_of(me.id)
    reserved = [seat for seat in Player if contest.seats[seat].kind == "open" and contest.seats[seat].player == me.id]
    kind: Literal["gameStart", "gameFinish", "challenge"]
    if contest.status == "open" and reserved:
        kind, seat = "challenge", reserved[0]
    elif mine and contest.status == "live":
        kind, seat = "gameStart", mine[0]
    elif mine and contest.status == "over":
        kind, seat = "gameFinish", mine[0]
    else:
        return
    if (kind, contest.id) in sent:
        return
    sent.add((kind, contest.id))
    ref = BotGameRef(
        id=contest.id,
        game=contest.header.spec,
        seat=SIDES[seat],
        isMyTurn=contest.status == "live" and contest.to_move is seat,
        opponent=_player(contest.seats[seat.other]),
    )
    await say(BotEvent(type=kind, challenge=ref) if kind == "challenge" else BotEvent(type=kind, game=ref))


@router.get("/bot/game/stream/{match_id}", response_class=StreamingResponse, responses=lines_of("BotGameLine"))
async def game(match_id: str, site: TheSite, me: Caller, request: Request) -> StreamingResponse:
    """The whole match first, then its state after every change, until it is over."""
    account_only(me)
    table = await site.hub.visible(match_id, me, None)
    mine = table.contest.seats_of(me.id)
    if not mine:
        raise Forbidden("you do not play in this match")
    subscriber, where = Subscriber(me.id, me.session), address(request)
    check_room(site, where)

    async def work(say: Say) -> None:
        with counted(site, where):
            site.hub.broadcaster.subscribe(table, subscriber, table.contest.version, me)
            try:
                await follow(say)
            finally:
                site.hub.broadcaster.unsubscribe(table, subscriber)

    async def follow(say: Say) -> None:
        contest = table.contest
        await say(_game(contest, mine[0], site.hub.now()))
        version = contest.version
        while contest.status != "over" and (broadcast := await subscriber.queue.get()) is not None:
            if broadcast.contest is not None and broadcast.contest.version > version:
                contest, version = broadcast.contest, broadcast.contest.version
                await say(state(contest, site.hub.now()))

    return ndjson(request, work)


def _game(contest: Contest, seat: Player, now: float) -> BotGame:
    return BotGame(
        id=contest.id,
        game=contest.header.spec,
        rated=contest.header.rated,
        initialPosition=contest.header.start,
        first=_player(contest.seats[0]),
        second=_player(contest.seats[1]),
        seat=SIDES[seat],
        state=state(contest, now),
    )


def state(contest: Contest, now: float) -> BotState:
    """The state of a match in the terms of the Bot API."""
    ending, status = contest.ending, "created" if contest.status == "open" else "started"
    if ending:
        status = STATUS.get(ending.kind, ending.kind)
        if ending.kind == "rules" and ending.winner is None:
            status = "draw"
    left = [contest.clock.left_at(player, now) for player in Player]
    times = [None if seconds is None else max(0, int(seconds * 1000)) for seconds in left]
    return BotState(
        moves=" ".join(str(moment.move) for moment in contest.moment.line(1)),
        position=contest.moment.text,
        toMove=SIDES[contest.to_move] if contest.status == "live" else None,
        legal=list(contest.moment.legal) if contest.status == "live" else [],
        firstTime=times[0],
        secondTime=times[1],
        status=status,
        winner=None if ending is None or ending.winner is None else SIDES[ending.winner],
        drawOffer=None if contest.draw is None else SIDES[contest.draw],
        takebackOffer=None if contest.takeback is None else SIDES[contest.takeback],
    )


def _player(seat: MatchSeat) -> BotPlayer:
    return BotPlayer(id=seat.username, name=seat.name, aiLevel=seat.level)


@router.post("/bot/game/{match_id}/move/{move}")
async def move(
    match_id: str,
    move: str,
    site: TheSite,
    me: Caller,
    offering_draw: Annotated[bool, Query(alias="offeringDraw")] = False,
) -> Done:
    """Play a move."""
    account_only(me)
    contest = (await site.hub.visible(match_id, me, None)).contest
    await site.actions.play(me, match_id, contest.ply, move[:40])
    if offering_draw:
        await site.actions.act(me, match_id, ActionIn(action="offer_draw"))
    return Done()


@router.post("/bot/game/{match_id}/abort")
async def abort(match_id: str, site: TheSite, me: Caller) -> Done:
    """Abort a match before both have moved."""
    return await _act(site, match_id, me, "abort")


@router.post("/bot/game/{match_id}/resign")
async def resign(match_id: str, site: TheSite, me: Caller) -> Done:
    """Resign."""
    return await _act(site, match_id, me, "resign")


@router.post("/bot/game/{match_id}/draw/{accept}")
async def draw(match_id: str, accept: Literal["yes", "no"], site: TheSite, me: Caller) -> Done:
    """Offer a draw or accept one (yes), or decline it (no)."""
    return await _act(site, match_id, me, "offer_draw" if accept == "yes" else "decline_draw")


@router.post("/bot/game/{match_id}/takeback/{accept}")
async def takeback(match_id: str, accept: Literal["yes", "no"], site: TheSite, me: Caller) -> Done:
    """Ask for a takeback or accept one (yes), or decline it (no)."""
    return await _act(site, match_id, me, "ask_takeback" if accept == "yes" else "decline_takeback")


async def _act(site: Site, match_id: str, me: Person, action: ActionName) -> Done:
    await site.actions.act(account_only(me), match_id, ActionIn(action=action))
    return Done()


@router.post("/challenge/{match_id}/accept")
async def accept(match_id: str, site: TheSite, me: Caller) -> Done:
    """Accept a challenge."""
    await site.actions.accept_challenge(account_only(me), match_id)
    return Done()


@router.post("/challenge/{match_id}/decline")
async def decline(match_id: str, site: TheSite, me: Caller) -> Done:
    """Decline a challenge."""
    await site.actions.decline_challenge(account_only(me), match_id)
    return Done()
