"""Who watches which match, counted over all processes.

Each process sends the others its spectators: at once when they change, and again every few seconds, so that a process
that died is forgotten. A lost message does no harm and nothing is stored. People are identified by short digests.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import lru_cache

import structlog

SOON = 0.2
"""Seconds in which several changes are sent as one."""
AGAIN = 15.0
FORGET = 50.0
"""Seconds after which a silent process is not counted any more."""
LARGEST = 7000
"""Characters of a message: PostgreSQL takes 8000."""
MOST = 400
"""People of one match at one process that are sent; a larger crowd counts as this many."""

log = structlog.get_logger("quintet.presence")
Publish = Callable[[str], Awaitable[None]]


@lru_cache(10_000)
def digest(player: str) -> str:
    return hashlib.sha256(player.encode()).hexdigest()[:12]


class Presence:
    """The spectators of this process and of the others. Without `start` there are no others."""

    channel = "quintet_presence"

    def __init__(self, here: Callable[[str], Iterable[str]], changed: Callable[[str], None]) -> None:
        self._here = here
        """The players who watch a match at this process."""
        self._changed = changed
        """Called with the id of a match where people of other processes came or went."""
        self._name = secrets.token_hex(4)
        self._others: dict[str, dict[str, tuple[frozenset[str], float]]] = {}
        """By match and process: the digests, and when they were last heard."""
        self._mine: set[str] = set()
        """Matches that others know to have spectators here."""
        self._dirty: set[str] = set()
        self._publish: Publish | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, publish: Publish) -> None:
        self._publish = publish
        self._tasks = [asyncio.create_task(self._tell()), asyncio.create_task(self._remind())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def present(self, match_id: str) -> set[str]:
        """The digests of all who watch a match, at all processes."""
        present = {digest(player) for player in self._here(match_id)}
        for players, _ in self._others.get(match_id, {}).values():
            present |= players
        return present

    def moved(self, match_id: str) -> None:
        """Somebody came to a match here, or went."""
        if self._publish:
            self._dirty.add(match_id)

    def heard(self, message: str, now: float | None = None) -> None:
        """A message of another process, or of this one."""
        heard = json.loads(message)
        name = heard["process"]
        now = asyncio.get_running_loop().time() if now is None else now
        if name == self._name:
            return
        for match_id, players in heard["matches"].items():
            known = self._others.get(match_id, {}).get(name)
            if players:
                self._others.setdefault(match_id, {})[name] = (frozenset(players), now)
            else:
                self._drop(match_id, name)
            if known is None and players and any(True for _ in self._here(match_id)):
                self.moved(match_id)  # that process does not know yet who is here
            if (known[0] if known else frozenset()) != frozenset(players):
                self._changed(match_id)

    def forget(self, now: float) -> None:
        """Drop processes that have been silent for too long."""
        for match_id, processes in list(self._others.items()):
            silent = [name for name, (_, last) in processes.items() if now - last > FORGET]
            for name in silent:
                self._drop(match_id, name)
            if silent:
                self._changed(match_id)

    def _drop(self, match_id: str, name: str) -> None:
        processes = self._others.get(match_id, {})
        processes.pop(name, None)
        if not processes:
            self._others.pop(match_id, None)

    def messages(self) -> Iterator[str]:
        """The changes that others do not know yet, split to the largest message size."""
        part: dict[str, list[str]] = {}
        size = 0
        for match_id in self._dirty:
            players = sorted({digest(player) for player in self._here(match_id)})[:MOST]
            (self._mine.add if players else self._mine.discard)(match_id)
            cost = len(match_id) + 8 + 16 * len(players)
            if part and size + cost > LARGEST:
                yield json.dumps({"process": self._name, "matches": part})
                part, size = {}, 0
            part[match_id] = players
            size += cost
        if part:
            yield json.dumps({"process": self._name, "matches": part})
        self._dirty.clear()

    async def _tell(self) -> None:
        assert self._publish
        while True:
            await asyncio.sleep(SOON)
            try:
                for message in list(self.messages()):
                    await self._publish(message)
            except Exception as error:  # it is sent again soon
                log.warning("presence", error=repr(error)[:300])

    async def _remind(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            self._dirty |= self._mine
            self.forget(asyncio.get_running_loop().time())
