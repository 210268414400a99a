"""Starts a Ray cluster of two nodes for a test, and ends it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from needs import need

TESTS = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(TESTS)}
on_cluster = pytest.mark.cluster
"""A cluster takes a while to start, so these tests have a make target of their own."""


@dataclass(frozen=True)
class Cluster:
    """A cluster that runs."""

    address: str
    process: "subprocess.Popen[str]"

    @property
    def holder(self) -> int:
        """The process from which all of its processes descend."""
        return self.process.pid

    def lose_a_node(self) -> None:
        """The one that is not the head, with all that it runs."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print("lose", file=self.process.stdin, flush=True)
        assert self.process.stdout.readline() == "gone\n"

    def kill_a_worker(self, name: bytes = b"ray::_call") -> None:
        """One that runs a task of a pool, by the name that Ray gives it while it does."""
        for _ in range(10_000):
            for process in _named(name):
                if self.holder in _ancestors(process):
                    os.kill(process, signal.SIGKILL)
                    return
        pytest.fail("no worker runs a task")


def _named(name: bytes) -> list[int]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cmdline").read_bytes().startswith(name):
                found.append(int(process.name))
    return found


def _ancestors(process: int) -> list[int]:
    found = []
    with suppress(OSError):
        while process > 1:
            process = int(Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[1])
            found.append(process)
    return found


@contextmanager
def two_nodes() -> Iterator[Cluster]:
    """A cluster that ends with the process that holds it."""
    need("Ray")
    with subprocess.Popen(
        [sys.executable, "-m", "compute.two_nodes"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=ENVIRONMENT,
        text=True,
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        try:
            address = holder.stdout.readline().strip()
            assert address, "the cluster did not start"
            yield Cluster(address, holder)
        finally:
            holder.stdin.close()
