"""How finished games went after each opening position; which games are counted already."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("explored", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("matches_to_explore", "matches", ["explored", "status", "private"])
    op.create_table(
        "openings",
        sa.Column("spec", sa.String, primary_key=True),
        sa.Column("position", sa.String, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.Column("draw", sa.Integer, nullable=False),
    )
