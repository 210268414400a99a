"""How far players are in lessons, how they do with puzzles, and how hard puzzles turn out to be."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def player() -> "sa.Column[str]":
    return sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "lessons",
        player(),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("chapters", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "puzzle_players",
        player(),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_tries",
        player(),
        sa.Column("puzzle", sa.String, primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "puzzle_grades",
        sa.Column("puzzle", sa.String, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
    )
