"""For operators, and for authors of programs."""

from __future__ import annotations

import asyncio
import hmac
import shutil
import time
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError

from quintet import __version__
from quintet.server.errors import Forbidden, NotLoggedIn
from quintet.server.live.housekeeping import HEARTBEAT
from quintet.server.messages import views
from quintet.server.messages.base import Alive, Health
from quintet.server.site import Site
from quintet.server.storage.database import file_of
from quintet.server.web.routes.dependencies import TheSite
from quintet.server.web.schema import schema
from quintet.server.work.cpu_budget import in_system_thread

router = APIRouter()
PATIENCE = 5.0
"""Seconds in which the database has to answer."""
SILENT = 10.0
"""Seconds after which a write that has not returned is a fault."""
LEAST_DESCRIPTORS = 16
"""File descriptors that should be left."""
LEAST_FREE = 50_000_000
"""Bytes that a disk should have left."""


@router.get("/livez")
async def livez() -> Alive:
    """The process runs; nothing else is checked."""
    return Alive(status="ok", version=__version__)


@router.get("/healthz")
async def healthz(site: TheSite, response: Response) -> Health:
    """200 if all is well; else 503 and what is wrong."""
    wrong = await faults(site)
    response.status_code = 503 if wrong else 200
    now = site.operator
    backup = None if now.verified is None else views.date(now.verified)
    status: Literal["ok", "failing"] = "failing" if wrong else "ok"
    return Health(status=status, version=__version__, wrong=wrong, paused=sorted(now.paused), backup=backup)


@router.get("/api/messages.json", response_class=JSONResponse)
async def messages() -> JSONResponse:
    """Every message as JSON Schema, including those of WebSockets and streams."""
    return JSONResponse(schema())


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(site: TheSite, request: Request) -> Response:
    """Prometheus metrics, for this machine only or with the token that the server was started with."""
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


# What is wrong


async def faults(site: Site) -> list[str]:
    """One sentence per fault; empty if all is well."""
    sentences = [await _reading(site), _writing(site), _moving(site), await in_system_thread(_disk, site)]
    sentences += [_hearing(site), _descriptors(), _damage(site)]
    return [sentence for sentence in sentences if sentence]


async def _reading(site: Site) -> str | None:
    try:
        async with asyncio.timeout(PATIENCE):
            await in_system_thread(site.reader.ping)
    except SQLAlchemyError:
        return "the database cannot be reached"
    except TimeoutError:
        return f"the database does not answer within {PATIENCE:g} seconds"
    return None


def _writing(site: Site) -> str | None:
    now, journal = time.monotonic(), site.journal
    if journal.failing:
        return f"the last move could not be written: {journal.failing}"
    since = journal.busy_since
    if since is not None and now - since > SILENT:
        return f"a write has not come back for {now - since:.0f} seconds"
    if now - site.housekeeping.beat > SILENT + HEARTBEAT:
        return f"the heartbeat could not be written for {now - site.housekeeping.beat:.0f} seconds"
    return None


def _moving(site: Site) -> str | None:
    stuck = [lane.name for lane in (site.pool.play, site.pool.study) if lane.stuck]
    return f"the queue of searches does not move: {', '.join(stuck)}" if stuck else None


def _hearing(site: Site) -> str | None:
    failing = site.cluster is not None and site.cluster.failing
    return "the messages of other processes do not arrive: see `cluster` in the log" if failing else None


def _damage(site: Site) -> str | None:
    return f"the database is damaged ({site.damage.seen}): restore a backup" if site.damage.seen else None


def _descriptors() -> str | None:
    """Files and connections that this process may still open, where the system tells."""
    try:
        import resource

        left = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - sum(1 for _ in Path("/proc/self/fd").iterdir())
    except (ImportError, FileNotFoundError):
        return None
    except OSError:  # not even that folder can be opened
        left = 0
    return f"no more than {left} files and connections can be opened" if left < LEAST_DESCRIPTORS else None


def _disk(site: Site) -> str | None:
    """The disk of the database, if that is a file."""
    path = file_of(site.engine)
    if path is None:
        return None
    free = shutil.disk_usage(path.parent).free
    return f"the disk is almost full: {free // 1_000_000} MB are left" if free < LEAST_FREE else None
