"""A node process with the WebAssembly module."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from needs import need
from quintet.server.web.built_files import ENGINE, engine_files

ROOT = Path(__file__).parents[2]


class Module:
    """Questions to a node process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def full(self, **question: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def ask(self, **question: Any) -> Any:
        return self.full(**question)["answer"]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Module]:
    with opened(tmp_path_factory.mktemp("engine")) as running:
        yield running


@contextmanager
def opened(folder: Path, *flags: str, module: Path | None = None) -> Iterator[Module]:
    """A node process with these flags and this module; what it fetches is written to the folder."""
    built = module or need("WebAssembly")
    for path, body in engine_files().items():
        (folder / path.removeprefix(f"{ENGINE}/")).write_bytes(body)
    command = ["node", "--no-warnings", *flags, str(Path(__file__).with_name("ask.mjs")), str(built), str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Module(process)
        assert process.stdin is not None
        process.stdin.close()


def walked(kernel: Any, random: Random, plies: int) -> str:
    """A position after random moves, at most so many; the game is not over there."""
    position: str = kernel.start()
    for _ in range(plies):
        after = kernel.play(position, random.choice(kernel.legal_moves(position)))
        if kernel.outcome(after):
            break
        position = after
    return position
