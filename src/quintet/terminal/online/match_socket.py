"""The WebSocket of a match: updates in, moves and requests out.

One that is lost is made again, and what was said on it but not confirmed is said again: a site refuses the second copy
of a move, so none is lost and none counts twice.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

from quintet.terminal.online.site_client import Address, SiteClient, SiteError

QUIET = 10.0
"""Seconds of silence before a ping; after as long again the connection counts as lost."""
WAITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before the next try to connect."""
FATAL = {4404: "this match is not there any more", 4401: "the session or token has ended", 4403: "the site refuses us"}
HOW: Any = {"open_timeout": QUIET, "close_timeout": 1, "max_size": 2**24}
MISSING = "play on a site needs one more package: pip install 'quintet-games[online]'"

News = dict[str, Any]
"""A message of the site; an answer has our message as `said`. ``lost``, ``back`` and ``gone`` are our own."""


class MatchSocket:
    """A thread that listens; `tell` is called on it."""

    def __init__(self, site: SiteClient, match_id: str, invite: str | None, tell: Callable[[News], None]) -> None:
        try:
            import websockets.sync.client  # noqa: F401
        except ModuleNotFoundError:
            raise SiteError(MISSING) from None
        self._site, self._tell = site, tell
        secret = f"&invite={invite}" if invite else ""
        self._url = f"{Address(site.origin).socket}/api/matches/{match_id}/live?{secret}"
        self._version: int | None = None
        self._socket: Any = None
        self._lock = threading.Lock()
        self._unconfirmed: dict[int, dict[str, Any]] = {}
        self._again: set[int] = set()
        """Messages sent again after a reconnect: one may be refused because it was received the first time."""
        self._last = 0
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="quintet listens", daemon=True)

    def start(self) -> MatchSocket:
        self._thread.start()
        return self

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            socket = self._socket
        if socket is not None:  # the closing handshake may take a while
            threading.Thread(target=socket.close, daemon=True).start()

    def move(self, ply: int, text: str) -> None:
        self._say({"type": "move", "ply": ply, "move": text})

    def act(self, action: str) -> None:
        self._say({"type": "action", "action": action})

    def _say(self, message: dict[str, Any]) -> None:
        """Send a message now, or as soon as there is a connection."""
        with self._lock:
            self._last += 1
            self._unconfirmed[self._last] = message | {"id": self._last}
            socket = self._socket
        if socket is not None:
            self._send(socket, message | {"id": self._last})

    def _send(self, socket: Any, message: dict[str, Any]) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            socket.send(json.dumps(message))
        except (ConnectionClosed, OSError):  # the listener sees it too, and connects again
            return

    # The thread.

    def _run(self) -> None:
        tries = 0
        while not self._closed.is_set():
            began = time.monotonic()
            if (fatal := self._listen()) is not None:
                if not self._closed.is_set():
                    self._tell({"type": "gone", "error": fatal})
                return
            if self._closed.is_set():
                return
            tries = 0 if time.monotonic() - began > 2 * QUIET else tries + 1
            self._tell({"type": "lost"})
            self._closed.wait(WAITS[min(tries, len(WAITS)) - 1] if tries else WAITS[0])

    def _listen(self) -> str | None:
        """Listen until the connection is lost; a sentence if there is no point in another."""
        from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
        from websockets.sync.client import connect

        known = "" if self._version is None else f"&version={self._version}"
        try:
            headers = self._site.headers
            with connect(self._url + known, additional_headers=headers, **HOW) as socket:
                self._greet(socket)
                while not self._closed.is_set():
                    self._hear(socket)
        except ConnectionClosed as closed:
            return FATAL.get(closed.rcvd.code) if closed.rcvd else None
        except InvalidURI:
            return "this address cannot be connected to"
        except (OSError, InvalidHandshake, TimeoutError, ValueError):
            return None
        finally:
            with self._lock:
                self._socket = None
        return None

    def _greet(self, socket: Any) -> None:
        """Resend what was not confirmed, and ask for the time."""
        with self._lock:
            self._socket = socket
            waiting = list(self._unconfirmed.values())
            self._again |= self._unconfirmed.keys()
        self._tell({"type": "back"})
        for message in waiting:
            self._send(socket, message)
        self._ping(socket)

    def _hear(self, socket: Any) -> None:
        try:
            raw = socket.recv(timeout=QUIET)
        except TimeoutError:
            self._ping(socket)
            raw = socket.recv(timeout=QUIET)  # another TimeoutError ends the connection
        message = json.loads(raw)
        kind = message.get("type")
        if kind in ("snapshot", "update"):
            self._version = message["version"]
        elif kind in ("ack", "refused"):
            with self._lock:
                said = self._unconfirmed.pop(message["id"], None)
            message |= {"said": said or {}, "again": message["id"] in self._again}
        elif kind == "pong":
            message["ahead"] = message["at"] - time.time()
        self._tell(message)

    def _ping(self, socket: Any) -> None:
        self._send(socket, {"type": "ping"})
