"""Starts a Ray cluster of two nodes for a test, and ends it."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(TESTS)}
needs_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")


@contextmanager
def two_nodes() -> Iterator[str]:
    """The address of a cluster; its processes end with the one that holds it."""
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
            yield address
        finally:
            holder.stdin.close()
