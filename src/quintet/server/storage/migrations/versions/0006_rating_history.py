"""Ratings as they were after each game; what is known of those before is where they are now."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rating_history",
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("games", sa.Integer, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.execute(
        "INSERT INTO rating_history (player, game, games, rating, at) "
        "SELECT player, game, games, rating, changed FROM ratings"
    )
