"""People who press for a quick game."""

from __future__ import annotations

import threading
from collections.abc import Generator
from typing import Any

from server.servers import PATIENCE, Client, Server


def seek(client: Client, **wish: Any) -> Generator[dict[str, Any], None, None]:
    """What somebody who wants a quick game is told."""
    return client.lines("POST", "/api/pairing", {"game": "othello", "pace": "3+2", **wish})


def crowd(server: Server, game: str, many: int) -> list[str]:
    """So many press at the same moment; the match of each."""
    together = threading.Barrier(many)
    found: list[str] = []

    def press(client: Client) -> None:
        client.get("/api/me")
        together.wait()
        found.append(next(line["id"] for line in seek(client, game=game) if line["type"] == "paired"))

    threads = [threading.Thread(target=press, args=(server.client(),)) for _ in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return found
