"""The databases that matches are kept in: SQLite, and a PostgreSQL of our own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.support import new_database, started_postgresql


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The folder of the socket of a PostgreSQL."""
    with started_postgresql() as folder:
        yield folder


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'matches.db'}"
    return new_database(request.getfixturevalue("postgresql"))
