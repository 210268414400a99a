"""The commands around the site: serve it, and copy its database."""

from __future__ import annotations

from pathlib import Path

from quintet.terminal import saves

MISSING = "the site needs a few more packages: pip install 'quintet-games[server]'"


def serve(host: str, port: int, url: str | None, redis: str | None, metrics_token: str | None) -> int:
    try:
        from quintet.server import serve as server
    except ModuleNotFoundError as error:
        raise ValueError(f"{MISSING} ({error.name} is missing)") from None
    return server.serve(server.settings_from(saves.home(), url, redis, metrics_token), host, port)


def backup(target: str, url: str | None) -> None:
    try:
        from quintet.server.storage import database
    except ModuleNotFoundError as error:
        raise ValueError(f"{MISSING} ({error.name} is missing)") from None
    database.backup(url or database.default_url(saves.home()), Path(target))
    print(f"The copy is in {target}.")
