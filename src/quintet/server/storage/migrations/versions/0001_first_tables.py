"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "settings", sa.Column("key", sa.String, primary_key=True), sa.Column("value", sa.String, nullable=False)
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("username", sa.String),
        sa.Column("folded", sa.String, unique=True),
        sa.Column("password", sa.String),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("id", sa.String, nullable=False, unique=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("header", sa.JSON, nullable=False),
        sa.Column("state", sa.JSON, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("spec", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("first", sa.String),
        sa.Column("second", sa.String),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("result", sa.String),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("deadline", sa.Float),
        sa.Column("engine_since", sa.Float),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("matches_by_status", "matches", ["status", "private", "changed"])
    op.create_index("matches_by_first", "matches", ["first", "status"])
    op.create_index("matches_by_second", "matches", ["second", "status"])
    op.create_index("matches_by_deadline", "matches", ["deadline"])
    op.create_index("matches_by_engine", "matches", ["engine_since"])
    op.create_index("matches_by_game", "matches", ["game", "status", "changed"])
    op.create_table(
        "events",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("move", sa.String),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("ratings_by_game", "ratings", ["game", "rating"])
