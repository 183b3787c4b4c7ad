"""Who asks to take back a move that was replied to."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has asked yet."""
    op.add_column("matches", sa.Column("asked", sa.Integer))


def downgrade() -> None:
    """Questions that wait are forgotten."""
    op.drop_column("matches", "asked")
