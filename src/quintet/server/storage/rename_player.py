"""Another name for a player in the matches they played: the account's when one is made, nobody's when it is deleted."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, or_, select, update

from quintet.server.storage.tables import events, matches


def rename(connection: Connection, player: str, name: str, username: str | None = None, *, own: bool = False) -> None:
    """Put `name` where the player's own was, in every event and list.

    `own`: only in matches against others; on one device and in imported records the names of both sides were chosen.
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
    """The same with the seats of the player renamed, and the reasons that begin with an old name."""
    if isinstance(value, list):
        return [_renamed(one, player, names, seat) for one in value]
    if not isinstance(value, dict):
        return value
    fresh = {key: _renamed(one, player, names, seat) for key, one in value.items()}
    if fresh.get("player") == player and "kind" in fresh:
        fresh |= seat
    for old in names:
        if str(fresh.get("reason", "")).startswith(f"{old} "):
            fresh["reason"] = seat["name"] + str(fresh["reason"]).removeprefix(old)
    return fresh
