"""Which of the site's own games between engines is shown now; old ones are let go."""

from __future__ import annotations

from sqlalchemy import Engine, delete, select

from quintet.server.storage.tables import events, inserting, matches, settings

KEY = "show"


class Shows:
    """Each method is one short transaction; call them from a thread."""

    def __init__(self, engine: Engine) -> None:
        self._writing = engine
        self._reading = engine.execution_options(reads=True)

    def number(self) -> int:
        """They are counted from 0."""
        with self._reading.connect() as connection:
            return int(connection.scalar(select(settings.c.value).where(settings.c.key == KEY)) or 0)

    def begun(self, number: int, gone: str) -> None:
        """This one is shown from now on, and the match `gone` is not kept any longer."""
        with self._writing.begin() as connection:
            row = inserting(connection, settings).values(key=KEY, value=str(number))
            connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"value": str(number)}))
            connection.execute(delete(events).where(events.c.match == gone))
            connection.execute(delete(matches).where(matches.c.id == gone))
