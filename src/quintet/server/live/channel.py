"""One kind of news between processes: said at one, heard at all the others, and lost without harm."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger("quintet.wire")


class Wire:
    """What is said before `start`, or by a process that is alone, is heard by nobody."""

    def __init__(self, channel: str, listen: Callable[[str], None]) -> None:
        self.channel = channel
        self._listen = listen
        self._name = secrets.token_hex(4)
        self._publish: Callable[[str], Awaitable[None]] | None = None
        self._speaking: set[asyncio.Task[None]] = set()

    def start(self, publish: Callable[[str], Awaitable[None]]) -> None:
        """There are other processes."""
        self._publish = publish

    def say(self, message: str) -> None:
        if self._publish:
            speaking = asyncio.create_task(self._spread(self._publish(f"{self._name} {message}")))
            self._speaking.add(speaking)
            speaking.add_done_callback(self._speaking.discard)

    async def _spread(self, said: Awaitable[None]) -> None:
        try:
            await said
        except Exception as error:
            log.warning(self.channel, error=repr(error)[:300])

    def heard(self, message: str) -> None:
        """Also this process's own words come back."""
        name, _, words = message.partition(" ")
        if name != self._name:
            self._listen(words)
