"""People who wait for an opponent."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("ticket", sa.String, nullable=False, unique=True),
        sa.Column("wish", sa.String, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("match", sa.String),
    )
