"""Pictures of positions and games: cached, and rendered once for all requests that wait for the same one."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from typing import Any, Literal

from quintet.core.match import Match
from quintet.render.marks import last_of
from quintet.render.svg.position import svg
from quintet.server.errors import BadInput
from quintet.server.live.timeline import Ply
from quintet.server.work.caches import LruCache
from quintet.server.work.subprocess_jobs import SubprocessJobs

Kind = Literal["svg", "png", "film", "gif"]
"""A position as SVG or PNG; an animated game as SVG or GIF."""
TYPES: dict[Kind, str] = {"svg": "image/svg+xml", "png": "image/png", "film": "image/svg+xml", "gif": "image/gif"}
WIDTHS = {"png": 800, "gif": 480}
CACHED = 32_000_000
"""Bytes of pictures that are cached."""


class Pictures:
    """An LRU cache, and the jobs that fill it."""

    def __init__(self, jobs: SubprocessJobs) -> None:
        self._jobs = jobs
        self._cache: LruCache[Hashable, bytes] = LruCache(CACHED, len)
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    def find(self, key: Hashable) -> bytes | None:
        return self._cache.get(key)

    async def made(self, key: Hashable, job: str, arguments: dict[str, Any], payload: bytes) -> bytes:
        """The picture that a job renders; concurrent requests share one job."""
        picture = self._cache.get(key)
        if picture is not None:
            return picture
        if key not in self._making:
            task = asyncio.create_task(self._jobs.do(job, arguments, payload))
            self._making[key] = task
            task.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(self._making[key])

    def keep(self, key: Hashable, picture: bytes) -> bytes:
        return self._cache.put(key, picture)

    def _keep(self, key: Hashable, done: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if not done.cancelled() and not done.exception():
            self._cache.put(key, done.result())


def record_of(moment: Ply, names: Sequence[str]) -> str:
    """The moves that led to a ply, as a record."""
    start, *played = moment.line()
    return Match.retold(moment.game, start.position, (ply.move for ply in played), names).record()


def drawn(moment: Ply, dark: bool | None = None, last: str | None = None) -> str:
    """The SVG of a position with its last move marked: the real one, or `last`."""
    game, before = moment.game, moment.before
    if last is not None:
        move = moment.board.moves.get(last.strip().lower())
        if move is None:
            raise BadInput(f"last must be a move of {game.title}, got {last!r}")
        pressed = tuple(game.clicks(move))
    else:
        pressed = last_of(Match.retold(game, before.position, [moment.move])) if before else ()
    return svg(game.layout(), moment.scene, last=pressed, title=game.title, dark=dark)
