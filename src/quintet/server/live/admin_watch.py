"""What a running server does about its operators' wishes: matches ended from outside, bans, old things."""

from __future__ import annotations

import json
import time

import structlog
from sqlalchemy import Engine, select

from quintet.server.accounts.last_seen import Attendance
from quintet.server.live.hub import Hub
from quintet.server.storage.administration import TOLD, Administration
from quintet.server.storage.tables import bans, settings
from quintet.server.work.cpu_budget import aside

log = structlog.get_logger("quintet.operators")


class Operators:
    """Looks into the database every few seconds."""

    def __init__(self, engine: Engine, hub: Hub, attendance: Attendance) -> None:
        self._engine = engine
        self._reading = engine.execution_options(reads=True)
        self._hub = hub
        self._attendance = attendance
        self._heard: str | None = None

    async def look(self) -> frozenset[str]:
        """Hear of matches that were changed; the addresses that are kept out."""
        told, banned = await aside(self._read)
        if told and told != self._heard:
            for match_id, version in json.loads(told)[1]:
                await self._hub.heard(match_id, version)
        self._heard = told
        for watcher in self._hub.watchers() if banned else ():  # whoever is here already goes as well
            if self._attendance.address(watcher.player) in banned:
                watcher.revoked = True
                watcher.end()
        return banned

    def _read(self) -> tuple[str | None, frozenset[str]]:
        with self._reading.connect() as connection:
            told = connection.scalar(select(settings.c.value).where(settings.c.key == TOLD))
            return told, frozenset(connection.scalars(select(bans.c.address).where(bans.c.until > time.time())))

    async def prune(self, days: float) -> None:
        pruned = await aside(Administration(self._engine, self._hub.now()).prune, days)
        log.info("pruned", what=str(pruned))
