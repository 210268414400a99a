"""Limits per connection: slow requests, slow readers, too many connections, WebSocket frames."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from uvicorn.server import ServerState

from quintet.server.web.connections import FRAMES, ConnectionLimits, GuardedSocket

GET = b"GET / HTTP/1.1\r\nHost: quintet\r\n"


UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


BIG = 64_000_000
"""More than the system keeps of a connection that nobody reads, at either end."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads a request to its end and answers, /big with much; a WebSocket is held open."""
    if scope["type"] == "websocket":
        await receive()
        if scope["path"] == "/refused":
            await send({"type": "websocket.close", "code": 4429})
            return
        await send({"type": "websocket.accept"})
        await receive()
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(0.2)
    while (await receive()).get("more_body"):
        pass
    body = b"x" * BIG if scope["path"] == "/big" else b"well"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def listening(limits: ConnectionLimits) -> AsyncIterator[Callable[[], Coroutine[Any, Any, Any]]]:
    """Gives a function that connects to a server with this limits."""
    config = uvicorn.Config(
        application, http=limits.protocol(), ws=GuardedSocket, log_config=None, timeout_keep_alive=5
    )
    config.load()
    state, protocol = ServerState(), limits.protocol()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(config, state, {}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield lambda: asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0), limit=2**16)
    finally:
        server.close()


def run(
    limits: ConnectionLimits, play: Callable[[Callable[[], Coroutine[Any, Any, Any]]], Coroutine[Any, Any, None]]
) -> None:
    async def go() -> None:
        async with listening(limits) as connect:
            await play(connect)
        for _ in range(100):
            if not limits.open:
                break
            await asyncio.sleep(0.02)
        assert limits.open == {}, "nothing stays counted"

    asyncio.run(asyncio.wait_for(go(), 30))


@pytest.mark.parametrize("sent", [b"", b"GET", GET, GET + b"X-Slow: ", b"\r\n\r\n"])
def test_headers_that_do_not_end_are_ended(sent: bytes) -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(sent)
        assert (await reader.read()).startswith(b"HTTP/1.1 408 "), "although nothing more comes"
        writer.close()

    run(ConnectionLimits(header_seconds=0.1), play)


def test_a_drop_at_a_time_does_not_prolong_it_and_neither_does_the_second_request() -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(GET + b"\r\n")
        assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 ")
        began = time.monotonic()
        writer.write(GET)
        for _ in range(100):
            writer.write(b"A: b\r\n")
            await asyncio.sleep(0.05)
            if reader.at_eof() or writer.transport.is_closing():
                break
        assert time.monotonic() - began < 3
        writer.close()

    run(ConnectionLimits(header_seconds=0.3), play)


def test_a_body_that_does_not_end_is_ended_and_one_that_does_is_read() -> None:
    post = b"POST / HTTP/1.1\r\nHost: quintet\r\nContent-Length: 8\r\n\r\n"

    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(post + b"1234")
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
        writer.close()
        reader, writer = await connect()
        writer.write(post + b"1234")
        writer.write(b"5678")
        assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 ")
        writer.close()

    run(ConnectionLimits(body_seconds=0.2), play)


@pytest.mark.parametrize(
    "sent",
    [GET + b"X-Long: " + b"a" * 5000, GET + b"".join(b"X-%d: a\r\n" % n for n in range(500)) + b"\r\n"],
)
def test_headers_that_are_too_large_are_refused(sent: bytes) -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(sent)
        assert (await reader.read()).startswith(b"HTTP/1.1 431 ")
        writer.close()

    run(ConnectionLimits(headers=4000), play)


def test_a_large_body_is_not_taken_for_headers() -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        for _ in range(3):
            writer.write(b"POST / HTTP/1.1\r\nHost: quintet\r\nContent-Length: 30000\r\n\r\n" + b"x" * 30_000)
            assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 ")
        writer.close()

    run(ConnectionLimits(headers=1000), play)


def test_an_address_has_only_so_many_connections() -> None:
    async def play(connect: Any) -> None:
        held = [await connect() for _ in range(3)]
        await asyncio.sleep(0.05)
        reader, writer = await connect()
        assert (await reader.read()).startswith(b"HTTP/1.1 429 ")
        writer.close()
        held.pop()[1].close()
        await asyncio.sleep(0.1)
        reader, writer = await connect()
        writer.write(GET + b"\r\n")
        assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 "), "there is room again"
        for _, one in [*held, (None, writer)]:
            one.close()

    run(ConnectionLimits(connections=3), play)


def test_a_websocket_is_no_connection_any_more() -> None:
    """It may stay for hours, and is counted with the sockets."""
    limits = ConnectionLimits(connections=2, header_seconds=0.2, body_seconds=0.2)

    async def play(connect: Any) -> None:
        sockets = []
        for _ in range(4):
            reader, writer = await connect()
            writer.write(GET + UPGRADE)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            sockets.append((reader, writer))
        assert limits.open == {}
        await asyncio.sleep(0.5)
        for reader, writer in sockets:
            assert not reader.at_eof()
            writer.close()

    run(limits, play)


def test_a_refused_websocket_is_counted_until_it_is_cut() -> None:
    """It hears its code first; a client that answers nothing is cut soon."""
    limits = ConnectionLimits(connections=3)

    async def play(connect: Any) -> None:
        held = []
        for _ in range(3):
            reader, writer = await connect()
            writer.write(GET.replace(b"/ ", b"/refused ") + UPGRADE)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            assert await reader.readexactly(4) == b"\x88\x02" + (4429).to_bytes(2)
            held.append((reader, writer))
        assert sum(limits.open.values()) == 3
        reader, writer = await connect()
        assert (await reader.read()).startswith(b"HTTP/1.1 429 ")
        writer.close()
        began = time.monotonic()
        for reader, writer in held:
            with suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
        assert time.monotonic() - began < 8

    run(limits, play)


@pytest.mark.parametrize("more", [b"Content-Length: 500\r\n", b"Transfer-Encoding: chunked\r\n"])
def test_a_handshake_that_is_never_complete_is_ended_and_a_complete_one_is_not(more: bytes) -> None:
    """It waited for its body without a limit, and two hundred of them held all connections of an address."""

    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(GET + more + UPGRADE)
        _, accepted = await connect()
        accepted.write(GET + UPGRADE)
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
        await asyncio.sleep(0.3)
        assert not accepted.transport.is_closing()
        for each in (writer, accepted):
            each.close()

    run(ConnectionLimits(header_seconds=0.2), play)


def test_pipelined_requests_wait_as_bytes_and_are_answered_in_order() -> None:
    """14,000 requests fit into what is read at once, and each takes a hundred times its memory."""
    cycles: list[int] = []
    limits = ConnectionLimits()

    def waiting() -> int:
        return sum(isinstance(each, RequestResponseCycle) for each in gc.get_objects())

    gc.collect()
    before = waiting()

    async def play(connect: Any) -> None:
        reader, writer = await connect()
        short = b"GET /slow HTTP/1.1\r\n\r\n" + b"GET / HTTP/1.1\r\n\r\n" * 4000
        writer.write(short)
        await asyncio.sleep(0.1)
        cycles.append(waiting() - before)
        for _ in range(4001):
            assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 ")
        writer.close()

    run(limits, play)
    assert cycles[0] < 200, "requests that wait in memory"


MUCH = b"y" * 600_000


PING, EMPTY_PIECE, NO_TEXT = b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0", b"\x81\x81\0\0\0\0\xff"


@pytest.mark.parametrize("sent", [PING * 50_000, b"\x01\x80\0\0\0\0" + EMPTY_PIECE * 50_000, NO_TEXT])
def test_frames_that_are_no_messages_end_a_websocket(sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(GET + UPGRADE)
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        writer.write(PING * int(FRAMES.burst / 2))
        for _ in range(int(FRAMES.burst / 2)):  # a few are answered
            assert await reader.readexactly(2) == b"\x8a\0"
        began = time.process_time()
        with suppress(ConnectionError):
            writer.write(sent)
            await writer.drain()
            while await reader.read(2**16):
                pass
        assert time.process_time() - began < 0.5
        writer.close()

    run(ConnectionLimits(), play)
    assert not caplog.records


def test_headers_behind_a_body_and_chunks_around_it_are_counted() -> None:
    post = GET.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"

    async def play(connect: Any) -> None:
        for sent in (b"0\r\n" + b"X-More: y\r\n" * 60_000, b"0\r\nX-Endless: " + MUCH, b"1;" + MUCH):
            reader, writer = await connect()
            writer.write(post + sent)
            assert b"413 Content Too Large" in await reader.readuntil(b"\r\n\r\n")
            writer.close()
        reader, writer = await connect()
        for _ in range(3):  # each request has a count of its own
            writer.write(post + b"60000\r\n" + b"y" * 0x60000 + b"\r\n0\r\nX-More: y\r\n\r\n")
            assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(4) == b"well"
        writer.close()

    run(ConnectionLimits(body=500_000), play)


def test_proxies_speak_for_many() -> None:
    limits = ConnectionLimits(proxies="127.0.0.1, 10.0.0.0/8")
    assert [limits.limited(peer) for peer in ("127.0.0.1", "10.1.2.3", "127.0.0.2", "2001:db8::1", "")] == [
        False,
        False,
        True,
        True,
        False,
    ]
    assert not ConnectionLimits(proxies="*").limited("203.0.113.9")


def test_an_answer_that_nobody_reads_is_ended() -> None:
    limits = ConnectionLimits(answer_seconds=0.3)

    async def play(connect: Any) -> None:
        reader, writer = await connect()
        reader._transport.pause_reading()
        writer.write(b"GET /big HTTP/1.1\r\nHost: quintet\r\n\r\n")
        while not limits.open:
            await asyncio.sleep(0.02)
        while limits.open:  # until the server has ended it
            await asyncio.sleep(0.02)
        reader._transport.resume_reading()
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(BIG)
        writer.close()

    run(limits, play)
