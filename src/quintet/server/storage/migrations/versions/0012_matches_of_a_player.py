"""The newest matches of a player, without reading all of them."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for seat in ("first", "second"):
        op.drop_index(f"matches_by_{seat}", "matches")
        op.create_index(f"matches_by_{seat}", "matches", [seat, "status", "changed"])
