"""What a token may do; and addresses that are kept out for a time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(sa.Column("scopes", sa.String))
    op.execute("UPDATE sessions SET scopes = 'play' WHERE kind = 'token'")
    op.create_table(
        "bans",
        sa.Column("address", sa.String, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
    )
