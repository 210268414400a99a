"""`quintet serve` in a process of its own, a fork of one that has made the imports, which take a second."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["quintet.terminal.command_line", "quintet.server.serve"])


class Forked:
    """As much of `Popen` as the tests of servers use."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        ours, theirs = CONTEXT.Pipe(duplex=False)
        self._process = CONTEXT.Process(target=_run, args=(arguments, dict(environment), str(log), theirs), daemon=True)
        self._process.start()
        theirs.close()
        self.stdout = os.fdopen(os.dup(ours.fileno()))
        ours.close()

    @property
    def pid(self) -> int:
        assert self._process.pid
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        self._process.join(seconds)
        assert self._process.exitcode is not None, f"it does not end within {seconds} seconds"
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def send_signal(self, number: signal.Signals) -> None:
        if self._process.exitcode is None:
            os.kill(self.pid, number)


def cheap_hasher() -> PasswordHasher:
    """To hash a password takes a tenth of a second on purpose; hardly a test is about that."""
    return PasswordHasher.from_parameters(CHEAPEST)


def _run(arguments: Sequence[str], environment: dict[str, str], log: str, said: Connection) -> None:
    from quintet.server.accounts import identity
    from quintet.terminal.cli import main

    os.environ.clear()
    os.environ.update(environment)
    with Path(log).open("a") as file:
        os.dup2(file.fileno(), 2)
    os.dup2(said.fileno(), 1)
    said.close()
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    vars(identity)["PasswordHasher"] = cheap_hasher
    sys.exit(main(arguments))
