"""Connections that keep others out: too many of one address, requests that never end, answers that nobody reads, frames
that are no messages.

uvicorn has a time-out for idle connections alone; these are its protocols with the others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quintet.server.work.rate_limits import Rate, TokenBuckets, network

LINGER = 2.0
"""Seconds in which a refusal can still be read before the connection is cut."""
FRAMES = Rate(1000, 30)
"""Of one WebSocket: messages are counted elsewhere, pings and pieces of messages are not."""
PIECE = 1024
"""Bytes of a WebSocket that are read before its frames are counted: a ping has six."""
REFUSALS = {
    408: b"the request took too long",
    413: b"the request is too large",
    429: b"too many connections from this address",
    431: b"the headers are too large",
}
PHRASES = {
    408: b"Request Timeout",
    413: b"Content Too Large",
    429: b"Too Many Requests",
    431: b"Request Header Fields Too Large",
}


@dataclass
class ConnectionLimits:
    """What connections may do, and who has how many."""

    headers: int = 16_384
    """Bytes."""
    header_seconds: float = 10.0
    """From the first byte, or from the beginning of a connection, until all headers are there."""
    body_seconds: float = 30.0
    body: int = 2_000_000
    """Bytes that come after the headers: of the body, of the chunks around it, of headers behind it."""
    answer_seconds: float = 30.0
    """That an answer may wait for a reader who takes nothing."""
    connections: int = 200
    """Of one address."""
    proxies: str = "127.0.0.1,::1"
    """Addresses and networks, commas between, that speak for many others and have no limit of connections."""
    open: Counter[str] = field(default_factory=Counter)

    def protocol(self) -> type[HttpToolsProtocol]:
        """For uvicorn, which makes one for each connection."""
        return type("Guarded", (_Guarded,), {"border": self})

    @cached_property
    def _proxies(self) -> list[Any]:
        return [ip_network(proxy.strip(), strict=False) for proxy in self.proxies.split(",") if proxy.strip()]

    def limited(self, peer: str) -> bool:
        """Whether connections of this address are counted."""
        if self.proxies.strip() == "*":
            return False
        try:
            return not any(ip_address(peer) in proxy for proxy in self._proxies)
        except ValueError:  # a Unix socket has no address
            return False


class _Guarded(HttpToolsProtocol):
    border: ConnectionLimits

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._counted: str | None = None
        self._in_headers = True
        self._header_bytes = self._body_bytes = 0
        self._requests = 0
        """That have come whole."""

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if self.border.limited(peer):
            self._counted = network(peer)
            self.border.open[self._counted] += 1
            if self.border.open[self._counted] > self.border.connections:
                self._refuse(429)
                return
        self._within(self.border.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._uncount()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._uncount()  # from here on it is a socket, and counted with those
        super().handle_websocket_upgrade()

    def _uncount(self) -> None:
        self._within(None)
        self._read_again()
        if self._counted is not None:
            self.border.open[self._counted] -= 1
            if not self.border.open[self._counted]:
                del self.border.open[self._counted]
            self._counted = None

    # The request

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._in_headers and self._timer is None:  # the next request on the same connection
            self._within(self.border.header_seconds)
        before = self._requests
        super().data_received(data)
        if self._in_headers and self._requests == before and not self.transport.is_closing():
            self._header_bytes += len(data)
            if self._header_bytes > self.border.headers:
                self._refuse(431)
        elif self._requests == before and not self.transport.is_closing():
            self._body_bytes += len(data)
            if self._body_bytes > self.border.body:
                self._refuse(413)

    def on_headers_complete(self) -> None:
        self._in_headers = False
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self.border.headers:
            self._refuse(431)
            return
        self._within(self.border.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._within(None)
        self._in_headers, self._header_bytes, self._body_bytes = True, 0, 0
        self._requests += 1
        if not self.transport.is_closing():
            super().on_message_complete()

    # The answer

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._writing is None:
            self._writing = self.loop.call_later(self.border.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._read_again()
        super().resume_writing()

    def _read_again(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    # Time

    def _within(self, seconds: float | None) -> None:
        """What is begun has to end by then; None: nothing is."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._refuse, 408)

    def _refuse(self, status: int) -> None:
        """One sentence, where no answer has begun, and an end."""
        self._within(None)
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = b'{"error": "%s"}' % REFUSALS[status]
            head = b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\n" % (status, PHRASES[status])
            self.transport.write(head + b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body) + body)
        self.transport.close()
        self.loop.call_later(LINGER, self.transport.abort)


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is cut off where it sends more frames than anybody has a use for."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames = TokenBuckets(FRAMES)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PIECE])

    def send_receive_event_to_app(self) -> None:
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:  # uvicorn would write a page about it into the log
            self.transport.abort()
        else:
            super().send_receive_event_to_app()

    def handle_events(self) -> None:
        if self._frames.take("", len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()
