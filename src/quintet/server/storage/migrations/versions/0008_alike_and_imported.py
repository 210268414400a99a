"""Which usernames look alike, and which matches are imported records."""

import sqlalchemy as sa
from alembic import op

from quintet.server.accounts.names import skeleton

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
players = sa.table("players", sa.column("id"), sa.column("username"), sa.column("skeleton"))
matches = sa.table("matches", sa.column("id"), sa.column("state", sa.JSON))
events = sa.table("events", sa.column("match"), sa.column("version"), sa.column("data", sa.JSON))


def upgrade() -> None:
    op.add_column("players", sa.Column("skeleton", sa.String))
    op.create_index("ix_players_skeleton", "players", ["skeleton"])
    connection = op.get_bind()
    for row in connection.execute(sa.select(players).where(players.c.username.is_not(None))).all():
        change = sa.update(players).where(players.c.id == row.id)
        connection.execute(change.values(skeleton=skeleton(row.username)))
    begun = sa.select(events.c.match, events.c.data).where(events.c.version == 1)
    imported = {row.match: "dates" in row.data for row in connection.execute(begun)}
    for row in connection.execute(sa.select(matches)).all():
        state = {**row.state, "imported": imported.get(row.id, False)}
        connection.execute(sa.update(matches).where(matches.c.id == row.id).values(state=state))
