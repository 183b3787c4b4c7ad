"""Who is at a match is no longer a table: server processes tell each other."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nobody is at a match while no server runs."""
    op.drop_table("company")


def downgrade() -> None:
    """The table as version 0004 has made it, empty."""
    op.create_table(
        "company",
        sa.Column(
            "match_id",
            sa.String(32),
            sa.ForeignKey("matches.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("watching", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
