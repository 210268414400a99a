"""Work whose cost is not known beforehand, or that keeps Python to itself: in a process of its own, one at a time.

Pictures of dots and files of games. The process ends with the work; one that takes too long or too much is ended. It is
this module: ``python -m quintet.server.work.subprocess_jobs JOB`` has its arguments as a line of JSON on standard
input, then bytes; its answer is ``+`` and bytes, or ``-`` and a sentence.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog

from quintet.server.errors import BadInput, TooFast, Unavailable
from quintet.server.work.rate_limits import Rate, TokenBuckets, current_client

SECONDS = 30.0
"""After which work is ended."""
READING = 10.0
"""Seconds of processor time after which no further game of a file is read."""
MEMORY = 2**30
"""Bytes that it may have."""
NICE = 10
WAITING = 20
"""Pieces of work that may wait, of everybody."""
log = structlog.get_logger("quintet.apart")


class Apart:
    """One process at a time."""

    def __init__(self, share: Rate, seconds: float = SECONDS) -> None:
        self._share = TokenBuckets(share)
        self._seconds = seconds
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def do(self, job: str, arguments: dict[str, Any], payload: bytes = b"") -> bytes:
        """The answer of a job; refused with its sentence, or because there is too much to do."""
        if not self._share.take(current_client.get()):
            raise TooFast("too many pictures and files at once: please wait a moment")
        if self._waiting >= WAITING:
            raise Unavailable("too many pictures and files are waiting already: please try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._done(job, json.dumps(arguments).encode() + b"\n" + payload)
        finally:
            self._waiting -= 1

    async def _done(self, job: str, told: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            __name__,
            job,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal is for the server
        )
        try:
            answer, printed = await asyncio.wait_for(process.communicate(told), self._seconds)
        except TimeoutError:
            raise Unavailable("this takes too long here: try a shorter game or a smaller file") from None
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # nothing of it is left
        if answer[:1] == b"+":
            return answer[1:]
        if answer[:1] == b"-":
            raise BadInput(answer[1:].decode())
        log.error("failed", job=job, status=process.returncode, printed=printed.decode(errors="replace")[-2000:])
        raise Unavailable("this could not be done here: try a shorter game or a smaller file")


# In the process


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
    """The games of a file, until there are enough or it has taken long enough."""
    from quintet.core.record import HEADER
    from quintet.formats import game_files, kernel_rules
    from quintet.formats.game_files import Bad

    name = arguments["name"]
    games: list[dict[str, Any]] = []
    bad: list[dict[str, str]] = []
    nowhere = Path("/nonexistent/games").with_suffix(Path(name).suffix)  # nothing of this machine belongs to it
    for entry in game_files.format_in(payload, name).read(io.BytesIO(payload), nowhere, kernel_rules.load):
        if len(games) + len(bad) >= arguments["most"] or time.process_time() > READING:
            break
        if isinstance(entry, Bad):
            bad.append({"place": entry.place, "reason": entry.reason})
        else:
            games.append(_told(entry))
    else:
        if len(games) == 1 and game_files.decoded(payload).count(HEADER) == 1:
            games[0]["record"] = game_files.decoded(payload)  # as it is: its comments tell how else a match can end
        return json.dumps({"games": games, "bad": bad, "more": False}).encode()
    return json.dumps({"games": games, "bad": bad, "more": True}).encode()


def _told(played: Any) -> dict[str, Any]:
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

        os.nice(NICE)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS), int(SECONDS)))
    told, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed is no answer
    try:
        answer = b"+" + JOBS[sys.argv[1]](json.loads(told.readline()), told.read())
    except (ValueError, ModuleNotFoundError) as error:
        answer = b"-" + str(error).encode()
    answers.write(answer)
    answers.flush()


if __name__ == "__main__":
    main()
