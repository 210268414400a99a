"""The commands around the site: serve it, copy its database, look after it."""

from __future__ import annotations

import gc
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

from quintet.terminal import saves

if TYPE_CHECKING:
    from quintet.server.storage.chat import Chats

NEEDED = {
    "end": "the id of a match",
    "close": "the name of an account",
    "ban": "an address",
    "unban": "an address",
    "settle": "a line of chat as MATCH/LINE",
    "erase": "a line of chat as MATCH/LINE",
}
MISSING = "the site needs a few more packages: pip install 'quintet-games[server]'"


def serve(
    host: str,
    port: int,
    url: str | None,
    redis: str | None,
    metrics_token: str | None,
    processes: int,
    cluster: str | None,
) -> int:
    gc.disable()  # nothing that is imported goes away: looking for garbage takes a fifth of the start
    try:
        from quintet.server import serve as server
    except ModuleNotFoundError as error:
        raise ValueError(f"{MISSING} ({error.name} is missing)") from None
    finally:
        gc.enable()
    settings = server.settings_from(saves.home(), url, redis, metrics_token, cluster)
    return server.serve(settings, host, port, processes)


def backup(target: str, url: str | None) -> None:
    try:
        from quintet.server.storage import database
    except ModuleNotFoundError as error:
        raise ValueError(f"{MISSING} ({error.name} is missing)") from None
    database.backup(url or database.default_url(saves.home()), Path(target))
    print(f"The copy is in {target}.")


def admin(do: str, subject: str | None, days: float, hours: float, reason: str, url: str | None, site: str) -> None:
    """One wish of an operator."""
    try:
        from quintet.server.storage import database
        from quintet.server.storage.administration import Administration, recompute_ratings
        from quintet.server.storage.chat import Chats
    except ModuleNotFoundError as error:
        raise ValueError(f"{MISSING} ({error.name} is missing)") from None
    if do == "queue":
        _show_queue(site)
        return
    if do in NEEDED and not subject:
        raise ValueError(f"quintet admin {do} needs to know {NEEDED[do]}")
    engine = database.existing(url or os.environ.get("QUINTET_DATABASE") or database.default_url(saves.home()))
    office = Administration(engine)
    if do in ("reports", "settle", "erase"):
        _chat(Chats(engine), do, subject)
    elif do == "matches":
        for line in office.listed(subject or "live", 200):
            print(f"{line.id}  {_when(line.changed)}  {line.status:5} {line.spec}, move {line.ply}: {line.names}")
    elif do == "end" and subject:
        office.end(subject, reason)
        print(f"The match {subject} is over.")
    elif do == "close" and subject:
        ended = office.close(subject)
        print(f"The account {subject} is closed; {ended} of its matches were ended.")
    elif do == "ban" and subject:
        print(f"{office.ban(subject, hours, reason)} is kept out for {hours:g} hours.")
    elif do == "unban" and subject:
        office.unban(subject)
        print(f"{subject} may come back.")
    elif do == "prune":
        print(f"{office.prune(days)}.")
    elif do == "ratings":
        matches, ratings = recompute_ratings(engine)
        print(f"{matches} rated matches were counted again: there are {ratings} ratings.")
    engine.dispose()


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _chat(chats: Chats, do: str, subject: str | None) -> None:
    """Lines of chat that were reported: list them, and settle one with or without erasing it."""
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
    """What a running server says of its searches."""
    token = os.environ.get("QUINTET_METRICS_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urlopen(Request(f"{site.rstrip('/')}/metrics", headers=headers), timeout=10) as answer:
            told = answer.read().decode()
    except (OSError, ValueError) as error:
        raise ValueError(f"{site} does not say how its queue is: {error}") from None
    for lane in ("play", "study"):
        running, waiting = (
            next((line.split()[-1] for line in told.splitlines() if line.startswith(f'{name}{{lane="{lane}"}}')), "?")
            for name in ("quintet_searches", "quintet_searches_waiting")
        )
        print(f"{lane}: {running.removesuffix('.0')} running, {waiting.removesuffix('.0')} waiting")
