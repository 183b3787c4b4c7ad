"""The time that the database has seen, from which matches expire.

Until now matches were dated by the clock of the machine, whatever it showed. The clock of the
database begins with the youngest of these dates. Unfinished matches did not expire before: their
days are counted from now.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the clock and let it begin."""
    clock = op.create_table(
        "clock",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("wall", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    now = int(time.time())
    youngest = connection.execute(sa.text("SELECT max(changed) FROM matches")).scalar()
    seen = now if youngest is None else min(youngest, now)
    connection.execute(clock.insert(), {"id": 1, "seen": seen, "wall": now})
    dated = sa.text("UPDATE matches SET changed = :seen WHERE is_over = 0 OR changed > :seen")
    connection.execute(dated, {"seen": seen})


def downgrade() -> None:
    """Date the matches by the clock of the machine again, as old as they are."""
    connection = op.get_bind()
    seen = connection.execute(sa.text("SELECT seen FROM clock")).scalar()
    later = int(time.time()) - int(seen or 0)
    connection.execute(sa.text("UPDATE matches SET changed = changed + :later"), {"later": later})
    op.drop_table("clock")
