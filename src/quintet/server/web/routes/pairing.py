"""Quick pairing: somebody who wants the same game at the same pace."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from quintet.server.live.pairing import checked
from quintet.server.messages.incoming import PairingIn
from quintet.server.messages.lobby import SeeksOut
from quintet.server.site import address
from quintet.server.web.routes.dependencies import Caller, Creation, TheSite
from quintet.server.web.streams import Say, check_room, counted, lines_of, ndjson

router = APIRouter(prefix="/api")


@router.get("/pairing")
async def waiting(site: TheSite, me: Caller) -> SeeksOut:
    """What others wait for."""
    return await site.pairing.others(me)


@router.post("/pairing", dependencies=[Creation], response_class=StreamingResponse, responses=lines_of("PairingLine"))
async def pairing(
    wish: PairingIn, site: TheSite, me: Caller, request: Request, response: Response
) -> StreamingResponse:
    """Find an opponent; the caller waits while the stream is open, and no longer."""
    checked(wish, me)
    where = address(request)
    check_room(site, where)

    async def work(say: Say) -> None:
        with counted(site, where):
            await site.pairing.look(me, wish, say)

    stream = ndjson(request, work)
    stream.raw_headers.extend(response.raw_headers)  # the cookie of a new visitor
    return stream
