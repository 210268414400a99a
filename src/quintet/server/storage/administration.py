"""What operators do to the database; running servers notice it within a few seconds."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from ipaddress import ip_address
from typing import Any, get_args

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from quintet.core.types import Player
from quintet.server.accounts.rating_rules import Ledger, RatedResult, result
from quintet.server.errors import PAUSED, Switch
from quintet.server.live.clocks import MatchClock
from quintet.server.live.events import Status
from quintet.server.storage import tables
from quintet.server.storage.accounts import People, delete_account
from quintet.server.storage.journal import NOTIFY
from quintet.server.storage.match_queries import ALIVE, EMPTY
from quintet.server.storage.tables import bans, events, matches, players, rating_history, ratings, sessions, settings
from quintet.server.work.rate_limits import network

CHANGED_MATCHES = "admin"
"""The setting that tells servers which matches were changed."""
PAUSED_PARTS, VERIFIED = "paused", "verified"
"""The settings that list what is paused, and when the last copy was made that was verified."""
DAY = 86400
STATUSES: tuple[str, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class AdminLine:
    """A match in a list."""

    id: str
    status: str
    spec: str
    ply: int
    names: str
    changed: float


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was pruned."""

    ended: int
    """Unfinished matches without a change for too long."""
    deleted: int
    """Matches that were never played."""
    sessions: int
    visitors: int

    def __str__(self) -> str:
        return (
            f"{self.ended} unfinished matches ended, {self.deleted} empty ones deleted; "
            f"{self.sessions} expired sessions and {self.visitors} visitors without a match deleted"
        )


class Administration:
    """Each method is one transaction."""

    def __init__(self, engine: Engine, now: float | None = None) -> None:
        self._engine = engine
        self._now = time.time() if now is None else now

    # Matches

    def listed(self, status: str, most: int) -> list[AdminLine]:
        if status not in STATUSES:
            raise ValueError(f"matches are {', '.join(STATUSES)}: got {status!r}")
        columns = (matches.c.id, matches.c.status, matches.c.spec, matches.c.ply, matches.c.state, matches.c.changed)
        query = select(*columns).where(matches.c.status == status).order_by(matches.c.changed.desc()).limit(most)
        with self._engine.connect() as connection:
            return [
                AdminLine(row.id, row.status, row.spec, row.ply, _names(row.state), row.changed)
                for row in connection.execute(query)
            ]

    def end(self, match_id: str, reason: str) -> None:
        """Abort a match, whether or not its game is installed; ValueError if there is no unfinished one of this id."""
        with self._engine.begin() as connection:
            if not self._end(connection, [matches.c.id == match_id], reason):
                raise ValueError(f"no match that goes on is called {match_id!r}")

    def _end(self, connection: Connection, where: Sequence[ColumnElement[bool]], reason: str) -> int:
        unfinished = matches.c.status.in_(("open", "live"))
        rows = connection.execute(select(matches).where(unfinished, *where)).all()
        for row in rows:
            version = row.version + 1
            ending = {"winner": None, "reason": reason, "kind": "aborted", "scores": None}
            event = {"match": row.id, "version": version, "kind": "ended", "at": self._now, "data": ending}
            connection.execute(insert(events).values(event))
            state = {
                **row.state,
                "ending": ending,
                "finished": self._now,
                "clock": _stopped(row.state["clock"], self._now),
            }
            over = {"status": "over", "result": "aborted", "deadline": None, "engine_since": None}
            changes = {**over, "version": version, "changed": self._now, "state": state}
            connection.execute(update(matches).where(matches.c.id == row.id).values(changes))
        _tell(connection, [(row.id, row.version + 1) for row in rows])
        return len(rows)

    # People

    def close(self, username: str) -> int:
        """Delete an account and abort its matches; their number. ValueError if nobody has the name."""
        person = People(self._engine).by_username(username)
        if person is None:
            raise ValueError(f"no account is called {username!r}")
        with self._engine.begin() as connection:
            theirs = or_(matches.c.first == person.id, matches.c.second == person.id)
            ended = self._end(connection, [theirs], "the account of a player was closed")
            delete_account(connection, person.id)
        return ended

    def ban(self, address: str, hours: float, reason: str) -> str:
        """Ban an address for a time; returns the address as it is counted (of IPv6 the /56)."""
        bare = address.partition("/")[0]
        try:
            ip_address(bare)
        except ValueError:
            raise ValueError(f"expected an address such as 203.0.113.9 or 2001:db8::1, got {address!r}") from None
        if not hours > 0:
            raise ValueError(f"an address must be banned for more than 0 hours, got {hours:g}")
        counted = network(bare)
        with self._engine.begin() as connection:
            connection.execute(delete(bans).where(bans.c.address == counted))
            row = {"address": counted, "until": self._now + hours * 3600, "reason": reason}
            connection.execute(insert(bans).values(row))
        return counted

    def unban(self, address: str) -> None:
        counted = network(address.partition("/")[0])
        with self._engine.begin() as connection:
            if not connection.execute(delete(bans).where(bans.c.address == counted)).rowcount:
                raise ValueError(f"{counted} is not banned")

    # Switches

    def pause(self, part: Switch, paused: bool = True) -> list[Switch]:
        """Switch a part of the site off, or on again; all that are off now."""
        if part not in PAUSED:
            raise ValueError(f"expected one of {', '.join(PAUSED)}, got {part!r}")
        with self._engine.begin() as connection:
            off = set(paused_parts(connection))
            off = off | {part} if paused else off - {part}
            put_setting(connection, PAUSED_PARTS, json.dumps(sorted(off)))
        return sorted(off)

    def verified(self) -> None:
        """A copy of the database as it is now was made and verified."""
        with self._engine.begin() as connection:
            put_setting(connection, VERIFIED, str(self._now))

    # Old things

    def prune(self, days: float) -> Pruned:
        """End and delete what has not changed for this number of days, and expired sessions and bans."""
        if not days >= 0:
            raise ValueError(f"expected 0 days or more, got {days:g}")
        before = self._now - days * DAY
        with self._engine.begin() as connection:
            ended = self._end(connection, [matches.c.changed < before], "nobody came back")
            empty = and_(matches.c.result.in_(EMPTY), matches.c.ply < 2, matches.c.changed < before)
            ids = select(matches.c.id).where(empty)
            connection.execute(delete(events).where(events.c.match.in_(ids)))
            deleted = connection.execute(delete(matches).where(empty)).rowcount
            expired = connection.execute(delete(sessions).where(sessions.c.expires < self._now)).rowcount
            connection.execute(delete(bans).where(bans.c.until < self._now))
            seated = union_all(select(matches.c.first), select(matches.c.second)).subquery()
            sitting = select(func.coalesce(seated.c[0], ""))
            old = and_(players.c.kind == "visitor", players.c.created < before, players.c.id.not_in(sitting))
            visitors = connection.execute(delete(players).where(old)).rowcount
        return Pruned(ended, deleted, expired, visitors)


def _stopped(clock: dict[str, Any], now: float) -> dict[str, Any]:
    """The clock of a list, stopped: as `MatchClock` does it, for games that are not installed, too."""
    running = None if clock["running"] is None else Player(clock["running"])
    first, second = clock["left"]
    left = MatchClock(left=(first, second), running=running, since=clock["since"]).turned_to(None, now).left
    return {"left": left, "running": None, "since": now}


def paused_parts(connection: Connection) -> list[Switch]:
    """What is switched off."""
    stored: list[Switch] = json.loads(setting(connection, PAUSED_PARTS) or "[]")
    return [part for part in stored if part in PAUSED]


def setting(connection: Connection, key: str) -> str | None:
    return connection.scalar(select(settings.c.value).where(settings.c.key == key))


def put_setting(connection: Connection, key: str, value: str) -> None:
    tables.put(connection, settings, {"key": key, "value": value})


def _names(state: dict[str, Any]) -> str:
    return " and ".join(seat["name"] for seat in state["seats"])


def _tell(connection: Connection, changed: list[tuple[str, int]]) -> None:
    """Make servers refresh these matches: by NOTIFY or, on SQLite, by a setting that they poll."""
    if connection.dialect.name == "postgresql":
        _notify(connection, changed)
    else:
        put_setting(connection, CHANGED_MATCHES, json.dumps([time.time(), changed]))


def _notify(connection: Connection, changed: list[tuple[str, int]]) -> None:
    for match_id, version in changed:
        connection.execute(NOTIFY, {"message": f"{match_id} {version}"})


def recounted(connection: Connection, *, as_stored: bool = False) -> tuple[Ledger, int]:
    """All ratings from the stored matches, by the rules of today, and the number of rated matches: in the order in
    which these ended, or were stored; it may differ for matches that end in the same moment."""
    columns = (matches.c.header, matches.c.state, matches.c.ply)
    rows = connection.execute(select(*columns).where(matches.c.rated.is_(True), matches.c.status == "over")).all()
    counted = []
    for row in sorted(rows, key=lambda row: row.state["finished"]):
        header, state = row.header, row.state
        finished, ending = state["finished"], state["ending"]
        if rated := result(header["spec"], header["clock"], state["seats"], row.ply, ending, finished):
            counted.append(rated)
    ledger = Ledger()
    for rated in _as_stored(connection, counted) if as_stored else counted:
        ledger.add(rated)
    return ledger, len(rows)


def _as_stored(connection: Connection, results: Sequence[RatedResult]) -> list[RatedResult]:
    """These results in the order of every player's stored history; those that are in none of them come last."""
    points = connection.execute(select(rating_history)).all()
    numbers = {(point.player, point.game, point.at): point.games for point in points}
    known = {(point.player, point.game) for point in points}  # of a deleted account there is no history left
    queues: dict[tuple[str, str], list[tuple[int, RatedResult]]] = {}
    counted: list[RatedResult] = []
    others: list[RatedResult] = []
    for each in results:
        mine = [(player, each.game) for player in each.players if (player, each.game) in known]
        if not all((*key, each.finished) in numbers for key in mine):
            others.append(each)
            continue
        counted.append(each)
        for key in mine:
            queues.setdefault(key, []).append((numbers[*key, each.finished], each))
    for queue in queues.values():
        queue.sort(key=lambda entry: -entry[0])  # the next one is the last

    def is_next(each: RatedResult) -> bool:
        mine = [queues.get((player, each.game)) for player in each.players]
        return all(queue[-1][1] is each for queue in mine if queue)

    ordered: list[RatedResult] = []
    counted.reverse()
    while counted:
        place = next((place for place in reversed(range(len(counted))) if is_next(counted[place])), None)
        if place is None:  # the histories contradict each other
            break
        ordered.append(counted.pop(place))
        for player in ordered[-1].players:
            if left := queues.get((player, ordered[-1].game)):
                left.pop()
    return ordered + counted[::-1] + others


def recompute_ratings(engine: Engine) -> tuple[int, int]:
    """Store all ratings counted anew; the number of rated matches and of ratings."""
    with engine.begin() as connection:
        ledger, ended = recounted(connection)
        accounts = set(connection.scalars(select(players.c.id).where(players.c.kind.in_(("account", "bot")))))
        connection.execute(delete(ratings))
        connection.execute(delete(rating_history))
        fresh = [
            {"player": player, "game": game, **asdict(rating)}
            | {"games": ledger.games[player, game], "changed": ledger.changed[player, game]}
            for (player, game), rating in ledger.ratings.items()
            if player in accounts
        ]
        if fresh:
            connection.execute(insert(ratings), fresh)
            connection.execute(
                insert(rating_history), [point for point in ledger.history if point["player"] in accounts]
            )
    return ended, len(fresh)


BATCH = 500
CHANGES = {
    name: bindparam(f"new_{name}", type_=matches.c[name].type) for name in ("version", "deadline", "state", "changed")
}


def give_back(engine: Engine, clock: Callable[[], float], least: float = 0.0) -> tuple[float, int]:
    """Store the event of `Contest.resumed` for every match with a deadline, if no server ran for more than `least`
    seconds; for how long none did, and the number of the matches. The heartbeat is part of it: after one alone a start
    that failed in between would have lost this time for good, and two that start together give it back once."""
    columns = (matches.c.id, matches.c.version, matches.c.deadline, matches.c.header, matches.c.state)
    with engine.begin() as connection:
        tables.one_at_a_time(connection, ALIVE)
        before = float(setting(connection, ALIVE) or 0.0)
        rows = connection.execute(select(*columns).where(matches.c.deadline.is_not(None))).all()
        now = max(clock(), before)  # after the queries: others may play while they run
        put_setting(connection, ALIVE, str(now))
        pause = now - before if before else 0.0
        if pause <= least:
            return 0.0, 0
        running = [row for row in rows if row.header["clock"] and row.header["clock"]["kind"] != "days"]
        for start in range(0, len(running), BATCH):
            _resume(connection, running[start : start + BATCH], pause, now)
    return pause, len(running)


def _resume(connection: Connection, rows: Sequence[Any], pause: float, now: float) -> None:
    try:
        with connection.begin_nested():
            connection.execute(insert(events), [_event(row, pause, now) for row in rows])
            later = update(matches).where(matches.c.id == bindparam("match")).values(CHANGES)
            connection.execute(later, [_summary(row, pause, now) for row in rows])
            if connection.dialect.name == "postgresql":
                _notify(connection, [(row.id, row.version + 1) for row in rows])
    except IntegrityError:  # another server has just written to one of them
        if len(rows) > 1:
            for row in rows:
                _resume(connection, [row], pause, now)


def _since(row: Any) -> float:
    """When the turn began."""
    since: float = row.state["clock"]["since"]
    return since


def _away(row: Any, pause: float, now: float) -> float:
    return min(pause, max(0.0, now - _since(row)))


def _event(row: Any, pause: float, now: float) -> dict[str, Any]:
    data = {"seconds": _away(row, pause, now)}
    return {"match": row.id, "version": row.version + 1, "kind": "resumed", "at": now, "data": data}


def _summary(row: Any, pause: float, now: float) -> dict[str, Any]:
    away = _away(row, pause, now)
    return {
        "match": row.id,
        "new_version": row.version + 1,
        "new_deadline": row.deadline + away,
        "new_state": {**row.state, "clock": {**row.state["clock"], "since": _since(row) + away}},
        "new_changed": now,
    }
