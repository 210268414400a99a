"""Limits per client: token buckets, sizes and counts, and the address that they are counted by."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address

from quintet.server.work.caches import LruCache

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
    """What counts as one address: of IPv6 the /64, which one household or one rented machine has."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


class TokenBuckets:
    """One token bucket per client."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._now = now
        self._buckets: LruCache[str, tuple[float, float]] = LruCache(MOST_CLIENTS)

    def take(self, client: str, cost: float = 1.0) -> bool:
        """Whether this client has enough tokens; a refusal takes none."""
        now = self._now()
        tokens, filled = self._buckets.get(client) or (self.rate.burst, now)
        tokens = min(self.rate.burst, tokens + (now - filled) * self.rate.a_second)
        allowed = tokens >= cost
        self._buckets.put(client, (tokens - cost if allowed else tokens, now))
        return allowed


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """The limits of one server."""

    requests: Rate = Rate(300, 30)
    """HTTP requests of one address."""
    logins: Rate = Rate(20, 0.2)
    """Logins and new accounts of one address."""
    creations: Rate = Rate(60, 1)
    """New matches and records of one address."""
    studies: int = 2
    """Studies that one person may have running at once."""
    messages: Rate = Rate(60, 15)
    """Messages of one WebSocket."""
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
    """Subprocess jobs (PNG, GIF, files of games) of one address."""

    def times(self, factor: float) -> ClientLimits:
        """The same limits multiplied by a factor: for load tests and closed networks."""
        rates = ("requests", "logins", "creations", "chat", "cpu", "subprocesses")
        more = {name: getattr(self, name).times(factor) for name in rates}
        return replace(self, studies=max(1, int(self.studies * factor)), sockets=int(self.sockets * factor), **more)
