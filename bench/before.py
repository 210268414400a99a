"""An older version of the engine as a player of the arena, held to the same processor time.

    git worktree add ../before cca5b5f && (cd ../before && python3 tools/prepare.py server)
    QUINTET_BEFORE=../before quintet arena othello engine bench.before:engine --cpu 0.1 --plies 8 --games 200

As a UGI program it would know only seconds, which are no measure on a busy machine. Here its process stays for all
games of a worker and ends a search by its own processor time, as the arena does with the engine of today. This file
runs in both: what `serve` needs of the project has been there since there is an arena.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
import time
import zlib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quintet.core.match import Match
    from quintet.engine.limits import Budget

MEMORY_MB = 64
"""What the arena gives to the engine of today."""


class Before:
    """The older engine, in a process of its own that starts with the first move."""

    def __init__(self, place: str | None) -> None:
        if not place or not (Path(place) / ".venv/bin/python").exists():
            raise ValueError(f"QUINTET_BEFORE must be the folder of a prepared checkout, got {place!r}")
        self._python = Path(place).absolute() / ".venv/bin/python"
        self._process: subprocess.Popen[str] | None = None
        self._plies = 0
        self._used = 0.0

    def __call__(self, match: Match, budget: Budget) -> str:
        from quintet.core.game import spec

        if budget.cpu is None:
            raise ValueError("bench.before needs a limit of processor time: --cpu")
        # Seats are taken anew for each game: so is the older engine.
        new, self._plies = match.ply <= self._plies, match.ply
        asked = {"game": spec(match.game), "position": match.game.text(match.position), "cpu": budget.cpu, "new": new}
        answer = self._ask(asked)
        self._used += answer["used"]
        return str(answer["move"])

    def cpu(self) -> float:
        """Seconds of processor time that its searches have taken."""
        return self._used

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        if self._process is None:
            command = [str(self._python), "-I", str(Path(__file__).absolute())]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            atexit.register(self.close)
            asked["new"] = True
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise ValueError(f"{self._python} must answer with a move, but has ended: what it printed says why")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """It ends when it is asked no more."""
        if self._process is not None:
            self._process.communicate()
            self._process = None


def serve() -> None:
    """Answer one line of JSON by another until there are no more: in the older version's own Python."""
    from quintet.core import registry
    from quintet.engine import Engine

    try:
        kernel_search = import_module("quintet.engine.native.kernel_search")
    except ImportError:  # where versions before the rooms had it
        kernel_search = import_module("quintet.engine.kernel_search")
    engine: Any = None
    stretch, speed = 1.0, vars(kernel_search).get("NODES_A_SECOND", 0)
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["new"]:
            # Another seed for each opening, as the arena has it.
            seed = zlib.crc32(asked["position"].encode())
            engine = Engine(registry.load(asked["game"]), memory_mb=MEMORY_MB, seed=seed)
            if vars(engine).get("_kernel", True) is None:
                sys.exit("expected a checkout with an engine room, got one that would search in Python")
        position = engine.game.parse(asked["position"])
        # What is in the solver's reach is guessed from seconds, of which a busy machine gives it a part.
        vars(kernel_search)["NODES_A_SECOND"] = round(speed / stretch)
        engine.pace = 1 / stretch
        began, used = time.perf_counter(), time.process_time()
        move = _search(engine, position, asked["cpu"], stretch)
        passed, used = time.perf_counter() - began, time.process_time() - used
        if used > asked["cpu"] / 4 or passed > 0.9 * asked["cpu"] * stretch:
            stretch = max(1.0, (stretch + passed / max(used, 0.001)) / 2)
        print(json.dumps({"move": str(move), "used": used}), flush=True)


def _search(engine: Any, position: Any, cpu: float, stretch: float) -> object:
    """What an analysis finds until this process has used so much processor time. `stretch` is how many seconds are
    expected to pass for each of them: the engine shares seconds out between its solver and its search."""
    until, done = time.process_time() + cpu, threading.Event()

    def watch() -> None:
        while (left := until - time.process_time()) > 0:
            if done.wait(max(left, 0.0005)):
                return
        while not done.wait(0.002):
            engine.stop()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return engine.analyze(position, seconds=cpu * stretch).move
    finally:
        done.set()
        watcher.join()


if __name__ == "__main__":
    serve()
else:
    engine = Before(os.environ.get("QUINTET_BEFORE"))
