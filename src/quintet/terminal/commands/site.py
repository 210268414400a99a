"""``quintet serve``, ``export``, ``backup``, ``restore`` and ``admin``: run the site, copy it, manage it."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Literal, cast
from urllib.request import Request, urlopen

from quintet.terminal import waiting
from quintet.terminal.commands.shared_flags import Database, flag, switch

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from quintet.server.errors import Switch
    from quintet.server.storage.chat import Chats

NEEDED = {
    "end": "the id of a match",
    "close": "the name of an account",
    "ban": "an address",
    "unban": "an address",
    "settle": "a line of chat as MATCH/LINE",
    "erase": "a line of chat as MATCH/LINE",
    "pause": "analysis, uploads, chat or registration",
    "resume": "analysis, uploads, chat or registration",
}
"""What the subject of an action must be."""


def serve(
    *,
    host: Annotated[str, flag("the address to listen on; 0.0.0.0 lets others in")] = "127.0.0.1",
    port: Annotated[int, flag("the port to listen on; 0 takes any that is free")] = 8017,
    database: Database = None,
    redis: Annotated[str | None, flag("keep several servers in step through this Redis")] = None,
    metrics_token: Annotated[
        str | None, flag("Bearer token (or QUINTET_METRICS_TOKEN) for /metrics; without one only this machine reads it")
    ] = None,
    processes: Annotated[int, flag("how many processes serve it; more than one needs PostgreSQL")] = 1,
    cluster: Annotated[str | None, flag("HOST:PORT of a Ray cluster where engines search")] = None,
) -> int:
    """Serve the site: play, watch and study in a browser."""
    gc.disable()  # nothing that is imported goes away: looking for garbage takes a fifth of the start
    try:
        with _site_packages():
            from quintet.server import serve as server
    finally:
        gc.enable()
    from quintet.terminal import saves

    settings = server.settings_from(saves.home(), database, redis, metrics_token, cluster)
    return server.serve(settings, host, port, processes)


def export(folder: Annotated[str, flag("where the site goes: new, empty, or an earlier export")], /) -> int:
    """Write the site as a folder for any web host: games, lessons, puzzles and analysis in the visitor's browser."""
    with _site_packages():
        from quintet.server.export import folder as writing
    with waiting.stoppable(then="The same command begins again."), waiting.progress() as report:
        sizes, left_out = writing.export(Path(folder), report)
    for name, reason in left_out.items():
        print(f"{name} is left out: {reason}.")
    print(f"{len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB, are in {folder}.")
    print(f"To look at it: python3 -m http.server --directory {folder}")
    return 0


def backup(
    file: Annotated[str, flag("where the copy goes; must not exist")],
    /,
    *,
    database: Database = None,
    verify: Annotated[bool, switch("read all of the copy, replay every match and count the ratings again")] = False,
) -> int:
    """Copy the site's database into an SQLite file, also while the site runs."""
    with _site_packages():
        from quintet.server.storage import database as databases
        from quintet.server.storage.administration import Administration

    url, copied = _url(database), time.time()
    databases.backup(url, Path(file))
    print(f"The copy is in {file}.", flush=True)
    if not verify:
        return 0
    with TemporaryDirectory() as folder:  # it is read where it may be migrated
        fresh = Path(folder) / "copy.sqlite"
        databases.backup(f"sqlite:///{file}", fresh)
        sound = _check(databases.existing(f"sqlite:///{fresh}"))
    if sound:
        engine = databases.existing(url)
        Administration(engine, copied).verified()
        engine.dispose()
    return 0 if sound else 1


def restore(
    file: Annotated[str, flag("a copy that quintet backup made")],
    /,
    *,
    database: Annotated[str, flag("a new database: sqlite:///FILE or postgresql://HOST/NAME")],
) -> None:
    """Fill a new database from a copy."""
    with _site_packages():
        from quintet.server.storage import database as databases

    databases.restore(Path(file), database)
    print(f"The new database is filled: quintet serve --database {database}")


def _check(engine: Engine) -> bool:
    """Check a database and say what was found; whether all is well."""
    from quintet.server.storage import integrity

    try:
        with waiting.progress(sys.stderr) as show:
            report = integrity.check(engine, partial(show, "matches"))
    finally:
        engine.dispose()
    print(report)
    return not report.faults


def admin(
    do: Annotated[
        Literal[
            "matches",
            "end",
            "close",
            "ban",
            "unban",
            "reports",
            "settle",
            "erase",
            "prune",
            "ratings",
            "check",
            "pause",
            "resume",
            "queue",
            "seed",
        ],
        flag(
            "list matches, end one, close an account, ban an address, list reported lines of chat, settle or "
            "erase one, let old things go, count ratings, check that all is sound, pause a part of the site or "
            "resume it, fill library and openings with games of our engines"
        ),
    ],
    subject: Annotated[str | None, flag("a status, a match, an account, an address, MATCH/LINE or a part")] = None,
    /,
    *,
    days: Annotated[float, flag("prune: what nobody has touched for so long")] = 30,
    games: Annotated[int, flag("seed: how many of each game")] = 10,
    hours: Annotated[float, flag("ban: for how long")] = 24,
    reason: Annotated[str, flag("end and ban: why; players see it")] = "ended by the operator",
    database: Database = None,
    site: Annotated[str, flag("queue: where the site runs")] = "http://127.0.0.1:8017",
) -> int:
    """Look after the site's database, also while the site runs."""
    with _site_packages():
        from quintet.server.storage import database as databases
        from quintet.server.storage.administration import Administration, recompute_ratings
        from quintet.server.storage.chat import Chats

    if do == "queue":
        _show_queue(site)
        return 0
    if do in NEEDED and not subject:
        raise ValueError(f"quintet admin {do} needs to know {NEEDED[do]}")
    with ExitStack() as opened:
        engine = databases.existing(_url(database))
        opened.callback(engine.dispose)
        if do == "check":
            return 0 if _check(engine) else 1
        administration = Administration(engine)
        if do in ("reports", "settle", "erase"):
            _chat(Chats(engine), do, subject)
        elif do == "matches":
            for line in administration.listed(subject or "live", 200):
                print(f"{line.id}  {_when(line.changed)}  {line.status:5} {line.spec}, move {line.ply}: {line.names}")
        elif do == "end" and subject:
            administration.end(subject, reason)
            print(f"The match {subject} is over.")
        elif do == "close" and subject:
            ended = administration.close(subject)
            print(f"The account {subject} is closed; {ended} of its matches were ended.")
        elif do == "ban" and subject:
            print(f"{administration.ban(subject, hours, reason)} is banned for {hours:g} hours.")
        elif do == "unban" and subject:
            administration.unban(subject)
            print(f"{subject} is no longer banned.")
        elif do == "prune":
            print(f"{administration.prune(days)}.")
        elif do == "seed":
            _seed(engine, games)
        elif do == "ratings":
            matches, ratings = recompute_ratings(engine)
            print(f"{matches} rated matches were counted again: there are {ratings} ratings.")
        elif do in ("pause", "resume") and subject:
            paused = administration.pause(cast("Switch", subject), do == "pause")
            print(f"Paused: {', '.join(paused) or 'nothing'}. Running servers follow within a few seconds.")
        return 0


def _url(database: str | None) -> str:
    """The database that is meant: an argument, the environment's, or the one in the data folder."""
    from quintet.server.storage import database as databases
    from quintet.terminal import saves

    return database or os.environ.get("QUINTET_DATABASE") or databases.default_url(saves.home())


def _seed(database: Engine, games: int) -> None:
    """Let engines play, and say of every game how it ended; Ctrl-C keeps those that are over."""
    from quintet.server.live import house_games

    if not 1 <= games <= 1000:
        raise ValueError(f"games must be 1 to 1000, got {games}")
    for contest in house_games.seed(database, games, time.time()):
        names = " against ".join(seat.name for seat in contest.seats)
        print(f"{contest.id}  {contest.game.title}, {contest.ply} moves: {names}", flush=True)


@contextmanager
def _site_packages() -> Iterator[None]:
    """Say in a sentence, at an import, that the packages of the site are not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        packages = f"pip install 'quintet-games[server]' ({error.name} is missing)"
        raise ValueError(f"the site needs a few more packages: {packages}") from None


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _chat(chats: Chats, do: str, subject: str | None) -> None:
    """List reported lines of chat, or settle one with or without erasing it."""
    if subject is None:
        for reported in chats.reported(200):
            line, times = reported.line, "once" if reported.reports == 1 else f"{reported.reports} times"
            where = f"{line.match}/{line.number}"
            print(f"{where}  {_when(line.at)}  {line.room}, reported {times}: {line.name} ({line.player}): {line.text}")
        return
    match, _, number = subject.partition("/")
    if not number.isdecimal():
        raise ValueError(f"expected a line of chat as MATCH/LINE, such as quintet admin reports lists, got {subject!r}")
    line = chats.settle(match, int(number), do == "erase")
    print(f"What {line.name} said is {'erased' if do == 'erase' else 'settled and stays'}.")


def _show_queue(site: str) -> None:
    """Print how many searches a running server has, from its metrics."""
    token = os.environ.get("QUINTET_METRICS_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urlopen(Request(f"{site.rstrip('/')}/metrics", headers=headers), timeout=10) as answer:
            metrics = answer.read().decode().splitlines()
    except (OSError, ValueError) as error:
        raise ValueError(f"{site} does not say how its queue is: {error}") from None
    for lane in ("play", "study"):
        running, waiting = (
            next((line.split()[-1] for line in metrics if line.startswith(f'{name}{{lane="{lane}"}}')), "?")
            for name in ("quintet_searches", "quintet_searches_waiting")
        )
        print(f"{lane}: {running.removesuffix('.0')} running, {waiting.removesuffix('.0')} waiting")
