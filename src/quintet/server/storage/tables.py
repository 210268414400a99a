"""The tables. A match is its header in `matches` and its `events`; the other columns of `matches` are for searching."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData()
revision = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""The revision of the last migration that was run."""

settings = Table("settings", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False))

players = Table(
    "players",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),  # visitor, account, bot, deleted
    Column("username", String),
    Column("folded", String, unique=True),  # the username without capitals
    Column("skeleton", String, index=True),  # the same for all usernames that look alike
    Column("password", String),
    Column("created", Float, nullable=False),
    Column("email", String, index=True),  # confirmed, without capitals
    Column("seen", Float),  # when an account was last here
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String, nullable=False),  # browser, token
    Column("label", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float),
    Column("scopes", String),  # of a token: read, or play as well
)

account_secrets = Table(
    "account_secrets",
    metadata,
    Column("hash", String, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String, nullable=False),  # code (on paper), link (by e-mail, for a new password), confirmation
    Column("email", String),  # of a confirmation: the address that it confirms
    Column("created", Float, nullable=False),
    Column("expires", Float),
)

friends = Table(
    "friends",
    metadata,
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("friend", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("created", Float, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("address", String, primary_key=True),  # an address, of IPv6 its /56
    Column("until", Float, nullable=False),
    Column("reason", String, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("header", JSON, nullable=False),
    Column("state", JSON, nullable=False),  # what lists show, so that they need not replay
    Column("game", String, nullable=False),
    Column("spec", String, nullable=False),
    Column("status", String, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("first", String),
    Column("second", String),
    Column("names", Text, nullable=False),  # both, folded, for searching
    Column("result", String),  # first, second, draw, or how else it ended
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("deadline", Float),
    Column("engine_since", Float),  # since when an engine is to move
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("explored", Boolean, nullable=False, server_default=false()),  # counted among the openings
    Index("matches_to_explore", "explored", "status", "private"),
    Index("matches_by_status", "status", "private", "changed"),
    Index("matches_by_first", "first", "status", "changed"),
    Index("matches_by_second", "second", "status", "changed"),
    Index("matches_by_deadline", "deadline"),
    Index("matches_by_engine", "engine_since"),
    Index("matches_by_game", "game", "status", "changed"),
)

events = Table(
    "events",
    metadata,
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("at", Float, nullable=False),
    Column("seat", Integer),
    Column("move", String),
    Column("data", JSON, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ratings_by_game", "game", "rating"),
)


def _player() -> Column[str]:
    return Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)


rating_history = Table(
    "rating_history",
    metadata,
    _player(),
    Column("game", String, primary_key=True),
    Column("games", Integer, primary_key=True),  # after so many
    Column("rating", Float, nullable=False),
    Column("at", Float, nullable=False),
)

lessons = Table(
    "lessons",
    metadata,
    _player(),
    Column("game", String, primary_key=True),
    Column("chapters", Integer, nullable=False),  # that are done
    Column("changed", Float, nullable=False),
)

puzzle_players = Table(
    "puzzle_players",
    metadata,
    _player(),
    Column("game", String, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # solved one after the other, until now
    Column("longest", Integer, nullable=False),
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    _player(),
    Column("puzzle", String, primary_key=True),
    Column("solved", Boolean, nullable=False),  # at the first try, the one that counts
    Column("at", Float, nullable=False),
)

daily_results = Table(
    "daily_results",
    metadata,
    _player(),
    Column("day", String, primary_key=True),  # of UTC, such as 2026-11-18; what was done on it
    Column("misses", Integer, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("given_up", Boolean, nullable=False),
)

puzzle_runs = Table(
    "puzzle_runs",
    metadata,
    Column("id", String, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("game", String),  # None: of all games
    Column("began", Float, nullable=False),
    Column("number", Integer, nullable=False),  # puzzles that are over
    Column("solved", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    _player(),
    Column("channel", String, primary_key=True),  # email, push
    Column("pace", String, nullable=False),  # off, daily, every
    Column("told_until", Float, nullable=False),  # turns that began before are told, or were seen
    Column("sent", Float),  # the last message
)

push_devices = Table(
    "push_devices",
    metadata,
    Column("id", String, primary_key=True),  # a digest of the endpoint
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", String, nullable=False),
    Column("p256dh", String, nullable=False),
    Column("auth", String, nullable=False),
    Column("label", String, nullable=False),
    Column("created", Float, nullable=False),
)

puzzle_grades = Table(
    "puzzle_grades",
    metadata,
    Column("puzzle", String, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
)


openings = Table(
    "openings",
    metadata,
    Column("spec", String, primary_key=True),
    Column("position", String, primary_key=True),  # a digest, the same for mirror images
    Column("first", Integer, nullable=False),  # games that FIRST won
    Column("second", Integer, nullable=False),
    Column("draw", Integer, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("room", String, nullable=False),  # players, spectators
    Column("player", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at", Float, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("match", String, primary_key=True),
    Column("number", Integer, primary_key=True),  # the line of its chat
    Column("reporter", String, primary_key=True),
    Column("at", Float, nullable=False),
)

seeks = Table(
    "seeks",
    metadata,
    Column("player", String, primary_key=True),
    Column("ticket", String, nullable=False, unique=True),  # of the window they wait in
    Column("wish", String, nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("match", String),  # once somebody is found
)


def inserting(connection: Connection, table: Table) -> Any:
    """An insert with ON CONFLICT; only the dialect in use is imported."""
    return import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(table)


def one_at_a_time(connection: Connection, what: str) -> None:
    """No two transactions go on from here at once that ask for the same; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:what))"), {"what": what})


def put(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Insert a row, or change the one with the same primary key."""
    keys = [column.name for column in table.primary_key]
    values = {name: value for name, value in row.items() if name not in keys}
    connection.execute(inserting(connection, table).values(row).on_conflict_do_update(index_elements=keys, set_=values))
