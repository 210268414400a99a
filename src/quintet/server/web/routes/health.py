"""For those who run the server, and for those who write programs for it."""

from __future__ import annotations

import hmac
from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from quintet import __version__
from quintet.server.errors import Forbidden, NotLoggedIn
from quintet.server.health import faults
from quintet.server.messages.base import Health
from quintet.server.web.routes.dependencies import TheSite
from quintet.server.web.schema import schema

router = APIRouter()


@router.get("/livez")
async def livez() -> Health:
    """The process runs; nothing else is asked."""
    return Health(status="ok", version=__version__, wrong=[])


@router.get("/healthz")
async def healthz(site: TheSite, response: Response) -> Health:
    """200 when all is well; 503 and what is wrong when it is not."""
    wrong = await faults(site)
    response.status_code = 503 if wrong else 200
    return Health(status="failing" if wrong else "ok", version=__version__, wrong=wrong)


@router.get("/api/messages.json", response_class=JSONResponse)
async def messages() -> JSONResponse:
    """Every message as JSON Schema, those of WebSocket and streams included."""
    return JSONResponse(schema())


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(site: TheSite, request: Request) -> Response:
    """For this machine only, or for whoever has the token that the server was started with."""
    _may_measure(site.settings.metrics_token, request)
    return Response(site.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _may_measure(token: str | None, request: Request) -> None:
    if token is not None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise NotLoggedIn("the metrics need the token of --metrics-token as a Bearer token")
    elif not (request.client and _is_here(request.client.host)):
        raise Forbidden("the metrics are for this machine only: start the server with --metrics-token for others")


def _is_here(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False
