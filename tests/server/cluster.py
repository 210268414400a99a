"""A private PostgreSQL and a private Redis for the tests: their own folders, their own ports, gone afterwards."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from needs import need


class Cluster:
    """Started by initdb and pg_ctl; as root under the user that PostgreSQL wants."""

    def __init__(self) -> None:
        self._bin: Path = need("PostgreSQL")
        self.folder = Path(tempfile.mkdtemp(prefix="quintet-postgres-")) / "data"
        self.port = _free_port()
        self._made = 0

    def start(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder.parent, "postgres")
        self._run("initdb", "-D", str(self.folder), "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8")
        try:
            self.resume()
        except AssertionError:  # somebody else has taken the port in the meantime
            self.port = _free_port()
            self.resume()

    def resume(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100"
        log = str(self.folder.parent / "log")
        self._run("pg_ctl", "-D", str(self.folder), "-o", options, "-l", log, "-w", "-t", "150", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder), "-m", "immediate", "stop")

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder.parent, ignore_errors=True)

    def new(self) -> str:
        """The URL of an empty database."""
        import psycopg

        self._made += 1
        name = f"quintet{self._made}"
        with psycopg.connect(f"postgresql://postgres@127.0.0.1:{self.port}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=200)
        assert done.returncode == 0, done.stdout + done.stderr


class Redis:
    """A process of its own."""

    def __init__(self, folder: Path) -> None:
        program, port = need("Redis"), str(_free_port())
        self.url = f"redis://127.0.0.1:{port}"
        self._process = subprocess.Popen(
            [program, "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
            stdout=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def redis(folder: Path) -> Iterator[Redis]:
    running = Redis(folder)
    try:
        yield running
    finally:
        running.kill()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
