"""How players are told of turns by e-mail or push, and the devices that push messages reach."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("channel", sa.String, primary_key=True),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("told_until", sa.Float, nullable=False),
        sa.Column("sent", sa.Float),
    )
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("player", sa.String, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("endpoint", sa.String, nullable=False),
        sa.Column("p256dh", sa.String, nullable=False),
        sa.Column("auth", sa.String, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
