"""Puzzles of the day by day, and three-minute runs."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily_results",
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.String, primary_key=True),
        sa.Column("misses", sa.Integer, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("given_up", sa.Boolean, nullable=False),
    )
    op.create_table(
        "puzzle_runs",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("game", sa.String),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("misses", sa.Integer, nullable=False),
    )
