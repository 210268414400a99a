"""What is wrong with a running server, in sentences for whoever looks after it."""

from __future__ import annotations

import asyncio
import shutil
import time

from sqlalchemy.exc import SQLAlchemyError

from quintet.server.live.housekeeping import HEARTBEAT
from quintet.server.site import Site
from quintet.server.storage.database import file_of
from quintet.server.work.cpu_budget import aside

PATIENCE = 5.0
"""Seconds in which the database has to answer."""
SILENT = 10.0
"""Seconds after which a write that has not come back is a fault."""
LEAST_FREE = 50_000_000
"""Bytes that a disk should have left."""


async def faults(site: Site) -> list[str]:
    """Nothing where all is well."""
    found = [await _reading(site), _writing(site), _moving(site), await aside(_disk, site)]
    return [sentence for sentence in found if sentence]


async def _reading(site: Site) -> str | None:
    try:
        async with asyncio.timeout(PATIENCE):
            await aside(site.reader.ping)
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


def _disk(site: Site) -> str | None:
    """Of the database, where it is a file."""
    path = file_of(site.engine)
    if path is None:
        return None
    free = shutil.disk_usage(path.parent).free
    return f"the disk is almost full: {free // 1_000_000} MB are left" if free < LEAST_FREE else None
