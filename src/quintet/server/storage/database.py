"""Opens, migrates, locks and copies the database: SQLite (WAL) or PostgreSQL, by its URL."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from quintet.core.files import claim
from quintet.server.storage import tables

if TYPE_CHECKING:
    from sqlalchemy.sql.selectable import TypedReturnsRows

T = TypeVar("T")

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 5_017_017
"""The advisory lock of PostgreSQL for migrations."""
COPIED = 1000
"""Rows that are copied by one statement."""


class StoragePart:
    """One topic of the database. Each method is one short transaction; call them from a thread."""

    def __init__(self, engine: Engine) -> None:
        self._writing = engine
        self._reading = engine.execution_options(reads=True)

    def _rows(self, query: Any) -> Sequence[Any]:
        with self._reading.connect() as connection:
            return connection.execute(query).all()

    def _row(self, query: Any) -> Any | None:
        with self._reading.connect() as connection:
            return connection.execute(query).one_or_none()

    def _scalars(self, query: TypedReturnsRows[T]) -> Sequence[T]:
        """The first column of the rows."""
        with self._reading.connect() as connection:
            return connection.scalars(query).all()

    def _scalar(self, query: TypedReturnsRows[T]) -> T | None:
        """The first column of the first row."""
        with self._reading.connect() as connection:
            return connection.scalar(query)

    def _write(self, statement: Any) -> int:
        """Run a statement that changes rows; their number."""
        with self._writing.begin() as connection:
            return connection.execute(statement).rowcount


def default_url(home: Path) -> str:
    return f"sqlite:///{home / 'site.sqlite'}"


def engine_for(url: str) -> Engine:
    """Does not connect yet; ValueError for a URL that is neither SQLite nor PostgreSQL."""
    try:
        parsed = make_url(url)
    except SQLAlchemyError:
        raise ValueError(f"expected a database like sqlite:///FILE or postgresql://HOST/NAME, got {url!r}") from None
    if parsed.get_backend_name() == "sqlite":
        if parsed.database and parsed.database != ":memory:":
            path = Path(parsed.database)
            path.parent.mkdir(parents=True, exist_ok=True)
            _for_its_owner(path)
        engine = create_engine(parsed, connect_args={"timeout": 10}, hide_parameters=True, json_serializer=_json)
        event.listen(engine, "connect", _sqlite_connected)
        event.listen(engine, "begin", _sqlite_begins)
        return engine
    if parsed.get_backend_name() == "postgresql":
        try:
            return create_engine(
                parsed.set(drivername="postgresql+psycopg"),
                json_serializer=_json,
                hide_parameters=True,  # so that logs of failures have no names and hashes
                pool_pre_ping=True,
                pool_size=8,
                max_overflow=8,
                pool_timeout=5,
                connect_args={"connect_timeout": 5},
            )
        except ModuleNotFoundError:
            raise ValueError("PostgreSQL needs psycopg: pip install 'quintet-games[postgres]'") from None
    raise ValueError(f"expected a database like sqlite:///FILE or postgresql://HOST/NAME, got {url!r}")


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def close(engine: Engine) -> None:
    """Close its connections; one that a thread still uses is closed when the thread gives it back."""
    event.listen(engine.pool, "checkin", lambda connection, _: connection.close())
    engine.dispose()


def existing(url: str) -> Engine:
    """An existing database, migrated; ValueError if there is none."""
    path = Path(make_url(url).database or "") if url.startswith("sqlite") else None
    if path is not None and not path.is_file():
        raise ValueError(f"there is no database at {str(path)!r}")
    try:
        engine = engine_for(url)
        migrate(engine)
    except (SQLAlchemyError, OSError) as error:
        raise ValueError(f"the database cannot be opened: {getattr(error, 'orig', None) or error}") from None
    return engine


def _for_its_owner(path: Path) -> None:
    """Only the owner may read it; the files that SQLite puts beside it get the same mode."""
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    with suppress(PermissionError):  # the file belongs to another user
        path.chmod(0o600)


def _sqlite_connected(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # `_sqlite_begins` says BEGIN
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {pragma}")
    if most := os.environ.get("QUINTET_MAX_PAGES"):  # for tests: a full disk
        connection.execute(f"PRAGMA max_page_count = {int(most)}")


def _sqlite_begins(connection: Connection) -> None:
    """A writer takes the lock at once: upgrading a read lock could fail in the middle."""
    reads = connection.get_execution_options().get("reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def file_of(engine: Engine) -> Path | None:
    """The path of an SQLite database; None for one in memory and for PostgreSQL."""
    name = engine.url.database
    return Path(name) if engine.dialect.name == "sqlite" and name and name != ":memory:" else None


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Lock an SQLite database for this server; ValueError if another one has it. Others may still read it."""
    path = file_of(engine_for(url))
    if path is None:
        yield
        return
    with path.with_name(f"{path.name}.lock").open("a") as lock:
        if not claim(lock.fileno()):
            raise ValueError(
                f"another server uses {str(path)!r} already: an SQLite database belongs to one server, several share "
                "PostgreSQL (--database postgresql://HOST/NAME)"
            )
        yield


def migrate(engine: Engine) -> None:
    """Create the tables, or migrate those of an older version."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        if not inspect(connection).has_table(tables.revision.name):
            tables.metadata.create_all(connection)
            tables.revision.create(connection)
            connection.execute(tables.revision.insert().values(version_num=newest()))
        elif (revision := connection.scalar(select(tables.revision.c.version_num))) != newest():
            if str(revision) > newest():
                raise ValueError(
                    f"this database is of a newer version of Quintet: its tables are {revision}, and this one knows "
                    f"them up to {newest()}. Install the newer version, or restore a backup from before it"
                )
            upgrade(connection)


def newest() -> str:
    """The revision of the last migration, which `tables` corresponds to."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("*.py"))


def upgrade(connection: Connection) -> None:
    from alembic import command  # slow to import, and rarely needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def secret_of(engine: Engine) -> bytes:
    """The key that signs visitors' cookies."""
    return bytes.fromhex(stored_once(engine, "secret", lambda: secrets.token_hex(32)))


def stored_once(engine: Engine, key: str, make: Callable[[], str]) -> str:
    """A setting that is made once, the same for every process on this database."""
    column = tables.settings.c
    for _ in range(2):
        with engine.connect() as connection:
            value: str | None = connection.scalar(select(column.value).where(column.key == key))
        if value:
            return value
        try:
            with engine.begin() as connection:
                connection.execute(tables.settings.insert().values(key=key, value=make()))
        except IntegrityError:  # another process was first
            continue
    raise ValueError(f"the database gives no {key}")  # pragma: no cover


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A transaction that reads everything as it was at its beginning, whatever others write meanwhile."""
    with engine.execution_options(reads=True).connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


def backup(url: str, target: Path) -> None:
    """A consistent copy of a database as an SQLite file, taken while servers may be writing to it."""
    source = None if make_url(url).get_backend_name() == "postgresql" else _file_in(url)
    if target.exists():
        raise ValueError(f"{str(target)!r} is there already: expected a new file")
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _for_its_owner(temporary)
        with closing(sqlite3.connect(temporary)) as copy:
            if source is None:
                copy_rows(url, f"sqlite:///{temporary}")
            else:
                with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=10)) as connection:
                    connection.backup(copy, pages=256, sleep=0.01)
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise ValueError(f"the copy of {str(source)!r} is damaged")
            copy.execute("PRAGMA journal_mode = DELETE")
        temporary.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise ValueError(f"{str(target)!r} cannot be written: {error}") from None
    finally:
        temporary.unlink(missing_ok=True)


def restore(copy: Path, url: str) -> None:
    """Fill an empty database, of either kind, from a copy; ValueError if it is not empty."""
    if not copy.is_file():
        raise ValueError(f"there is no copy at {str(copy)!r}")
    with TemporaryDirectory() as folder:  # the copy itself is not migrated
        fresh = Path(folder) / "copy.sqlite"
        backup(f"sqlite:///{copy}", fresh)
        copy_rows(f"sqlite:///{fresh}", url)


def _file_in(url: str) -> Path:
    source = Path(make_url(url).database or "")
    if not source.is_file():
        raise ValueError(f"there is no database at {str(source)!r}")
    return source


def copy_rows(source: str, target: str) -> None:
    """All rows as they are in one moment, from one database to an empty one."""
    read, written = existing(source), engine_for(target)
    try:
        migrate(written)
        with snapshot(read) as reading, written.begin() as writing:
            for table in tables.metadata.sorted_tables:
                if writing.execute(select(table).limit(1)).first() is not None:
                    raise ValueError(f"{written.url.render_as_string()!r} is not empty: expected a new database")
                rows = reading.execution_options(stream_results=True).execute(select(table))
                for some in rows.mappings().partitions(COPIED):
                    writing.execute(table.insert(), [dict(row) for row in some])
    except SQLAlchemyError as error:
        raise ValueError(f"the database cannot be copied: {getattr(error, 'orig', None) or error}") from None
    finally:
        for engine in (read, written):
            engine.dispose()
