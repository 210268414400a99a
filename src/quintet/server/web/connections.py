"""Limits per connection: count per address, pipelined and slow requests, slow readers, WebSocket frame rate.

uvicorn has a timeout for idle connections only; these are its protocols with the others.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from quintet.server.work.rate_limits import HeldCounts, Rate, TokenBucket, TokenBuckets, network

LINGER = 2.0
"""Seconds for reading a refusal before the connection is cut."""
FRAMES = Rate(1000, 30)
"""Frames of one WebSocket: messages are limited elsewhere, pings and fragments only here."""
FRAMES_OF_ADDRESS = Rate(4000, 200)
"""Frames of all WebSockets of one address."""
PIECE = 1024
"""Bytes that are parsed between two looks at a limit: a ping has six, a request eighteen."""
PIPELINED = 8
"""Requests of a connection that wait for the one before; whatever follows them is not parsed yet, because a request
takes a hundred times the memory of its text."""
UNPARSED = 2**19
"""Bytes that a connection may send behind them."""
UNREAD = 8
"""Messages of a WebSocket that may wait for the application before nothing more is read."""
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
    """The limits of connections, and the number of open ones per address."""

    headers: int = 16_384
    """Bytes of the headers of a request."""
    header_seconds: float = 10.0
    """Seconds from the start of a connection, or the first byte of a request, to the end of its headers."""
    body_seconds: float = 30.0
    """Seconds from the end of the headers to the end of the body."""
    body: int = 2_000_000
    """Bytes after the headers: body, chunk framing and trailers."""
    answer_seconds: float = 30.0
    """Seconds for which a response may wait for a client that does not read."""
    connections: int = 200
    """Connections of one address."""
    proxies: str = "127.0.0.1,::1"
    """Addresses and networks of proxies, separated by commas: their connections are not limited."""
    open: HeldCounts = field(default_factory=HeldCounts)
    frames: TokenBuckets = field(default_factory=lambda: TokenBuckets(FRAMES_OF_ADDRESS))

    def protocol(self) -> type[HttpToolsProtocol]:
        """A protocol class for uvicorn."""
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
        """Requests that were received completely."""
        self._unparsed = bytearray()
        self._upgraded = False

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if self.border.limited(peer):
            self._counted = network(peer)
            full = self.border.open.is_full(self._counted, self.border.connections)
            self.border.open.take(self._counted)
            if full:
                self._refuse(429)
                return
        self._within(self.border.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._uncount()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._within(self.border.header_seconds)  # until it is accepted or cut: some handshakes are never complete
        self._upgraded = True
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, GuardedSocket)
        socket.connection = (self._uncount, self.border.frames, self._counted)

    def _uncount(self) -> None:
        self._within(None)
        self._read_again()
        if self._counted is not None:
            self.border.open.release(self._counted)
            self._counted = None

    # The request

    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        if len(self._unparsed) > UNPARSED:
            self._refuse(413)
        self._parse()

    def _parse(self) -> None:
        """Parse what has come, until too many requests wait."""
        while self._unparsed and not self._upgraded and not self.transport.is_closing():
            if len(self.pipeline) >= PIPELINED:
                self._within(None)  # the client is not slow: we are
                self.flow.pause_reading()
                return
            piece = bytes(self._unparsed[:PIECE])
            del self._unparsed[:PIECE]
            self._feed(piece)
        self._unparsed.clear()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._parse()

    def _feed(self, data: bytes) -> None:
        if self._timer is None:  # the next request on the same connection, or the rest of one
            self._within(self.border.header_seconds if self._in_headers else self.border.body_seconds)
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
        """Start the timeout of a request; None: stop it."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._refuse, 408)

    def _refuse(self, status: int) -> None:
        """Send one sentence, if no response has begun, and close."""
        self._within(None)
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = b'{"error": "%s"}' % REFUSALS[status]
            head = b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\n" % (status, PHRASES[status])
            self.transport.write(head + b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body) + body)
        self.transport.close()
        self.loop.call_later(LINGER, self.transport.abort)


def text_frame(text: str) -> bytes:
    """A text as one WebSocket frame of a server: not compressed, not masked."""
    content = text.encode()
    size = len(content)
    if size < 126:
        return b"\x81%c%b" % (size, content)
    return struct.pack("!BBH" if size < 65536 else "!BBQ", 0x81, 126 if size < 65536 else 127, size) + content


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is closed when it sends too many frames."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames = TokenBucket(FRAMES)
        self.connection: tuple[Callable[[], None], TokenBuckets, str | None] | None = None
        """What ends the count of its connection, and the frames of its address, if that is limited."""

    def connection_lost(self, exc: Exception | None) -> None:
        self._uncount()
        super().connection_lost(exc)

    def _uncount(self) -> None:
        if self.connection is not None:
            self.connection[0]()

    async def send(self, message: Any) -> None:
        """An accepted WebSocket is counted by the application. A refused one gets its code, which pages cannot read
        from a refused handshake, and counts as a connection until it is cut."""
        if message["type"] == "websocket.send" and self._may_write():
            self.transport.write(text_frame(message["text"]))
            return
        closing = message["type"] == "websocket.close"
        if closing and not self.handshake_complete:
            await super().send({"type": "websocket.accept"})
        await super().send(message)
        if closing:
            self.loop.call_later(LINGER, self.transport.abort)
        elif message["type"] == "websocket.accept":
            self._uncount()

    def _may_write(self) -> bool:
        """Whether the connection is open and the client reads."""
        return self.conn.state is State.OPEN and self.writable.is_set() and not (self.close_sent or self.disconnected)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PIECE])

    def send_receive_event_to_app(self) -> None:
        """As uvicorn's, but text that is not UTF-8 cuts the connection without a traceback in the log, and reading
        pauses when several messages wait: to do that after each takes two system calls."""
        content, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        try:
            text = self.curr_msg_data_type == "text"
            self.queue.put_nowait(
                {"type": "websocket.receive", "text": content.decode()}
                if text
                else {"type": "websocket.receive", "bytes": content}
            )
        except UnicodeDecodeError:
            self.transport.abort()
            return
        if self.queue.qsize() >= UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_events(self) -> None:
        if self._may_send(len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

    def _may_send(self, frames: int) -> bool:
        _, shared, address = self.connection or (None, None, None)
        return self._frames.take(frames) and (not shared or not address or shared.take(address, frames))
