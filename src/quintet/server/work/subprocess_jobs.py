"""Jobs that hold the GIL or have no known cost (PNG, GIF, files of games), each in a subprocess, one at a time.

The process ends with the job, and is killed if it takes too much time. It runs this module:
``python -m quintet.server.work.subprocess_jobs JOB`` reads its arguments as a line of JSON from standard input, then
bytes; its answer is a line with the processor seconds it took, then ``+`` and bytes, or ``-`` and a sentence. Jobs are
queued fairly by the processor time of their addresses, like searches.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import structlog

from quintet.core.match import Match
from quintet.render.marks import last_of
from quintet.render.svg.position import svg
from quintet.server.errors import BadInput, TooFast, Unavailable
from quintet.server.live.timeline import Ply
from quintet.server.work import child_process
from quintet.server.work.caches import LruCache
from quintet.server.work.rate_limits import Rate, TokenBuckets, current_client
from quintet.server.work.search_pool.fair_queue import Asker, FairQueue, QueuedSearch

SECONDS = 30.0
"""After which a job is killed."""
READING = 10.0
"""CPU seconds after which no further game of a file is read."""
MEMORY = 2**30
"""Bytes that a job may allocate."""
NICE = 10
WAITING, OF_AN_ADDRESS = 20, 6
"""Jobs that may wait, of all clients together and of one address."""
EXPECTED = 1.0
"""Processor seconds that a job is taken for until it has ended."""
log = structlog.get_logger("quintet.subprocess_jobs")


class SubprocessJobs:
    """One process at a time."""

    def __init__(self, rate: Rate, seconds: float = SECONDS) -> None:
        self._budgets = TokenBuckets(rate)
        """Processor seconds."""
        self._seconds = seconds
        self._queue = FairQueue(WAITING, WAITING, OF_AN_ADDRESS)
        self._busy = False

    async def do(self, job: str, arguments: dict[str, Any], payload: bytes = b"") -> bytes:
        """The answer of a job; BadInput has its sentence, TooFast and Unavailable say that there is too much to do."""
        client = current_client.get()
        if not self._budgets.take(client, 0):
            raise TooFast("too many pictures and files at once: please wait a moment")
        asker = Asker("", client)
        await self._enter(asker)
        began = time.monotonic()
        spent: float | None = None
        try:
            spent, answer = await self._run(job, json.dumps(arguments).encode() + b"\n" + payload)
        finally:
            cost = time.monotonic() - began if spent is None else spent  # one that was killed says nothing
            self._budgets.charge(client, cost)
            self._queue.corrected(asker, cost - EXPECTED)
            self._next()
        if answer[:1] == b"-":
            raise BadInput(answer[1:].decode())
        return answer[1:]

    async def _enter(self, asker: Asker) -> None:
        """Wait for this client's turn."""
        if self._busy:
            if not self._queue.has_room(asker):
                raise Unavailable("too many pictures and files are waiting already: please try again in a moment")
            waiting = QueuedSearch(lambda: asker, EXPECTED, time.monotonic())
            self._queue.add(waiting)
            try:
                await waiting.ready
            except asyncio.CancelledError:
                self._queue.remove(waiting)
                if not waiting.ready.cancelled():  # it got the place in the same moment
                    self._next()
                raise
        self._busy = True
        self._queue.served(asker, EXPECTED)

    def _next(self) -> None:
        """The place is free: for the client that had least."""
        self._busy = False
        while waiting := self._queue.pop(lambda waiting: True):
            if not waiting.ready.done():
                self._busy = True
                waiting.ready.set_result(None)
                return

    async def _run(self, job: str, sent: bytes) -> tuple[float, bytes]:
        """The processor seconds of a job, and its answer."""
        process = await child_process.start(__name__, job)
        try:
            answer, printed = await asyncio.wait_for(process.communicate(sent), self._seconds)
        except TimeoutError:
            raise Unavailable("this takes too long here: try a shorter game or a smaller file") from None
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # read what is left, so that the process is reaped
        spent, _, said = answer.partition(b"\n")
        if said[:1] in (b"+", b"-"):
            return float(spent), said
        log.error("failed", job=job, **child_process.last_words(process, printed.decode(errors="replace")))
        raise Unavailable("this could not be done here: try a shorter game or a smaller file")


# In the child process


def _png(arguments: dict[str, Any], payload: bytes) -> bytes:
    from quintet.render.picture import png

    return png(payload.decode(), arguments["width"])


def _gif(arguments: dict[str, Any], payload: bytes) -> bytes:
    from quintet.core.match import Match
    from quintet.render.picture import gif

    return gif(Match.from_record(payload.decode()), arguments["width"], dark=arguments["dark"])


def _film(arguments: dict[str, Any], payload: bytes) -> bytes:
    from quintet.core.match import Match
    from quintet.render.svg.animated import film

    return film(Match.from_record(payload.decode()), dark=arguments["dark"]).encode()


def _games(arguments: dict[str, Any], payload: bytes) -> bytes:
    """The games of a file, up to a number and within a time."""
    with TemporaryDirectory() as empty:
        return _games_beside(empty, arguments, payload)


def _games_beside(folder: str, arguments: dict[str, Any], payload: bytes) -> bytes:
    from quintet.core.record import HEADER
    from quintet.formats import game_files, kernel_rules
    from quintet.formats.game_files import Bad

    name = arguments["name"]
    games: list[dict[str, Any]] = []
    bad: list[dict[str, str]] = []
    nowhere = Path(folder, "games").with_suffix(Path(name).suffix)  # no file of this machine is read with it
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
    answers.write(b"%.3f\n" % time.process_time() + answer)
    answers.flush()


if __name__ == "__main__":
    main()


Kind = Literal["svg", "png", "film", "gif"]
"""A position as SVG or PNG; an animated game as SVG or GIF."""
TYPES: dict[Kind, str] = {"svg": "image/svg+xml", "png": "image/png", "film": "image/svg+xml", "gif": "image/gif"}
WIDTHS = {"png": 800, "gif": 480}
CACHED = 32_000_000
"""Bytes of pictures that are cached."""


class Pictures:
    """An LRU cache, and the jobs that fill it."""

    def __init__(self, jobs: SubprocessJobs) -> None:
        self._jobs = jobs
        self._cache: LruCache[Hashable, bytes] = LruCache(CACHED, len)
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    def find(self, key: Hashable) -> bytes | None:
        return self._cache.get(key)

    async def made(self, key: Hashable, job: str, arguments: dict[str, Any], payload: bytes) -> bytes:
        """The picture that a job renders; concurrent requests share one job."""
        picture = self._cache.get(key)
        if picture is not None:
            return picture
        if key not in self._making:
            task = asyncio.create_task(self._jobs.do(job, arguments, payload))
            self._making[key] = task
            task.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(self._making[key])

    def keep(self, key: Hashable, picture: bytes) -> bytes:
        return self._cache.put(key, picture)

    def _keep(self, key: Hashable, done: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if not done.cancelled() and not done.exception():
            self._cache.put(key, done.result())


def record_of(moment: Ply, names: Sequence[str]) -> str:
    """The moves that led to a ply, as a record."""
    start, *played = moment.line()
    return Match.retold(moment.game, start.position, (ply.move for ply in played), names).record()


def drawn(moment: Ply, dark: bool | None = None, last: str | None = None) -> str:
    """The SVG of a position with its last move marked: the real one, or `last`."""
    game, before = moment.game, moment.before
    if last is not None:
        move = moment.board.moves.get(last.strip().lower())
        if move is None:
            raise BadInput(f"last must be a move of {game.title}, got {last!r}")
        pressed = tuple(game.clicks(move))
    else:
        pressed = last_of(Match.retold(game, before.position, [moment.move])) if before else ()
    return svg(game.layout(), moment.scene, last=pressed, title=game.title, dark=dark)
