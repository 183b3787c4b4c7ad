"""The history of the tables, brought up to date when the server starts (Alembic)."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect, text

from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing


def bring_up_to_date(connection: Connection) -> None:
    """Bring the tables to their newest form, within the transaction of the connection.

    Tables that a newer program has made are refused.
    """
    known = versions()
    found = version_of(connection)
    if found is not None and found not in known:
        raise InputError("server.newer_database", found=found, newest=known[-1])
    if found != known[-1]:
        command.upgrade(_config(connection), "head")


def make(connection: Connection, version: str) -> None:
    """Make the tables in one of their forms where there are none."""
    command.upgrade(_config(connection), version)


def go_back(connection: Connection, version: str) -> None:
    """Bring the tables back to an older form, for an older program; the matches stay."""
    bring_up_to_date(connection)
    if version not in versions():
        known = Listing(versions(), "or")
        raise InputError("server.unknown_version", text=version, known=known)
    command.downgrade(_config(connection), version)


def version_of(connection: Connection) -> str | None:
    """The name of the form that the tables have, or ``None`` where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def versions() -> tuple[str, ...]:
    """The forms that this program knows, the oldest first.

    >>> versions()[0]
    '0001'
    """
    modules = (Path(__file__).parent / "versions").glob("v*.py")
    return tuple(sorted(module.name[1:5] for module in modules))


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "marienbad.web.matches:migrations")
    config.attributes["connection"] = connection
    return config
