"""A process that searches: jobs come as JSON lines on standard input, answers go as JSON lines to standard output.

The pool runs it as ``python -m quintet.server.work.search_pool.worker_process NICE`` and kills it when nobody waits for
the answer any more.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import lru_cache
from traceback import format_exc
from typing import Any

from quintet.core import registry
from quintet.core.types import NotSolved
from quintet.engine import Analysis, Engine
from quintet.server.work.child_process import own_stdout

MEMORY_MB = 192
Say = Callable[[dict[str, Any]], None]


@lru_cache(maxsize=4)
def _engine(spec: str) -> Engine:
    return Engine(registry.load(spec), threads=1, memory_mb=MEMORY_MB)


def engine_for(spec: str, level: int = 10, seed: int = 0) -> Engine:
    """An engine of this level; all engines of a game share the tables of one, with what its solver has proved."""
    return _engine(spec).at_level(level, seed)


def choose(job: dict[str, Any], say: Say) -> None:
    """A move at a level, or after a number of seconds."""
    engine = engine_for(job["spec"], job["level"] or 10, job["seed"])
    position = engine.game.parse(job["position"])
    seconds = job["seconds"]
    move = engine.choose(position) if seconds is None else engine.analyze(position, seconds=seconds).move
    say({"move": str(move)})


def analyze(job: dict[str, Any], say: Say) -> None:
    """The best lines, each time the search improves them."""
    engine = engine_for(job["spec"])
    position = engine.game.parse(job["position"])

    def progress(known: Analysis) -> None:
        say({"analysis": known.as_json()})

    if job["every"]:
        say({"analysis": engine.every_move(position, seconds=job["seconds"], progress=progress).as_json()})
        return
    analysis = engine.analyze(position, seconds=job["seconds"], lines=job["lines"], progress=progress)
    answer: dict[str, Any] = {"analysis": analysis.as_json()}
    if job["solve"]:
        try:
            answer["solution"] = engine.solve(position, seconds=job["seconds"]).as_json()
        except NotSolved:
            answer["solution"] = None
    say(answer)


JOBS = {"choose": choose, "analyze": analyze}


def answer(job: dict[str, Any], say: Say) -> None:
    """Do a job; a failure is an answer too, because the next job may succeed."""
    try:
        JOBS[job["job"]](job, say)
    except Exception as error:
        say({"error": f"the engine failed ({type(error).__name__}): please try again", "failed": format_exc()})


def main() -> None:
    out = own_stdout(int(sys.argv[1]))

    def say(message: dict[str, Any]) -> None:
        out.write(json.dumps(message).encode() + b"\n")
        out.flush()

    for line in sys.stdin:
        answer(json.loads(line), say)
        say({"done": True})


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(0)
