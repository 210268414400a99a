"""The WebSocket of a match: updates out, moves and actions in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import structlog
from fastapi import APIRouter, Query
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from quintet.server.accounts.identity import writing
from quintet.server.errors import WENT_WRONG, BadInput, Illegal, RequestRefused
from quintet.server.live.broadcast import Broadcast, Subscriber
from quintet.server.live.tables import Table
from quintet.server.messages import matches as out
from quintet.server.messages.incoming import SOCKET_IN, SocketAction, SocketMove, SocketPing
from quintet.server.site import Site, site_of
from quintet.server.storage.accounts import Person
from quintet.server.work.rate_limits import TokenBucket, current_client

router = APIRouter(prefix="/api/matches")
SEND_SECONDS = 10.0
"""A client that does not take a message within this time is dropped."""
LATE = 3.5
"""Seconds by which a client may be heard later than it said, before it counts as away."""
NO_SUCH, TOO_FAST, TOO_SLOW, LOGGED_OUT, RESTARTS = 4404, 4429, 4408, 4401, 1012
log = structlog.get_logger("quintet.http")


@router.websocket("/{match_id}/live")
async def live(
    socket: WebSocket,
    match_id: str,
    version: Annotated[int | None, Query()] = None,
    invite: Annotated[str | None, Query(max_length=100)] = None,
) -> None:
    """Updates of a match out, moves and actions in."""
    site = site_of(socket)
    await socket.accept()
    try:
        me = await site.identity.person(socket)
        table = await site.hub.visible(match_id, me, invite)
    except RequestRefused as error:
        await socket.close(RESTARTS if error.status == 503 else NO_SUCH, str(error)[:100])
        return
    subscriber = Subscriber(me.id, me.session)
    site.hub.broadcaster.subscribe(table, subscriber, version, me)
    tasks = [
        asyncio.create_task(_listen(socket, site, table, me, subscriber)),
        asyncio.create_task(_tell(socket, subscriber, site)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.error("failed", match=match_id, exc_info=ended)
        site.hub.broadcaster.unsubscribe(table, subscriber)


async def _tell(socket: WebSocket, subscriber: Subscriber, site: Site) -> None:
    """Send broadcasts until the subscription ends."""
    try:
        while (broadcast := await subscriber.queue.get()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(await site.hub.broadcaster.text(broadcast))
        await _close(socket, TOO_SLOW if subscriber.too_slow else LOGGED_OUT if subscriber.revoked else RESTARTS)
    except TimeoutError:
        await _close(socket, TOO_SLOW)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


async def _close(socket: WebSocket, code: int) -> None:
    with suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
        if socket.application_state is WebSocketState.CONNECTED:
            async with asyncio.timeout(2):
                await socket.close(code)


async def _listen(socket: WebSocket, site: Site, table: Table, me: Person, subscriber: Subscriber) -> None:
    """Handle the client's messages, one after the other."""
    bucket = TokenBucket(site.settings.limits.messages)
    try:
        while True:
            expected = subscriber.expected
            async with asyncio.timeout(None if expected is None else expected + LATE):
                raw = await socket.receive_text()
            if subscriber.ended:  # the visitor who opened it may have an account by now
                return
            if not (bucket.take() and site.messages.take(current_client.get())):
                await _close(socket, TOO_FAST)
                return
            answer = await _answer(raw, site, table.contest.id, me, subscriber)
            subscriber.send(answer)  # after the update that it caused
    except TimeoutError:
        await _close(socket, TOO_SLOW)
    except (WebSocketDisconnect, RuntimeError, OSError, KeyError):
        return


async def _answer(raw: str, site: Site, match_id: str, me: Person, subscriber: Subscriber) -> Broadcast:
    return Broadcast((await _done(raw, site, match_id, me, subscriber)).model_dump_json)


async def _done(
    raw: str, site: Site, match_id: str, me: Person, subscriber: Subscriber
) -> out.Ack | out.Refused | out.Pong:
    number: int | None = None
    try:
        if len(raw) > site.settings.limits.message:
            raise BadInput(f"a message must be at most {site.settings.limits.message} bytes, got {len(raw)}")
        message = SOCKET_IN.validate_json(raw)
        number = message.id
        if not isinstance(message, SocketPing):
            writing(me)
        if isinstance(message, SocketMove):
            table = await site.actions.play(me, match_id, message.ply, message.move)
        elif isinstance(message, SocketAction):
            table = await site.actions.act(me, match_id, message)
        else:
            subscriber.expected = message.next
            return out.Pong(id=number, at=site.hub.now())
        return out.Ack(id=number, version=table.contest.version)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return await _refused(site, match_id, number, f"{where}: {first['msg']}" if where else first["msg"])
    except RequestRefused as error:
        spots = error.spots if isinstance(error, Illegal) else ()
        return await _refused(site, match_id, number, str(error), spots)
    except Exception:
        log.exception("failed", match=match_id)
        return await _refused(site, match_id, number, WENT_WRONG)


async def _refused(
    site: Site, match_id: str, number: int | None, sentence: str, spots: Sequence[str] = ()
) -> out.Refused:
    try:
        version = (await site.hub.table(match_id)).contest.version
    except RequestRefused:
        version = 0
    return out.Refused(id=number, error=" ".join(sentence.split())[:300], spots=list(spots), version=version)
