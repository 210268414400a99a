"""Players, accounts and their sessions in the database. Only hashes of tokens are stored."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from quintet.server.accounts.names import skeleton
from quintet.server.errors import Conflict
from quintet.server.storage.database import StoragePart
from quintet.server.storage.tables import (
    account_secrets,
    chat,
    daily_results,
    events,
    friends,
    lessons,
    matches,
    notices,
    one_at_a_time,
    players,
    push_devices,
    puzzle_players,
    puzzle_runs,
    puzzle_tries,
    rating_history,
    ratings,
    sessions,
)

SESSION_DAYS = 180
BROWSERS = 50
"""The browser sessions of an account; a further one ends the oldest."""
Scope = Literal["read", "play"]
"""A `read` token sees what its account sees; a `play` token also acts in matches. Neither manages the account."""
NOBODY = "deleted player"
GIVEN = ("visitor", "engine", NOBODY)
"""Beginnings of names that the site itself gives."""
RESERVED = (
    *("visitor", "engine", "deleted", "deleted-player", "house-bot", "quintet", "system"),
    *("admin", "administrator", "moderator", "operator", "support"),
)
"""Names of accounts, with or without a number behind them, that would be taken for the site itself."""


@dataclass(frozen=True, slots=True)
class Person:
    """The person who sent a request."""

    id: str
    name: str
    kind: Literal["visitor", "account", "bot", "deleted"]
    username: str | None = None
    created: float = 0.0
    session: str | None = None
    """The id of the session or token of the request."""
    scope: Scope | None = None
    """What a token may do; None: not a token."""

    @property
    def may_write(self) -> bool:
        return self.scope != "read"

    @property
    def shown(self) -> str:
        """The name that others see; a visitor without one has a number."""
        if self.name:
            return self.name
        return f"Visitor {1000 + int.from_bytes(hashlib.sha256(self.id.encode()).digest()[:4]) % 9000}"

    @property
    def registered(self) -> bool:
        return self.kind in ("account", "bot")


@dataclass(frozen=True, slots=True)
class TokenRow:
    id: str
    label: str
    created: float
    expires: float | None
    scope: Scope


def token_hash(token: str) -> str:
    """One round of hashing is enough, because tokens are long and random."""
    return hashlib.sha256(token.encode()).hexdigest()


class People(StoragePart):
    """Players with their accounts, sessions and tokens."""

    # Finding

    def by_id(self, player: str) -> Person | None:
        return self._find(players.c.id == player)

    def free_name(self, name: str) -> str:
        """Checks that a visitor's name is not reserved and does not look like an account's."""
        if name.casefold().startswith(GIVEN):
            raise Conflict(f"names that begin with {name.split()[0]!r} are the site's own: choose another one")
        return self.not_an_account(name)

    def not_an_account(self, name: str) -> str:
        """Checks that a name that somebody gives does not look like the name of an account."""
        with self._reading.connect() as connection:
            account = _alike(connection, name)
        if account is not None:
            what = "is" if account.casefold() == name.casefold() else f"looks like {account}, which is"
            raise Conflict(f"{name!r} {what} the name of an account: choose another one")
        return name

    def by_username(self, username: str) -> Person | None:
        return self._find(players.c.folded == username.casefold())

    def by_token(self, token: str, kind: str, now: float) -> Person | None:
        """The person of a session. It is found by its hash, so that the time it takes says nothing about tokens."""
        where = (sessions.c.hash == token_hash(token), sessions.c.kind == kind)
        session = (sessions.c.expires, sessions.c.id.label("session"), sessions.c.scopes)
        query = select(players, *session).join(sessions, sessions.c.player == players.c.id).where(*where)
        row = self._row(query)
        if row is None or (row.expires is not None and row.expires < now):
            return None
        scope = None if kind == "browser" else row.scopes
        return Person(row.id, row.name, row.kind, row.username, row.created, row.session, scope)

    def living(self, ids: Collection[str], now: float) -> set[str]:
        """Those of these sessions that have neither ended nor expired."""
        unexpired = or_(sessions.c.expires.is_(None), sessions.c.expires >= now)
        return set(self._scalars(select(sessions.c.id).where(sessions.c.id.in_(ids), unexpired)))

    def registered(self, ids: Collection[str]) -> set[str]:
        """Those of these players that are not visitors, or not any more."""
        known = players.c.id.in_(ids), players.c.kind != "visitor"
        return set(self._scalars(select(players.c.id).where(*known)))

    def password_of(self, username: str) -> tuple[str, str] | None:
        """The id and the password hash of an account."""
        query = select(players.c.id, players.c.password).where(players.c.folded == username.casefold())
        row = self._row(query)
        return None if row is None else (row.id, row.password)

    def email_of(self, player: str) -> str | None:
        """The confirmed e-mail address of an account."""
        return self._scalar(select(players.c.email).where(players.c.id == player))

    def _find(self, where: object) -> Person | None:
        row = self._row(select(players).where(where))  # type: ignore[arg-type]
        return None if row is None else Person(row.id, row.name, row.kind, row.username, row.created)

    # Changing

    def keep_visitor(self, person: Person, now: float) -> None:
        """Store a visitor who does something that is stored."""
        if person.kind != "visitor" or self.by_id(person.id):
            return
        with suppress(IntegrityError):  # two requests at once
            self._write(insert(players).values(id=person.id, name=person.name, kind="visitor", created=now))

    def rename(self, player: str, name: str) -> None:
        self._write(update(players).where(players.c.id == player).values(name=name))

    def register(self, visitor: Person, username: str, password: str, now: float) -> tuple[Person, str]:
        """Turn the visitor into an account, also in past matches, and begin a browser session: its secret. Conflict if
        the name is taken."""
        row = {
            "kind": "account",
            "name": username,
            "username": username,
            "folded": username.casefold(),
            "skeleton": skeleton(username),
            "password": password,
        }
        bare = skeleton(username.rstrip("0123456789-_")).replace("_", "-")
        if bare in map(skeleton, RESERVED):
            raise Conflict(f"the name {username} would be taken for the site's own: choose another")
        try:
            with self._writing.begin() as connection:
                one_at_a_time(connection, f"name {row['skeleton']}")  # two that look alike may come at once
                alike = _alike(connection, username)
                if alike is not None and alike.casefold() != username.casefold():
                    raise Conflict(f"the name {username} looks like {alike}, which is taken: choose another")
                changed = connection.execute(
                    update(players).where(players.c.id == visitor.id, players.c.kind == "visitor").values(**row)
                )
                if not changed.rowcount:
                    connection.execute(insert(players).values(id=visitor.id, created=now, **row))
                _rename(connection, visitor.id, username, username, own=True)
                token, session = new_session_row(visitor.id, "browser", now)
                connection.execute(insert(sessions).values(session))
        except IntegrityError:
            raise Conflict(f"the name {username} is taken: choose another") from None
        return Person(visitor.id, username, "account", username, now), token

    def upgrade(self, player: str) -> None:
        self._write(update(players).where(players.c.id == player).values(kind="bot"))

    def delete(self, player: str) -> None:
        """Delete name, password, sessions and ratings; the matches stay, without the name."""
        with self._writing.begin() as connection:
            delete_account(connection, player)

    # Sessions and tokens

    def change_password(self, player: str, password: str, keep: str) -> None:
        """Also end all sessions and tokens but `keep`, for the case that somebody else knew the old password."""
        others = (sessions.c.player == player, sessions.c.hash != token_hash(keep))
        with self._writing.begin() as connection:
            connection.execute(update(players).where(players.c.id == player).values(password=password))
            connection.execute(delete(sessions).where(*others))

    def new_session(
        self, player: str, label: str, now: float, *, days: int = SESSION_DAYS, scope: Scope | None = None
    ) -> tuple[str, str]:
        """A browser session or, with a scope, a token for a program: the secret, which is not stored, and its id."""
        token, row = new_session_row(player, label, now, days, scope)
        with self._writing.begin() as connection:
            connection.execute(insert(sessions).values(row))
            if scope is None:
                _end_oldest(connection, player)
        return token, row["id"]

    def end_session(self, token: str) -> None:
        self._write(delete(sessions).where(sessions.c.hash == token_hash(token)))

    def end_all(self, player: str) -> None:
        self._write(delete(sessions).where(sessions.c.player == player))

    def tokens(self, player: str) -> list[TokenRow]:
        query = select(sessions).where(sessions.c.player == player, sessions.c.kind == "token")
        rows = self._rows(query.order_by(sessions.c.created))
        return [TokenRow(row.id, row.label, row.created, row.expires, row.scopes) for row in rows]

    def end_token(self, player: str, token_id: str) -> bool:
        where = (sessions.c.player == player, sessions.c.id == token_id, sessions.c.kind == "token")
        return bool(self._write(delete(sessions).where(*where)))


def _alike(connection: Connection, name: str) -> str | None:
    """The username that a name is, or looks like."""
    either = or_(players.c.folded == name.casefold(), players.c.skeleton == skeleton(name))
    return connection.scalar(select(players.c.username).where(either).limit(1))


def _end_oldest(connection: Connection, player: str) -> None:
    """An account is logged in at a number of browsers; logging in again and again must not fill the table."""
    browsers = (sessions.c.player == player, sessions.c.kind == "browser")
    older = select(sessions.c.id).where(*browsers).order_by(sessions.c.created.desc()).offset(BROWSERS)
    ids = list(connection.scalars(older.limit(BROWSERS)))
    if ids:
        connection.execute(delete(sessions).where(sessions.c.id.in_(ids)))


def new_session_row(
    player: str, label: str, now: float, days: int = SESSION_DAYS, scope: Scope | None = None
) -> tuple[str, dict[str, Any]]:
    """The secret of a session, and its row."""
    token = secrets.token_urlsafe(32)
    return token, {
        "hash": token_hash(token),
        "id": secrets.token_urlsafe(9),
        "player": player,
        "kind": "token" if scope else "browser",
        "label": label,
        "created": now,
        "expires": now + days * 86400,
        "scopes": scope,
    }


OWNED = (
    sessions,
    account_secrets,
    friends,
    chat,
    ratings,
    rating_history,
    lessons,
    puzzle_players,
    puzzle_tries,
    daily_results,
    puzzle_runs,
    notices,
    push_devices,
)
"""Tables with rows of one player."""


def delete_account(connection: Connection, player: str) -> None:
    gone = dict.fromkeys(("username", "folded", "skeleton", "password", "email", "seen")) | {
        "kind": "deleted",
        "name": NOBODY,
    }
    _rename(connection, player, NOBODY)
    connection.execute(update(players).where(players.c.id == player).values(**gone))
    connection.execute(delete(friends).where(friends.c.friend == player))
    for table in OWNED:
        connection.execute(delete(table).where(table.c.player == player))


# Names in the matches that were played


def _rename(connection: Connection, player: str, name: str, username: str | None = None, *, own: bool = False) -> None:
    """Replace the player's name in the events and summaries of their matches.

    `own`: only in matches against others; in hot-seat matches and imported records the player typed both names.
    """
    where = or_(matches.c.first == player, matches.c.second == player)
    for row in connection.execute(select(matches.c.id, matches.c.state).where(where)).all():
        if own and all(seat["player"] == player for seat in row.state["seats"]):
            continue
        names = {seat["name"] for seat in row.state["seats"] if seat["player"] == player}
        fresh = {"name": name, "username": username, "rating": None}
        state = _renamed(row.state, player, names, fresh)
        shown = "\n".join(seat["name"] for seat in state["seats"]).casefold()
        connection.execute(update(matches).where(matches.c.id == row.id).values(state=state, names=shown))
        kinds = events.c.kind.in_(("created", "joined", "ended"))
        for event in connection.execute(select(events).where(events.c.match == row.id, kinds)).all():
            key = (events.c.match == row.id) & (events.c.version == event.version)
            connection.execute(update(events).where(key).values(data=_renamed(event.data, player, names, fresh)))


def _renamed(value: Any, player: str, names: set[str], seat: dict[str, Any]) -> Any:
    """The JSON value with the player's seats renamed, and reasons that begin with an old name."""
    if isinstance(value, list):
        return [_renamed(item, player, names, seat) for item in value]
    if not isinstance(value, dict):
        return value
    fresh = {key: _renamed(item, player, names, seat) for key, item in value.items()}
    if fresh.get("player") == player and "kind" in fresh:
        fresh |= seat
    for old in names:
        if str(fresh.get("reason", "")).startswith(f"{old} "):
            fresh["reason"] = seat["name"] + str(fresh["reason"]).removeprefix(old)
    return fresh
