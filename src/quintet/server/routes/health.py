"""For those who run the server."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from quintet import __version__
from quintet.server.messages_out import Health
from quintet.server.routes.common import TheSite, ask

router = APIRouter()


@router.get("/healthz", response_model=Health)
async def healthz(site: TheSite) -> dict[str, Any]:
    """200 when the database answers."""
    await ask(site.reader.ping)
    return {"status": "ok", "version": __version__}


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(site: TheSite) -> Response:
    return Response(site.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
