"""Wrong passwords of an account: the more there were, the longer the next try has to wait."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from quintet.server.errors import TooFast

FREE = 5
"""Wrong passwords that cost nothing."""
LONGEST = 300.0
FORGET = 86400.0
MOST = 20_000


class Guesses:
    """Counted by account, wherever they come from. A place from which the account was logged into before is counted by
    itself, so that nobody can keep the owner out by guessing."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: OrderedDict[tuple[str, str], tuple[int, float]] = OrderedDict()
        """How many in a row, and when the last one was."""
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def check(self, account: str, address: str) -> None:
        """TooFast says how long to wait."""
        wrong, at = self._wrong.get(self._key(account, address), (0, 0.0))
        passed = self._now() - at
        wait = min(LONGEST, 2.0 ** (wrong - FREE)) if wrong >= FREE and passed < FORGET else 0.0
        if passed < wait:
            seconds = math.ceil(wait - passed)
            raise TooFast(f"too many wrong passwords for this account: please wait {seconds} seconds")

    def wrong(self, account: str, address: str) -> None:
        key, now = self._key(account, address), self._now()
        before, at = self._wrong.pop(key, (0, now))
        self._wrong[key] = (before + 1 if now - at < FORGET else 1, now)
        if len(self._wrong) > MOST:
            self._wrong.popitem(last=False)

    def right(self, account: str, address: str) -> None:
        self._wrong.pop(self._key(account, address), None)
        self._known[account.casefold(), address] = None
        self._known.move_to_end((account.casefold(), address))
        if len(self._known) > MOST:
            self._known.popitem(last=False)

    def _key(self, account: str, address: str) -> tuple[str, str]:
        key = (account.casefold(), address)
        return key if key in self._known else (key[0], "")
