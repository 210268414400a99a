"""Whether a database is sound: pages that can be read, matches that the rules can replay, ratings that add up."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import DatabaseError

DAMAGED = ("malformed", "not a database", "disk I/O error")
"""What SQLite says of a damaged file."""
DAMAGED_STATES = ("XX001", "XX002")
"""What PostgreSQL says: damaged data, a damaged index."""


class DamageWatch:
    """Remembers that a query met damaged pages; `look` reads them all."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.seen: str | None = None
        """What was damaged when it was last met."""
        event.listen(engine, "handle_error", self._failed)

    def _failed(self, context: Any) -> None:
        error = context.original_exception
        if getattr(error, "sqlstate", None) in DAMAGED_STATES or any(words in str(error) for words in DAMAGED):
            self.seen = " ".join(str(error).split())[:200]

    def look(self) -> None:
        """Read every page of an SQLite database; PostgreSQL does that itself, with checksums."""
        if self._engine.dialect.name == "sqlite":
            self.seen = damaged_pages(self._engine)


def damaged_pages(engine: Engine) -> str | None:
    """The first thing that SQLite finds wrong with its file; None: nothing."""
    try:
        with engine.execution_options(reads=True).connect() as connection:
            said = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    except DatabaseError as error:
        return str(error.orig)
    return None if said == "ok" else str(said)
