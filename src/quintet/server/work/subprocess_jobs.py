"""Jobs that hold the GIL or have no known cost (PNG, GIF, files of games), each in a subprocess, one at a time.

The process ends with the job, and is killed if it takes too much time. It runs this module:
``python -m quintet.server.work.subprocess_jobs JOB`` reads its arguments as a line of JSON from standard input, then
bytes; its answer is ``+`` and bytes, or ``-`` and a sentence.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog

from quintet.server.errors import BadInput, TooFast, Unavailable
from quintet.server.work import child_process
from quintet.server.work.rate_limits import Rate, TokenBuckets, current_client

SECONDS = 30.0
"""After which a job is killed."""
READING = 10.0
"""CPU seconds after which no further game of a file is read."""
MEMORY = 2**30
"""Bytes that a job may allocate."""
NICE = 10
WAITING = 20
"""Jobs that may wait, of all clients together."""
log = structlog.get_logger("quintet.subprocess_jobs")


class SubprocessJobs:
    """One process at a time."""

    def __init__(self, rate: Rate, seconds: float = SECONDS) -> None:
        self._rate = TokenBuckets(rate)
        self._seconds = seconds
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def do(self, job: str, arguments: dict[str, Any], payload: bytes = b"") -> bytes:
        """The answer of a job; BadInput has its sentence, TooFast and Unavailable say that there is too much to do."""
        if not self._rate.take(current_client.get()):
            raise TooFast("too many pictures and files at once: please wait a moment")
        if self._waiting >= WAITING:
            raise Unavailable("too many pictures and files are waiting already: please try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._run(job, json.dumps(arguments).encode() + b"\n" + payload)
        finally:
            self._waiting -= 1

    async def _run(self, job: str, sent: bytes) -> bytes:
        process = await child_process.start(__name__, job)
        try:
            answer, printed = await asyncio.wait_for(process.communicate(sent), self._seconds)
        except TimeoutError:
            raise Unavailable("this takes too long here: try a shorter game or a smaller file") from None
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # read what is left, so that the process is reaped
        if answer[:1] == b"+":
            return answer[1:]
        if answer[:1] == b"-":
            raise BadInput(answer[1:].decode())
        log.error("failed", job=job, **child_process.last_words(process, printed.decode(errors="replace")))
        raise Unavailable("this could not be done here: try a shorter game or a smaller file")


# In the child process


def _png(arguments: dict[str, Any], payload: bytes) -> bytes:
    from quintet.render.svg.png import png

    return png(payload.decode(), arguments["width"])


def _gif(arguments: dict[str, Any], payload: bytes) -> bytes:
    from quintet.core.match import Match
    from quintet.render.svg.png import gif

    return gif(Match.from_record(payload.decode()), arguments["width"], dark=arguments["dark"])


def _film(arguments: dict[str, Any], payload: bytes) -> bytes:
    from quintet.core.match import Match
    from quintet.render.svg.animated import film

    return film(Match.from_record(payload.decode()), dark=arguments["dark"]).encode()


def _games(arguments: dict[str, Any], payload: bytes) -> bytes:
    """The games of a file, up to a number and within a time."""
    from quintet.core.record import HEADER
    from quintet.formats import game_files, kernel_rules
    from quintet.formats.game_files import Bad

    name = arguments["name"]
    games: list[dict[str, Any]] = []
    bad: list[dict[str, str]] = []
    nowhere = Path("/nonexistent/games").with_suffix(Path(name).suffix)  # no file of this machine is read with it
    for entry in game_files.format_in(payload, name).read(io.BytesIO(payload), nowhere, kernel_rules.load):
        if len(games) + len(bad) >= arguments["most"] or time.process_time() > READING:
            break
        if isinstance(entry, Bad):
            bad.append({"place": entry.place, "reason": entry.reason})
        else:
            games.append(_game(entry))
    else:
        if len(games) == 1 and game_files.decoded(payload).count(HEADER) == 1:
            games[0]["record"] = game_files.decoded(payload)  # unchanged: a comment may say how else it ended
        return json.dumps({"games": games, "bad": bad, "more": False}).encode()
    return json.dumps({"games": games, "bad": bad, "more": True}).encode()


def _game(played: Any) -> dict[str, Any]:
    from quintet.core.game import spec

    match = played.match
    outcome = match.outcome
    return {
        "place": played.place,
        "spec": spec(match.game),
        "title": match.game.title,
        "names": match.names,
        "event": played.event,
        "date": played.day,
        "ply": match.ply,
        "over": outcome is not None,
        "winner": outcome.winner if outcome else None,
        "position": None if match.start == match.game.start() else match.game.text(match.start),
        "moves": [str(move) for move in match.moves],
        "record": match.record(),
    }


JOBS: dict[str, Callable[[dict[str, Any], bytes], bytes]] = {"png": _png, "gif": _gif, "film": _film, "games": _games}


def main() -> None:
    with suppress(ImportError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS), int(SECONDS)))
    sent, answers = sys.stdin.buffer, child_process.own_stdout(NICE)
    try:
        answer = b"+" + JOBS[sys.argv[1]](json.loads(sent.readline()), sent.read())
    except (ValueError, ModuleNotFoundError) as error:
        answer = b"-" + str(error).encode()
    answers.write(answer)
    answers.flush()


if __name__ == "__main__":
    main()
