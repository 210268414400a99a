"""E-mail addresses of accounts, secrets that recover them, and friends."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("email", sa.String))
    op.add_column("players", sa.Column("seen", sa.Float))
    op.create_index("ix_players_email", "players", ["email"])
    op.create_table(
        "account_secrets",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("email", sa.String),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float),
    )
    op.create_table(
        "friends",
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("friend", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
        sa.Column("created", sa.Float, nullable=False),
    )
