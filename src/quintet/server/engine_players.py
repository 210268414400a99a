"""Engines that sit at live matches: whenever one is to move, a search is asked for and its move played."""

from __future__ import annotations

import asyncio
import zlib

import structlog

from quintet.server.actions import Actions
from quintet.server.errors import Conflict, Refused, Unknown
from quintet.server.hub import Hub, Table
from quintet.server.searches.pool import Pool

SHARE = 30
"""An engine uses at most this part of the time it has left."""
log = structlog.get_logger("quintet.engine_players")


class EnginePlayers:
    """Listens to every change; searches run in the pool."""

    def __init__(self, hub: Hub, actions: Actions, pool: Pool) -> None:
        self._hub = hub
        self._actions = actions
        self._pool = pool
        self._tasks: set[asyncio.Task[None]] = set()
        hub.on_change.append(self.look)

    def look(self, table: Table) -> None:
        """Begin to think where an engine is to move and nobody here thinks yet."""
        if table.contest.status == "live" and any(seat.kind == "engine" for seat in table.contest.seats):
            self._pool.play.warm()
        if table.contest.engine_to_move and not table.thinking:
            table.thinking = True
            task = asyncio.create_task(self._play(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _play(self, table: Table) -> None:
        """Move as long as it is an engine's turn (two engines, or several turns in a row)."""
        try:
            while table.contest.engine_to_move:
                await self._move(table)
                await asyncio.sleep(0)
        except (Conflict, Unknown):  # the match has gone another way
            pass
        except Refused as error:
            log.warning("engine player", match=table.contest.id, error=str(error))
        except Exception:
            log.exception("engine player", match=table.contest.id)
        finally:
            table.thinking = False

    async def _move(self, table: Table) -> None:
        contest = table.contest
        seat = contest.seats[contest.to_move]
        seconds = seat.seconds
        left = contest.clock.left_at(contest.to_move, self._hub.now())
        if left is not None and contest.clock.kind != "days":
            share = max(0.02, left / SHARE)
            if seconds is not None or share < 1.0:
                seconds = min(seconds or share, share)
        move = await self._pool.choose(
            contest.header.spec,
            contest.moment.text,
            level=seat.level,
            seconds=seconds,
            seed=zlib.crc32(contest.id.encode()),
        )
        ply, mover = contest.ply, contest.to_move
        if table.contest.version != contest.version and table.contest.ply != ply:
            return  # taken back meanwhile: look again
        await self._actions.play_engine(contest.id, mover, ply, move)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
