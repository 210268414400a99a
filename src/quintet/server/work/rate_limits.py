"""Limits per client: token buckets, sizes and counts, and the address that they are counted by."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address
from typing import Any

from quintet.server.work.caches import LruCache

WIDER = 8
"""How many times the limits of an address its /48 has: many providers give one to a household, some to a town."""
MOST_CLIENTS = 20_000
"""Clients that a limit remembers."""
current_client: ContextVar[str] = ContextVar("current_client", default="")
"""The address that the request came from, set once for every request and WebSocket; tasks that they start inherit it.
Empty: the server itself."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: `burst` at once, and `a_second` in the long run."""

    burst: float
    a_second: float

    def times(self, factor: float) -> Rate:
        return Rate(self.burst * factor, self.a_second * factor)


def network(host: str) -> str:
    """What counts as one address: of IPv6 the /56, which one household has."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 72 << 72)}/56"


def around(client: str) -> str | None:
    """The /48 of an IPv6 client, which may be one household too; None for all others."""
    if not client.endswith("::/56"):
        return None
    return f"{IPv6Address(int(IPv6Address(client.removesuffix('/56'))) >> 80 << 80)}/48"


class TokenBucket:
    """The tokens that one client has left."""

    __slots__ = ("_filled", "_now", "_tokens", "rate")

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._now = now
        self._tokens, self._filled = rate.burst, now()

    def fill(self) -> float:
        """Add what time has brought; the tokens there are."""
        now, rate = self._now(), self.rate
        self._tokens = min(rate.burst, self._tokens + (now - self._filled) * rate.a_second)
        self._filled = now
        return self._tokens

    def charge(self, cost: float) -> None:
        """Take tokens for what is done already; there may be less than none then."""
        self._tokens = self.fill() - cost

    def take(self, cost: float = 1.0) -> bool:
        """Whether there are enough tokens; a refusal takes none."""
        allowed = self.fill() >= cost
        if allowed:
            self._tokens -= cost
        return allowed


class HeldCounts(Counter[str]):
    """What clients hold open right now; a /48 may hold `WIDER` times as much as one of them."""

    def is_full(self, client: str, most: int) -> bool:
        wider = around(client)
        return self[client] >= most or (wider is not None and self[wider] >= WIDER * most)

    def take(self, client: str) -> None:
        self.update(filter(None, (client, around(client))))

    def release(self, client: str) -> None:
        for name in filter(None, (client, around(client))):
            self[name] -= 1
            if not self[name]:
                del self[name]


class TokenBuckets:
    """One token bucket per client."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._now = now
        self._buckets: LruCache[str, TokenBucket] = LruCache(MOST_CLIENTS)

    def take(self, client: str, cost: float = 1.0) -> bool:
        """Whether this client has enough tokens; a refusal takes none."""
        bucket = self._bucket(client)
        if not (wider := around(client)):
            return bucket.take(cost)
        household = self._bucket(wider, WIDER)
        return bucket.fill() >= cost and household.take(cost) and bucket.take(cost)

    def charge(self, client: str, cost: float) -> None:
        """Take tokens for what is done already; there may be less than none then."""
        self._bucket(client).charge(cost)

    def _bucket(self, name: str, factor: float = 1) -> TokenBucket:
        return self._buckets.get(name) or self._buckets.put(name, TokenBucket(self.rate.times(factor), self._now))


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """The limits of one server."""

    requests: Rate = Rate(300, 30)
    """HTTP requests of one address."""
    logins: Rate = Rate(20, 0.2)
    """Logins and new accounts of one address."""
    confirmations: Rate = Rate(3, 0.0001)
    """E-mails to one address that is to be confirmed, of all accounts together."""
    creations: Rate = Rate(60, 1)
    """New matches and records of one address."""
    open: int = 10
    """Public matches of one address that wait for an opponent."""
    studies: int = 2
    """Studies that one person may have running at once."""
    messages: Rate = Rate(60, 15)
    """Messages of one WebSocket."""
    messages_of_address: Rate = Rate(600, 60)
    """Messages of all WebSockets of one address."""
    sockets: int = 60
    """WebSockets and streams of one address."""
    body: int = 262_144
    """Bytes of a request."""
    message: int = 4096
    """Bytes of a message on a WebSocket."""
    chat: Rate = Rate(8, 0.4)
    """Lines of chat of one person, and of one address."""
    cpu: Rate = Rate(10, 0.3)
    """CPU seconds of rules and pictures for one address."""
    subprocesses: Rate = Rate(20, 0.5)
    """CPU seconds of subprocess jobs (PNG, GIF, files of games) of one address."""

    def times(self, factor: float) -> ClientLimits:
        """The same limits multiplied by a factor: for load tests and closed networks."""
        rates = ("requests", "messages_of_address", "logins", "creations", "chat", "cpu", "subprocesses")
        more: dict[str, Any] = {name: getattr(self, name).times(factor) for name in rates}
        counts = ("open", "studies", "sockets")
        more |= {name: max(1, int(getattr(self, name) * factor)) for name in counts}
        return replace(self, **more)
