"""Real servers for the tests: `quintet serve` in its own process on 127.0.0.1, and clients that talk to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from subprocess import PIPE
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.forks import Forked

PATIENCE = 60.0
"""Seconds; what goes well answers at once, and a busy machine may need some."""


class Server:
    """A server process; `kill` is SIGKILL, `stop` is asked for politely."""

    def __init__(self, home: Path, database: str | None = None, **environment: str) -> None:
        self.home = home
        self.database = database
        self.processes = 1
        self.environment = {"QUINTET_RATE": "1000", "QUINTET_LOG": "warning", **environment}
        self.port = 0
        self.process: subprocess.Popen[str] | Forked | None = None
        self.log = home / "server.log"
        self.clients: list[Client] = []

    def start(self) -> Server:
        self.home.mkdir(parents=True, exist_ok=True)
        arguments = ["serve", "--port", str(self.port)]
        if self.database:
            arguments += ["--database", self.database]
        if self.processes > 1:
            arguments += ["--processes", str(self.processes)]
        environment = {**os.environ, "QUINTET_HOME": str(self.home), **self.environment}
        if "PYTHONPATH" in self.environment:  # what it imports is decided at its very start
            command = [sys.executable, "-m", "quintet", *arguments]
            with self.log.open("a") as log:
                self.process = subprocess.Popen(command, env=environment, stdout=PIPE, stderr=log, text=True)
        else:
            self.process = Forked(arguments, environment, self.log)
        assert self.process.stdout
        said = self.process.stdout.readline()
        assert "http://" in said, said + self.log.read_text()
        self.port = int(said.split("http://")[1].split()[0].rsplit(":", 1)[1])
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz", verify=False).status_code == 200:
                    return self
            time.sleep(0.02)
        raise AssertionError(f"the server does not answer: {self.log.read_text()}")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def children(self) -> list[int]:
        """The processes that serve, where there are several."""
        assert self.process
        return [
            int(pid) for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ]

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """After a kill."""
        self.kill()
        assert self.process
        assert self.process.stdout
        self.process.stdout.close()
        self.start()

    def kill_one(self, chance: Random) -> None:
        """Kill one of several processes, and wait until there is another in its place."""
        before = self.children()
        os.kill(chance.choice(before), signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while len(self.children()) < self.processes or self.children() == before:
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.01)

    def stop(self) -> int:
        assert self.process
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            if self.process.stdout:
                self.process.stdout.close()

    def client(self, **more: Any) -> Client:
        self.clients.append(Client(self, **more))
        return self.clients[-1]

    def close(self) -> None:
        """End it and whoever talks to it."""
        for client in self.clients:
            client.close()
        if self.process and self.process.poll() is None:
            self.stop()
        elif self.process and self.process.stdout:
            self.process.stdout.close()


class Client:
    """One person or program: its cookies, or its token."""

    def __init__(self, server: Server, token: str | None = None) -> None:
        self.server = server
        headers = {"authorization": f"Bearer {token}"} if token else {}
        # Nothing is verified without TLS, and to read the certificates for it takes longer than a request.
        self.http = httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE, verify=False)

    def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return self._checked(self.http.get(path, **more), status)

    def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        return self._checked(self.http.post(path, json={} if body is None else body, **more), status)

    def _checked(self, answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, f"{answer.status_code} {answer.text[:500]}"
        found = answer.json()
        if status >= 400:
            assert list(found) in (["error"], ["error", "spots"]), found
            assert found["error"], found
        return found

    def lines(self, method: str, path: str, body: Any = None) -> Generator[dict[str, Any], None, None]:
        """An NDJSON stream."""
        with self.http.stream(method, path, json=body, timeout=PATIENCE) as answer:
            if answer.status_code != 200:
                raise AssertionError(f"{answer.status_code} {answer.read()!r}")
            for line in answer.iter_lines():
                if line.strip():
                    yield json.loads(line)

    # Matches

    def new(
        self, spec: str = "othello", first: Any = "me", second: Any = "open", status: int = 201, **more: Any
    ) -> Any:
        seats = [{"kind": seat} if isinstance(seat, str) else seat for seat in (first, second)]
        return self.post("/api/matches", {"spec": spec, "seats": seats, **more}, status)

    def join(self, match: Any, status: int = 200) -> Any:
        return self.post(f"/api/matches/{match['id']}/join", {"invite": match["invite"]}, status)

    def see(self, match_id: str, status: int = 200, **query: Any) -> Any:
        return self.get(f"/api/matches/{match_id}", status, params=query)

    def move(self, match_id: str, ply: int, move: str, status: int = 200) -> Any:
        return self.post(f"/api/matches/{match_id}/move", {"ply": ply, "move": move}, status)

    def act(self, match_id: str, action: str, status: int = 200, **more: Any) -> Any:
        return self.post(f"/api/matches/{match_id}/action", {"action": action, **more}, status)

    def register(self, username: str, password: str = "correct horse") -> Client:
        self.post("/api/accounts", {"username": username, "password": password}, 201)
        return self

    def token(self, password: str = "correct horse", **more: Any) -> str:
        wish = {"label": "tests", "password": password, **more}
        token: str = self.post("/api/tokens", wish, 201)["token"]
        return token

    @contextmanager
    def live(self, match_id: str, **query: Any) -> Iterator[Socket]:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        url = f"ws://127.0.0.1:{self.server.port}/api/matches/{match_id}/live?{asked}"
        headers = {"Cookie": cookies}
        if "authorization" in self.http.headers:
            headers["Authorization"] = self.http.headers["authorization"]
        with connect(url, additional_headers=headers, proxy=None, open_timeout=PATIENCE) as socket:
            yield Socket(socket)

    def close(self) -> None:
        self.http.close()


class Socket:
    """The WebSocket of a match."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def receive(self, timeout: float = PATIENCE) -> Any:
        return json.loads(self.socket.recv(timeout))

    def until(self, kind: str, timeout: float = PATIENCE) -> Any:
        """The next message of this type."""
        deadline = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, deadline - time.monotonic()))
            if message["type"] == kind:
                return message

    def ended(self, timeout: float = PATIENCE) -> int:
        """The code with which the server closes, after whatever else it says."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                self.receive(timeout)
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006
        raise AssertionError("the server does not close the connection")

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def move(self, ply: int, move: str) -> Any:
        """Play a move; the ack or the refusal."""
        self.say(type="move", id=ply, ply=ply, move=move)
        while True:
            message = self.receive()
            if message["type"] in ("ack", "refused"):
                return message
