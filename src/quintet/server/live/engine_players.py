"""Engines as players of live matches: when one is to move, the pool searches and its move is played."""

from __future__ import annotations

import asyncio
import zlib
from contextlib import suppress

import structlog

from quintet.server.accounts.identity import LastSeen
from quintet.server.errors import Conflict, RequestRefused, Unknown
from quintet.server.live.actions import Actions
from quintet.server.live.hub import Hub
from quintet.server.live.tables import Table
from quintet.server.work.caches import LruCache
from quintet.server.work.search_pool.fair_queue import Asker
from quintet.server.work.search_pool.pool import SearchPool

SHARE = 30
"""An engine uses at most 1/SHARE of the time it has left."""
UNWATCHED = 30.0
"""Seconds after its start in which a match of two engines is played even if nobody watches."""
AT_ONCE = 8
"""The first moves of a match with pauses come without one: an empty board says little to those who watch."""
AGAIN, LONGEST = 1.0, 15.0
"""Seconds before a failed search is tried again: exponential back-off with a limit."""
TRIES, REMEMBERED = 3, 2000
"""Failed searches after which a match whose player is away pauses until they come back, and for how many matches these
are counted."""
log = structlog.get_logger("quintet.engine_players")


class EnginePlayers:
    """Listens to every change; searches run in the pool."""

    def __init__(self, hub: Hub, actions: Actions, pool: SearchPool, last_seen: LastSeen) -> None:
        self._hub = hub
        self._actions = actions
        self._pool = pool
        self._last_seen = last_seen
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures: LruCache[str, int] = LruCache(REMEMBERED)
        """Searches of a match that failed one after the other."""
        hub.on_change.append(self.look)
        hub.broadcaster.on_subscribe.append(self._watched)

    def look(self, table: Table) -> None:
        """Start a search if an engine is to move and none is running here."""
        if table.contest.status == "live" and any(seat.kind == "engine" for seat in table.contest.seats):
            self._pool.play.warm()
        if self._wanted(table) and not table.thinking:
            table.thinking = True
            task = asyncio.create_task(self._play(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _watched(self, table: Table) -> None:
        """Engines that paused go on: two of them, or one that failed while its opponent was away."""
        self._failures.remove(table.contest.id)
        if table.contest.of_engines or table.contest.engine_to_move:
            self.look(table)

    def _wanted(self, table: Table) -> bool:
        """Whether an engine should move now: a match that nobody plays in or watches pauses."""
        contest = table.contest
        if not contest.engine_to_move:
            return False
        if (self._failures.get(contest.id) or 0) >= TRIES and self._asker(table).away:
            return False
        return (
            any(seat.kind == "person" for seat in contest.seats)
            or self._attended(table)
            or self._hub.now() - contest.header.created < UNWATCHED
        )

    def _asker(self, table: Table) -> Asker:
        """The person that the search is counted for: a player, else a spectator."""
        players = [seat.player for seat in table.contest.seats if seat.kind == "person" and seat.player]
        player = (players or sorted(subscriber.player for subscriber in table.subscribers) or [""])[0]
        away = not self._attended(table) and not self._last_seen.recent(player)
        return Asker(player, self._last_seen.address(player), away)

    def _attended(self, table: Table) -> bool:
        """Whether anybody watches, at any process."""
        return bool(table.subscribers) or bool(self._hub.broadcaster.presence.present(table.contest.id))

    async def _play(self, table: Table) -> None:
        """Move while it is an engine's turn (two engines, or several turns in a row)."""
        pause = AGAIN
        try:
            rested = table.contest.of_engines
            while self._wanted(table):
                try:
                    if rested:
                        await self._give_back_rest(table.contest.id)
                        rested = False
                    if table.contest.ply >= AT_ONCE:
                        await asyncio.sleep(table.contest.header.pause)
                    if not self._wanted(table):  # the last spectator has left meanwhile
                        return
                    await self._move(table)
                    self._failures.remove(table.contest.id)
                    pause = AGAIN
                except (Conflict, Unknown):  # the match has changed meanwhile
                    return
                except RequestRefused as error:
                    log.warning("engine player", match=table.contest.id, error=str(error))
                    self._failures.put(table.contest.id, (self._failures.get(table.contest.id) or 0) + 1)
                    await asyncio.sleep(pause)
                    pause = min(LONGEST, 2 * pause)
                await asyncio.sleep(0)
        except Exception:
            log.exception("engine player", match=table.contest.id)
        finally:
            table.thinking = False

    async def _give_back_rest(self, match_id: str) -> None:
        with suppress(Conflict, Unknown):
            await self._hub.act(match_id, lambda contest, now: contest.resumed(now - contest.clock.since, now))

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
            seed=zlib.crc32(f"{contest.id} {contest.ply}".encode()),
            asker=lambda: self._asker(table),
        )
        ply, mover = contest.ply, contest.to_move
        if table.contest.version != contest.version and table.contest.ply != ply:
            return  # a move was taken back meanwhile: search again
        await self._actions.play_engine(contest.id, mover, ply, move)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
