"""The index of openings: results of finished public games, counted by position."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from sqlalchemy import select, update

from quintet.server.live.events import Event, Header
from quintet.server.storage.database import StoragePart
from quintet.server.storage.match_queries import events_of
from quintet.server.storage.tables import inserting, matches, openings

Result = Literal["first", "second", "draw"]


class Finished(NamedTuple):
    """A game that is not in the index yet."""

    header: Header
    events: list[Event]
    result: str


class Went(NamedTuple):
    """Results of the games that had a position."""

    first: int = 0
    second: int = 0
    draw: int = 0


class Openings(StoragePart):
    """The index."""

    def uncounted(self, most: int) -> list[Finished]:
        """Some finished public games that are not in the index."""
        over = (matches.c.explored.is_(False), matches.c.status == "over", matches.c.private.is_(False))
        query = select(matches.c.header, matches.c.result).where(*over).limit(most)
        with self._reading.connect() as connection:
            rows = connection.execute(query).all()
            return [
                Finished(Header(**row.header), events_of(connection, row.header["id"], 0), row.result) for row in rows
            ]

    def count(self, match_id: str, spec: str, positions: Iterable[str], result: Result | None) -> None:
        """Count a game exactly once, at whichever process; without a result it is only marked as done."""
        with self._writing.begin() as connection:
            fresh = (matches.c.id == match_id, matches.c.explored.is_(False))
            if not connection.execute(update(matches).where(*fresh).values(explored=True)).rowcount or result is None:
                return
            none = {"first": 0, "second": 0, "draw": 0}
            rows = [{"spec": spec, "position": position, **none, result: 1} for position in sorted(set(positions))]
            if rows:
                row = inserting(connection, openings)
                more = {name: openings.c[name] + row.excluded[name] for name in none}
                connection.execute(row.on_conflict_do_update(index_elements=["spec", "position"], set_=more), rows)

    def went(self, spec: str, positions: Collection[str]) -> dict[str, Went]:
        """The results, for those positions that any game had."""
        query = select(openings).where(openings.c.spec == spec, openings.c.position.in_(positions))
        return {row.position: Went(row.first, row.second, row.draw) for row in self._rows(query)}
