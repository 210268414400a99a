"""Takes a player's name out of the matches they played, when their account is deleted."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, or_, select, update

from quintet.server.storage.tables import events, matches


def scrub(connection: Connection, player: str, name: str) -> None:
    """Put `name` where the player's own was, in every event and list."""
    where = or_(matches.c.first == player, matches.c.second == player)
    for row in connection.execute(select(matches.c.id, matches.c.state).where(where)).all():
        names = {seat["name"] for seat in row.state["seats"] if seat["player"] == player}
        state = _scrubbed(row.state, player, names, name)
        shown = "\n".join(seat["name"] for seat in state["seats"]).casefold()
        connection.execute(update(matches).where(matches.c.id == row.id).values(state=state, names=shown))
        kinds = events.c.kind.in_(("created", "joined", "ended"))
        for event in connection.execute(select(events).where(events.c.match == row.id, kinds)).all():
            key = (events.c.match == row.id) & (events.c.version == event.version)
            connection.execute(update(events).where(key).values(data=_scrubbed(event.data, player, names, name)))


def _scrubbed(value: Any, player: str, names: set[str], name: str) -> Any:
    """The same with the seats of the player renamed, and the reasons that begin with an old name."""
    if isinstance(value, list):
        return [_scrubbed(one, player, names, name) for one in value]
    if not isinstance(value, dict):
        return value
    fresh = {key: _scrubbed(one, player, names, name) for key, one in value.items()}
    if fresh.get("player") == player and "kind" in fresh:
        fresh |= {"name": name, "username": None, "rating": None}
    for old in names:
        if str(fresh.get("reason", "")).startswith(f"{old} "):
            fresh["reason"] = name + str(fresh["reason"]).removeprefix(old)
    return fresh
