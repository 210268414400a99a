"""News of a match, and those who are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property

from quintet.server.live.contest import Contest

QUEUE = 64
"""News that may wait for a slow reader before it is let go."""


class News:
    """Something for those who watch; its JSON is written once for all of them, when the first one reads it."""

    def __init__(self, write: Callable[[], str] | None, contest: Contest | None = None, price: int = 0) -> None:
        self._write = write
        """None: for those who read the match itself."""
        self.contest = contest
        """The match after it, where it has changed."""
        self.price = price
        """Of writing it, where that takes a while."""

    @cached_property
    def text(self) -> str:
        return self._write() if self._write else ""

    def read(self) -> str:
        return self.text


class Watcher:
    """Somebody who is told the news, in order; one who reads too slowly is let go."""

    def __init__(self, player: str, session: str | None = None) -> None:
        self.player = player
        self.session = session
        """The session or token that let them in."""
        self.revoked = False
        self.queue: asyncio.Queue[News | None] = asyncio.Queue(QUEUE + 1)
        self.too_slow = False

    def tell(self, news: News) -> None:
        if self.queue.qsize() >= QUEUE:
            self.too_slow = True
            self.end()
        elif not self.too_slow:
            self.queue.put_nowait(news)

    def end(self) -> None:
        """Say that nothing more comes."""
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
