"""The middleware of every request: limits, same-origin checks, security headers, compression, errors as sentences."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from contextlib import suppress

import structlog
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from quintet.server.accounts.identity import same_origin
from quintet.server.errors import WENT_WRONG
from quintet.server.site import Site, address
from quintet.server.web.static_files import SMALL
from quintet.server.web.streams import counted
from quintet.server.work.rate_limits import TokenBuckets, current_client

CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
PENALTY = 1.0
"""Seconds before a client over its rate is refused, on a connection that is closed then: refusing as fast as it
can ask would take all of a processor."""
HERE = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine; no other site can have them."""
SAFE = ("GET", "HEAD", "OPTIONS")
log = structlog.get_logger("quintet.http")


class BodyTooLarge(Exception):
    """The body exceeded its limit while it was read."""


class Middleware:
    """The ASGI middleware around the application."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site
        self._hosts = site.settings.hosts
        self._limits = site.settings.limits
        self._metrics = site.metrics
        self._requests = TokenBuckets(self._limits.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        current_client.set(address(HTTPConnection(scope)))
        began = time.perf_counter()
        status, answering = 500, False
        read = 0
        start: Message | None = None
        zips = "gzip" in HTTPConnection(scope).headers.get("accept-encoding", "")

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > self._limits.body:
                    raise BodyTooLarge
            return message

        async def answered(message: Message) -> None:
            nonlocal status, answering, start
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}  # a route may set its own
                added = [header for header in HEADERS if header[0] not in own]
                start = {**message, "headers": [*message["headers"], *added, *self._tls(scope)]}
                return
            if start:
                if zips and not message.get("more_body"):
                    start, message = _zipped(start, message)
                status, answering = start["status"], True
                await send(start)
                start = None
            await send(message)

        refusal = self._refusal(scope)
        try:
            if refusal:
                if refusal[0] == 429:
                    await asyncio.sleep(PENALTY)
                await _refuse(answered, *refusal)
            else:
                await self._app(scope, limited, answered)
        except BodyTooLarge:
            await _refuse(answered, 413, self._large())
        except Exception:
            log.exception("failed", method=scope["method"], path=scope["path"])
            if not answering:
                await _refuse(answered, 500, WENT_WRONG)
        finally:
            seconds = time.perf_counter() - began
            self._metrics.requests.observe(seconds)
            if status >= 400:
                self._metrics.refused.labels(str(status)).inc()
            request = {"method": scope["method"], "path": scope["path"], "client": address(HTTPConnection(scope))}
            log.info("request", **request, status=status, ms=round(seconds * 1000, 1))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        connection = HTTPConnection(scope)
        if not self._is_ours(connection):
            return 421, "this server does not answer to the name in Host"
        if address(connection) in self._site.operator.banned:
            return 403, "this address is banned for a while: ask the operator of the site"
        if not self._requests.take(address(connection)):
            return 429, "too many requests: please wait a moment"
        if scope["method"] not in SAFE and not same_origin(connection):
            return 403, "this is allowed only from the site's own pages"
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._limits.body:
            return 413, self._large()
        return None

    def _is_ours(self, connection: HTTPConnection) -> bool:
        """Prevents DNS rebinding: another site's name could resolve to our address."""
        if not self._hosts:
            return True
        host = connection.headers.get("host", "").lower()
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        return bool({host, name} & {*self._hosts, *HERE})

    def _large(self) -> str:
        return f"a request must be at most {self._limits.body} bytes, got more"

    @staticmethod
    def _tls(scope: Scope) -> list[tuple[bytes, bytes]]:
        return [(b"strict-transport-security", b"max-age=31536000")] if scope["scheme"] == "https" else []

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        client = address(connection)
        current_client.set(client)
        if not self._is_ours(connection) or not same_origin(connection) or client in self._site.operator.banned:
            code = 4403
        elif not self._requests.take(client) or self._site.sockets.is_full(client, self._limits.sockets):
            code = 4429
        else:
            try:
                with counted(self._site, client):
                    await self._app(scope, receive, send)
            except WebSocketDisconnect:  # the client is gone: no fault of the server's
                pass
            except Exception:
                log.exception("failed", method="WS", path=scope["path"])
                with suppress(RuntimeError):  # it may be closed already
                    await send({"type": "websocket.close", "code": 1011})
            return
        await receive()
        if code == 4429:
            await asyncio.sleep(PENALTY)
        await send({"type": "websocket.close", "code": code})


def _zipped(start: Message, message: Message) -> tuple[Message, Message]:
    """An answer compressed, if it is whole, JSON, and large enough.

    Its length tells nobody a secret: other sites cannot make a browser ask with its cookies.
    """
    headers, body = dict(start["headers"]), message.get("body", b"")
    if len(body) <= SMALL or headers.get(b"content-type") != b"application/json" or b"content-encoding" in headers:
        return start, message
    body = gzip.compress(body, 5, mtime=0)
    others = [header for header in start["headers"] if header[0] not in (b"content-length", b"vary")]
    own = [(b"content-encoding", b"gzip"), (b"content-length", str(len(body)).encode()), (b"vary", b"accept-encoding")]
    return {**start, "headers": [*others, *own]}, {**message, "body": body}


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status in (413, 429):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
