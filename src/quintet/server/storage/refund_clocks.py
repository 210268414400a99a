"""Gives live clocks back the time that no server was running, without replaying matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from quintet.server.storage.journal import CHANNEL
from quintet.server.storage.tables import events, matches

BATCH = 500
CHANGES = {
    name: bindparam(f"new_{name}", type_=matches.c[name].type) for name in ("version", "deadline", "state", "changed")
}


def give_back(engine: Engine, pause: float, now: float) -> int:
    """Store the event of `Contest.resumed` for every match with a running clock; their number."""
    columns = (matches.c.id, matches.c.version, matches.c.deadline, matches.c.header, matches.c.state)
    with engine.begin() as connection:
        rows = connection.execute(select(*columns).where(matches.c.deadline.is_not(None))).all()
        running = [row for row in rows if row.header["clock"] and row.header["clock"]["kind"] != "days"]
        for start in range(0, len(running), BATCH):
            _resume(connection, running[start : start + BATCH], pause, now)
    return len(running)


def _resume(connection: Connection, rows: Sequence[Any], pause: float, now: float) -> None:
    try:
        with connection.begin_nested():
            connection.execute(insert(events), [_event(row, pause, now) for row in rows])
            later = update(matches).where(matches.c.id == bindparam("match")).values(CHANGES)
            connection.execute(later, [_summary(row, pause, now) for row in rows])
            if connection.dialect.name == "postgresql":
                for row in rows:
                    message = {"channel": CHANNEL, "message": f"{row.id} {row.version + 1}"}
                    connection.execute(text("SELECT pg_notify(:channel, :message)"), message)
    except IntegrityError:  # another server has just written to one of them
        if len(rows) > 1:
            for row in rows:
                _resume(connection, [row], pause, now)


def _since(row: Any) -> float:
    """When the running clock was started."""
    clock = row.state["clock"]
    since: float = row.deadline - clock["left"][clock["running"]]
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
