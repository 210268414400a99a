"""People who wait for an opponent: one row each, whichever process they are connected to."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select, text, update

from quintet.server.storage.database import StoragePart
from quintet.server.storage.tables import seeks

GONE = 15.0
"""Seconds after which a row that was not renewed is dropped: its process has died."""
LOCK = 5_017_018
"""The advisory lock of PostgreSQL: one request after the other, so that two at once find each other."""


class Seeks(StoragePart):
    """Everybody who waits."""

    def seek(self, player: str, seek: str, ticket: str, match_id: str, now: float) -> str | None:
        """Take the player who has waited longest for the same into `match_id`; None: nobody does, and the caller waits
        from now on. A seek of the caller in another window is replaced."""
        with self._writing.begin() as connection:
            _one_at_a_time(connection)
            connection.execute(delete(seeks).where(seeks.c.seen < now - GONE))
            same = (seeks.c.wish == seek, seeks.c.player != player, seeks.c.match.is_(None))
            other = connection.execute(select(seeks).where(*same).order_by(seeks.c.since).limit(1)).one_or_none()
            connection.execute(delete(seeks).where(seeks.c.player == player))
            if other is not None:
                connection.execute(update(seeks).where(seeks.c.ticket == other.ticket).values(match=match_id))
                return str(other.player)
            row = {"player": player, "ticket": ticket, "wish": seek, "since": now, "seen": now}
            connection.execute(insert(seeks).values(row))
            return None

    def seen(self, tickets: Collection[str], now: float) -> dict[str, str | None]:
        """Renew these rows; the match of each, None if it has none yet. A missing ticket was replaced or dropped."""
        mine = seeks.c.ticket.in_(tickets)
        with self._writing.begin() as connection:
            connection.execute(update(seeks).where(mine).values(seen=now))
            return {row.ticket: row.match for row in connection.execute(select(seeks).where(mine))}

    def leave(self, ticket: str) -> None:
        self._write(delete(seeks).where(seeks.c.ticket == ticket))

    def waiting(self, now: float) -> list[tuple[str, str]]:
        """Players and what they wait for, the longest wait first."""
        there = (seeks.c.match.is_(None), seeks.c.seen >= now - GONE)
        query = select(seeks.c.player, seeks.c.wish).where(*there).order_by(seeks.c.since)
        return [(row.player, row.wish) for row in self._rows(query)]


def _one_at_a_time(connection: Connection) -> None:
    """SQLite needs no lock: it has one writer at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
