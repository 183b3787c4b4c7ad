"""Matches, their moves, and the shared secret."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("first", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32), nullable=False),
        sa.Column("date", sa.String(32), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("is_over", sa.Integer, nullable=False),
    )
    op.create_index("matches_by_age", "matches", ["is_over", "changed"])
    op.create_table(
        "moves",
        sa.Column(
            "match_id",
            sa.String(32),
            sa.ForeignKey("matches.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("take", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Drop everything."""
    for name in ("secrets", "moves", "matches"):
        op.drop_table(name)
