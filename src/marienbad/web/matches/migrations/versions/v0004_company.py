"""What two players have agreed, who of them has ever come, and who is there now."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing is agreed yet but what is usual, and nobody is known to have come."""
    op.add_column("matches", sa.Column("accord", sa.Text))
    op.add_column("matches", sa.Column("came", sa.Integer, nullable=False, server_default="0"))
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


def downgrade() -> None:
    """Agreements are forgotten: every match goes on as it did before there were any."""
    op.drop_table("company")
    op.drop_column("matches", "came")
    op.drop_column("matches", "accord")
