"""Queries about matches and ratings, and the settings of the server itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, desc, func, or_, select, union_all

from quintet.core.types import Player
from quintet.server.live.events import Event, Header, Kind, Status
from quintet.server.storage.database import StoragePart
from quintet.server.storage.tables import events, matches, players, put, rating_history, ratings, settings
from quintet.study.glicko2 import PROVISIONAL, GlickoRating

ALIVE = "alive"
"""The setting that says when a server last ran."""
EMPTY = ("aborted", "declined")
"""Results of matches that were never played, if they have fewer than two moves."""
FEATURED = "show"
"""The setting that has the number of the featured match."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as lists show it."""

    header: Header
    status: Status
    ply: int
    state: dict[str, Any]
    changed: float


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating in a game."""

    rating: GlickoRating
    games: int


@dataclass(frozen=True, slots=True)
class Results:
    """A player's results in a game, against engines or against people."""

    game: str
    engine: bool
    won: int
    drawn: int
    lost: int


def rating_of(connection: Connection, player: str, game: str) -> Rated:
    row = connection.execute(
        select(ratings).where(ratings.c.player == player, ratings.c.game == game).with_for_update()
    ).one_or_none()
    return Rated(GlickoRating(), 0) if row is None else _rated(row)


def _rated(row: Any) -> Rated:
    return Rated(GlickoRating(row.rating, row.deviation, row.volatility), row.games)


class Reader(StoragePart):
    """All that is read of matches and ratings."""

    # Matches

    def match(self, match_id: str) -> tuple[Header, list[Event]] | None:
        with self._reading.connect() as connection:
            header = connection.scalar(select(matches.c.header).where(matches.c.id == match_id))
            return None if header is None else (Header(**header), events_of(connection, match_id, 0))

    def events_after(self, match_id: str, version: int) -> list[Event]:
        with self._reading.connect() as connection:
            return events_of(connection, match_id, version)

    def expired(self, now: float) -> list[str]:
        """Live matches in which a player's time is up."""
        return list(self._scalars(select(matches.c.id).where(matches.c.deadline <= now).limit(200)))

    def engines_waiting(self, before: float) -> list[str]:
        """Live matches with a person in which an engine has been on turn since before this time."""
        seated = or_(matches.c.first.is_not(None), matches.c.second.is_not(None))
        return list(self._scalars(select(matches.c.id).where(matches.c.engine_since <= before, seated).limit(1000)))

    def open_still(self, ids: Collection[str]) -> list[str]:
        return list(self._scalars(select(matches.c.id).where(matches.c.id.in_(ids), matches.c.status == "open")))

    def public(self, status: str, most: int) -> list[Listed]:
        return self._listed(_newest([matches.c.status == status, matches.c.private.is_(False)], most))

    def mine(
        self,
        player: str,
        statuses: tuple[Status, ...],
        most: int,
        public: bool = False,
        result: str | None = None,
        since: float | None = None,
    ) -> list[Listed]:
        where: list[Any] = []
        if public:
            where.append(matches.c.private.is_(False))
        if result:
            where.append(matches.c.result == result)
        if since is not None:
            where.append(matches.c.changed >= since)
        return self._of_player(player, statuses, where, most)

    def library(
        self,
        *,
        owner: str | None,
        game: str | None,
        player: str | None,
        result: str | None,
        text: str | None,
        before: float,
        most: int,
    ) -> list[Listed]:
        """Finished matches that are public, or the owner's, the newest first; none that was called off at its begin."""
        where = [matches.c.ply > 0, or_(matches.c.ply > 1, matches.c.result.not_in(EMPTY)), matches.c.changed < before]
        if game:
            where.append(matches.c.game == game)
        if result:
            where.append(matches.c.result == result)
        if player:
            where.append(matches.c.names.contains(player.casefold(), autoescape=True))
        if text:
            words = text.casefold()
            where.append(
                or_(matches.c.names.contains(words, autoescape=True), matches.c.spec.contains(words, autoescape=True))
            )
        if owner:
            return self._of_player(owner, ("over",), where, most)
        return self._listed(_newest([matches.c.status == "over", matches.c.private.is_(False), *where], most))

    def _of_player(self, player: str, statuses: tuple[Status, ...], where: list[Any], most: int) -> list[Listed]:
        """A query for each seat and status, so that an index has the newest of each: otherwise all matches that are
        over would be read, of everybody."""
        column = matches.c
        seats = column.first == player, (column.second == player) & column.first.is_distinct_from(player)
        each = [[seat, column.status == status, *where] for seat in seats for status in statuses]
        parts = [select(_newest(conditions, most).subquery()) for conditions in each]
        return self._listed(union_all(*parts).order_by(desc("changed")).limit(most))

    def _listed(self, query: Any) -> list[Listed]:
        return [Listed(Header(**row.header), *row[1:]) for row in self._rows(query)]

    # Ratings

    def rating(self, player: str, game: str) -> Rated:
        with self._reading.connect() as connection:
            return rating_of(connection, player, game)

    def ratings(self, player: str) -> list[tuple[str, Rated]]:
        rows = self._rows(select(ratings).where(ratings.c.player == player).order_by(ratings.c.game))
        return [(row.game, _rated(row)) for row in rows]

    def history(self, player: str, most: int) -> dict[str, list[tuple[float, float]]]:
        """The last ratings of a player in each game with their times, the oldest first."""
        newest = func.row_number().over(partition_by=rating_history.c.game, order_by=rating_history.c.games.desc())
        points = select(rating_history, newest.label("newest")).where(rating_history.c.player == player).subquery()
        query = select(points).where(points.c.newest <= most).order_by(points.c.game, points.c.games)
        history: dict[str, list[tuple[float, float]]] = {}
        for row in self._rows(query):
            history.setdefault(row.game, []).append((row.at, row.rating))
        return history

    def results(self, player: str, public: bool) -> list[Results]:
        """How many finished matches a player won, drew and lost, for each game, those against engines apart.

        Not counted: hot-seat matches, matches without a move or a result and, with `public`, private ones.
        """
        column = matches.c
        first, second = func.coalesce(column.first, ""), func.coalesce(column.second, "")
        where = [or_(column.first == player, column.second == player), column.status == "over", first != second]
        where += [column.ply > 0, column.result.in_(("first", "second", "draw"))]
        if public:
            where.append(column.private.is_(False))
        engine, mine = (first == "") | (second == ""), first == player
        columns = (column.game, engine.label("engine"), mine.label("mine"), column.result)
        query = select(*columns, func.count().label("count")).where(*where).group_by(*columns)
        rows = self._rows(query)
        counts: dict[tuple[str, bool], Counter[str]] = {}
        for row in rows:
            won = "drawn" if row.result == "draw" else "won" if (row.result == "first") == bool(row.mine) else "lost"
            counts.setdefault((row.game, bool(row.engine)), Counter())[won] += row[4]
        return [Results(*key, count["won"], count["drawn"], count["lost"]) for key, count in sorted(counts.items())]

    def ranks(self, game: str, most: int) -> list[tuple[str, bool, Rated]]:
        """The best players whose rating is not provisional."""
        query = (
            select(players.c.username, players.c.kind, ratings)
            .join(players, players.c.id == ratings.c.player)
            .where(ratings.c.game == game, players.c.username.is_not(None), ratings.c.deviation <= PROVISIONAL)
            .order_by(ratings.c.rating.desc())
            .limit(most)
        )
        return [(row.username, row.kind == "bot", _rated(row)) for row in self._rows(query)]

    # The server itself

    def alive(self, now: float) -> None:
        """Write the heartbeat."""
        with self._writing.begin() as connection:
            before = connection.scalar(select(settings.c.value).where(settings.c.key == ALIVE))
            put(connection, settings, {"key": ALIVE, "value": str(max(now, float(before or now)))})

    def last_change(self) -> float:
        """When a match was last changed or a server last ran; 0: never."""
        with self._reading.connect() as connection:
            before = connection.scalar(select(settings.c.value).where(settings.c.key == ALIVE))
            return max(float(before or 0.0), connection.scalar(select(func.max(matches.c.changed))) or 0.0)

    def featured(self) -> int:
        """The number of the featured match between engines, counted from 0."""
        return int(self._scalar(select(settings.c.value).where(settings.c.key == FEATURED)) or 0)

    def feature(self, number: int, old: str) -> None:
        """This one is featured from now on, and the match `old` is deleted."""
        with self._writing.begin() as connection:
            put(connection, settings, {"key": FEATURED, "value": str(number)})
            connection.execute(delete(events).where(events.c.match == old))
            connection.execute(delete(matches).where(matches.c.id == old))

    def ping(self) -> None:
        self._rows(select(1))


def _newest(where: list[Any], most: int) -> Select[Any]:
    columns = (matches.c.header, matches.c.status, matches.c.ply, matches.c.state, matches.c.changed)
    return select(*columns).where(*where).order_by(matches.c.changed.desc()).limit(most)


def events_of(connection: Connection, match_id: str, after: int) -> list[Event]:
    query = select(events).where(events.c.match == match_id, events.c.version > after).order_by(events.c.version)
    return [event_of(row.version, row.kind, row.at, row.seat, row.move, row.data) for row in connection.execute(query)]


def event_of(version: int, kind: Kind, time: float, seat: int | None, move: str | None, data: dict[str, Any]) -> Event:
    return Event(version, kind, time, None if seat is None else Player(seat), move, data)
