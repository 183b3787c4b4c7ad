"""The history of the tables, brought up to date when the server starts (Alembic)."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect, text

NEWEST = "0001"


def upgrade(connection: Connection) -> None:
    """Bring the tables to their newest form, within the transaction of the connection."""
    config = Config()
    config.set_main_option("script_location", "marienbad.web.matches:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def is_newest(connection: Connection) -> bool:
    """Whether the tables have their newest form already."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return bool(found == NEWEST)
