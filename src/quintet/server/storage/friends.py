"""Friends of accounts. Two people are friends once each has added the other; only then they see each other online."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from quintet.server.errors import Conflict
from quintet.server.storage.database import StoragePart
from quintet.server.storage.tables import friends, players

MOST_FRIENDS = 200
ONLINE = 90.0
"""Seconds after which somebody who was seen does not count as online any more."""


@dataclass(frozen=True, slots=True)
class Friend:
    id: str
    username: str
    bot: bool
    mutual: bool
    """Whether they have added the player, too."""
    seen: float
    """When they were last here; 0 if that is not known."""


class Friends(StoragePart):
    """Who has added whom, and when accounts were last seen."""

    def of(self, player: str) -> list[Friend]:
        """In the order of their names."""
        back = friends.alias()
        query = (
            select(players.c.id, players.c.username, players.c.kind, players.c.seen, back.c.player.label("back"))
            .join(friends, friends.c.friend == players.c.id)
            .outerjoin(back, (back.c.player == friends.c.friend) & (back.c.friend == friends.c.player))
            .where(friends.c.player == player)
            .order_by(players.c.folded)
        )
        return [
            Friend(row.id, row.username, row.kind == "bot", row.back is not None, row.seen or 0.0)
            for row in self._rows(query)
        ]

    def added(self, player: str, friend: str) -> bool:
        query = select(friends.c.friend).where(friends.c.player == player, friends.c.friend == friend)
        return self._scalar(query) is not None

    def add(self, player: str, friend: str, now: float) -> None:
        """Conflict if there are too many; adding somebody again changes nothing."""
        with suppress(IntegrityError), self._writing.begin() as connection:
            count = connection.scalar(select(func.count()).select_from(friends).where(friends.c.player == player)) or 0
            if count >= MOST_FRIENDS:
                raise Conflict(f"an account has at most {MOST_FRIENDS} friends: remove one first")
            connection.execute(insert(friends).values(player=player, friend=friend, created=now))

    def remove(self, player: str, friend: str) -> None:
        self._write(delete(friends).where(friends.c.player == player, friends.c.friend == friend))

    def saw(self, accounts: Collection[str], now: float) -> None:
        """These accounts are here now."""
        self._write(update(players).where(players.c.id.in_(accounts), players.c.kind != "visitor").values(seen=now))
