"""All ratings anew, from the matches as they are stored."""

from __future__ import annotations

from sqlalchemy import Engine, delete, insert, select

from quintet.server.accounts.rating_rules import Ledger, result
from quintet.server.storage.tables import matches, players, rating_history, ratings


def recount(engine: Engine) -> tuple[int, int]:
    """By the rules of today; how many matches were looked at and how many ratings there are now."""
    columns = (matches.c.header, matches.c.state, matches.c.ply)
    with engine.begin() as connection:
        ended = select(*columns).where(matches.c.rated.is_(True), matches.c.status == "over")
        rows = connection.execute(ended).all()
        ledger = Ledger()
        for row in sorted(rows, key=lambda row: row.state["finished"]):
            header, state = row.header, row.state
            at, ending = state["finished"], state["ending"]
            if found := result(header["spec"], header["clock"], state["seats"], row.ply, ending, at):
                ledger.add(found)
        accounts = set(connection.scalars(select(players.c.id).where(players.c.kind.in_(("account", "bot")))))
        connection.execute(delete(ratings))
        connection.execute(delete(rating_history))
        fresh = [
            {
                "player": key[0],
                "game": key[1],
                "rating": rating.rating,
                "deviation": rating.deviation,
                "volatility": rating.volatility,
                "games": ledger.games[key],
                "changed": ledger.changed[key],
            }
            for key, rating in ledger.ratings.items()
            if key[0] in accounts
        ]
        if fresh:
            connection.execute(insert(ratings), fresh)
            connection.execute(insert(rating_history), [one for one in ledger.history if one["player"] in accounts])
    return len(rows), len(fresh)
